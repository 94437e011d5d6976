// Studies a position: the best lines as the search deepens, what the evaluation sees, why a move is not good, and the review
// of a whole game.

import { DEFAULT_LINES, analysisParts } from './analysis-parts.js';
import { api } from './api.js';
import { defaultGame, menOf, titleOf } from './catalogue.js';
import { losesFocus, setText } from './dom.js';
import { termsInWords } from './explain.js';
import { Fates } from './fates.js';
import { BestLines, EvalBar } from './lines.js';
import { mustPass } from './position.js';
import { Graph, Review } from './review.js';
import { address, announce, fail, go, lineOrStart, offer, placeAddress, placeOf, say } from './shell.js';
import { Solution } from './solved.js';
import { Table } from './table.js';
import { countText, forWhite, plySentence, scoreText, sideName, whitesChance } from './words.js';
import { Why } from './why.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Place} Place */
/** @typedef {import('./api.js').Report} Report */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** What is known of a game beside its moves: who played, and how many plies nobody chose. @typedef {{ white?: string, black?: string, opening: number }} Known */
/** What an address of the analysis asks for. @typedef {{ place: Place, ply: number, flip: boolean, count: number, game: Known }} Asked */

const SECONDS = 60;
const DEPTH = 60;

/** A score that is won for certain. */
const WON = 1_000_000;

/** Why a search has ended. @type {Record<string, string>} */
const ENDS = { depth: 'deep enough', time: 'time is up', decided: 'the game is decided', over: 'the game is over' };

/** @param {Route} route @returns {Promise<View>} */
export async function openAnalysis(route) {
  const catalogue = await api.catalogue();
  const { line, place, problem } = await lineOrStart(placeOf(route.params, defaultGame(catalogue)));
  const view = new Analysis(catalogue, line, place);
  try {
    await view.load(route.params, place);
  } catch (error) {
    view.close();
    throw error;
  }
  view.problem = problem;
  return view;
}

/** @implements {View} */
export class Analysis {
  /**
   * @param {Catalogue} catalogue
   * @param {Line} line
   * @param {Place} place
   */
  constructor(catalogue, line, place) {
    this.catalogue = catalogue;
    this.men = menOf(catalogue, line.game);
    this.title = `Analysis of ${titleOf(catalogue, line.game)}`;
    this.place = place;
    this.line = line;
    /** @type {Error | null} */
    this.problem = null;
    /** The position that is shown, with its legal moves. */
    this.here = line;
    this.ply = line.plies.length;
    this.flip = false;
    this.count = DEFAULT_LINES;
    /** @type {Known} */
    this.game = { opening: 0 };
    /** What the address asks for. Steps count from it, because the board shows it later. @type {Asked} */
    this.asked = this.shown;
    this.loads = 0;
    this.previews = 0;
    /** Whether the board shows a look ahead, which has no arrows. */
    this.previewing = false;
    this.closed = false;
    /** Whether to analyse each position that is shown. */
    this.wanted = true;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {Report | null} */
    this.report = null;
    /** Why the search has ended, if it has. */
    this.end = '';
    /** Scores and chances of White that are known, by the moves that lead there. @type {Map<string, { score: number, chance: number }>} */
    this.known = new Map();
    this.table = new Table(
      line,
      this.men,
      {
        play: ({ move }) => this.moved(move),
        announce,
        refuse: (words) => say(words, 'refusal'),
      },
      {
        from: () => ({ ply: this.asked.ply, length: this.asked.place.moves.length }),
        to: (ply) => this.goTo({ ply }, true),
      },
    );
    this.fates = new Fates((ply) => this.goTo({ ply }, true));
    this.graph = new Graph((ply) => this.goTo({ ply }, true));
    this.review = new Review({
      changed: () => {
        this.showGame();
        this.showArrows();
      },
      addressOf: (ply) => this.addressOf({ ply }),
      look: () => this.table.board.element.scrollIntoView({ block: 'nearest' }),
      preview: (ply, moves) => void this.preview(moves === null ? null : [...this.place.moves.slice(0, ply), ...moves]),
      open: (ply, moves) => this.open([...this.place.moves.slice(0, ply), ...moves]),
    });
    this.solution = new Solution({
      changed: () => this.showReport(),
      preview: (move) => void this.preview(move === null ? null : [...this.prefix, move]),
      open: (move) => this.open([...this.prefix, move]),
      fail,
    });
    const ahead = {
      preview: (/** @type {string[] | null} */ moves) => void this.preview(moves && [...this.prefix, ...moves]),
      open: (/** @type {string[]} */ moves) => this.open([...this.prefix, ...moves]),
    };
    this.bar = new EvalBar();
    this.lines = new BestLines({ ...ahead, why: (move) => void this.why.ask(move) });
    this.why = new Why({
      ...ahead,
      point: (path) => this.table.board.arrows([{ path, rank: 'why' }]),
      best: () => this.report?.lines[0],
      changed: () => this.showButtons(),
    });
    this.parts = analysisParts(this);
    this.element = this.parts.element;
  }

  close() {
    this.closed = true;
    this.running?.abort();
    this.why.stop();
    this.review.stop();
    this.solution.close();
    this.fates.close();
    this.table.close();
  }

  // ---- Addresses.

  /** The moves up to the position that is shown. */
  get prefix() {
    return this.place.moves.slice(0, this.ply);
  }

  /** @returns {Asked} */
  get shown() {
    const { place, ply, flip, count, game } = this;
    return { place, ply, flip, count, game };
  }

  /** @param {Partial<Asked>} to */
  addressOf(to) {
    const { place, ply, flip, count, game } = { ...this.asked, ...to };
    return placeAddress('analysis', place, {
      ply: ply === place.moves.length ? null : ply,
      flip,
      lines: count === DEFAULT_LINES ? null : count,
      review: this.review.running !== null || this.review.plies.size > 0,
      ...game,
      opening: game.opening || null,
    });
  }

  /** @param {Partial<Asked>} to @param {boolean} replace */
  goTo(to, replace) {
    go(this.addressOf(to), replace);
  }

  /**
   * Goes to a position. Moves that the game has already are only stepped to.
   * @param {string[]} moves
   */
  open(moves) {
    const { place } = this;
    const known = moves.every((move, index) => move === place.moves[index]);
    if (known) {
      this.goTo({ place, ply: moves.length }, false);
      return;
    }
    const { flip, count } = this.asked;
    go(placeAddress('analysis', { ...place, moves }, { flip, lines: count === DEFAULT_LINES ? null : count }));
  }

  /** A move was made on the board. @param {string} move */
  moved(move) {
    if (!this.why.byMoving) {
      this.open([...this.prefix, move]);
      return;
    }
    this.showBoard(); // a man that was dragged goes back
    void this.why.ask(move);
  }

  /** @param {Route} route */
  update(route) {
    const place = placeOf(route.params, defaultGame(this.catalogue));
    if (place.game !== this.place.game && place.game !== this.line.game) return false;
    this.load(route.params, place).catch(fail);
    return true;
  }

  /**
   * @param {URLSearchParams} params
   * @param {Place} place
   */
  async load(params, place) {
    this.loads += 1;
    const mine = this.loads;
    const { length } = place.moves;
    const ply = /^\d+$/.test(params.get('ply') ?? '') ? Math.min(Number(params.get('ply')), length) : length;
    const flip = params.get('flip') === '1';
    const count = Math.max(1, Math.min(Number(params.get('lines') ?? DEFAULT_LINES) || DEFAULT_LINES, this.catalogue.limits.lines));
    const [white, black] = [params.get('white') ?? undefined, params.get('black') ?? undefined];
    const game = { white, black, opening: Number(params.get('opening') ?? 0) || 0 };
    this.asked = { place, ply, flip, count, game };
    const lines = Promise.all([api.line(place), api.line({ ...place, moves: place.moves.slice(0, ply) })]);
    const [line, here] = await lines.catch((error) => {
      // Steps count from what is there again.
      if (mine === this.loads) this.asked = this.shown;
      throw error;
    });
    if (mine !== this.loads || this.closed) return;
    if (line.game !== this.line.game) location.reload(); // a position of another size under the same name
    const moved = here !== this.here || this.report === null || count !== this.count;
    Object.assign(this, { line, here, ...this.asked });
    this.parts.count.value = String(count);
    this.lines.reserve(count);
    setText(this.parts.players, white === undefined || black === undefined ? '' : `White: ${white}. Black: ${black}.`);
    this.review.keepFor(place);
    this.solution.ask(here.ending === null ? { ...place, moves: this.prefix } : null);
    if (moved) {
      this.why.about({ ...place, moves: this.prefix }, here);
      this.report = null;
      this.parts.terms.replaceChildren(...termsInWords(here));
    }
    this.fates.show(place);
    this.showBoard();
    this.showWords();
    if (moved && this.wanted) this.start();
    else this.showReport();
    if (params.get('review') === '1' && this.review.plies.size === 0 && this.review.running === null && place.moves.length > 0)
      this.startReview();
    offer({ ...place, moves: this.prefix }, { flip, cells: here.cells, side: here.side });
  }

  // ---- Showing.

  showBoard() {
    this.previews += 1; // a preview that arrives later is not shown
    this.previewing = false;
    this.table.show(this.line, this.ply, { moves: this.here.moves, repeats: this.here.repeats, flipped: this.flip });
    this.parts.result.hidden = this.here.ending === null;
    setText(this.parts.result, this.here.ending?.text ?? '');
    this.showArrows();
    this.showGame();
  }

  showWords() {
    const { line, ply, here } = this;
    const words = [plySentence(line, ply, this.men)];
    words.push(here.ending === null ? `${sideName(here.side)} to move.` : `${here.ending.text}.`);
    const mistake = this.review.mistakeAt(ply);
    if (mistake !== null) words.push(`${sideName(mistake.side)} played ${mistake.played} here (red arrow). ${mistake.best} was better.`);
    if (this.review.running !== null) words.push('The game is being reviewed: the mistakes are listed below the moves as they are found.');
    if (mustPass(here)) words.push('There is no legal move, so the turn is lost: press Pass.');
    say(words.filter(Boolean).join(' '));
  }

  /** The list of moves and the graph, which the review fills in. */
  showGame() {
    this.table.moves.show(
      this.line,
      this.ply,
      (ply) => this.addressOf({ ply }),
      (ply) => this.review.remark(ply),
    );
    const values = this.review.values();
    this.line.plies.concat({ move: '', path: [], changes: [] }).forEach((_, ply) => {
      const known = this.known.get(this.keyOf(ply));
      if (known !== undefined && !values.has(ply)) values.set(ply, { ...known, mark: null });
    });
    this.graph.show(this.line.plies.length, this.ply, values);
    this.fates.mark(this.ply);
    this.showButtons();
  }

  showButtons() {
    const { pass, analyse, stop, review } = this.parts.buttons;
    const over = this.here.ending !== null;
    const hadFocus = document.activeElement;
    pass.hidden = !mustPass(this.here);
    stop.disabled = this.running === null && this.review.running === null && this.why.asking === null;
    analyse.disabled = this.running !== null || over;
    review.disabled = this.place.moves.length === 0 || this.review.running !== null;
    if (!losesFocus(hadFocus)) return;
    const next = [stop, analyse].find(({ disabled }) => !disabled);
    if (next) next.focus();
    else this.table.board.focus();
  }

  /** @param {number} ply */
  keyOf(ply) {
    return JSON.stringify([this.place.position, this.place.moves.slice(0, ply)]);
  }

  showReport() {
    const { report, here } = this;
    const { verdict, depth } = this.parts;
    const { shown, chance } = report?.lines[0] ?? here;
    // What is known for certain counts more than what a search has found.
    const { result } = this.solution;
    if (result !== null) this.known.set(this.keyOf(this.ply), { score: (2 * result.share - 1) * WON, chance: result.share });
    const words = here.ending?.text ?? result?.words ?? scoreText(forWhite(shown, here.side));
    this.bar.show(here, result?.share ?? whitesChance(chance, here.side), words, this.flip);
    // Numbers are White's, whoever is to move. How a game has ended is said above.
    setText(verdict, here.ending === null ? words.replace(/^(?=[+−0])/, 'White ') : '');
    if (report === null) {
      setText(depth, here.ending !== null ? '' : this.running === null ? 'without a search' : 'searching…');
    } else {
      const end = this.end === '' ? '' : ` – ${this.end}`;
      setText(depth, `depth ${report.depth}, ${countText(report.nodes)} positions, ${report.seconds.toFixed(1)} s${end}`);
    }
    if (report === null && this.running !== null) this.lines.retire();
    else this.lines.show(report?.lines ?? [], here.side, this.solution.best(this.count));
    this.showArrows();
  }

  showArrows() {
    if (this.previewing) return;
    const mistake = this.review.mistakeAt(this.ply);
    /** Solved positions need no search, and a mistake is shown beside what the review has found. @type {{ move: string, fate?: string }[]} */
    const best = this.solution.best(mistake === null ? this.count : 1) ?? (mistake === null ? this.report?.lines : [{ move: mistake.best }]) ?? [];
    const paths = new Map(this.here.moves.map(({ move, path }) => [move, path]));
    /** @type {import('./board.js').Arrow[]} */
    const arrows = best.map(({ move, fate }, index) => ({ path: paths.get(move) ?? [], rank: index + 1, fate }));
    if (mistake !== null) arrows.push({ path: paths.get(mistake.played) ?? [], rank: 'why' });
    this.table.board.arrows(arrows);
    this.table.board.judge(this.solution.verdicts());
  }

  /**
   * Shows the board after these moves, or again as it is.
   * @param {string[] | null} moves
   */
  async preview(moves) {
    this.previews += 1;
    const mine = this.previews;
    this.previewing = moves !== null;
    if (moves === null) {
      this.table.show(this.line, this.ply, {
        moves: this.here.moves,
        repeats: this.here.repeats,
        flipped: this.flip,
        still: true,
      });
      this.showArrows();
      return;
    }
    try {
      const line = await api.line({ ...this.place, moves });
      if (mine !== this.previews || this.closed) return;
      this.table.preview(line, this.flip);
      this.table.board.arrows([]);
    } catch (error) {
      fail(error);
    }
  }

  // ---- Searching.

  stop() {
    this.wanted = false;
    this.running?.abort();
    this.running = null;
    this.why.stop();
    if (this.review.running !== null) {
      this.review.stop();
      this.showWords();
    }
    if (this.report === null) this.showReport();
    this.showButtons();
  }

  start() {
    this.wanted = true;
    this.running?.abort();
    this.running = null;
    if (this.here.ending === null) void this.search();
    else this.showReport();
    this.showButtons();
  }

  async search() {
    const running = new AbortController();
    this.running = running;
    this.end = '';
    this.showReport();
    const key = this.keyOf(this.ply);
    const { side } = this.here;
    try {
      for await (const { event, data } of api.analysis(
        { ...this.place, moves: this.prefix },
        { lines: this.count, depth: DEPTH, seconds: SECONDS },
        running.signal,
      )) {
        if (this.running !== running) return;
        if (event === 'report') {
          this.report = data;
          const best = this.report?.lines[0];
          if (best !== undefined && this.solution.result === null) {
            this.known.set(key, { score: forWhite(best.shown, side), chance: whitesChance(best.chance, side) });
          }
          this.showReport();
          this.showGame();
        } else if (event === 'end') {
          this.end = ENDS[data.reason] ?? data.reason;
          this.showReport();
        }
      }
    } catch (error) {
      if (this.running === running) fail(error);
    }
    if (this.running !== running) return;
    this.running = null;
    if (this.report === null) this.showReport(); // the search has ended
    this.showButtons();
  }

  startReview() {
    void this.review.run(this.place, Number(this.parts.seconds.value), this.game.opening);
    this.showWords();
    this.goTo({}, true);
  }

  // ---- What can be done with a position.

  /** The record of these moves. Only stored games have one, so a game is stored for a moment. @param {'pgn' | 'json'} format */
  async record(format) {
    const { id } = await api.newGame({ ...this.place, white: { kind: 'human' }, black: { kind: 'human' } });
    try {
      return await api.record(id, format);
    } finally {
      await api.deleteGame(id);
    }
  }

  async save() {
    try {
      const { id } = await api.newGame({ ...this.place, white: { kind: 'human' }, black: { kind: 'human' } });
      go(address(`game/${id}`));
    } catch (error) {
      fail(error);
    }
  }
}
