// The rules at the board: what each kind of man does, drawn; how a game ends; and the reason of the end in plain words.

import { api } from './api.js';
import { familyOf, menOf } from './catalogue.js';
import { add, el, svg } from './dom.js';
import { Layout, drawBoard } from './drawing.js';
import { targetMark } from './marks.js';
import { after, effectsOf } from './position.js';
import { address, fail } from './shell.js';
import { capital, ownResult, sideName } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Family} Family */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').ManExample} ManExample */
/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./drawing.js').Men} Men */

/**
 * A fold with the guide of a game. The server says where the men of the examples can go, when the fold is opened first. A game
 * without a guide has a link to its rules page only.
 * @param {Catalogue} catalogue
 * @param {string} game
 */
export function guidePanel(catalogue, game) {
  const family = familyOf(catalogue, game);
  const link = el('p', { class: 'quiet' }, el('a', { href: address(`rules/${family?.name ?? game}`) }, 'All rules of the game'), '.');
  const men = el('div', { class: 'guide-men' });
  const hasMen = family !== undefined && family.guide.men.length > 0;
  const body = el('div', { class: 'guide' }, ...basicsOf(family), hasMen && el('h2', {}, 'The men'), hasMen && men, ...waysToEnd(family), link);
  let shown = false;
  const toggle = () => {
    if (shown || !panel.open || family === undefined) return;
    shown = true;
    showMen(family, menOf(catalogue, game), men).catch((error) => {
      shown = false;
      fail(error);
    });
  };
  const panel = el('details', { id: 'guide', class: 'fold', toggle }, el('summary', {}, 'The rules in short'), body);
  return panel;
}

/**
 * Says what a man does, by its letter, for people who point at it; nothing for an empty cell.
 * @param {Family | undefined} family
 * @param {Men} men
 * @returns {(letter: string) => string}
 */
export function aboutMen(family, men) {
  const nameOf = (/** @type {string} */ letter) => men.kinds.get(letter)?.name;
  const words = new Map(family?.guide.men.map((example) => [nameOf(example.letter), example.words]));
  return (letter) => {
    const name = nameOf(letter);
    return name === undefined ? '' : `${capital(men.name(letter))}. ${words.get(name) ?? ''}`.trim();
  };
}

/** @param {Family | undefined} family */
const basicsOf = (family) => listed('The game', 'guide-basics', family?.guide.basics ?? []);

/** @param {Family | undefined} family */
const waysToEnd = (family) => listed('How the game ends', 'guide-ends', (family?.guide.ends ?? []).map(({ words }) => words));

/** A list of sentences with its head, each sentence once. @param {string} title @param {string} id @param {string[]} sentences */
function listed(title, id, sentences) {
  if (sentences.length === 0) return [];
  return [el('h2', {}, title), el('ul', { id }, ...[...new Set(sentences)].map((words) => el('li', {}, words)))];
}

/** @param {Family} family @param {Men} men @param {HTMLElement} place */
async function showMen(family, men, place) {
  const { guide, default: game } = family;
  const lines = await Promise.all(guide.men.map(({ position }) => api.line({ game, position, moves: [] })));
  const figures = guide.men.map((example, index) => {
    const line = lines[index];
    return line === undefined ? null : figure(example, line, men);
  });
  place.replaceChildren();
  add(place, ...figures);
}

/** A kind of man: its name, what it does, and a board with its moves. @param {ManExample} example @param {Line} line @param {Men} men */
function figure({ letter, words, cell }, line, men) {
  const { goes, captures } = reachOf(line, cell, men);
  const names = (/** @type {Set<number>} */ cells) => [...cells].map((at) => line.board.cells[at]?.name ?? '').join(', ');
  const label = `${capital(men.name(letter))} on ${cell}. It can go to ${names(goes)}.${captures.size > 0 ? ` It can capture on ${names(captures)}.` : ''}`;
  const picture = drawBoard(line.board, men, line.cells, { label });
  const layout = new Layout(line.board);
  const marks = svg('g', { class: 'marks' });
  for (const at of captures) marks.append(targetMark(layout.centre(at, false), layout.man, true));
  for (const at of goes) if (!captures.has(at)) marks.append(targetMark(layout.centre(at, false), layout.man, false));
  picture.append(marks);
  return el(
    'figure',
    { 'data-guide-man': letter },
    picture,
    el('figcaption', {}, el('h3', {}, men.picture(letter), capital(men.kinds.get(letter)?.name ?? letter)), el('p', {}, words)),
  );
}

/** Where the man on a cell can go, and which cells it captures on. @param {Line} line @param {string} cell @param {Men} men */
function reachOf(line, cell, men) {
  const from = line.board.cells.findIndex(({ name }) => name === cell);
  const moves = line.moves.filter(({ path }) => path[0] === from);
  const goes = new Set(moves.map(({ path }) => path.at(-1) ?? from));
  const captures = new Set(moves.flatMap((move) => effectsOf(men, line.cells, move).captured.map((gone) => gone.cell)));
  return { goes, captures };
}

/**
 * Who has won and why, in plain words: those of the guide, unless it does not have the reason, such as when somebody resigns.
 * @param {Family | undefined} family
 * @param {import('./words.js').Ended} game
 */
export function endingTold(family, game) {
  const { result, reason } = game;
  const way = family?.guide.ends.find(({ rule }) => rule === reason);
  const [winner, loser] = result === '0-1' ? ['Black', 'White'] : ['White', 'Black'];
  const told = way?.told.replaceAll('{winner}', winner).replaceAll('{loser}', loser) ?? `${capital(reason ?? 'the game is over')}.`;
  return `${ownResult(game)}. ${told}`;
}

/**
 * The men that each side has captured up to a ply, by their letters, in the order of the game's kinds.
 * @param {Line} line
 * @param {number} ply
 * @param {Men} men
 * @returns {Record<Side, Map<string, number>>}
 */
function capturedMen(line, ply, men) {
  /** @type {Record<Side, Map<string, number>>} */
  const captured = { w: new Map(), b: new Map() };
  let cells = line.start.cells;
  for (const move of line.plies.slice(0, ply)) {
    for (const { letter } of effectsOf(men, cells, move).captured) {
      const by = captured[men.side(letter) === 'w' ? 'b' : 'w'];
      by.set(letter, (by.get(letter) ?? 0) + 1);
    }
    cells = after(cells, move);
  }
  return captured;
}

/** The plural of a man's name. @param {string} name */
const several = (name) => (name.endsWith('man') ? name.replace(/man$/, 'men') : `${name}s`);

/**
 * Draws what each side has captured, small, in its place beside the player.
 * @param {Record<Side, HTMLElement>} places
 * @param {Line} line
 * @param {number} ply
 * @param {Men} men
 */
export function showCaptured(places, line, ply, men) {
  const captured = capturedMen(line, ply, men);
  for (const side of /** @type {Side[]} */ (['w', 'b'])) {
    const kinds = [...men.kinds.keys()].filter((letter) => captured[side].has(letter)).map((letter) => ({ letter, count: captured[side].get(letter) ?? 0 }));
    const words = kinds.map(({ letter, count }) => `${count} ${count === 1 ? men.name(letter) : several(men.name(letter))}`).join(', ');
    const place = places[side];
    if (place.dataset.captured === words) continue;
    place.dataset.captured = words;
    place.replaceChildren(
      ...kinds.map(({ letter, count }) => el('span', { class: 'captured-kind', 'aria-hidden': 'true' }, men.picture(letter), count > 1 && `×${count}`)),
    );
    if (words !== '') place.append(el('span', { class: 'sr' }, `${sideName(side)} has captured: ${words}`));
  }
}
