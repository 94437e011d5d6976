// The lobby: people who wait for somebody to play with, levels of the engine to sit down against, and games and tournaments to watch.

import { api } from './api.js';
import { defaultGame, familyOf, titleOf } from './catalogue.js';
import { gameFields } from './chooser.js';
import { CLOCKS, clockOf, clockWords } from './clock-choice.js';
import { button, el, field, select, setText } from './dom.js';
import { isLocal, qrPicture, reachWords } from './invite.js';
import { Keyed, arrange } from './keyed-list.js';
import { LOST, Live } from './live.js';
import { myself, nameField, ownName } from './own-name.js';
import { address, fail, go, offer, recall, remember, say } from './shell.js';
import { stageWords } from './standings.js';
import { otherSide } from './position.js';
import { lengthText, playerText, sideName } from './words.js';

/** @typedef {import('./api.js').Lobby} Lobby */
/** @typedef {import('./api.js').Player} Player */
/** @typedef {import('./api.js').RunningEntry} RunningEntry */
/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./api.js').TournamentEntry} TournamentEntry */
/** @typedef {import('./api.js').Waiting} Waiting */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

const REMEMBERED = 'lobby';
const SIDES = [
  { value: 'w', text: 'White (moves first)' },
  { value: 'b', text: 'Black' },
];
/** @type {Player} */
const SOMEBODY = { kind: 'human' };

/** @param {Route} route @returns {Promise<View>} */
export async function openLobby(route) {
  const catalogue = await api.catalogue();
  let game = '';

  // ---- What one can begin.
  const fields = el('div', { class: 'row end' });
  const side = select('lobby-side', SIDES, recall('always', REMEMBERED, 'w'));
  const clock = select('lobby-clock', CLOCKS, 'none');
  const wait = button('lobby-wait', 'Wait for somebody', () => void begin(() => offerGame()), { class: 'primary' });
  const levels = el('div', { class: 'row levels' });

  /** Goes to a new game. @param {() => Promise<string>} make */
  async function begin(make) {
    wait.disabled = true;
    remember('always', REMEMBERED, side.value);
    try {
      go(address(`game/${await make()}`));
    } catch (error) {
      wait.disabled = false;
      fail(error);
    }
  }

  async function offerGame() {
    const [white, black] = mySide() === 'w' ? [myself(), SOMEBODY] : [SOMEBODY, myself()];
    const { id } = await api.newGame({ game, white, black, ...clockOf(clock.value) });
    await api.openSeat(id, otherSide(mySide()));
    return id;
  }

  /** @param {number} level */
  async function playEngine(level) {
    /** @type {Player} */
    const engine = { kind: 'engine', strength: `level=${level}` };
    const [white, black] = mySide() === 'w' ? [myself(), engine] : [engine, myself()];
    return (await api.newGame({ game, white, black, ...clockOf(clock.value) })).id;
  }

  const mySide = () => (side.value === 'b' ? /** @type {Side} */ ('b') : /** @type {Side} */ ('w'));

  // ---- What is there.
  const waiting = el('ul', { id: 'lobby-waiting', class: 'lobby-list' });
  const games = el('ul', { id: 'lobby-games', class: 'lobby-list' });
  const tournaments = el('ul', { id: 'lobby-tournaments', class: 'lobby-list' });
  const [nobody, noGames] = [el('p', { class: 'quiet' }), el('p', { class: 'quiet' })];
  const tournamentsPart = el('section', { 'aria-labelledby': 'lobby-tournaments-head', hidden: true }, el('h2', { id: 'lobby-tournaments-head' }, 'Tournaments'), tournaments);

  /** @type {Keyed<Waiting>} */
  const waitingRows = new Keyed(({ id, game: name, side: free, clock: chosen, other, mine }) => {
    const title = titleOf(catalogue, name);
    const join = button(null, `Play ${sideName(free)}`, () => void begin(() => take(id, free)), {
      'data-join': id,
      class: 'primary',
      'aria-label': `Play ${sideName(free)} in ${title}`,
    });
    const words = `${mine ? 'You wait' : `${playerText(other, 'Somebody')} waits`} as ${sideName(otherSide(free))}, ${clockWords(chosen)}`;
    return row({ 'data-waiting': id }, el('strong', {}, title), words, mine ? el('a', { class: 'button', href: address(`game/${id}`) }, 'Back to your game') : join);
  });
  /** @type {Keyed<RunningEntry>} */
  const gameRows = new Keyed(({ id, game: name, white, black, plies }) =>
    row(
      { 'data-watch': id },
      el('a', { href: address(`game/${id}`) }, titleOf(catalogue, name)),
      `White: ${playerText(white)}, Black: ${playerText(black)}, ${lengthText(plies)}`,
    ),
  );
  /** @type {Keyed<TournamentEntry>} */
  const tournamentRows = new Keyed((entry) =>
    row({ 'data-tournament': entry.name }, el('a', { href: address(`tournament/${encodeURIComponent(entry.name)}`) }, entry.name), tournamentWords(entry)),
  );

  /** @param {TournamentEntry} entry */
  const tournamentWords = (entry) => [entry.game === '' ? '' : titleOf(catalogue, entry.game), stageWords(entry)].filter(Boolean).join(': ');

  /** Takes an open seat; the id of its game. @param {string} id @param {Side} free */
  async function take(id, free) {
    await api.takeSeat(id, free, { name: ownName() });
    return id;
  }

  let connected = true;
  /** @param {Lobby} lobby */
  function show(lobby) {
    if (!connected) say('');
    connected = true;
    arrange(waiting, waitingRows.of(lobby.waiting, (one) => JSON.stringify([one.id, one.side, one.other])));
    arrange(games, gameRows.of(lobby.games, ({ updated, ...one }) => JSON.stringify(one)));
    arrange(tournaments, tournamentRows.of(lobby.tournaments, (one) => JSON.stringify(one)));
    tournamentsPart.hidden = lobby.tournaments.length === 0;
    nobody.hidden = lobby.waiting.length > 0;
    noGames.hidden = lobby.games.length > 0;
    setText(nobody, ['Nobody is waiting now. Press “Wait for somebody”, and others find you here.', lobby.shared ? '' : reachWords(catalogue)].filter(Boolean).join(' '));
    setText(noGames, 'No games between people or against the engine now.');
    document.body.dataset.lobby = 'ready';
  }

  const live = new Live(api.lobbyEvents(), { lobby: show }, () => {
    if (connected) say(LOST, 'error');
    connected = false;
  });

  /** @param {Route} to */
  function update({ params }) {
    game = params.get('game') ?? recall('always', 'setup', {}).game ?? defaultGame(catalogue);
    const family = familyOf(catalogue, game);
    fields.replaceChildren(...gameFields('lobby', catalogue, game, (chosen) => go(address('lobby', { game: chosen }), true)), field('You play', side), field('Clock', clock));
    levels.replaceChildren(
      ...(family?.levels ?? []).map(({ level, text }) =>
        button(null, String(level), () => void begin(() => playEngine(level)), { 'data-level': level, title: text, 'aria-label': `Level ${level}: ${text}` }),
      ),
    );
    offer({ game, position: 'startpos', moves: [] });
    say('Join somebody who waits, wait for somebody, or watch a game.');
  }

  const element = el(
    'div',
    { class: 'page lobby' },
    el('h1', {}, 'Lobby'),
    el('div', {}, tournamentsPart, section('lobby-waiting-head', 'People waiting', nobody, waiting)),
    el(
      'div',
      { class: 'begin' },
      section(
        'lobby-begin-head',
        'Begin a game',
        fields,
        el('div', { class: 'row end' }, nameField('lobby-name'), wait),
        el('p', { class: 'quiet', id: 'lobby-levels-words' }, 'Or sit down against the engine, from level 1 (a beginner) to level 12:'),
        levels,
      ),
      addressPanel(catalogue),
    ),
    section('lobby-games-head', 'Games to watch', noGames, games),
  );
  update(route);
  return {
    title: 'Lobby',
    element,
    update,
    close: () => {
      live.close();
      delete document.body.dataset.lobby;
    },
  };
}

/** The address of this lobby, large and as a QR code: for a class, on the projector. @param {import('./api.js').Catalogue} catalogue */
function addressPanel(catalogue) {
  const here = `${location.origin}/#/lobby`;
  const code = el('div', {});
  const toggle = () => {
    if (panel.open && code.childElementCount === 0) api.qr(here).then(({ rows }) => code.replaceChildren(qrPicture(rows, 'QR code of this address')), fail);
  };
  const panel = el(
    'details',
    { class: 'fold', id: 'lobby-address', toggle },
    el('summary', {}, 'Bring others here'),
    el('p', { class: 'large' }, here),
    isLocal() && el('p', { class: 'quiet' }, reachWords(catalogue)),
    code,
  );
  // There is room on a projector, and others can come.
  panel.open = !isLocal() && matchMedia('(min-width: 64rem)').matches;
  return panel;
}

/** @param {string} id @param {string} title @param {...HTMLElement} children */
function section(id, title, ...children) {
  return el('section', { 'aria-labelledby': id }, el('h2', { id }, title), ...children);
}

/** @param {import('./dom.js').Attributes} attributes @param {HTMLElement} head @param {string} words @param {...HTMLElement} more */
function row(attributes, head, words, ...more) {
  return el('li', attributes, head, el('span', { class: 'quiet' }, words), ...more);
}
