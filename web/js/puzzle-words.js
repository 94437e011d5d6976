// Says what a puzzle asks for, and what is wrong with a move that is not its solution.

import { api } from './api.js';
import { otherSide } from './position.js';
import { forWhite, lengthText, scoreText, sideName } from './words.js';

/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Place} Place */
/** @typedef {import('./api.js').Puzzle} Puzzle */
/** @typedef {import('./api.js').Side} Side */

/** What the engine may take to show an answer. */
const LIMITS = { lines: 1, depth: 14, seconds: 2 };

/** @param {Puzzle} puzzle @param {Side} side who is to move */
export function goalText({ goal, plies = 1 }, side) {
  const task = {
    win_in: plies === 1 ? 'Win at once.' : `Win in ${lengthText(plies)} (${plies} plies): only one first move does it.`,
    only_win: 'Only one move wins.',
    only_draw: 'Only one move saves the draw.',
  };
  return `${sideName(side)} to move. ${task[goal]}`;
}

/** What a wrong move gives away. @param {Puzzle} puzzle @param {Side} side @param {string} move */
function lost({ goal, plies = 1 }, side, move) {
  const name = sideName(side);
  if (goal === 'only_win') return `After ${move} ${name} does not win any more.`;
  if (goal === 'only_draw') return `After ${move} ${name} loses.`;
  return plies === 1 ? `${move} does not win at once.` : `After ${move} ${name} does not win within ${lengthText(plies)}.`;
}

/**
 * What is wrong with a move, in words, and the best answer to it: from solved tables where they are certain, or from a short search.
 * @param {Puzzle} puzzle
 * @param {Line} line the line with the move
 * @param {Place} place the same
 * @param {AbortSignal} signal
 * @returns {Promise<{ words: string, reply: string | null }>}
 */
export async function refutation(puzzle, line, place, signal) {
  const side = line.start.side;
  const wrong = lost(puzzle, side, place.moves[0] ?? '');
  if (line.ending !== null) return { words: `${wrong} ${line.ending.text}.`, reply: null };
  const { reply, result } = await bestReply(place, line.side, signal);
  if (reply === null) return { words: wrong, reply };
  return { words: `${wrong} ${sideName(otherSide(side))} answers ${reply}: ${result}.`, reply };
}

/** @param {Place} place @param {Side} side who answers @param {AbortSignal} signal @returns {Promise<{ reply: string | null, result: string }>} */
async function bestReply(place, side, signal) {
  const probe = await api.probe(place, signal).catch(() => null);
  const known = probe?.known ? probe.moves[0] : undefined;
  if (known !== undefined && known.certainty !== 'with_repeats') {
    const plies = known.win_in;
    const winner = sideName(plies !== null && plies > 0 ? side : otherSide(side));
    return { reply: known.move, result: plies === null ? 'a draw' : `${winner} wins in ${Math.abs(plies)}` };
  }
  /** @type {{ reply: string | null, result: string }} */
  let best = { reply: null, result: '' };
  for await (const { event, data } of api.analysis(place, LIMITS, signal)) {
    const found = event === 'report' ? data.lines[0] : undefined;
    if (found !== undefined) best = { reply: found.move, result: wordsOf(forWhite(found.score, side)) };
  }
  return best;
}

/** @param {number} score for White */
function wordsOf(score) {
  const text = scoreText(score);
  return text.includes('wins') ? text : `the engine’s score is ${text} for White`;
}
