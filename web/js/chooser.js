// Chooses the game of a view: its name, and a size or edition.

import { familyName, familyOf, gameName, gameTitles, sizeIn, sizesOf, sizesTitle } from './catalogue.js';
import { field, select } from './dom.js';

/**
 * The two fields.
 * @param {string} view the beginning of their ids
 * @param {import('./api.js').Catalogue} catalogue
 * @param {string} game the game that is chosen now
 * @param {(game: string) => void} choose
 */
export function gameFields(view, catalogue, game, choose) {
  const family = familyOf(catalogue, game);
  const names = select(`${view}-game`, gameTitles(catalogue), familyName(game), () => choose(familyOf(catalogue, names.value)?.default ?? names.value));
  if (family === undefined) return [field('Game', names)];
  const sizes = select(`${view}-size`, sizesOf(family), sizeIn(family, game), () => choose(gameName(family, sizes.value)));
  return [field('Game', names), field(sizesTitle(family), sizes)];
}
