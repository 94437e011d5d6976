// Says things in plain words: moves, players, scores, times.

import { wasBegunHere } from './memory.js';
import { cellsAt, effectsOf, isWater, sideAt } from './position.js';

/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./api.js').Player} Player */
/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./drawing.js').Men} Men */

/** @param {Side} side */
export const sideName = (side) => (side === 'w' ? 'White' : 'Black');

/** @param {string[]} parts */
const joined = (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

/**
 * A move in a sentence: `White pawn c2 to c3, captures black pawn on d3`.
 * @param {Line} line
 * @param {string} cells the board before the move
 * @param {Move} move
 * @param {Men} men
 */
function moveSentence({ board }, cells, move, men) {
  const { from, to, letter, captured: taken, lost, becomes } = effectsOf(men, cells, move);
  const captured = inOrderOfJumps(board, move.path, taken);
  const name = (/** @type {number} */ cell) => board.cells[cell]?.name ?? '';
  const gone = (/** @type {import('./position.js').Gone} */ { cell, letter: was }) => `${men.name(was)} on ${name(cell)}`;
  const parts = [`${capital(men.name(letter))} ${name(from)} to ${name(to)}`];
  if (captured.length > 0) parts.push(`captures ${joined(captured.map(gone))}`);
  if (becomes !== null) parts.push(`becomes a ${men.kinds.get(becomes)?.name ?? becomes}`);
  const drowned = lost.filter(({ cell }) => isWater(board, cell));
  const removed = lost.filter(({ cell }) => !isWater(board, cell));
  if (drowned.length > 0) parts.push(`${joined(drowned.map(gone))} ${drowned.length === 1 ? 'drowns' : 'drown'}`);
  if (removed.length > 0) parts.push(`${joined(removed.map(gone))} ${removed.length === 1 ? 'is' : 'are'} removed`);
  return parts.join(', ');
}

/**
 * What a man has captured in the order in which it jumped over them, if it did.
 * @param {import('./api.js').BoardData} board
 * @param {number[]} path
 * @param {import('./position.js').Gone[]} captured
 */
function inOrderOfJumps({ cells }, path, captured) {
  const jump = (/** @type {import('./position.js').Gone} */ { cell }) =>
    path.findIndex((from, index) => {
      const [a, b, over] = [cells[from], cells[path[index + 1] ?? -1], cells[cell]];
      return a && b && over && 2 * over.x === a.x + b.x && 2 * over.y === a.y + b.y;
    });
  return [...captured].sort((a, b) => jump(a) - jump(b));
}

/**
 * The move that led to a position of a line: `Move 3: …`; nothing at the start.
 * @param {Line} line
 * @param {number} ply
 * @param {Men} men
 */
export function plySentence(line, ply, men) {
  const last = line.plies[ply - 1];
  if (last === undefined) return '';
  const words =
    last.path.length === 0
      ? `${sideName(sideAt(line, ply - 1))} has no legal move and passes`
      : moveSentence(line, cellsAt(line, ply - 1), last, men);
  return `Move ${moveNumber(line, ply)}: ${words}.`;
}

/** The number of the move that made a ply, as in a record of the game: White and Black make one move each. @param {Line} line @param {number} ply */
export const moveNumber = (line, ply) => Math.ceil((ply + (line.start.side === 'w' ? 0 : 1)) / 2);

/** How many moves a game has so far, counted in the same way. @param {number} plies */
export const moveCount = (plies) => Math.ceil(plies / 2);

/** What this number counts. @param {number} plies */
export const moveUnit = (plies) => (moveCount(plies) === 1 ? 'move' : 'moves');

/** How long a game is. @param {number} plies */
export const lengthText = (plies) => `${moveCount(plies)} ${moveUnit(plies)}`;

/**
 * Whether a move of a line did more than move a man.
 * @param {Line} line
 * @param {number} ply
 * @param {Men} men
 */
export function hasEffects(line, ply, men) {
  const move = line.plies[ply - 1];
  if (move === undefined || move.path.length === 0) return false;
  const { captured, lost, becomes } = effectsOf(men, cellsAt(line, ply - 1), move);
  return captured.length > 0 || lost.length > 0 || becomes !== null;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A number of things: `1 position`, `2 positions`. @param {number} count @param {string} thing */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** How a game has ended, and which sides this browser has played. @typedef {{ result: string | null, reason: string | null, seats?: Side[] }} Ended */

/** How a game has ended, by the rule. @param {Ended} game */
export function resultText(game) {
  // A rule speaks of the winner's enemy, so whoever has lost is told who has won.
  const who = hasLost(game) ? `You have lost. ${winnerText(game.result)}` : ownResult(game);
  return `${who}: ${game.reason ?? 'the game is over'}.`;
}

/** Who has won, as who plays one side alone says it, and as all others do. @param {Ended} game */
export function ownResult(game) {
  if (hasLost(game)) return 'You have lost';
  return game.seats?.length === 1 && game.result !== null && game.result !== '1/2-1/2' ? 'You have won' : winnerText(game.result);
}

/** @param {Ended} game */
const hasLost = ({ result, seats = [] }) => seats.length === 1 && result === (seats[0] === 'w' ? '0-1' : '1-0');

/** @param {string | null} result */
export const winnerText = (result) => (result === '1-0' ? 'White has won' : result === '0-1' ? 'Black has won' : 'Drawn');

/** @param {Player} player @param {string} [human] what to call a person: one who is not known, if nothing else is said */
export function playerText(player, human = 'guest') {
  return player.kind === 'human' ? (player.name ?? human) : `engine, ${strengthText(player.strength)}`;
}

/**
 * Who plays a side, as this browser sees it.
 * @param {Player} player
 * @param {boolean} own whether that is the person at this browser, alone
 * @param {string} other what to call somebody else
 */
export const seenText = (player, own, other) => (own && player.kind === 'human' && player.name !== undefined ? `${player.name} (you)` : playerText(player, own ? 'you' : other));

/** Both players of a game in a list, as this browser sees them. @param {import('./api.js').GameRow} game */
export function playersText({ id, white, black, seats: free, mine, deletable }) {
  // At a machine that nobody else can reach, everybody may play and delete what has no owner: it is not everybody's own game for that.
  const seats = mine || !deletable || wasBegunHere(id) ? free : [];
  const text = (/** @type {Player} */ player, /** @type {Side} */ side) => seenText(player, seats.length === 1 && seats[0] === side, seats.length === 2 ? 'you' : 'guest');
  return { white: text(white, 'w'), black: text(black, 'b') };
}

/** What the levels are called, from the lowest. */
const LEVEL_NAMES = ['beginner', 'learner', 'casual player', 'hobby player', 'practised player', 'good player', 'strong player', 'club player', 'club champion', 'expert', 'master', 'the best there is'];

/** What to call a player of this level. @param {number} level */
export const levelName = (level) => LEVEL_NAMES[level - 1];

/** @param {string} strength */
function strengthText(strength) {
  const [kind, value = ''] = strength.split('=');
  if (kind === 'level') return `level ${value}`;
  if (kind === 'depth') return `${value} ${value === '1' ? 'ply' : 'plies'} ahead`;
  return `${value.replace(/(\d)(ms|s|m)$/, '$1 $2')} a move`;
}

/**
 * A clock: `4:05`, with tenths of a second near the end.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** @param {number} count */
export function countText(count) {
  if (count < 10_000) return String(count);
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** @param {number} share from 0 to 1 */
export const percent = (share) => `${Math.round(100 * share)}\u00a0%`;

/**
 * What the best move comes to, for who makes it: `wins in 7 moves of both sides`.
 * @param {number} plies until the end, below zero if it loses
 */
export function distanceText(plies) {
  if (plies === 1) return 'wins at once';
  return plies > 0 ? `wins in ${plies} moves of both sides` : `loses in ${-plies} moves of both sides, and no other move holds out longer`;
}

/** @param {number} score */
export const signed = (score) => (score > 0 ? `+${score}` : `${score}`.replace('-', '−'));

const DECIDED = 900_000;

/**
 * A score for White in words. The server's scores are for the side to move.
 * @param {number} score for White
 */
export function scoreText(score) {
  if (Math.abs(score) < DECIDED) return signed(Math.round(score));
  const plies = 1_000_000 - Math.abs(score);
  return `${score > 0 ? 'White' : 'Black'} wins${plies > 0 ? ` in ${plies}` : ''}`;
}

/**
 * The worth of a position to White.
 * @param {number} score for the side to move
 * @param {Side} side
 */
export const forWhite = (score, side) => (side === 'w' ? score : -score);

/**
 * White's chance of winning, from 0 to 1.
 * @param {number} chance for the side to move
 * @param {Side} side
 */
export const whitesChance = (chance, side) => (side === 'w' ? chance : 1 - chance);

/** @param {number} time */
export function dateText(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
