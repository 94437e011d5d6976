// The parts of the view of puzzles: the choice of game and difficulty, the board, the buttons and what is said.

import { button, el, field, select } from './dom.js';
import { address, go } from './shell.js';
import { capital } from './words.js';

/** @typedef {import('./puzzles.js').Puzzles} Puzzles */

/** @type {import('./api.js').Difficulty[]} */
export const LEVELS = ['easy', 'medium', 'hard'];

/** @param {Puzzles} view @param {import('./api.js').Catalogue} catalogue */
export function puzzleParts(view, catalogue) {
  const { table } = view;
  const games = catalogue.games.filter((family) => family.puzzles > 0).map((family) => ({ value: family.name, text: family.title }));
  const levels = [{ value: '', text: 'All' }, ...LEVELS.map((level) => ({ value: level, text: capital(level) }))];
  const game = select('puzzles-game', games, view.name, () => go(address(`puzzles/${game.value}`, { level: level.value })));
  const level = select('puzzles-level', levels, '', () => view.goNext(level.value, 0));
  const heading = el('h1', {});
  const task = el('p', { id: 'puzzle-goal' });
  const verdict = el('p', { id: 'puzzle-words' });
  const counts = el('p', { id: 'puzzle-streak', class: 'quiet' });
  const buttons = {
    next: button('puzzle-next', 'Next puzzle', () => view.goNext(), { class: 'primary' }),
    again: button('puzzle-again', 'Try again', () => view.go({})),
    answer: button('puzzle-answer', 'Show the answer', () => view.showAnswer()),
    flip: button('puzzle-flip', 'Flip', () => view.go({ flip: !view.wanted.flip }, true)),
  };
  const analyse = el('a', { id: 'puzzle-analyse', class: 'button' }, 'Analyse');
  const { next, again, answer, flip } = buttons;
  const element = el(
    'div',
    { class: 'table puzzles' },
    el('div', { class: 'board-side' }, table.board.element, table.choices),
    el(
      'div',
      { class: 'panel' },
      el('div', { class: 'row end' }, field('Game', game), field('Difficulty', level)),
      heading,
      task,
      el('div', { class: 'actions' }, next, again, answer, flip, analyse),
      table.steppers,
      verdict,
      counts,
      el('p', { class: 'quiet' }, el('a', { href: address(`rules/${view.name}`) }, 'How the game is played'), '. Every puzzle has exactly one right move, and that is proved. Keys: on the board the arrows, Enter and Escape.'),
    ),
  );
  return { heading, task, verdict, counts, level, buttons, analyse, element };
}
