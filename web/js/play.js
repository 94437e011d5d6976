// The view of a stored game: moves of people and engines, clocks, and how it ended.

import { Refusal, api } from './api.js';
import { familyOf, menOf, titleOf } from './catalogue.js';
import { Clock } from './clock.js';
import { confirmed } from './dialog.js';
import { losesFocus, setAttribute, setShown, setText } from './dom.js';
import { EngineTurn } from './engine-turn.js';
import { GameState } from './game-state.js';
import { aboutMen, guidePanel, showCaptured } from './guide.js';
import { findHint, whyNot } from './helper.js';
import { LOST, Live } from './live.js';
import { DECLINED } from './offers.js';
import { ANALYSE, playParts } from './play-parts.js';
import { ownName } from './own-name.js';
import { idleWords, playWords } from './play-words.js';
import { Players, calledIn, playerOf } from './players.js';
import { after, cellsAt, otherSide, sideAt } from './position.js';
import { address, announce, fail, go, offer, placeAddress, say } from './shell.js';
import { soundOfChange } from './sounds.js';
import { Table } from './table.js';
import { Undone } from './undone.js';
import { moveNumber, playerText, resultText, sideName } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Game} Game */
/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** What a game looks like, apart from its clocks. @param {Game} game */
const stateOf = ({ line, white, black, result, offer, next, seats, open, may }) =>
  JSON.stringify([line.plies.map(({ move }) => move), white, black, result, offer, next, seats, open, may]);

/** @param {Route} route @returns {Promise<View>} */
export async function openPlay(route) {
  const [catalogue, game] = await Promise.all([api.catalogue(), api.game(route.rest)]);
  const view = new Play(catalogue, game);
  view.update(route);
  return view;
}

/** @implements {View} */
export class Play extends GameState {
  /**
   * @param {Catalogue} catalogue
   * @param {Game} game
   */
  constructor(catalogue, game) {
    super(game);
    this.catalogue = catalogue;
    this.family = familyOf(catalogue, game.line.game);
    this.men = menOf(catalogue, game.line.game);
    this.guide = guidePanel(catalogue, game.line.game);
    this.title = titleOf(catalogue, game.line.game);
    this.engine = new EngineTurn(this);
    this.undone = new Undone(this);
    this.closed = false;
    /** Said once, after the state of the game. */
    this.aside = '';
    /** The status line says why something cannot be played. */
    this.refused = false;
    /** @type {AbortController | null} */
    this.hinting = null;
    this.clock = new Clock(
      () => this.showClocks(),
      () => void this.reload(),
    );
    this.clock.set(game.clocks);
    this.table = new Table(
      game.line,
      this.men,
      {
        play: (move) => void this.play(move),
        announce,
        refuse: (words) => this.refuse(words),
        illegal: (from, to) => void this.explainIllegal(from, to),
        lift: () => this.forgetRefusal(),
        about: aboutMen(this.family, this.men),
      },
      { from: () => ({ ply: this.shownPly, length: this.length }), to: (ply) => this.goTo({ ply }) },
    );
    this.players = new Players();
    this.parts = playParts(this);
    this.element = this.parts.element;
    /** A state of the game that came while another request was in progress. @type {Game | null} */
    this.missed = null;
    this.connected = true;
    /** The sides whose players have left the game for a while. @type {Side[]} */
    this.away = [];
    this.live = new Live(
      api.gameEvents(game.id),
      {
        game: async (newer) => {
          const shown = await api.gameFrom(newer);
          if (!this.closed) this.arrive(shown);
        },
        away: (sides) => this.miss(sides),
        gone: () => this.vanish(),
      },
      () => {
        if (this.connected) say(LOST, 'error');
        this.connected = false;
      },
    );
  }

  close() {
    this.closed = true;
    this.halt();
    this.table.close();
  }

  /** Ends all that goes on by itself. */
  halt() {
    this.live.close();
    this.engine.halt();
    this.hinting?.abort();
    this.clock.close();
  }

  /** The game has been deleted: it stays on the screen, and nothing can be done with it. */
  vanish() {
    this.deleted = true;
    this.halt();
    const hadFocus = document.activeElement;
    for (const control of this.parts.changing()) control.disabled = true;
    if (losesFocus(hadFocus)) this.table.board.focus();
    this.render();
  }

  /** @param {Route} route */
  update({ rest, params }) {
    if (rest !== this.game.id) return false;
    const ply = params.get('ply');
    this.asked = ply !== null && /^\d+$/.test(ply) ? Math.min(Number(ply), this.length) : null;
    if (this.asked === this.length) this.asked = null;
    this.flip = params.get('flip') === '1';
    this.render();
    return true;
  }

  // ---- Addresses.

  /** @param {{ ply?: number | null, flip?: boolean }} to @param {boolean} [replace] */
  goTo({ ply = this.asked, flip = this.flip }, replace = true) {
    go(this.addressOf(ply, flip), replace);
  }

  /** @param {number | null} ply @param {boolean} flip */
  addressOf(ply, flip) {
    return address(`game/${this.game.id}`, { ply: ply === this.length ? null : ply, flip });
  }

  // ---- Showing.

  /** @param {boolean} [still] whether the board has shown the move already */
  render(still = false) {
    if (this.closed) return;
    const { line } = this.game;
    this.table.show(line, this.shownPly, {
      ...(this.myTurn ? { moves: line.moves, repeats: line.repeats } : {}),
      flipped: this.flipped,
      still,
    });
    if (this.hinting === null) this.table.board.arrows([]);
    this.table.moves.show(line, this.shownPly, (ply) => this.addressOf(ply, this.flip));
    this.showPlayers();
    this.showButtons();
    this.showWords();
    const shown = { flip: this.flipped, cells: cellsAt(line, this.shownPly), side: sideAt(line, this.shownPly) };
    offer({ ...this.place, moves: this.place.moves.slice(0, this.shownPly) }, shown);
    this.engine.begin();
  }

  showPlayers() {
    this.players.show(this.game, this.flipped, this.engine.thinking, this.over ? [] : this.away);
    showCaptured(this.players.captured, this.game.line, this.shownPly, this.men);
    this.showClocks();
  }

  showClocks() {
    if (this.game.clocks !== null) this.players.showClocks(this.clock);
  }

  showButtons() {
    if (this.deleted) return;
    const { result, turn, typing } = this.parts;
    const { pass, join, undo, redo, hint, stop, resume, resign, leave, analyse, review, rematch, draw } = this.parts.buttons;
    const hadFocus = document.activeElement;
    setShown(pass, this.mustPass && this.myTurn);
    const watching = this.game.seats.length === 0;
    // Who has been asked answers the question; pressing the same button would be an answer too.
    const asked = this.game.offer?.kind;
    undo.disabled = !this.canTakeBack || this.busy || asked === 'undo';
    undo.hidden = !this.may('undo') && !this.withAnother;
    redo.disabled = this.undone.moves.length === 0 || this.busy || !this.may('move');
    redo.hidden = undo.hidden;
    draw.hidden = !this.withAnother;
    draw.disabled = this.over || this.busy || asked === 'draw';
    hint.disabled = !this.myTurn || this.mustPass;
    // People who play each other find their moves themselves.
    hint.hidden = watching || this.humans.length === 2;
    // Also between two moves of engines, so that it does not vanish from under the pointer.
    const engine = this.engineTurn && this.may('move');
    stop.disabled = !engine && this.hinting === null;
    setShown(stop, !(engine && this.engine.paused));
    setShown(resume, engine && this.engine.paused);
    resign.hidden = !this.may('resign') || this.waitsAlone;
    resign.disabled = this.over || this.busy;
    leave.hidden = this.open === null || !this.may('seats');
    leave.disabled = this.busy;
    setShown(rematch, this.over && (!watching || (this.humans.length === 0 && this.may('delete'))));
    const { offers, invitation } = this.parts;
    setAttribute(offers.element, 'data-two', this.withAnother);
    offers.show(this);
    invitation.show(this.may('seats') ? this.humans : [], this.open, this.game.seats);
    setShown(join, this.canJoin);
    if (this.open !== null) setText(join, `Play ${sideName(this.open)}`);
    analyse.disabled = this.withAnother && !this.over;
    setAttribute(analyse, 'title', analyse.disabled ? 'You play another person: the engine tells what it thinks when the game is over' : ANALYSE);
    review.disabled = !this.over || this.length === 0;
    setShown(typing, !this.over);
    typing.hidden = watching;
    if (losesFocus(hadFocus)) this.table.board.focus();
    result.hidden = !this.over;
    turn.hidden = this.over;
    if (this.over) setText(result, resultText({ ...this.game, seats: this.seats }));
    else setText(turn, `Move ${moveNumber(this.game.line, this.length + 1)}, ${sideName(this.game.line.side)} to move`);
  }

  showWords() {
    this.refused = false;
    if (this.deleted) {
      say('This game has been deleted. Its moves can still be looked at here, but nobody can play on. If it is brought back, load this page again.', 'error');
      return;
    }
    say([playWords(this), this.aside].filter(Boolean).join(' '));
    this.aside = '';
  }

  // ---- Playing.

  /**
   * Changes the game on the server; the board stays if that fails.
   * @param {() => Promise<Game>} work
   * @param {boolean} [still]
   * @returns {Promise<boolean>}
   */
  async change(work, still = false) {
    if (this.busy) return false;
    this.setBusy(true);
    this.hinting?.abort();
    try {
      this.take(await work());
      this.setBusy(false);
      this.render(still);
      this.catchUp();
      return true;
    } catch (error) {
      this.setBusy(false);
      if (error instanceof Refusal && error.status === 409) await this.reload();
      this.render();
      if (!this.closed) this.explain(error);
      return false;
    }
  }

  /** @param {unknown} error */
  explain(error) {
    if (error instanceof Refusal && error.move !== null) this.refuse(`Not a legal move: ${error.move.text}.`);
    else fail(error);
  }

  /** Says why something cannot be played. The words stay until the next man is taken up. @param {string} words */
  refuse(words) {
    this.refused = true;
    say(idleWords(this) || words, 'refusal');
  }

  /** Says which rule a move would break, and shows the move. @param {number} from @param {number} to */
  async explainIllegal(from, to) {
    const words = await whyNot(this.place, this.game.line.board, [from, to]);
    if (this.closed) return;
    this.refuse(words);
    this.table.board.arrows([{ path: [from, to], rank: 'why' }]);
  }

  forgetRefusal() {
    if (!this.refused) return;
    this.table.board.arrows([]);
    this.showWords();
  }

  /** @param {Game} game */
  take(game) {
    soundOfChange(this.game, game, this.men);
    if (this.over && game.result === null) this.aside = `The game goes on${this.flagged === null ? '' : `, and ${sideName(this.flagged)}’s clock starts anew`}.`;
    super.take(game);
    this.clock.set(game.clocks);
  }

  async reload() {
    try {
      this.take(await api.game(this.game.id));
      this.render();
    } catch (error) {
      fail(error);
    }
  }

  /** The game as the server has it now: at first, and after each change by anybody. @param {Game} game */
  arrive(game) {
    const back = !this.connected;
    this.connected = true;
    // An event that was on its way longer than the answer to a request.
    if (game.updated < this.game.updated) return;
    if (this.busy || this.engine.thinking) {
      this.missed = game;
      return;
    }
    this.clock.set(game.clocks);
    if (game.next !== null && this.game.next === null) {
      go(address(`game/${game.next}`));
      return;
    }
    if (stateOf(game) !== stateOf(this.game)) {
      const taken = this.game.seats.find((side) => !game.seats.includes(side));
      if (taken !== undefined) this.aside = game.mine ? `${playerText(playerOf(game, taken), 'Somebody')} plays ${sideName(taken)} now.` : `You do not play ${sideName(taken)} any more: who made this game has invited somebody else.`;
      else if (game.line.plies.length < this.length) this.aside = 'A move was taken back.';
      else this.aside = this.endOfOffer(game);
      this.take(game);
      this.render();
    } else if (back) {
      this.showWords();
    }
  }

  /** What the other player has done with an offer if nothing else has happened; nothing for those who watch. @param {Game} game */
  endOfOffer(game) {
    const { offer, line, result, seats } = this.game;
    const open = offer === null || game.offer !== null;
    if (open || seats.length === 0 || game.line.plies.length !== line.plies.length || game.result !== result) return '';
    if (!seats.includes(offer.by)) return 'The offer was withdrawn.';
    return `${calledIn(game, otherSide(offer.by))} has declined ${DECLINED[offer.kind]}.`;
  }

  /** Says who has left the game for a while, and who is back. @param {Side[]} sides */
  miss(sides) {
    if (sides.length === 0 && this.away.length === 0) return;
    this.away = sides;
    this.showPlayers();
    this.showWords();
  }

  /** What came while a request was in progress may be newer than the answer to the request. */
  catchUp() {
    const { missed } = this;
    this.missed = null;
    if (missed !== null && !this.busy && stateOf(missed) !== stateOf(this.game)) void this.reload();
  }

  /** Offers something to the other player, or agrees to it. @param {import('./api.js').OfferKind} kind */
  async offer(kind) {
    const done = await this.change(() => api.offer(this.game.id, kind));
    if (done && kind === 'rematch' && this.game.next !== null) go(address(`game/${this.game.next}`));
  }

  async decline() {
    await this.change(() => api.decline(this.game.id));
  }

  /** Takes the free seat out of the lobby. */
  async stopWaiting() {
    const { open } = this;
    if (open !== null) await this.change(() => api.closeSeat(this.game.id, open));
  }

  /** Takes the seat that is open to everybody. */
  async join() {
    const { open } = this;
    if (open === null) return;
    await this.change(() =>
      this.live.renewed(async () => {
        await api.takeSeat(this.game.id, open, { name: ownName() });
        return api.game(this.game.id);
      }),
    );
  }

  /** @param {Move} move */
  async play(move) {
    if (!this.myTurn) return;
    const { line } = this.game;
    // Shown at once, before the server has answered.
    const next = {
      ...line,
      plies: [...line.plies, move],
      cells: after(line.cells, move),
      side: otherSide(line.side),
      moves: [],
      repeats: [],
    };
    this.table.show(next, next.plies.length, { flipped: this.flipped });
    await this.change(async () => {
      const game = await api.play(this.game.id, line.plies.length, move.move);
      this.undone.played(move.move);
      return game;
    }, true);
  }

  /** @param {string} text */
  async playText(text) {
    if (!this.myTurn) {
      say(idleWords(this) || 'It is not your turn.', 'refusal');
      return false;
    }
    return this.change(async () => {
      const game = await api.play(this.game.id, this.length, text);
      this.undone.set([]);
      return game;
    });
  }

  async pass() {
    const [only] = this.game.line.moves;
    if (only !== undefined && this.mustPass) await this.play(only);
  }

  /** Stops the engine, or the search for a hint. */
  stop() {
    this.hinting?.abort();
    this.engine.stop();
  }

  async resign() {
    const [own, other] = this.game.seats;
    const side = other === undefined ? own : this.game.line.side;
    if (side === undefined || !(await confirmed(`Resign this game${other === undefined ? '' : ` for ${sideName(side)}`}?`, 'Resign', 'Play on'))) return;
    this.engine.halt();
    this.asked = null;
    if (side !== undefined) await this.change(() => api.resign(this.game.id, side));
  }

  /** The same game again with the colours swapped. */
  async rematch() {
    if (this.withAnother) {
      await this.offer('rematch');
      return;
    }
    const { white, black, clock, line } = this.game;
    try {
      const made = await api.newGame({
        game: line.game,
        ...(line.start.position === 'startpos' ? {} : { position: line.start.position }),
        white: black,
        black: white,
        ...(clock === null ? {} : { clock }),
      });
      go(address(`game/${made.id}`));
    } catch (error) {
      fail(error);
    }
  }

  /** @param {boolean} [review] whether to look at all of the game */
  analyse(review = false) {
    this.engine.halt();
    const ply = this.shownPly === this.length ? null : this.shownPly;
    go(placeAddress('analysis', this.place, { ply, flip: this.flipped, review }));
  }

  /** Shows the best move if the position is solved, or what the engine finds in a moment. */
  async hint() {
    this.hinting?.abort();
    const hinting = new AbortController();
    this.hinting = hinting;
    this.showButtons();
    say('Searching for a good move…');
    try {
      const words = await findHint(this.place, hinting.signal, (move) => this.point(move));
      if (words !== '') this.aside = words;
    } catch (error) {
      fail(error);
    }
    if (this.closed || this.hinting !== hinting) return;
    // The arrow stays until the board changes.
    this.showButtons();
    if (this.aside !== '') this.showWords();
    this.hinting = null;
    this.showButtons();
  }

  /** Draws an arrow for a move. @param {string} name */
  point(name) {
    const path = this.game.line.moves.find(({ move }) => move === name)?.path;
    if (path) this.table.board.arrows([{ path, rank: 1 }]);
  }
}
