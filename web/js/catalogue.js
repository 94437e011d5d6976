// What the catalogue says about games: their names, titles, sizes and men.

import { Men } from './drawing.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Family} Family */

/** The name of a game without its size: `name` for `name:6`. @param {string} game */
export const familyName = (game) => game.split(':')[0] ?? game;

/** The family that a game belongs to. @param {Catalogue} catalogue @param {string} game */
export const familyOf = (catalogue, game) => catalogue.games.find(({ name }) => name === familyName(game));

/** The games, as a list to choose from. @param {Catalogue} catalogue */
export const gameTitles = (catalogue) => catalogue.games.map(({ name, title }) => ({ value: name, text: title }));

/** The game of an address that does not name one. @param {Catalogue} catalogue */
export const defaultGame = (catalogue) => catalogue.games[0]?.default ?? '';

/** @param {Catalogue} catalogue @param {string} game */
export const menOf = (catalogue, game) => new Men(familyOf(catalogue, game)?.men ?? []);

/** What a list of the sizes is called. @param {Family} family */
export const sizesTitle = ({ sizes }) => (sizes.kind === 'editions' ? 'Edition' : 'Size');

/**
 * The sizes or editions of a game, as a list to choose from.
 * @param {Family} family
 * @returns {{ value: string, text: string, group?: string }[]}
 */
export function sizesOf({ sizes }) {
  if (sizes.kind === 'editions') return sizes.editions.map(({ name, title }) => ({ value: name, text: title }));
  if (sizes.kind === 'range') {
    return numbers(sizes).map((size) => ({ value: String(size), text: sizes.label.replaceAll('{n}', String(size)) }));
  }
  return numbers(sizes.rows).flatMap((rows) =>
    numbers(sizes.columns).map((columns) => ({
      value: `${rows}x${columns}`,
      text: `${rows} × ${columns}`,
      group: `${rows} ${rows === 1 ? 'row' : 'rows'}`,
    })),
  );
}

/** @param {{ least: number, most: number }} bounds */
const numbers = ({ least, most }) => Array.from({ length: most - least + 1 }, (_, index) => least + index);

/** The name of a game with a size or edition of the list. @param {Family} family @param {string} size */
export const gameName = ({ name, sizes }, size) => (sizes.kind === 'editions' ? size : `${name}:${size}`);

/** The size or edition that a game's name means. @param {Family} family @param {string} game */
export function sizeIn({ sizes, default: usual }, game) {
  if (sizes.kind === 'editions') return sizes.editions.some(({ name }) => name === game) ? game : usual;
  return game.split(':')[1] ?? usual.split(':')[1] ?? '';
}

/**
 * The title of a game, with its size if the name has one.
 * @param {Catalogue} catalogue
 * @param {string} game
 */
export function titleOf(catalogue, game) {
  const family = familyOf(catalogue, game);
  if (family === undefined) return game;
  if (!game.includes(':')) return family.title;
  const size = sizesOf(family).find(({ value }) => gameName(family, value) === game);
  return size === undefined ? game : `${family.title}, ${size.text}`;
}
