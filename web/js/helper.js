// What the engine does for a game: its own moves, and hints to the player.

import { Refusal, api } from './api.js';
import { solvedHint } from './solved.js';
import { distanceText, percent } from './words.js';

/** @typedef {import('./api.js').Game} Game */
/** @typedef {import('./api.js').Place} Place */

const HINT_SECONDS = 1;

/**
 * The game after the engine's move.
 * @param {Game} game
 * @param {number} pause how long to wait before, in milliseconds
 * @param {AbortSignal} signal
 */
export async function engineMove(game, pause, signal) {
  if (pause > 0) await rest(pause, signal);
  return api.reply(game.id, game.line.plies.length, signal);
}

/**
 * A good move, in words: the best if the position is solved, or what the engine finds in a moment; empty if it finds nothing.
 * @param {Place} place
 * @param {AbortSignal} signal
 * @param {(move: string) => void} point shows each move that is found
 */
export async function findHint(place, signal, point) {
  const solved = await solvedHint(place, signal);
  if (signal.aborted) return '';
  if (solved !== null) {
    point(solved.move);
    return solved.words;
  }
  let words = '';
  for await (const { event, data } of api.analysis(place, { lines: 1, depth: 30, seconds: HINT_SECONDS }, signal)) {
    const best = event === 'report' ? data.lines[0] : undefined;
    if (best === undefined) continue;
    point(best.move);
    // Nothing is certain before it is decided.
    const chance = percent(Math.min(0.99, Math.max(0.01, best.chance)));
    words = `Hint: ${best.move}. ${best.win_in === null ? `Your chance of winning is then about ${chance}` : `It ${distanceText(best.win_in)}`}.`;
  }
  return words;
}

/**
 * Why a move from cell to cell is not legal, in a sentence.
 * @param {Place} place
 * @param {import('./api.js').BoardData} board
 * @param {number[]} path
 */
export async function whyNot(place, board, path) {
  const names = path.map((cell) => board.cells[cell]?.name ?? '');
  const refusal = await api.line({ ...place, moves: [...place.moves, names.join('')] }).catch((error) => error);
  const rule = refusal instanceof Refusal && refusal.move?.kind !== 'unreadable' ? refusal.move : null;
  return `Not a legal move: ${rule?.text ?? names.join(' to ')}.`;
}

/**
 * Waits, unless it is cancelled.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function rest(milliseconds, signal) {
  return new Promise((done, failed) => {
    setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => failed(signal.reason));
  });
}
