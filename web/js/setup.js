// The first view: choose a game and start it. Everything has a sensible value, so one press is enough.

import { api } from './api.js';
import { Board } from './board.js';
import { button, el, field, select, setOptions } from './dom.js';
import { manPicture } from './pieces.js';
import { address, fail, go, offer, recall, remember, say } from './shell.js';
import { familyOf, menOf, sizeText } from './words.js';

/** @typedef {import('./api.js').Catalog} Catalog */
/** @typedef {import('./api.js').GameKind} GameKind */
/** @typedef {import('./api.js').Player} Player */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** What is drawn on the card of a game, and what it is about. @type {Record<string, { kind: import('./api.js').Shape['kind'], men: string, text: string }>} */
const CARDS = {
  ctf: { kind: 'squares', men: 'wBW', text: 'Lead your flag past all enemy pawns, or catch theirs.' },
  crusher: { kind: 'hexagons', men: 'WBW', text: 'Leap over your own stones onto the enemy’s.' },
  congo: { kind: 'congo', men: 'ElC', text: 'Eight animals, a river to drown in, and a lion to catch.' },
  oska: { kind: 'diamonds', men: 'wbw', text: 'Through the waist of the hourglass to the other side.' },
};

const SIDES = [
  { value: 'w', text: 'White (moves first)' },
  { value: 'b', text: 'Black' },
  { value: 'both', text: 'Both: two people' },
  { value: 'none', text: 'None: engine against engine' },
];
const DEPTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12];
const TIMES = ['100ms', '500ms', '1s', '3s', '10s', '30s'];
const CLOCKS = [
  { value: 'none', text: 'No clock' },
  { value: '60+1', text: '1 minute + 1 s a move' },
  { value: '180+2', text: '3 minutes + 2 s' },
  { value: '300+3', text: '5 minutes + 3 s' },
  { value: '900+10', text: '15 minutes + 10 s' },
  { value: '3600+0', text: '1 hour' },
];
const REMEMBERED = 'setup';

/** @param {Catalog} catalog */
function opponents(catalog) {
  return [
    ...catalog.levels.map(({ level, text }) => ({ value: `level=${level}`, text: `Level ${level}: ${text}`, group: 'By level' })),
    ...DEPTHS.map((depth) => ({
      value: `depth=${depth}`,
      text: `${depth} ${depth === 1 ? 'ply' : 'plies'} ahead, exactly`,
      group: 'By depth',
    })),
    ...TIMES.map((time) => ({ value: `time=${time}`, text: `${time.replace(/(\d)(\D)/, '$1 $2')} a move`, group: 'By time' })),
  ];
}

/** What sizes or editions a game has. @param {GameKind} kind */
export function sizesOf(kind) {
  if (kind.sizes === null) return kind.editions.map(({ name, title }) => ({ value: name, text: title }));
  const { least, most } = kind.sizes;
  return Array.from({ length: most - least + 1 }, (_, index) => least + index).map((size) => ({
    value: String(size),
    text: sizeText(kind.name, size),
  }));
}

/** The full name of a game of a size or edition. @param {GameKind} kind @param {string} size */
export const gameName = (kind, size) => (kind.sizes === null ? size : `${kind.name}:${size}`);

/** The size or edition in a game's name. @param {GameKind} kind @param {string} game */
export function sizeIn(kind, game) {
  if (kind.sizes === null) return kind.editions.some(({ name }) => name === game) ? game : (kind.editions[0]?.name ?? kind.name);
  return game.split(':')[1] ?? String(kind.sizes.usual);
}

/** @param {Route} route @returns {Promise<View>} */
export async function openSetup(route) {
  const catalog = await api.catalog();
  /** @type {Record<string, string>} */
  const usual = { side: 'w', opponent: 'level=3', second: 'level=3', clock: 'none', ...recall('always', REMEMBERED, {}) };
  const kindOf = (/** @type {string} */ name) =>
    catalog.games.find((kind) => kind.name === name) ?? /** @type {GameKind} */ (catalog.games[0]);
  let position = '';

  const game = select(
    'setup-game',
    catalog.games.map(({ name, title }) => ({ value: name, text: title })),
    '',
    () => choose(),
  );
  const size = select('setup-size', [], '', () => choose());
  const sizeLabel = field('Size', size);
  const side = select('setup-side', SIDES, '', () => choose());
  const opponent = select('setup-opponent', opponents(catalog), '', () => choose());
  const second = select('setup-second', opponents(catalog), '', () => choose());
  const opponentLabel = field('Opponent', opponent, { class: 'field wide' });
  const secondLabel = field('Black', second, { class: 'field wide' });
  const clock = select('setup-clock', CLOCKS, '', () => choose());
  const preview = el('div', { class: 'preview-board' });
  const note = el('p', { class: 'note', hidden: true });
  const start = button('start', 'Start the game', () => void begin(), { class: 'primary' });

  const cards = catalog.games.map((kind) => {
    const card = CARDS[kind.name];
    const men = card ? [...card.men].map((letter) => manPicture(card.kind, letter)) : [];
    return el(
      'a',
      { class: 'card', href: address('', { game: kind.name }), 'data-game': kind.name },
      el('span', { class: `card-men ${card?.kind ?? ''}` }, ...men),
      el('strong', {}, kind.title),
      el('span', { class: 'quiet' }, card?.text ?? ''),
    );
  });

  /** The choice is part of the address. */
  function choose() {
    const kind = kindOf(game.value);
    const same = familyOf(currentGame()) === kind.name;
    const changed = Object.entries(wishes)
      .filter(([name, list]) => list.value !== usual[name])
      .map(([name, list]) => [name, list.value]);
    go(
      address('', {
        game: same ? gameName(kind, size.value) : kind.name,
        position: same ? position : null,
        ...Object.fromEntries(changed),
      }),
      true,
    );
  }

  let shownGame = '';
  const currentGame = () => shownGame;
  /** @type {Record<string, HTMLSelectElement>} */
  const wishes = { side, opponent, second, clock };

  /** Shows the fields that mean something. */
  function fit() {
    opponentLabel.hidden = side.value === 'both';
    secondLabel.hidden = side.value !== 'none';
    const label = opponentLabel.querySelector('span');
    if (label) label.textContent = side.value === 'none' ? 'White' : 'Opponent';
  }

  /** @param {Route} to */
  function update({ params }) {
    const asked = params.get('game') ?? usual.game ?? 'ctf';
    const kind = kindOf(familyOf(asked));
    position = params.get('position') ?? '';
    game.value = kind.name;
    for (const [name, list] of Object.entries(wishes)) {
      list.value = params.get(name) ?? usual[name] ?? '';
      if (list.selectedIndex < 0) list.selectedIndex = 0;
    }
    setOptions(size, sizesOf(kind), sizeIn(kind, asked));
    const label = sizeLabel.querySelector('span');
    if (label) label.textContent = kind.sizes === null ? 'Edition' : 'Size';
    shownGame = gameName(kind, size.value);
    for (const card of cards) {
      if (card.dataset.game === kind.name) card.setAttribute('aria-current', 'true');
      else card.removeAttribute('aria-current');
    }
    note.hidden = position === '';
    note.replaceChildren(
      'The game starts from your position. ',
      el('a', { href: address('', { game: shownGame }) }, 'Use the usual start'),
    );
    fit();
    offer({ game: shownGame, position: position || 'startpos', moves: [] });
    void draw();
  }

  async function draw() {
    const name = shownGame;
    try {
      const key = JSON.stringify([name, position]);
      if (preview.dataset.shown === key) return;
      const line = await api.line({ game: name, position: position || 'startpos', moves: [] });
      if (name !== shownGame) return;
      preview.dataset.shown = key;
      const board = new Board(line.shape, line.names, { man: menOf(catalog, name), still: true });
      board.picture.setAttribute('aria-label', 'The board at the start');
      board.show({ cells: line.cells });
      preview.replaceChildren(board.element);
    } catch (error) {
      fail(error);
    }
  }

  async function begin() {
    const kind = kindOf(game.value);
    const name = gameName(kind, size.value);
    /** @type {Player} */
    const human = { kind: 'human' };
    const engine = (/** @type {string} */ strength) => /** @type {Player} */ ({ kind: 'engine', strength });
    const players = {
      w: [human, engine(opponent.value)],
      b: [engine(opponent.value), human],
      both: [human, human],
      none: [engine(opponent.value), engine(second.value)],
    }[side.value] ?? [human, human];
    const [minutes = '', increment = ''] = clock.value.split('+');
    remember('always', REMEMBERED, {
      game: name,
      side: side.value,
      opponent: opponent.value,
      second: second.value,
      clock: clock.value,
    });
    start.disabled = true;
    try {
      const made = await api.newGame({
        game: name,
        ...(position === '' ? {} : { position }),
        white: players[0] ?? human,
        black: players[1] ?? human,
        ...(clock.value === 'none'
          ? {}
          : { clock: { start_ms: Number(minutes) * 1000, increment_ms: Number(increment) * 1000 } }),
      });
      go(address(`game/${made.id}`));
    } catch (error) {
      start.disabled = false;
      fail(error);
    }
  }

  const form = el(
    'form',
    {
      class: 'setup',
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void begin();
      },
    },
    field('Game', game, { class: 'field wide' }),
    sizeLabel,
    field('Clock', clock),
    field('You play', side, { class: 'field wide' }),
    opponentLabel,
    secondLabel,
    note,
    start,
  );
  const element = el(
    'div',
    { class: 'home' },
    el('h1', {}, 'Play'),
    el('div', { class: 'cards' }, ...cards),
    el('div', { class: 'home-table' }, form, preview),
  );
  update(route);
  say('Choose a game and press Start.');
  return { title: 'Play', element, update };
}
