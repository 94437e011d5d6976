// The parts of the view of a game: board, players, buttons and everything beside the board.

import { api } from './api.js';
import { familyName } from './catalogue.js';
import { button, el } from './dom.js';
import { exchangePanel } from './exchange.js';
import { Invitation, reachWords } from './invite.js';
import { OfferBox } from './offers.js';
import { address, go } from './shell.js';
import { soundButton } from './sounds.js';

/** @typedef {import('./play.js').Play} Play */

/** What the button says while it can be used. */
export const ANALYSE = 'What the engine thinks about this position';

/** @param {Play} view */
export function playParts(view) {
  const { table, players } = view;
  const buttons = {
    pass: button('pass', 'Pass', () => void view.pass(), { class: 'primary' }),
    join: button('take-seat', 'Play', () => void view.join(), { class: 'primary' }),
    undo: button('undo', 'Undo', () => void view.undone.undo(), { title: 'Take your last move back; another person has to agree' }),
    redo: button('redo', 'Redo', () => void view.undone.redo(), { title: 'Play again what was taken back' }),
    hint: button('hint', 'Hint', () => void view.hint(), { title: 'Show a good move' }),
    flip: button('flip', 'Flip', () => view.goTo({ flip: !view.flip }), { title: 'Turn the board around' }),
    stop: button('stop', 'Stop', () => view.stop(), { title: 'Stop the engine' }),
    resume: button('resume', 'Continue', () => view.engine.resume(), { class: 'primary', title: 'Let the engine move' }),
    resign: button('resign', 'Resign', () => void view.resign(), { title: 'Give the game up: the other side wins' }),
    leave: button('close-seat', 'Stop waiting', () => void view.stopWaiting(), { title: 'Take the free seat out of the lobby' }),
    analyse: button('analyse', 'Analyse', () => view.analyse(), { title: ANALYSE }),
    review: button('review', 'Review', () => view.analyse(true), { title: 'Look for mistakes, when the game is over' }),
    rematch: button('rematch', 'Rematch', () => void view.rematch(), { title: 'The same game again with the colours swapped' }),
    draw: button('draw', 'Offer a draw', () => void view.offer('draw'), { title: 'Nobody wins, if the other player agrees' }),
    newGame: button('new-game', 'New game', () => go(address('', { game: view.game.line.game })), { title: 'Choose another game' }),
  };
  const { pass, join, undo, redo, hint, flip, stop, resume, resign, leave, review, analyse, rematch, draw, newGame } = buttons;
  const offers = new OfferBox({ agree: (kind) => void view.offer(kind), decline: () => void view.decline() });
  const invitation = new Invitation(view, reachWords(view.catalogue));
  const result = el('p', { id: 'result', hidden: true });
  const turn = el('p', { class: 'quiet' });
  const state = el('div', { class: 'state' }, result, turn, el('div', { class: 'halt' }, pass, join, rematch));
  const typed = el('input', { id: 'typed-move', size: 10, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' });
  const typing = el(
    'form',
    {
      class: 'row typing',
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (typed.value.trim() !== '')
          void view.playText(typed.value.trim()).then((played) => {
            if (played) typed.value = '';
          });
      },
    },
    el('label', {}, 'Type a move ', typed),
    el('button', {}, 'Play'),
  );
  const element = el(
    'div',
    { class: 'table' },
    el('div', { class: 'board-side' }, players.top, table.board.element, players.bottom, table.choices),
    el(
      'div',
      { class: 'panel' },
      el('h1', {}, view.title),
      state,
      el(
        'div',
        { class: 'actions' },
        undo,
        redo,
        hint,
        flip,
        el('div', { class: 'halt' }, stop, resume),
        resign,
        leave,
        analyse,
        review,
        newGame,
        soundButton(),
        draw,
      ),
      el('div', { class: 'offer-place' }, offers.element),
      invitation.element,
      typing,
      table.steppers,
      table.moves.element,
      el(
        'p',
        { class: 'quiet' },
        el('a', { href: address(`rules/${familyName(view.game.line.game)}`) }, 'How the game is played'),
        '. Keys: on the board the arrows, Enter and Escape; elsewhere ← and → go through the moves.',
      ),
      view.guide,
      exchangePanel({
        catalogue: view.catalogue,
        game: view.game.line.game,
        position: () => view.game.line.position,
        record: (format) => api.record(view.game.id, format),
      }),
    ),
  );
  /** All that changes the game. */
  const changing = () => [
    ...[pass, join, undo, redo, hint, stop, resume, resign, leave, rematch, draw],
    ...[offers.element, invitation.element, typing].flatMap((part) => [...part.querySelectorAll('button, input')].map((control) => /** @type {HTMLButtonElement | HTMLInputElement} */ (control))),
  ];
  return { buttons, changing, result, turn, typing, offers, invitation, element };
}
