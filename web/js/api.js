// Talks to the server. All that is legal, and all that is known about positions, comes from here.

/** @typedef {'w' | 'b'} Side */
/** @typedef {{ move: string, path: number[], changes: [number, string][] }} Move */
/** @typedef {Move & { ply: number }} Repeat */
/** @typedef {{ kind: 'squares' | 'hexagons' | 'diamonds' | 'congo', rows: number[] }} Shape */
/** @typedef {{ winner: Side | 'draw', rule: string, text: string }} Ending */
/** @typedef {{ name: string, weight: number, white: number, black: number }} Term */
/**
 * @typedef {object} Line
 * @property {string} game
 * @property {Shape} shape
 * @property {string[]} names
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
 * @property {Term[]} terms
 */
/** @typedef {{ kind: 'human' } | { kind: 'engine', strength: string }} Player */
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
 */
/** @typedef {{ letter: string, name: string }} Man */
/** @typedef {{ name: string, title: string, sizes: { least: number, most: number, usual: number } | null, editions: { name: string, title: string }[], men: Man[] }} GameKind */
/** @typedef {{ version: string, games: GameKind[], levels: { level: number, text: string }[], limits: { depth: number, seconds: number, lines: number, tree_depth: number, tree_positions: number } }} Catalog */
/** @typedef {{ move: string, score: number, win_in: number | null, text: string, play: string[] }} BestLine */
/** @typedef {{ depth: number, nodes: number, seconds: number, table_permille: number, lines: BestLine[] }} Report */
/** How far an answer of tables holds for the game as it is played. @typedef {'exact' | 'outcome' | 'with_repeats'} Certainty */
/** What a move comes to: who wins, and in how many plies for the side that makes it, below zero if it loses. @typedef {{ move: string, next: string, outcome: Side | 'draw', win_in: number | null, certainty: Certainty }} ProbedMove */
/**
 * What tables know of a position; nothing unless it is known.
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
/** @typedef {{ ply: number, side: Side, score: number, win_in: number | null, text: string, best: string | null, play: string[], played: string | null, loss: number | null, mark: string | null }} Reviewed */
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
/** What names a position: a game, where it started and the moves since. @typedef {{ game: string, position: string, moves: string[] }} Place */

/** The server has refused, and says why. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Whether somebody has called it off, which is no error to show.
 * @param {unknown} error
 */
export function isAborted(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(method, path, body, signal) {
  /** @type {RequestInit} */
  const request = { method, signal: signal ?? null };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { 'content-type': 'application/json' };
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refusal(0, 'The server does not answer. Nothing is lost: try again.');
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new Refusal(response.status, String(answer?.error ?? `The server answered ${response.status}.`));
}

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
 * The events of a stream of the server, as they come. A position may carry a history that is too long for an address, so what
 * is asked is in the body.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{ event: string, data: any }>}
 */
async function* events(path, body, signal) {
  const response = await send('POST', path, body, signal);
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    let chunk;
    try {
      chunk = await reader.read();
    } catch (error) {
      if (signal.aborted) throw new DOMException('called off', 'AbortError');
      throw new Refusal(0, 'The server has gone away. Nothing is lost: try again.');
    }
    if (chunk.done) return;
    rest += chunk.value.replaceAll('\r', '');
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      let event = 'message';
      let data = '';
      for (const line of block.split('\n')) {
        if (line.startsWith('event:')) event = line.slice(6).trim();
        else if (line.startsWith('data:')) data += line.slice(5).trim();
      }
      if (data !== '') yield { event, data: JSON.parse(data) };
    }
  }
}

/** @type {Promise<Catalog> | null} */
let catalog = null;

/** @type {Map<string, Promise<Line>>} */
const lines = new Map();
const MOST_LINES_KEPT = 200;

export const api = {
  /** The games, levels and limits; asked for once. @returns {Promise<Catalog>} */
  catalog() {
    catalog ??= get('/api/catalog').catch((error) => {
      catalog = null;
      throw error;
    });
    return /** @type {Promise<Catalog>} */ (catalog);
  },

  /** @param {string} name @returns {Promise<{ game: string, markdown: string }>} */
  rules: (name) => get(`/api/rules/${encodeURIComponent(name)}`),

  /**
   * A position and what can be done in it. It never changes, so it is asked for once.
   * @param {Place} place
   * @returns {Promise<Line>}
   */
  line(place) {
    const key = JSON.stringify([place.game, place.position, place.moves]);
    const known = lines.get(key);
    if (known !== undefined) return known;
    const asked = post('/api/line', place);
    lines.set(key, asked);
    asked.catch(() => lines.delete(key));
    for (const oldest of lines.keys()) {
      if (lines.size <= MOST_LINES_KEPT) break;
      lines.delete(oldest);
    }
    return asked;
  },

  /** @param {string} game @param {string} cells @param {Side} side @param {AbortSignal} signal @returns {Promise<Line>} */
  setup: (game, cells, side, signal) => post('/api/setup', { game, cells, side }, signal),

  /** @param {{ game: string, position?: string, moves?: string[], white: Player, black: Player, clock?: { start_ms: number, increment_ms: number } }} wish @returns {Promise<Game>} */
  newGame: (wish) => post('/api/games', wish),

  /** @param {string} search @param {number} offset @param {number} limit @param {AbortSignal} signal @returns {Promise<{ total: number, games: GameRow[] }>} */
  games: (search, offset, limit, signal) => get(`/api/games?${query({ search, limit, offset })}`, signal),

  /** @param {string} id @returns {Promise<Game>} */
  game: (id) => get(gamePath(id)),

  /** @param {string} id */
  async deleteGame(id) {
    await send('DELETE', gamePath(id));
  },

  /** @param {string} id @param {number} ply @param {string} move @returns {Promise<Game>} */
  play: (id, ply, move) => post(`${gamePath(id)}/moves`, { ply, move }),

  /** The engine's move; to call it off stops the search. @param {string} id @param {number} ply @param {AbortSignal} signal @returns {Promise<Game>} */
  reply: (id, ply, signal) => post(`${gamePath(id)}/reply`, { ply }, signal),

  /** @param {string} id @param {number} ply @returns {Promise<Game>} */
  undo: (id, ply) => post(`${gamePath(id)}/undo`, { ply }),

  /** @param {string} id @param {Side} side @returns {Promise<Game>} */
  resign: (id, side) => post(`${gamePath(id)}/resign`, { side }),

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

  /** @param {Place} place @param {{ depth: number, algorithm: string, evaluation: string }} wish @param {AbortSignal} signal @returns {Promise<Tree>} */
  tree: (place, wish, signal) => post('/api/tree', { ...place, ...wish }, signal),

  /** An address, for a link. @param {Place} place @param {{ depth: number, algorithm: string, evaluation: string }} wish */
  treePicture: ({ game, position, moves }, wish) => `/api/tree.svg?${query({ game, position, moves: moves.join(' '), ...wish })}`,
};

/** @param {string} id */
const gamePath = (id) => `/api/games/${encodeURIComponent(id)}`;
