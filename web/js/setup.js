// The first view: choose a game and start it. Every field has a sensible default, so one press is enough.

import { api } from './api.js';
import { Board } from './board.js';
import { defaultGame, familyName, familyOf, gameName, gameTitles, menOf, sizeIn, sizesOf, sizesTitle, titleOf } from './catalogue.js';
import { CLOCKS, clockOf } from './clock-choice.js';
import { button, el, field, select, setAttribute, setOptions } from './dom.js';
import { joinForm } from './invite.js';
import { myself } from './own-name.js';
import { address, fail, go, offer, recall, remember, say } from './shell.js';
import { dateText, lengthText, levelName, playersText } from './words.js';

/** @typedef {import('./api.js').Family} Family */
/** @typedef {import('./api.js').Player} Player */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

const SIDES = [
  { value: 'w', text: 'White (moves first)' },
  { value: 'b', text: 'Black' },
  { value: 'both', text: 'Both sides, with a friend' },
  { value: 'none', text: 'None: engine against engine' },
];
/** How two people play. @param {boolean} online whether others can be reached */
const twoPeople = (online) =>
  online
    ? 'Play by turns at this screen. Or start the game and press “Invite somebody” beside the board: your friend joins by a link, a short code or a QR code.'
    : 'Play by turns at this screen.';
const DEPTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12];
const TIMES = ['100ms', '500ms', '1s', '3s', '10s', '30s'];
const REMEMBERED = 'setup';
/** How many games in progress are listed. */
const RUNNING = 6;

/** @param {Family} family */
function opponents({ levels }) {
  return [
    ...levels.map(({ level, text }) => ({ value: `level=${level}`, text: `Level ${level}: ${levelName(level) ?? text}`, group: 'By level' })),
    ...DEPTHS.map((depth) => ({
      value: `depth=${depth}`,
      text: `${depth} ${depth === 1 ? 'ply' : 'plies'} ahead, exactly`,
      group: 'By depth',
    })),
    ...TIMES.map((time) => ({ value: `time=${time}`, text: `${time.replace(/(\d)(\D)/, '$1 $2')} a move`, group: 'By time' })),
  ];
}

/** What an opponent does, in a sentence. @param {Family} family @param {HTMLOptionElement | undefined} chosen */
function opponentWords({ levels }, chosen) {
  const level = levels.find((known) => `level=${known.level}` === chosen?.value);
  const words = level === undefined ? `${chosen?.text ?? ''}.` : `It ${level.text}.`.replace(' %', '\u00a0%');
  return /\bpl(y|ies)\b/.test(words) ? `${words} A ply is a move of one side.` : words;
}

/** Three men for the card of a game, of different kinds where it has several. @param {Family} family */
function menOnCard({ men }) {
  /** @param {'w' | 'b'} side @param {number} quarter */
  const pick = (side, quarter) => {
    const kinds = men.filter((man) => man.side === side);
    return kinds[Math.floor((kinds.length * quarter) / 4)]?.letter;
  };
  return [pick('w', 1), pick('b', 2), pick('w', 3)].filter((letter) => letter !== undefined);
}

/** @param {Route} route @returns {Promise<View>} */
export async function openSetup(route) {
  const catalogue = await api.catalogue();
  /** @type {Record<string, string>} */
  const usual = { side: 'w', opponent: 'level=3', second: 'level=3', clock: 'none', ...recall('always', REMEMBERED, {}) };
  const familyOrFirst = (/** @type {string} */ name) =>
    familyOf(catalogue, name) ?? /** @type {Family} */ (catalogue.games[0]);
  let position = '';

  const game = select(
    'setup-game',
    gameTitles(catalogue),
    '',
    () => choose(),
  );
  const size = select('setup-size', [], '', () => choose());
  const sizeLabel = field('Size', size);
  const side = select('setup-side', SIDES, '', () => choose());
  const opponent = select('setup-opponent', [], '', () => choose());
  const second = select('setup-second', [], '', () => choose());
  const opponentLabel = field('Opponent', opponent, { class: 'field wide' });
  const secondLabel = field('Black', second, { class: 'field wide' });
  /** The list is too narrow for the words about a level. */
  const strength = el('p', { id: 'opponent-words', class: 'quiet wide' });
  const friendLink = el('a', { id: 'with-friend' }, 'Play with a friend');
  /** Said before it is chosen: nobody looks for a friend in the list of sides. */
  const friend = el('p', { class: 'quiet wide' }, friendLink, catalogue.online ? ' at this screen, or by a link or a short code.' : ' at this screen.');
  const clock = select('setup-clock', CLOCKS, '', () => choose());
  const preview = el('div', { class: 'preview-board' });
  const note = el('p', { class: 'note', hidden: true });
  const start = button('start', 'Start the game', () => void begin(), { class: 'primary' });

  const cards = catalogue.games.map((family) => {
    const men = menOf(catalogue, family.name);
    return el(
      'a',
      { class: 'card', 'data-game': family.name },
      el('span', { class: 'card-men' }, ...menOnCard(family).map((letter) => men.picture(letter))),
      el('strong', {}, family.title),
      el('span', { class: 'quiet' }, family.summary),
    );
  });

  /** The address of what is chosen, but for these, in this game. @param {Record<string, string>} [but] @param {Family} [family] */
  function addressOf(but = {}, family = familyOrFirst(game.value)) {
    const same = familyName(shownGame) === family.name;
    const chosen = Object.fromEntries(Object.entries(choices).map(([name, list]) => [name, list.value]));
    const changed = Object.entries({ position: same ? position : '', ...chosen, ...but }).filter(([name, value]) => value !== usual[name]);
    return address('', { game: same ? gameName(family, size.value) : family.name, ...Object.fromEntries(changed) });
  }

  /** The choice is part of the address. */
  const choose = () => go(addressOf(), true);

  let shownGame = '';
  /** @type {Record<string, HTMLSelectElement>} */
  const choices = { side, opponent, second, clock };

  /** Shows the fields that mean something. */
  function fit() {
    opponentLabel.hidden = side.value === 'both';
    strength.hidden = side.value === 'none';
    strength.textContent = side.value === 'both' ? twoPeople(catalogue.online) : opponentWords(familyOrFirst(game.value), opponent.selectedOptions[0]);
    secondLabel.hidden = side.value !== 'none';
    friend.hidden = side.value === 'both';
    friendLink.setAttribute('href', addressOf({ side: 'both' }));
    const label = opponentLabel.querySelector('span');
    if (label) label.textContent = side.value === 'none' ? 'White' : 'Opponent';
  }

  /** @param {Route} to */
  function update({ params }) {
    const asked = params.get('game') ?? usual.game ?? defaultGame(catalogue);
    const family = familyOrFirst(asked);
    position = params.get('position') ?? '';
    game.value = family.name;
    for (const list of [opponent, second]) setOptions(list, opponents(family), '');
    for (const [name, list] of Object.entries(choices)) {
      list.value = params.get(name) ?? usual[name] ?? '';
      if (list.selectedIndex < 0) list.selectedIndex = 0;
    }
    setOptions(size, sizesOf(family), sizeIn(family, asked));
    const label = sizeLabel.querySelector('span');
    if (label) label.textContent = sizesTitle(family);
    shownGame = gameName(family, size.value);
    for (const card of cards) {
      const name = card.dataset.game ?? '';
      card.setAttribute('href', addressOf({}, familyOrFirst(name)));
      setAttribute(card, 'aria-current', name === family.name && 'true');
    }
    note.hidden = position === '';
    note.replaceChildren(
      'The game starts from your position. ',
      el('a', { href: addressOf({ position: '' }) }, 'Use the starting position'),
    );
    fit();
    offer({ game: shownGame, position: position || 'startpos', moves: [] });
    void draw();
  }

  async function draw() {
    const name = shownGame;
    try {
      const key = JSON.stringify([name, position, side.value]);
      if (preview.dataset.shown === key) return;
      const line = await api.line({ game: name, position: position || 'startpos', moves: [] });
      if (name !== shownGame) return;
      preview.dataset.shown = key;
      const board = new Board(line.board, menOf(catalogue, name), { still: true });
      board.picture.setAttribute('aria-label', 'Starting position');
      // As the player will see it: one's own men below.
      board.show({ cells: line.cells, flipped: side.value === (line.board.white_on_top ? 'w' : 'b') });
      preview.replaceChildren(board.element);
    } catch (error) {
      fail(error);
    }
  }

  async function begin() {
    const name = gameName(familyOrFirst(game.value), size.value);
    /** @type {Player} */
    const human = side.value === 'both' ? { kind: 'human' } : myself();
    const engine = (/** @type {string} */ strength) => /** @type {Player} */ ({ kind: 'engine', strength });
    const players = {
      w: [human, engine(opponent.value)],
      b: [engine(opponent.value), human],
      both: [human, human],
      none: [engine(opponent.value), engine(second.value)],
    }[side.value] ?? [human, human];
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
        ...clockOf(clock.value),
      });
      go(address(`game/${made.id}`));
    } catch (error) {
      start.disabled = false;
      fail(error);
    }
  }

  const running = el('ul', { class: 'running' });
  const continued = el('section', { id: 'running', 'aria-labelledby': 'running-head', hidden: true }, el('h2', { id: 'running-head' }, 'Games in progress'), running);
  /** Games that this browser may play on. */
  async function listRunning() {
    const { games } = await api.games('open', 0, RUNNING, new AbortController().signal);
    const own = games.filter(({ result, mine, deletable }) => result === null && (mine || deletable));
    continued.hidden = own.length === 0;
    running.replaceChildren(
      ...own.map((game) => {
        const { white, black } = playersText(game);
        return el(
          'li',
          {},
          el('a', { href: address(`game/${game.id}`) }, titleOf(catalogue, game.game)),
          el('div', { class: 'quiet' }, `White: ${white}, Black: ${black}, ${lengthText(game.plies)}, ${dateText(game.updated)}`),
        );
      }),
    );
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
    strength,
    secondLabel,
    friend,
    note,
    start,
  );
  const element = el(
    'div',
    { class: 'home' },
    el('div', { class: 'home-head' }, el('h1', {}, 'Play'), joinForm()),
    // First, because whoever comes back wants it first, and on a phone the form is long.
    continued,
    el('div', { class: 'cards' }, ...cards),
    el('div', { class: 'home-table' }, form, preview),
  );
  update(route);
  say('Choose a game and press Start.');
  // Before the view is shown, so that nothing moves when the list comes.
  await listRunning().catch(fail);
  return { title: 'Play', element, update };
}
