// A stored game: moves of people and engines, clocks, undo and redo, and how it ended.

import { Refusal, api } from './api.js';
import { familyOf, menOf, titleOf } from './catalogue.js';
import { Clock } from './clock.js';
import { confirmed } from './dialog.js';
import { losesFocus, setAttribute, setShown, setText } from './dom.js';
import { endingTold, guidePanel, showCaptured } from './guide.js';
import { engineMove, findHint, whyNot } from './helper.js';
import { Live } from './live.js';
import { moveTime } from './motion.js';
import { playParts } from './play-parts.js';
import { Players, humansOf, playerOf } from './players.js';
import { after, cellsAt, mustPass, otherSide, sideAt } from './position.js';
import { address, announce, fail, go, offer, placeAddress, recall, remember, say } from './shell.js';
import { Table } from './table.js';
import { hasEffects, moveNumber, plySentence, resultText, sideName } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Game} Game */
/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** The pause before each move when engines play each other, so that people can follow; in milliseconds. */
const PACE = 700;
/** The pause after a person's move has been shown, in milliseconds: an answer at once would hide it. */
const BREATH = 150;

/** What a game looks like, apart from its clocks. @param {Game} game */
const stateOf = ({ line, result, offer, next, seats, may }) => JSON.stringify([line.plies.map(({ move }) => move), result, offer, next, seats, may]);

/** @param {Route} route @returns {Promise<View>} */
export async function openPlay(route) {
  const [catalogue, game] = await Promise.all([api.catalogue(), api.game(route.rest)]);
  const view = new Play(catalogue, game);
  view.update(route);
  return view;
}

/** @implements {View} */
export class Play {
  /**
   * @param {Catalogue} catalogue
   * @param {Game} game
   */
  constructor(catalogue, game) {
    this.game = game;
    this.family = familyOf(catalogue, game.line.game);
    this.men = menOf(catalogue, game.line.game);
    this.guide = guidePanel(catalogue, game.line.game);
    this.title = titleOf(catalogue, game.line.game);
    /** The ply that is shown; null for the newest. @type {number | null} */
    this.asked = null;
    this.flip = false;
    /** The engine's search, while it runs. @type {AbortController | null} */
    this.thinking = null;
    /** An engine's turn waits for the button. */
    this.paused = false;
    /** A request that changes the game is in progress. */
    this.busy = false;
    this.closed = false;
    /** Said once, after the state of the game. */
    this.aside = '';
    /** The status line says why something cannot be played. */
    this.refused = false;
    /** @type {AbortController | null} */
    this.hinting = null;
    /** @type {string[]} */
    this.undone = recall('page', `undone.${game.id}`, []);
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
      },
      { from: () => ({ ply: this.shownPly, length: this.length }), to: (ply) => this.goTo({ ply }) },
    );
    this.players = new Players();
    this.parts = playParts(this);
    this.element = this.parts.element;
    /** A state of the game that came while another request was in progress. @type {Game | null} */
    this.missed = null;
    this.connected = true;
    this.live = new Live(game.id, {
      changed: (newer) => this.arrive(newer),
      gone: () => say('This game has been deleted.', 'error'),
      lost: () => {
        if (this.connected) say('The connection to the server is lost. It is made again as soon as the server answers.', 'error');
        this.connected = false;
      },
    });
  }

  close() {
    this.closed = true;
    this.live.close();
    this.thinking?.abort();
    this.hinting?.abort();
    this.clock.close();
    this.table.close();
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

  // ---- The state of the game.

  get length() {
    return this.game.line.plies.length;
  }

  get shownPly() {
    return this.asked ?? this.length;
  }

  get over() {
    return this.game.result !== null;
  }

  /** @param {Side} side */
  isHuman(side) {
    return playerOf(this.game, side).kind === 'human';
  }

  get humans() {
    return humansOf(this.game);
  }

  /** Whether this browser may do something with the game. @param {import('./api.js').Action} action */
  may(action) {
    return this.game.may.includes(action);
  }

  /** Whoever plays one side sits at the bottom. */
  get flipped() {
    const [me, other] = this.game.seats;
    const top = this.game.line.board.white_on_top ? 'w' : 'b';
    return (me === top && other === undefined) !== this.flip;
  }

  /** Another person plays the other side, in another browser. */
  get withAnother() {
    return this.humans.length === 2 && this.game.seats.length === 1;
  }

  get engineTurn() {
    return !this.over && !this.isHuman(this.game.line.side);
  }

  /** Whether the person at the board can move now. */
  get myTurn() {
    return !this.over && !this.busy && this.asked === null && this.isHuman(this.game.line.side) && this.may('move');
  }

  /** The turn is lost: the only move is to pass. */
  get mustPass() {
    return !this.over && mustPass(this.game.line);
  }

  get place() {
    const { line } = this.game;
    return { game: line.game, position: line.start.position, moves: line.plies.map(({ move }) => move) };
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
    this.letEngineMove();
  }

  showPlayers() {
    this.players.show(this.game, this.flipped, this.thinking !== null);
    showCaptured(this.players.captured, this.game.line, this.shownPly, this.men);
    this.showClocks();
  }

  showClocks() {
    if (this.game.clocks !== null) this.players.showClocks(this.clock);
  }

  showButtons() {
    const { result, turn, typing } = this.parts;
    const { pass, undo, redo, hint, stop, resume, resign, review, rematch, draw } = this.parts.buttons;
    const hadFocus = document.activeElement;
    setShown(pass, this.mustPass && this.myTurn);
    const watching = this.game.seats.length === 0;
    const engines = this.humans.length < 2;
    undo.disabled = (this.length === 0 && !this.endedByHand) || this.busy;
    undo.hidden = !this.may('undo') && !this.withAnother;
    redo.disabled = this.undone.length === 0 || this.busy || !this.may('move');
    redo.hidden = undo.hidden;
    draw.hidden = !this.withAnother;
    draw.disabled = this.over || this.busy;
    hint.disabled = !this.myTurn || this.mustPass;
    hint.hidden = watching;
    // Also between two moves of engines, so that it does not vanish from under the pointer.
    const engine = this.engineTurn && this.may('move');
    stop.disabled = !engine && this.hinting === null;
    setShown(stop, !(engine && this.paused) && (engines || this.hinting !== null));
    setShown(resume, engine && this.paused);
    resign.hidden = !this.may('resign');
    resign.disabled = this.over || this.busy;
    setShown(rematch, this.over && (!watching || this.may('delete')));
    const { offers, invitation } = this.parts;
    setAttribute(offers.element, 'data-two', this.withAnother);
    offers.show(this.game);
    invitation.show(this.may('seats') ? this.humans : []);
    review.disabled = !this.over || this.length === 0;
    setShown(typing, !this.over);
    typing.hidden = watching;
    if (losesFocus(hadFocus)) this.table.board.focus();
    result.hidden = !this.over;
    turn.hidden = this.over;
    if (this.over) setText(result, resultText(this.game));
    else setText(turn, `Move ${moveNumber(this.game.line, this.length + 1)}, ${sideName(this.game.line.side)} to move`);
  }

  /** What has just happened, and what can be done now. */
  showWords() {
    const { line } = this.game;
    const ply = this.shownPly;
    const words = [plySentence(line, ply, this.men)];
    // The engine answers soon, and then a person's capture would go unsaid.
    const answered = ply > 1 && this.isHuman(sideAt(line, ply - 2)) && !this.isHuman(sideAt(line, ply - 1));
    if (answered && hasEffects(line, ply - 1, this.men)) words.unshift(plySentence(line, ply - 1, this.men));
    const side = sideName(sideAt(line, ply));
    this.refused = false;
    if (this.asked !== null) words.push(`${side} to move. Shown: ply ${ply} of ${this.length}.`);
    else if (this.over) words.push(resultText(this.game), endingTold(this.family, this.game));
    else if (this.thinking !== null)
      words.push(`${side} is thinking. ${this.humans.length > 0 ? 'Undo or Resign stops it.' : 'Stop halts the game.'}`);
    else if (this.withAnother && !this.may('move')) words.push(`${side} to move. You play ${sideName(otherSide(line.side))}.`);
    else if (!this.may('move')) words.push(`${side} to move. You can only watch: somebody else plays ${side}.`);
    else if (!this.isHuman(line.side)) words.push(`${side}’s engine waits. Press “Continue”.`);
    else if (this.mustPass) words.push(`${side} has no legal move, so the turn is lost: press Pass.`);
    else words.push(this.game.seats.length === 1 ? `Your turn: you play ${side}.` : `${side} to move.`);
    if (this.aside !== '') words.push(this.aside);
    this.aside = '';
    say(words.filter(Boolean).join(' '));
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
    this.busy = true;
    this.hinting?.abort();
    try {
      this.take(await work());
      this.busy = false;
      this.render(still);
      this.catchUp();
      return true;
    } catch (error) {
      this.busy = false;
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
    say(this.asked !== null ? 'This is an earlier position. Go to the last one to play.' : words, 'refusal');
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
    this.game = game;
    this.clock.set(game.clocks);
    if (this.asked !== null && this.asked >= this.length) this.asked = null;
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
    if (this.busy || this.thinking !== null) {
      this.missed = game;
      return;
    }
    this.clock.set(game.clocks);
    if (game.next !== null && this.game.next === null) {
      go(address(`game/${game.next}`));
      return;
    }
    if (stateOf(game) !== stateOf(this.game)) {
      this.take(game);
      this.render();
    } else if (back) {
      this.showWords();
    }
  }

  /** What came while a request was in progress may be newer than the answer to the request. */
  catchUp() {
    const { missed } = this;
    this.missed = null;
    if (missed !== null && !this.busy && stateOf(missed) !== stateOf(this.game)) void this.reload();
  }

  /** Offers something to the other player, or agrees to it. @param {import('./api.js').OfferKind} kind */
  async offer(kind) {
    await this.change(() => api.offer(this.game.id, kind));
    if (this.game.next !== null) go(address(`game/${this.game.next}`));
  }

  async decline() {
    await this.change(() => api.decline(this.game.id));
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
      this.rememberUndone(this.undone[0] === move.move ? this.undone.slice(1) : []);
      return game;
    }, true);
  }

  /** @param {string} text */
  async playText(text) {
    if (!this.myTurn) {
      say('It is not your turn.', 'refusal');
      return false;
    }
    return this.change(async () => {
      const game = await api.play(this.game.id, this.length, text);
      this.rememberUndone([]);
      return game;
    });
  }

  async pass() {
    const [only] = this.game.line.moves;
    if (only !== undefined && this.mustPass) await this.play(only);
  }

  /** Asks the engine for its move, if it is its turn. */
  letEngineMove() {
    const { line } = this.game;
    if (this.closed || this.over || this.paused || this.busy || this.thinking !== null || this.isHuman(line.side) || !this.may('move'))
      return;
    const thinking = new AbortController();
    this.thinking = thinking;
    this.showPlayers();
    this.showButtons();
    this.showWords();
    const ply = this.length;
    const last = line.plies.at(-1);
    const pause = this.humans.length === 0 ? PACE : last === undefined ? 0 : moveTime(last) + BREATH;
    engineMove(this.game, pause, thinking.signal)
      .then((game) => {
        if (this.thinking !== thinking) return;
        this.thinking = null;
        const move = game.line.plies[ply]?.move;
        this.rememberUndone(move !== undefined && this.undone[0] === move ? this.undone.slice(1) : []);
        this.take(game);
        this.render();
        this.catchUp();
      })
      .catch(async (error) => {
        if (this.thinking !== thinking) return;
        this.thinking = null;
        // Asking again at once would fail again, so the player decides when; unless another page has played the move.
        this.paused = true;
        if (error instanceof Refusal && error.status === 409) await this.reload();
        if (this.length !== ply) this.resume();
        else {
          this.render();
          fail(error);
        }
      });
  }

  haltEngine() {
    this.thinking?.abort();
    this.thinking = null;
  }

  stop() {
    this.hinting?.abort();
    if (!this.engineTurn) return;
    this.haltEngine();
    this.paused = true;
    this.render();
  }

  resume() {
    this.paused = false;
    this.asked = null;
    this.render();
  }

  /** Somebody has resigned, or lost on time: that is not a move, and is taken back alone. */
  get endedByHand() {
    return this.over && this.game.line.ending === null;
  }

  /** Goes back to the last position in which a person was to move; in a game of engines by one move. */
  async undo() {
    if (this.withAnother) {
      await this.offer('undo');
      return;
    }
    const { line } = this.game;
    this.haltEngine();
    let ply = this.endedByHand ? this.length : this.length - 1;
    if (this.humans.length === 1 && !this.endedByHand) while (ply > 0 && !this.isHuman(sideAt(line, ply))) ply -= 1;
    const removed = line.plies.slice(ply).map(({ move }) => move);
    this.paused = !this.isHuman(sideAt(line, ply));
    this.asked = null;
    const done = await this.change(() => api.undo(this.game.id, ply));
    if (done) this.rememberUndone([...removed, ...this.undone]);
    this.showButtons();
    this.goTo({ ply: null });
  }

  /** Plays again what was undone, up to where a person is to move. */
  async redo() {
    this.haltEngine();
    await this.change(async () => {
      let { game } = this;
      do {
        const [move, ...rest] = this.undone;
        if (move === undefined) break;
        game = await api.play(game.id, game.line.plies.length, move);
        this.take(game);
        this.rememberUndone(rest);
      } while (this.humans.length === 1 && game.result === null && !this.isHuman(game.line.side));
      return game;
    });
    this.goTo({ ply: null });
  }

  /** Undone moves survive a reload of the page. @param {string[]} moves */
  rememberUndone(moves) {
    this.undone = moves;
    remember('page', `undone.${this.game.id}`, moves);
  }

  async resign() {
    const [own, other] = this.game.seats;
    const side = other === undefined ? own : this.game.line.side;
    if (side === undefined || !(await confirmed(`Resign this game for ${sideName(side)}?`, 'Resign', 'Play on'))) return;
    this.haltEngine();
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
    this.haltEngine();
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
