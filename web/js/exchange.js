// Copies and pastes: positions as text and games as records.

import { Refusal, api } from './api.js';
import { familyName, gameTitles } from './catalogue.js';
import { button, el, field, select } from './dom.js';
import { address, fail, go, goSaying, placeAddress, say } from './shell.js';

/**
 * Copies a text to the clipboard; where the browser does not allow that, shows it in a field to copy from by hand.
 * @param {string} text
 * @param {string} what
 * @param {HTMLElement} near
 */
async function copy(text, what, near) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    const box = el('textarea', { readonly: true, rows: 3, 'aria-label': what });
    box.value = text;
    near.querySelector('textarea[readonly]')?.remove();
    near.append(box);
    box.select();
    say(`${what}: press Ctrl+C to copy the marked text.`);
  }
}

/** Records begin with a PGN tag or are JSON; positions never do. */
const RECORD = /^\s*(\{|\[\s*\w+\s+")/;

/** Boards have empty cells or several rows. */
const BOARD = /[-/]/;

/**
 * Opens what was pasted: games are stored, a position is shown in the analysis.
 * @param {string} text
 * @param {string} game the game that a position belongs to
 */
async function openText(text, game) {
  if (RECORD.test(text)) {
    const { games } = await api.addRecords(text);
    const [only] = games;
    if (games.length === 1 && only !== undefined) {
      go(address(`game/${only}`));
      say('The game is stored.');
    } else {
      goSaying(address('games'), `${games.length} games are stored.`);
    }
    return;
  }
  const line = await api.line({ game, position: text.trim(), moves: [] });
  go(placeAddress('analysis', { game: line.game, position: line.start.position, moves: [] }));
}

/** What may be pasted, in a sentence with an example. @param {string} game @param {string} title */
async function pasteWords(game, title) {
  const { position } = await api.line({ game, position: 'startpos', moves: [] });
  return `This is no position of ${title}: paste one, such as ${position}, or a game as PGN or JSON lines.`;
}

/**
 * @param {object} offers
 * @param {import('./api.js').Catalogue} offers.catalogue
 * @param {string} offers.game the game that pasted positions belong to; the size is read from them
 * @param {() => string} [offers.position]
 * @param {(format: 'pgn' | 'json') => Promise<string>} [offers.record]
 * @param {boolean} [offers.open] whether it is unfolded
 */
export function exchangePanel({ catalogue, game, position, record, open = false }) {
  const text = el('textarea', { id: 'paste', rows: 4, spellcheck: 'false', placeholder: 'A position, a PGN, or JSON lines' });
  const name = select('paste-game', gameTitles(catalogue), familyName(game));
  const copies = el('div', { class: 'row' });
  /** @param {() => Promise<string> | string} make @param {string} what */
  const copier = (make, what) => async () => {
    try {
      await copy(await make(), what, copies);
    } catch (error) {
      fail(error);
    }
  };
  if (position) copies.append(button('copy-position', 'Copy position', copier(position, 'Position')));
  if (record) {
    copies.append(
      button(
        'copy-record',
        'Copy game (PGN)',
        copier(() => record('pgn'), 'Game'),
      ),
      button(
        'copy-json',
        'Copy game (JSON)',
        copier(() => record('json'), 'Game'),
      ),
    );
  }
  const paste = async () => {
    if (text.value.trim() === '') {
      say('Paste a position or a game first.', 'refusal');
      return;
    }
    try {
      await openText(text.value, name.value);
    } catch (error) {
      const isPosition = error instanceof Refusal && error.status === 422 && !RECORD.test(text.value);
      if (!isPosition) fail(error);
      else {
        const words = await pasteWords(name.value, name.selectedOptions[0]?.text ?? '');
        // What is wrong with a board says nothing about other text.
        say(BOARD.test(text.value) ? `${words}\n\n${error.message}` : words, 'error');
      }
    }
  };
  return el(
    'details',
    { class: 'fold', open },
    el('summary', {}, position || record ? 'Copy and paste' : 'Paste a game or position'),
    copies,
    field('Position or game record', text),
    el(
      'div',
      { class: 'row end' },
      field('Game, for a position', name),
      button('paste-go', 'Open', () => void paste()),
    ),
  );
}
