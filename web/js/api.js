// What the page asks: what is legal, what is known about positions, and what becomes of stored games. `transport.js` carries the
// questions to the server; the page without a server has another file of this name.

import { rememberBegun } from './memory.js';
import { transport } from './transport.js';

export { Refusal, isAborted } from './refusal.js';

/** @typedef {'w' | 'b'} Side */
/** @typedef {{ move: string, path: number[], changes: [number, string][] }} Move */
/** @typedef {import('./drawing.js').BoardData} BoardData */
/** @typedef {import('./drawing.js').Man} Man */
/** A move that would repeat the board of a ply, and why it is illegal in words. @typedef {Move & { ply: number, text: string }} Repeat */
/** @typedef {{ winner: Side | 'draw', rule: string, text: string }} Ending */
/** @typedef {{ name: string, weight: number, white: number, black: number }} Term */
/**
 * @typedef {object} Line
 * @property {string} game
 * @property {BoardData} board
 * @property {string} position
 * @property {{ position: string, cells: string, side: Side }} start
 * @property {Move[]} plies
 * @property {string} cells
 * @property {Side} side
 * @property {Move[]} moves
 * @property {boolean} more
 * @property {Repeat[]} repeats
 * @property {Ending | null} ending
 * @property {number} evaluation
 * @property {number} shown the evaluation for people, in hundredths of a man
 * @property {number} chance what the side to move can expect, from 0 to 1
 * @property {Term[]} terms
 */
/** @typedef {{ kind: 'human', name?: string | undefined } | { kind: 'engine', strength: string }} Player */
/** @typedef {'move' | 'undo' | 'resign' | 'delete' | 'seats'} Action */
/** @typedef {{ white_ms: number, black_ms: number, running: Side | null }} Clocks */
/**
 * @typedef {object} Game
 * @property {string} id
 * @property {number} created
 * @property {number} updated
 * @property {Player} white
 * @property {Player} black
 * @property {{ start_ms: number, increment_ms: number } | null} clock
 * @property {Clocks | null} clocks
 * @property {number[]} times
 * @property {string | null} result
 * @property {string | null} reason
 * @property {boolean} mine whether this browser has created it
 * @property {Side[]} seats the sides that this browser plays
 * @property {Side[]} open the sides that anybody may take
 * @property {Action[]} may what this browser may do with it
 * @property {{ kind: OfferKind, by: Side } | null} offer what one player has offered to the other
 * @property {string | null} next the game that the players went on with
 * @property {Line} line
 */
/**
 * @typedef {object} GameRow
 * @property {string} id
 * @property {string} game
 * @property {Player} white
 * @property {Player} black
 * @property {number} plies
 * @property {string | null} result
 * @property {string | null} reason
 * @property {number} created
 * @property {number} updated
 * @property {boolean} mine whether this browser has created it
 * @property {Side[]} seats the sides that this browser plays
 * @property {boolean} deletable whether this browser may delete it
 */
/** @typedef {{ least: number, most: number }} Bounds */
/** @typedef {Bounds & { kind: 'range', label: string }} RangeOfSizes */
/** @typedef {RangeOfSizes | { kind: 'rectangles', rows: Bounds, columns: Bounds } | { kind: 'editions', editions: { name: string, title: string }[] }} Sizes */
/** What a kind of man does, with a position that shows it. @typedef {{ letter: string, words: string, position: string, cell: string }} ManExample */
/** A rule that ends the game, in the words of the rules page, and as it is told when it has happened. @typedef {{ rule: string, words: string, told: string }} WayToEnd */
/** A game on all sizes of its board. @typedef {{ name: string, title: string, summary: string, default: string, sizes: Sizes, no_repeat: boolean, men: Man[], guide: { basics: string[], men: ManExample[], ends: WayToEnd[] }, puzzles: number, levels: { level: number, text: string }[] }} Family */
/** What the side to move has to do in a puzzle: win in some plies, or find the only move that wins or saves the draw. @typedef {'win_in' | 'only_win' | 'only_draw'} Goal */
/** @typedef {'easy' | 'medium' | 'hard'} Difficulty */
/** A position with exactly one right move. @typedef {{ game: string, position: string, goal: Goal, plies?: number, solution: string, play: string[], moves: number, capture: boolean, plain: boolean, difficulty: Difficulty }} Puzzle */
/** @typedef {{ version: string, online: boolean, shared: boolean, games: Family[], limits: { depth: number, seconds: number, lines: number, tree_depth: number, tree_positions: number } }} Catalogue */
/** @typedef {{ move: string, score: number, shown: number, chance: number, win_in: number | null, text: string, play: string[] }} BestLine */
/** @typedef {{ depth: number, nodes: number, seconds: number, table_permille: number, lines: BestLine[] }} Report */
/** How far an answer of solved tables holds in a game that forbids repeated boards. @typedef {'exact' | 'outcome' | 'with_repeats'} Certainty */
/** Who wins after a move, and in how many plies for the side that makes it, below zero if it loses. @typedef {{ move: string, next: string, outcome: Side | 'draw', win_in: number | null, certainty: Certainty }} ProbedMove */
/**
 * What solved tables know about a position.
 * @typedef {object} Probe
 * @property {string} position
 * @property {Side} side
 * @property {boolean} known
 * @property {string | null} reason
 * @property {Side | 'draw' | null} outcome
 * @property {number | null} win_in
 * @property {Certainty | null} certainty
 * @property {ProbedMove[]} moves
 */
/** @typedef {{ ply: number, side: Side, score: number, shown: number, chance: number, win_in: number | null, text: string, best: string | null, play: string[], played: string | null, loss: number | null, mark: string | null }} Reviewed */
/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number | null} parent
 * @property {string | null} move
 * @property {number} ply
 * @property {boolean} max
 * @property {number} value
 * @property {string} text
 * @property {'exact' | 'least' | 'most'} bound
 * @property {string | null} alpha
 * @property {string | null} beta
 * @property {boolean} principal
 * @property {'inner' | 'horizon' | 'finished'} kind
 * @property {string | null} reason
 * @property {{ unsearched: string[], text: string } | null} cut
 */
/** @typedef {{ depth: number, side: Side, positions: number, nodes: TreeNode[] }} Tree */
/** How a tree is searched, and in which order the moves are tried. @typedef {{ depth: number, algorithm: string, evaluation: string, order: string }} TreeOptions */
/** What players can agree on. @typedef {'draw' | 'undo' | 'rematch'} OfferKind */
/** What a tournament is doing: it has not begun, is being played, was left before its end, or is over. @typedef {'waiting' | 'running' | 'stopped' | 'over'} Stage */
/** @typedef {{ name: string, stage: Stage, game: string, games: number, played: number }} TournamentEntry */
/** @typedef {{ name: string, rank: number, points: number, wins: number, draws: number, losses: number, faults: number, elo: number | null, error: number | null, against: (number | null)[] }} TournamentPlayer */
/** @typedef {{ number: number, white: string, black: string, result: string, reason: string, plies: number }} FinishedGame */
/** @typedef {{ number: number, white: string, black: string, plies: number, cells: string, side: Side, last: number[] }} RunningGame */
/** @typedef {TournamentEntry & { format: string, control: string, players: TournamentPlayer[], notes: string[], finished: FinishedGame[], in_progress: RunningGame[] }} Tournament */
/** @typedef {{ number: number, white: string, black: string, opening: number, result: string | null, reason: string | null, line: Line }} TournamentGame */
/** A game with a seat that anybody may take. @typedef {{ id: string, game: string, side: Side, clock: { start_ms: number, increment_ms: number } | null, created: number, other: Player, mine: boolean }} Waiting */
/** @typedef {{ id: string, game: string, white: Player, black: Player, plies: number, updated: number }} RunningEntry */
/** @typedef {{ shared: boolean, waiting: Waiting[], games: RunningEntry[], tournaments: TournamentEntry[] }} Lobby */
/** What names a position: the game, where it started and the moves since. @typedef {{ game: string, position: string, moves: string[] }} Place */

const { send, events, follow, link } = transport;

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
const get = async (path, signal) => (await send('GET', path, undefined, signal)).json();

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
const post = async (path, body, signal) => (await send('POST', path, body, signal)).json();

/** @param {Record<string, string | number>} values */
const query = (values) => new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)])).toString();

/**
 * Something that never changes, so it is asked for once.
 * @template T
 * @param {Map<string, Promise<T>>} known
 * @param {string} key
 * @param {() => Promise<T>} ask
 * @param {number} [most] how many of them are kept
 */
function once(known, key, ask, most = Infinity) {
  const before = known.get(key);
  if (before !== undefined) return before;
  const asked = ask();
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  for (const oldest of known.keys()) {
    if (known.size <= most) break;
    known.delete(oldest);
  }
  return asked;
}

/** @type {Map<string, Promise<Catalogue>>} */
const catalogues = new Map();
/** @type {Map<string, Promise<BoardData>>} */
const boards = new Map();
/** @type {Map<string, Promise<{ puzzles: Puzzle[] }>>} */
const puzzles = new Map();
/** @type {Map<string, Promise<Line>>} */
const lines = new Map();
const MOST_LINES_KEPT = 200;

/** The line with its board. @param {Promise<Omit<Line, 'board'>>} asked @returns {Promise<Line>} */
async function withBoard(asked) {
  const line = await asked;
  return { ...line, board: await boardOf(line.game) };
}

/** @param {string} game */
const boardOf = (game) => once(boards, game, () => get(`/api/board/${encodeURIComponent(game)}`));

/** The stored game with its board. @param {Promise<Game>} asked @returns {Promise<Game>} */
async function gameWithBoard(asked) {
  const game = await asked;
  return { ...game, line: await withBoard(Promise.resolve(game.line)) };
}

export const api = {
  /** The games, levels and limits. @returns {Promise<Catalogue>} */
  catalogue: () => once(catalogues, '', () => get('/api/catalog')),

  /** @param {string} name @returns {Promise<{ game: string, markdown: string }>} */
  rules: (name) => get(`/api/rules/${encodeURIComponent(name)}`),

  /** The puzzles of a game, the easiest first. @param {string} name @returns {Promise<Puzzle[]>} */
  puzzles: async (name) => (await once(puzzles, name, () => get(`/api/puzzles/${encodeURIComponent(name)}`))).puzzles,

  /**
   * A position and what can be played in it.
   * @param {Place} place
   * @returns {Promise<Line>}
   */
  line(place) {
    const key = JSON.stringify([place.game, place.position, place.moves]);
    return once(lines, key, () => withBoard(post('/api/line', place)), MOST_LINES_KEPT);
  },

  /** @param {string} game @param {string} cells @param {Side} side @param {AbortSignal} signal @returns {Promise<Line>} */
  setup: (game, cells, side, signal) => withBoard(post('/api/setup', { game, cells, side }, signal)),

  /** @param {{ game: string, position?: string, moves?: string[], white: Player, black: Player, clock?: { start_ms: number, increment_ms: number } }} options @returns {Promise<{ id: string }>} */
  async newGame(options) {
    const made = await post('/api/games', options);
    rememberBegun(made.id);
    return made;
  },

  /** @param {string} search @param {number} offset @param {number} limit @param {AbortSignal} signal @returns {Promise<{ total: number, games: GameRow[] }>} */
  games: (search, offset, limit, signal) => get(`/api/games?${query({ search, limit, offset })}`, signal),

  /** @param {string} id @returns {Promise<Game>} */
  game: (id) => gameWithBoard(get(gamePath(id))),

  /** @param {string} id */
  async deleteGame(id) {
    await send('DELETE', gamePath(id));
  },

  /** Brings a game back that was deleted. @param {string} id */
  async restoreGame(id) {
    await send('POST', `${gamePath(id)}/restore`);
  },

  /** @param {string} id @param {number} ply @param {string} move @returns {Promise<Game>} */
  play: (id, ply, move) => gameWithBoard(post(`${gamePath(id)}/moves`, { ply, move })),

  /** The engine's move; to cancel the request stops the search. @param {string} id @param {number} ply @param {AbortSignal} signal @returns {Promise<Game>} */
  reply: (id, ply, signal) => gameWithBoard(post(`${gamePath(id)}/reply`, { ply }, signal)),

  /** @param {string} id @param {number} ply @returns {Promise<Game>} */
  undo: (id, ply) => gameWithBoard(post(`${gamePath(id)}/undo`, { ply })),

  /** @param {string} id @param {Side} side @returns {Promise<Game>} */
  resign: (id, side) => gameWithBoard(post(`${gamePath(id)}/resign`, { side })),

  /** The changes of a stored game. @param {string} id */
  gameEvents: (id) => follow(`${gamePath(id)}/events`),

  /** A stored game as it comes in an event. @param {Game} game */
  gameFrom: (game) => gameWithBoard(Promise.resolve(game)),

  /** Offers something to the other player, or agrees to it. @param {string} id @param {OfferKind} kind @returns {Promise<Game>} */
  offer: (id, kind) => gameWithBoard(post(`${gamePath(id)}/offer`, { kind })),

  /** Declines an offer, or takes it back. @param {string} id @returns {Promise<Game>} */
  decline: (id) => gameWithBoard(send('DELETE', `${gamePath(id)}/offer`).then((answer) => answer.json())),

  /** @param {string} id @param {Side} side @returns {Promise<{ key: string, code: string }>} */
  giveSeat: (id, side) => post(`${gamePath(id)}/seats/${side}`, undefined),

  /** Takes a seat with its key, or one that is open; or gives who has it another name. @param {string} id @param {Side} side @param {{ key?: string, name?: string | undefined }} by */
  async takeSeat(id, side, by) {
    await send('PUT', `${gamePath(id)}/seats/${side}`, by);
  },

  /** Lets anybody take a seat. @param {string} id @param {Side} side @returns {Promise<Game>} */
  openSeat: (id, side) => gameWithBoard(post(`${gamePath(id)}/seats/${side}/open`, undefined)),

  /** @param {string} id @param {Side} side @returns {Promise<Game>} */
  closeSeat: (id, side) => gameWithBoard(send('DELETE', `${gamePath(id)}/seats/${side}/open`).then((answer) => answer.json())),

  /** The changes of the lobby. */
  lobbyEvents: () => follow('/api/lobby/events'),

  /** @param {string} name @returns {Promise<Tournament>} */
  tournament: (name) => get(tournamentPath(name)),

  /** The changes of a tournament. @param {string} name */
  tournamentEvents: (name) => follow(`${tournamentPath(name)}/events`),

  /** A game of a tournament. @param {string} name @param {number} number @returns {Promise<TournamentGame>} */
  async tournamentGame(name, number) {
    const game = await get(`${tournamentPath(name)}/games/${number}`);
    return { ...game, line: await withBoard(Promise.resolve(game.line)) };
  },

  /** The cells of a game's board. @param {string} game */
  board: (game) => boardOf(game),

  /** @param {string} code @returns {Promise<{ game: string, side: Side, key: string }>} */
  invitation: (code) => get(`/api/invitations/${encodeURIComponent(code)}`),

  /** @param {string} text @returns {Promise<{ rows: string[] }>} */
  qr: (text) => post('/api/qr', { text }),

  /** @param {string} id @param {'pgn' | 'json'} format */
  record: async (id, format) => (await send('GET', `${gamePath(id)}/record?format=${format}`)).text(),

  /** @param {string} text @returns {Promise<{ games: string[] }>} */
  addRecords: (text) => post('/api/records', { text }),

  /**
   * @param {Place} place
   * @param {{ lines: number, depth: number, seconds: number }} limits
   * @param {AbortSignal} signal
   */
  analysis: (place, limits, signal) => events('/api/analysis', { ...place, ...limits }, signal),

  /** @param {Place} place @param {AbortSignal} signal @returns {Promise<Probe>} */
  probe: (place, signal) => post('/api/probe', place, signal),

  /** @param {Place} place @param {number} seconds @param {AbortSignal} signal */
  review: (place, seconds, signal) => events('/api/review', { ...place, seconds }, signal),

  /** @param {Place} place @param {TreeOptions} options @param {AbortSignal} [signal] @returns {Promise<Tree>} */
  tree: (place, options, signal) => post('/api/tree', { ...place, ...options }, signal),

  /** Lets a link lead to the picture of a tree. @param {HTMLAnchorElement} anchor @param {Place} place @param {TreeOptions} options */
  treePicture: (anchor, { game, position, moves }, options) =>
    link(anchor, `/api/tree.svg?${query({ game, position, moves: moves.join(' '), ...options })}`),
};

/** @param {string} name */
const tournamentPath = (name) => `/api/tournaments/${encodeURIComponent(name)}`;

/** @param {string} id */
const gamePath = (id) => `/api/games/${encodeURIComponent(id)}`;
