// The parts of the view of an analysis: board, lines, buttons and everything beside the board.

import { familyName } from './catalogue.js';
import { gameFields } from './chooser.js';
import { button, el, select } from './dom.js';
import { exchangePanel } from './exchange.js';
import { address, go } from './shell.js';

/** @typedef {import('./analysis.js').Analysis} Analysis */

export const DEFAULT_LINES = 3;

/** @param {Analysis} view */
export function analysisParts(view) {
  const { table } = view;
  const verdict = el('span', { id: 'eval-text' });
  const depth = el('span', { id: 'depth' });
  const buttons = {
    pass: button('pass', 'Pass', () => view.open([...view.prefix, view.here.moves[0]?.move ?? 'pass']), {
      class: 'primary',
      hidden: true,
    }),
    analyse: button('analyse', 'Analyse', () => view.start(), { class: 'primary' }),
    stop: button('stop', 'Stop', () => view.stop()),
    review: button('review', 'Review the game', () => view.startReview()),
  };
  const limit = view.catalogue.limits.lines;
  const count = select(
    'lines-count',
    Array.from({ length: limit }, (_, index) => ({
      value: String(index + 1),
      text: index === 0 ? '1 line' : `${index + 1} lines`,
    })),
    String(DEFAULT_LINES),
    () => view.goTo({ count: Number(count.value) }, true),
  );
  count.setAttribute('aria-label', 'How many lines');
  const seconds = select(
    'review-seconds',
    [
      { value: '0.1', text: 'quickly' },
      { value: '0.3', text: 'well' },
      { value: '1', text: 'thoroughly' },
      { value: '3', text: 'very thoroughly' },
    ],
    '0.3',
  );
  seconds.setAttribute('aria-label', 'How carefully to review');

  const terms = el('section', { id: 'terms', 'aria-label': 'What the evaluation sees' });
  const players = el('p', { id: 'players' });
  const result = el('p', { id: 'result', hidden: true });
  const element = el(
    'div',
    { class: 'table' },
    el('div', { class: 'board-side' }, el('div', { class: 'with-bar' }, view.bar.element, table.board.element), table.choices),
    el(
      'div',
      { class: 'panel' },
      el('h1', {}, view.title),
      players,
      el(
        'div',
        { class: 'row end' },
        ...gameFields('analysis', view.catalogue, view.line.game, (game) => go(address('analysis', { game }))),
      ),
      // Above everything that changes its size, so that they stay under the pointer.
      table.steppers,
      result,
      el(
        'div',
        { class: 'row' },
        buttons.pass,
        buttons.analyse,
        buttons.stop,
        count,
        button('flip', 'Flip', () => view.goTo({ flip: !view.asked.flip }, true)),
      ),
      view.solution.element,
      el('p', { class: 'verdict' }, verdict, depth),
      view.lines.element,
      el('p', { class: 'quiet' }, 'A score is White’s, in hundredths of a man; a win is counted in the moves of both sides.'),
      table.moves.element,
      view.graph.element,
      view.fates.element,
      el('div', { class: 'row' }, buttons.review, seconds, view.review.words),
      view.review.marks,
      view.why.element,
      el('h2', {}, 'What the evaluation sees'),
      terms,
      el(
        'div',
        { class: 'row' },
        button('play-here', 'Play from here', () =>
          go(address('', { game: view.place.game, position: view.here.position })),
        ),
        button('save-game', 'Store as a game', () => void view.save()),
        button('edit', 'Edit this position', () =>
          go(address('editor', { game: view.place.game, cells: view.here.cells, side: view.here.side, flip: view.flip })),
        ),
      ),
      el('p', { class: 'quiet' }, el('a', { href: address(`rules/${familyName(view.place.game)}`) }, 'How the game is played')),
      exchangePanel({
        catalogue: view.catalogue,
        game: view.place.game,
        position: () => view.here.position,
        record: (format) => view.record(format),
      }),
    ),
  );
  return { element, verdict, depth, buttons, count, seconds, terms, players, result };
}
