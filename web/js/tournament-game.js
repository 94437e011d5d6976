// One game of a tournament: to step through, and to follow while it is played.

import { api } from './api.js';
import { familyOf, menOf, titleOf } from './catalogue.js';
import { button, el, setShown, setText } from './dom.js';
import { aboutMen, endingTold, showCaptured } from './guide.js';
import { LOST, Live } from './live.js';
import { address, announce, go, offer, placeAddress, say } from './shell.js';
import { Table } from './table.js';
import { plySentence, resultText } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Tournament} Tournament */
/** @typedef {import('./api.js').TournamentGame} Game */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** @param {Catalogue} catalogue @param {Route} route `NAME/NUMBER` @returns {Promise<View>} */
export async function openTournamentGame(catalogue, route) {
  const [name = '', number = ''] = route.rest.split('/');
  const view = new GamePage(catalogue, name, await api.tournamentGame(name, Number(number)));
  view.update(route);
  return view;
}

/** @implements {View} */
class GamePage {
  /** @param {Catalogue} catalogue @param {string} name of the tournament @param {Game} game */
  constructor(catalogue, name, game) {
    this.name = name;
    this.game = game;
    this.family = familyOf(catalogue, game.line.game);
    this.men = menOf(catalogue, game.line.game);
    this.title = `Game ${game.number} of ${name}`;
    /** The ply that is shown; null for the newest. @type {number | null} */
    this.asked = null;
    this.flip = false;
    this.connected = true;
    /** What the tournament is doing. @type {import('./api.js').Stage | null} */
    this.stage = null;
    this.table = new Table(
      game.line,
      this.men,
      { announce, about: aboutMen(this.family, this.men) },
      { from: () => ({ ply: this.shownPly, length: this.length }), to: (ply) => this.goTo(ply) },
    );
    const strip = (/** @type {string} */ colour, /** @type {string} */ player) => {
      const captured = el('span', { class: 'captured' });
      const element = el('div', { class: `player ${colour}` }, el('span', { class: 'disc', 'aria-hidden': 'true' }), el('span', { class: 'player-name' }, player), captured);
      return { captured, element };
    };
    this.strips = { w: strip('white', game.white), b: strip('black', game.black) };
    this.top = el('div', { class: 'strip' });
    this.bottom = el('div', { class: 'strip' });
    this.result = el('p', { id: 'result' });
    this.next = el('a', { class: 'button', href: this.gameAddress(game.number + 1) }, `Game ${game.number + 1} →`);
    this.element = this.layOut(titleOf(catalogue, game.line.game));
    this.live = new Live(api.tournamentEvents(name), { tournament: (tournament) => this.arrive(tournament) }, () => {
      if (this.connected) say(LOST, 'error');
      this.connected = false;
    });
  }

  /** @param {string} title */
  layOut(title) {
    const { number, white, black } = this.game;
    return el(
      'div',
      { class: 'table' },
      el('div', { class: 'board-side' }, this.top, this.table.board.element, this.bottom),
      el(
        'div',
        { class: 'panel' },
        el('h1', {}, `${white} – ${black}`),
        el('p', { class: 'quiet' }, `Game ${number} of `, el('a', { href: address(`tournament/${encodeURIComponent(this.name)}`) }, `the tournament ${this.name}`), `, ${title}`),
        this.result,
        el(
          'div',
          { class: 'actions' },
          el('a', { class: 'button', href: this.gameAddress(number - 1), hidden: number <= 1 }, `← Game ${number - 1}`),
          this.next,
          button('flip', 'Flip', () => {
            this.flip = !this.flip;
            this.render();
          }),
          button('analyse', 'Analyse', () => this.analyse()),
        ),
        this.table.steppers,
        this.table.moves.element,
      ),
    );
  }

  get length() {
    return this.game.line.plies.length;
  }

  get shownPly() {
    return this.asked ?? this.length;
  }

  get place() {
    const { line } = this.game;
    return { game: line.game, position: line.start.position, moves: line.plies.slice(0, this.shownPly).map(({ move }) => move) };
  }

  /** Looks at the whole game, from the position that is shown. Nobody chose the moves of the opening. */
  analyse() {
    const { line, white, black, opening } = this.game;
    const place = { ...this.place, moves: line.plies.map(({ move }) => move) };
    go(placeAddress('analysis', place, { ply: this.asked, flip: this.flip, white, black, opening: opening || null }));
  }

  /** @param {number} number @param {number | null} [ply] */
  gameAddress(number, ply = null) {
    return address(`tournament/${encodeURIComponent(this.name)}/${number}`, { ply });
  }

  /** @param {number | null} ply */
  addressOf(ply) {
    return this.gameAddress(this.game.number, ply === this.length ? null : ply);
  }

  /** @param {number} ply */
  goTo(ply) {
    go(this.addressOf(ply), true);
  }

  /** The tournament has changed: perhaps this game has. @param {Tournament} tournament */
  async arrive({ in_progress, stage, played }) {
    const isNews = !this.connected || stage !== this.stage;
    this.connected = true;
    this.stage = stage;
    // Games begin in the order of their numbers.
    setShown(this.next, this.game.number < played + in_progress.length);
    if (this.game.result === null) {
      const now = in_progress.find(({ number }) => number === this.game.number);
      // A game that is not being played any more is over, or the tournament was stopped.
      if (now?.plies !== this.length && (now !== undefined || stage !== 'stopped')) {
        this.game = await api.tournamentGame(this.name, this.game.number);
        this.render();
        return;
      }
    }
    if (isNews) this.render();
  }

  render() {
    const { line, result, reason, opening } = this.game;
    const ply = this.shownPly;
    this.table.show(line, ply, { flipped: this.flip });
    this.table.moves.show(line, ply, (to) => this.addressOf(to), (to) => (to <= opening ? { mark: null, text: 'opening' } : null));
    const { w, b } = this.strips;
    showCaptured({ w: w.captured, b: b.captured }, line, ply, this.men);
    for (const [side, { element }] of /** @type {const} */ ([['w', w], ['b', b]])) element.classList.toggle('turn', result === null && line.side === side);
    const [upper, lower] = line.board.white_on_top !== this.flip ? [w, b] : [b, w];
    this.top.replaceChildren(upper.element);
    this.bottom.replaceChildren(lower.element);
    const over = result === null ? '' : resultText({ result, reason });
    const isStopped = this.stage === 'stopped';
    setText(this.result, over === '' ? (isStopped ? 'The tournament was stopped before the end of this game.' : 'The game is being played.') : over);
    const words = [plySentence(line, ply, this.men)];
    if (this.asked === null) words.push(over !== '' ? endingTold(this.family, this.game) : isStopped ? '' : 'The game is being played: new moves appear by themselves.');
    say(words.filter(Boolean).join(' '));
    offer(this.place, { flip: this.flip });
  }

  /** @param {Route} route */
  update({ rest, params }) {
    if (rest !== `${this.name}/${this.game.number}`) return false;
    const ply = params.get('ply');
    this.asked = ply !== null && /^\d+$/.test(ply) && Number(ply) < this.length ? Number(ply) : null;
    this.render();
    return true;
  }

  close() {
    this.live.close();
    this.table.close();
  }
}
