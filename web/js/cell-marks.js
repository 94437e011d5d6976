// Marks what each cell of a board is, for eyes, tests and screen readers: who stands there, where the chosen man can go, and the last move.

import { setAttribute, setText, svg } from './dom.js';
import { EMPTY } from './drawing.js';
import { forbiddenMark, targetMark } from './marks.js';

/** @typedef {import('./board.js').Board} Board */

/** @param {Board} board */
export function markCells(board) {
  const { cells, moves = [], repeats = [], last } = board.scene;
  const movable = new Set(moves.map(({ path }) => path[0]));
  // The tab key focuses a man that can move, unless a cell has the focus already.
  const [first] = movable;
  if (first !== undefined && !movable.has(board.focused) && !board.picture.contains(document.activeElement)) board.focused = first;
  const targets = new Set(board.chosenMoves().map(({ path }) => path.at(-1)));
  const forbidden = new Map(
    repeats
      .filter(({ path }) => board.selected !== null && path[0] === board.selected)
      .map((repeat) => [repeat.path.at(-1), repeat]),
  );
  const changed = new Set(last?.path ?? []);
  /** @type {SVGElement[]} */
  const marks = [];
  board.cells.forEach((element, cell) => {
    const letter = cells[cell] ?? EMPTY;
    const [selected, target] = [cell === board.selected, targets.has(cell)];
    const repeat = target ? undefined : forbidden.get(cell);
    const can = movable.has(cell);
    setAttribute(element, 'data-man', letter);
    setAttribute(element, 'data-selected', selected);
    setAttribute(element, 'aria-selected', selected ? 'true' : null);
    setAttribute(element, 'data-target', target);
    setAttribute(element, 'data-forbidden', repeat?.ply);
    setAttribute(element, 'data-last', changed.has(cell));
    setAttribute(element, 'data-movable', can);
    setAttribute(element, 'data-fate', can && board.verdicts.size > 0 ? board.bestFate(cell) : null);
    setAttribute(element, 'tabindex', cell === board.focused ? 0 : -1);
    const words = [board.names[cell] ?? '', board.men.name(letter)];
    if (selected) words.push('selected');
    const verdict = target ? board.verdictAt(cell) : undefined;
    if (target) words.push(letter === EMPTY ? 'move here' : selected ? 'back here' : 'capture here');
    else if (repeat !== undefined) words.push(`forbidden: ${repeat.text}`);
    else if (can && !selected) words.push('can move');
    if (verdict) words.push(verdict.text);
    if (changed.has(cell)) words.push('last move');
    setAttribute(element, 'aria-label', words.join(', '));
    tooltip(element, board.options.about?.(letter) ?? '');
    if (target) marks.push(targetMark(board.at(cell), board.layout.man, letter !== EMPTY, verdict?.fate));
    else if (repeat !== undefined) marks.push(forbiddenMark(board.layout.manTransform(board.at(cell)), repeat.ply));
  });
  board.markLayer.replaceChildren(...marks);
}

/** What a pointer at rest on a cell shows. @param {SVGElement} element @param {string} words */
function tooltip(element, words) {
  const known = element.querySelector('title');
  if (words === '') known?.remove();
  else if (known) setText(known, words);
  else element.prepend(svg('title', {}, words));
}
