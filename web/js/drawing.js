// Draws boards and men as SVG, from data alone: where the cells lie, what the men look like and where they stand. It imports nothing,
// so that other pages can carry it in one piece: the reports of matches draw their boards with it too. `board.css` has the colours.

/** @typedef {{ x: number, y: number }} Point */
/** What an empty cell looks like. Neighbouring cells with the same number have one wall around them. @typedef {'plain' | 'water' | { walled: number }} Ground */
/** A cell: its middle is given in cell widths from the left and from the top. @typedef {{ name: string, x: number, y: number, tone: number, ground: Ground }} Cell */
/** The cells row by row from the top, and how many each row has. @typedef {{ outline: 'square' | 'hexagon' | 'diamond', cells: Cell[], rows: number[], white_on_top: boolean }} BoardData */
/** A kind of man of one side; its drawing is SVG in a square of 100 around the origin. @typedef {{ letter: string, side: 'w' | 'b', name: string, drawing: string }} Man */

const SVG = 'http://www.w3.org/2000/svg';

/** The letter of an empty cell. */
export const EMPTY = '-';

/** The width of a cell. */
export const UNIT = 100;

/** Names inside the cells of larger boards would be too small to read. */
const MOST_NAMED_CELLS = 130;

const MARGIN = { right: 14, top: 14, bottom: 44 };

/** The corners of a cell that is one unit wide, the size of men beside those of a square, and where a cell's name stands. */
const OUTLINES = {
  square: { corners: [45, 135, 225, 315].map((angle) => corner(angle, Math.SQRT1_2)), man: 1, nameAt: 39 },
  hexagon: { corners: [30, 90, 150, 210, 270, 330].map((angle) => corner(angle, 1 / Math.sqrt(3))), man: 0.9, nameAt: 49 },
  diamond: { corners: [0, 90, 180, 270].map((angle) => corner(angle, 0.5)), man: 0.68, nameAt: 39 },
};

/** @param {number} angle in degrees @param {number} radius in cell widths @returns {Point} */
function corner(angle, radius) {
  const radians = (angle * Math.PI) / 180;
  return { x: Math.cos(radians) * radius * UNIT, y: Math.sin(radians) * radius * UNIT };
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
function make(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Points as SVG writes them.
 * @param {Point[]} points
 * @param {Point} [centre]
 * @param {number} [scale]
 */
export function pointsText(points, centre = { x: 0, y: 0 }, scale = 1) {
  return points.map(({ x, y }) => `${(centre.x + x * scale).toFixed(1)},${(centre.y + y * scale).toFixed(1)}`).join(' ');
}

/** Where everything on a board is drawn. */
export class Layout {
  /** @param {BoardData} board */
  constructor(board) {
    const { corners, man, nameAt } = OUTLINES[board.outline];
    const [xs, ys] = [board.cells.map(({ x }) => x * UNIT), board.cells.map(({ y }) => y * UNIT)];
    const reach = Math.max(...corners.map(({ y }) => y));
    this.board = board;
    this.corners = corners;
    /** How large men are. */
    this.man = man;
    this.nameAt = nameAt;
    this.origin = { x: Math.min(...xs) - UNIT / 2, y: Math.min(...ys) - reach };
    this.inner = { width: Math.max(...xs) + UNIT / 2 - this.origin.x, height: Math.max(...ys) + reach - this.origin.y };
    /** How many cells stand side by side. */
    this.across = Math.round(this.inner.width / UNIT);
    /** Large boards are drawn small, so their coordinates are written large. */
    this.labelSize = Math.max(18, Math.min(44, 10 + this.across * 1.5));
    this.columns = columnsOf(board.cells);
    this.left = 14 + this.labelSize * 1.35;
    this.width = this.left + this.inner.width + MARGIN.right;
    this.height = MARGIN.top + this.inner.height + (this.columns.size > 0 ? MARGIN.bottom : MARGIN.top);
    this.firstOfRow = board.rows.map((_, row) => board.rows.slice(0, row).reduce((sum, length) => sum + length, 0));
  }

  get viewBox() {
    return `0 0 ${this.width} ${this.height.toFixed(1)}`;
  }

  /**
   * The middle of a cell. A flipped board is turned by half.
   * @param {number} cell
   * @param {boolean} flipped
   * @returns {Point}
   */
  centre(cell, flipped) {
    const { x, y } = this.board.cells[cell] ?? { x: 0, y: 0 };
    const [across, down] = [x * UNIT - this.origin.x, y * UNIT - this.origin.y];
    return {
      x: this.left + (flipped ? this.inner.width - across : across),
      y: MARGIN.top + (flipped ? this.inner.height - down : down),
    };
  }

  /**
   * The coordinates at the edge: a number for each row, and letters where columns stand upright.
   * @param {boolean} flipped
   * @returns {SVGElement[]}
   */
  labels(flipped) {
    const { cells, rows } = this.board;
    /** @param {string} text @param {Point} point @param {string} name */
    const label = (text, { x, y }, name) =>
      make('text', { class: name, 'font-size': this.labelSize, x: x.toFixed(1), y: y.toFixed(1) }, text);
    const numbers = rows.map((length, row) => {
      const first = this.firstOfRow[row] ?? 0;
      const { x, y } = this.centre(flipped ? first + length - 1 : first, flipped);
      return label(partsOf(cells[first])[1], { x: x - UNIT / 2 - 9, y }, 'label row-label');
    });
    const letters = [...this.columns].map(([column, cell]) => {
      const { x } = this.centre(cell, flipped);
      return label(column, { x, y: MARGIN.top + this.inner.height + 24 }, 'label');
    });
    return [...numbers, ...letters];
  }

  /** The ground of a cell, around the origin. @param {number} cell */
  ground(cell) {
    const { name, tone, ground } = /** @type {Cell} */ (this.board.cells[cell]);
    const kind = typeof ground === 'string' ? ground : 'walled';
    const element = make('g', { class: `cell ${kind} tone-${tone}` });
    element.append(make('polygon', { class: 'ground', points: pointsText(this.corners, undefined, 0.985) }));
    if (kind === 'water') {
      element.append(make('path', { class: 'wave', d: 'M-38-14q9-9 19 0t19 0t19 0t19 0M-38 14q9-9 19 0t19 0t19 0t19 0' }));
    }
    // Where letters at the edge do not name the columns, each cell has its name.
    if (this.columns.size === 0 && this.board.cells.length <= MOST_NAMED_CELLS) {
      element.append(make('text', { class: 'cell-name', y: this.nameAt }, name));
    }
    return element;
  }

  /** The walls around areas of cells. @param {boolean} flipped @returns {SVGElement[]} */
  walls(flipped) {
    /** The cells of each area, by its number. @type {Map<number, number[]>} */
    const areas = new Map();
    this.board.cells.forEach(({ ground }, cell) => {
      if (typeof ground === 'string') return;
      areas.set(ground.walled, [...(areas.get(ground.walled) ?? []), cell]);
    });
    return [...areas.values()].map((cells) => make('path', { class: 'wall', d: this.wallAround(cells, flipped) }));
  }

  /** The way around some cells: those of their sides that no two of them share. @param {number[]} cells @param {boolean} flipped */
  wallAround(cells, flipped) {
    /** The sides by where they start and end. @type {Map<string, Map<string, Point>>} */
    const sides = new Map();
    const key = (/** @type {Point} */ { x, y }) => `${Math.round(x)} ${Math.round(y)}`;
    for (const cell of cells) {
      const centre = this.centre(cell, flipped);
      const corners = this.corners.map(({ x, y }) => ({ x: centre.x + x, y: centre.y + y }));
      corners.forEach((from, index) => {
        const to = /** @type {Point} */ (corners[(index + 1) % corners.length]);
        // A neighbour has the same side the other way round.
        if (sides.get(key(to))?.delete(key(from))) return;
        sides.set(key(from), (sides.get(key(from)) ?? new Map()).set(key(to), to));
      });
    }
    let way = '';
    for (const [start, ends] of sides) {
      while (ends.size > 0) {
        /** @type {Point[]} */
        const points = [];
        let at = start;
        do {
          const next = sides.get(at) ?? new Map();
          const [[to, point] = ['', null]] = next;
          if (point === null) break;
          next.delete(to);
          points.push(point);
          at = to;
        } while (at !== start);
        way += `M${pointsText(points)}Z`;
      }
    }
    return way;
  }

  /** Where a man stands and how large it is. @param {Point} point @param {number} [grow] */
  manTransform({ x, y }, grow = 1) {
    return `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(this.man * grow).toFixed(3)})`;
  }
}

/** The letters and the number in a cell's name, or nothing where it is made otherwise. @param {Cell | undefined} cell @returns {[string, string]} */
function partsOf(cell) {
  const [, letters = '', number = ''] = /^([a-z]+)(\d+)$/.exec(cell?.name ?? '') ?? [];
  return [letters, number];
}

/**
 * A cell of each column, if all columns stand upright, so that letters at the edge can name them.
 * @param {Cell[]} cells
 * @returns {Map<string, number>}
 */
function columnsOf(cells) {
  /** @type {Map<string, number>} */
  const columns = new Map();
  for (const [index, cell] of cells.entries()) {
    const [column] = partsOf(cell);
    const first = cells[columns.get(column) ?? index];
    if (column === '' || first?.x !== cell.x) return new Map();
    if (!columns.has(column)) columns.set(column, index);
  }
  return columns;
}

/** The men of a game, by their letters. */
export class Men {
  /** @param {Man[]} men */
  constructor(men) {
    /** @type {Map<string, Man>} */
    this.kinds = new Map(men.map((man) => [man.letter, man]));
    /** Each kind is drawn once and copied. @type {Map<string, SVGElement>} */
    this.drawn = new Map();
  }

  /** Whose man a letter is; null for an empty cell. @param {string} letter */
  side(letter) {
    return this.kinds.get(letter)?.side ?? null;
  }

  /** What a man is called with its colour: `white pawn`. @param {string} letter */
  name(letter) {
    const man = this.kinds.get(letter);
    if (man === undefined) return letter === EMPTY ? 'empty' : letter;
    return `${man.side === 'w' ? 'white' : 'black'} ${man.name}`;
  }

  /** A man, drawn around the origin. @param {string} letter */
  draw(letter) {
    const known = this.drawn.get(letter) ?? drawMan(this.kinds.get(letter) ?? { letter, side: 'w', name: '', drawing: '' });
    this.drawn.set(letter, known);
    return /** @type {SVGElement} */ (known.cloneNode(true));
  }

  /** A man as a small picture of its own. @param {string} letter */
  picture(letter) {
    return make('svg', { viewBox: '-50 -50 100 100', class: 'man-picture', 'aria-hidden': 'true' }, this.draw(letter));
  }
}

/** A man without a drawing is a token with its letter. @param {Man} man */
function drawMan({ letter, side, drawing }) {
  const man = make('g', { class: `man ${side === 'w' ? 'white' : 'black'}` });
  // Drawings are part of the program, as are the page's own elements: they do not come from the people who use it.
  man.innerHTML = drawing;
  if (drawing === '') {
    const body = side === 'w' ? make('circle', { class: 'body', r: 40 }) : make('rect', { class: 'body', x: -37, y: -37, width: 74, height: 74, rx: 14 });
    man.append(body, make('text', { class: 'ink letter' }, letter));
  }
  return man;
}

/**
 * A picture of a board with its men.
 * @param {BoardData} board
 * @param {Men} men
 * @param {ArrayLike<string>} letters what stands on each cell
 * @param {{ flipped?: boolean, last?: Set<number>, label?: string }} [options] `last` are the cells of the last move
 */
export function drawBoard(board, men, letters, { flipped = false, last = new Set(), label = 'Board' } = {}) {
  const layout = new Layout(board);
  const [ground, standing] = [make('g', {}), make('g', { class: 'men' })];
  board.cells.forEach((_, cell) => {
    const point = layout.centre(cell, flipped);
    const element = layout.ground(cell);
    element.setAttribute('transform', `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`);
    if (last.has(cell)) element.setAttribute('data-last', '');
    ground.append(element);
    const letter = letters[cell] ?? EMPTY;
    if (letter === EMPTY) return;
    const man = men.draw(letter);
    man.setAttribute('transform', layout.manTransform(point));
    standing.append(man);
  });
  return make(
    'svg',
    { class: `board ${board.outline}`, viewBox: layout.viewBox, role: 'img', 'aria-label': label },
    make('g', { class: 'labels' }, ...layout.labels(flipped)),
    ground,
    make('g', {}, ...layout.walls(flipped)),
    standing,
  );
}
