// Says things in plain words: men, moves, players, scores, times.

import { EMPTY, cellsAt, effectsOf, sideAt } from './position.js';

/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./api.js').Player} Player */
/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./api.js').Catalog} Catalog */
/** @typedef {(letter: string) => string} NameOfMan */

/** @param {Side} side */
export const sideName = (side) => (side === 'w' ? 'White' : 'Black');

/**
 * The family of a game: `ctf` for `ctf:6`.
 * @param {string} game
 */
export const familyOf = (game) => game.split(':')[0] ?? game;

/**
 * What the men of a game are called.
 * @param {Catalog} catalog
 * @param {string} game
 * @returns {NameOfMan}
 */
export function menOf(catalog, game) {
  const men = catalog.games.find(({ name }) => name === familyOf(game))?.men ?? [];
  const names = new Map(men.map(({ letter, name }) => [letter, name]));
  return (letter) => (letter === EMPTY ? 'empty' : (names.get(letter) ?? letter));
}

/**
 * The title of a game with its size: `Capture the Flag, 6 × 6`.
 * @param {Catalog} catalog
 * @param {string} game
 */
export function titleOf(catalog, game) {
  const [family, rest] = game.split(':');
  const kind = catalog.games.find(({ name }) => name === family);
  if (kind === undefined) return game;
  const edition = kind.editions.find(({ name }) => name === game);
  if (edition !== undefined) return rest === undefined ? kind.title : `${kind.title}, ${edition.title}`;
  return rest === undefined ? kind.title : `${kind.title}, ${sizeText(family ?? '', Number(rest))}`;
}

/**
 * @param {string} family
 * @param {number} size
 */
export function sizeText(family, size) {
  if (family === 'ctf') return `${size} × ${size}`;
  return family === 'crusher' ? `${size} cells a side` : `${size} men a side`;
}

/** @param {string[]} parts */
const joined = (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

/**
 * A move in a sentence: `White pawn c2 to c3, captures black pawn on d3`.
 * @param {Line} line
 * @param {string} cells the board before the move
 * @param {Move} move
 * @param {NameOfMan} man
 */
function moveSentence(line, cells, move, man) {
  const { from, to, letter, captured, drowned, becomes } = effectsOf(line.shape.kind, cells, move);
  const name = (/** @type {number} */ cell) => line.names[cell] ?? '';
  const gone = (/** @type {import('./position.js').Gone} */ { cell, letter: was }) => `${man(was)} on ${name(cell)}`;
  const parts = [`${capital(man(letter))} ${name(from)} to ${name(to)}`];
  if (captured.length > 0) parts.push(`captures ${joined(captured.map(gone))}`);
  if (becomes !== null) parts.push(`becomes a ${man(becomes).replace(/^\w+ /, '')}`);
  if (drowned.length > 0) parts.push(`${joined(drowned.map(gone))} ${drowned.length === 1 ? 'drowns' : 'drown'}`);
  return parts.join(', ');
}

/**
 * What the last of so many plies was: `Move 3: …`; nothing at the start.
 * @param {Line} line
 * @param {number} ply
 * @param {NameOfMan} man
 */
export function plySentence(line, ply, man) {
  const last = line.plies[ply - 1];
  if (last === undefined) return '';
  const words =
    last.path.length === 0
      ? `${sideName(sideAt(line, ply - 1))} has no legal move and passes`
      : moveSentence(line, cellsAt(line, ply - 1), last, man);
  return `Move ${ply}: ${words}.`;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Why a move is forbidden that would bring a board back. A move is one turn of one side, numbered as in the list.
 * @param {number} ply
 */
export function repeatText(ply) {
  if (ply > 0) return `this board has been before, move ${ply}`;
  return ply === 0 ? 'this board has been before, at the start' : 'this board has been before, in the history given';
}

/** How a game has ended. @param {import('./api.js').Game} game */
export function resultText({ result, reason }) {
  const who = result === '1-0' ? 'White has won' : result === '0-1' ? 'Black has won' : 'Drawn';
  return `${who}: ${reason ?? 'the game is over'}.`;
}

/** @param {Player} player @param {string} [human] what to call a person */
export function playerText(player, human = 'person') {
  return player.kind === 'human' ? human : `engine, ${strengthText(player.strength)}`;
}

/** @param {string} strength */
function strengthText(strength) {
  const [kind, value = ''] = strength.split('=');
  if (kind === 'level') return `level ${value}`;
  if (kind === 'depth') return `${value} ${value === '1' ? 'ply' : 'plies'} ahead`;
  return `${value.replace(/(\d)(ms|s|m)$/, '$1 $2')} a move`;
}

/**
 * A clock: `4:05`, and with tenths when it gets short.
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

/** @param {number} score */
export const signed = (score) => (score > 0 ? `+${score}` : `${score}`.replace('-', '−'));

const DECIDED = 900_000;

/**
 * A score for White in words: the server's scores are for the side to move.
 * @param {number} score for White
 */
export function scoreText(score) {
  if (Math.abs(score) < DECIDED) return signed(Math.round(score));
  const plies = 1_000_000 - Math.abs(score);
  return `${score > 0 ? 'White' : 'Black'} wins${plies > 0 ? ` in ${plies}` : ''}`;
}

/**
 * How much of a bar is White's: a pawn or two is much, more says little more.
 * @param {number} score for White
 */
export function share(score) {
  if (Math.abs(score) >= DECIDED) return score > 0 ? 1 : 0;
  return 0.03 + 0.94 / (1 + Math.exp(-score / 160));
}

/**
 * The worth of a position to White.
 * @param {number} score for the side to move
 * @param {Side} side
 */
export const forWhite = (score, side) => (side === 'w' ? score : -score);

/** @param {number} time */
export function dateText(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
