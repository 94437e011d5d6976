// Where the cells of a board are drawn: squares, hexagons and the diamonds of the hourglass.

/** @typedef {import('./api.js').Shape} Shape */
/** @typedef {{ x: number, y: number }} Point */

/** The width of a cell. */
export const UNIT = 100;

const HEXAGON = [30, 90, 150, 210, 270, 330].map((angle) => {
  const radians = (angle * Math.PI) / 180;
  return { x: (Math.cos(radians) * UNIT) / Math.sqrt(3), y: (Math.sin(radians) * UNIT) / Math.sqrt(3) };
});
const SQUARE = [
  [-50, -50],
  [50, -50],
  [50, 50],
  [-50, 50],
].map(([x = 0, y = 0]) => ({ x, y }));
const DIAMOND = [
  [0, -50],
  [50, 0],
  [0, 50],
  [-50, 0],
].map(([x = 0, y = 0]) => ({ x, y }));

/** The distance of rows, the outline of a cell, and how large men are beside those of a square. */
const KINDS = {
  squares: { pitch: UNIT, outline: SQUARE, man: 1 },
  congo: { pitch: UNIT, outline: SQUARE, man: 1 },
  hexagons: { pitch: (UNIT * Math.sqrt(3)) / 2, outline: HEXAGON, man: 0.9 },
  diamonds: { pitch: UNIT / 2, outline: DIAMOND, man: 0.68 },
};

const MARGIN = { right: 14, top: 14, bottom: 44 };

/** The cells of one board on the screen. */
export class Layout {
  /**
   * @param {Shape} shape
   * @param {string[]} names
   */
  constructor(shape, names) {
    const { pitch, outline, man } = KINDS[shape.kind];
    const widest = Math.max(...shape.rows);
    const reach = Math.max(...outline.map(({ y }) => y));
    this.kind = shape.kind;
    this.names = names;
    this.outline = outline;
    /** How large men are. */
    this.man = man;
    this.widest = widest;
    /** Large boards are drawn small, so their coordinates are written large. */
    this.labelSize = Math.max(18, Math.min(44, 10 + widest * 1.5));
    /** Whether columns stand one above the other, so that letters at the edge name them. */
    this.columnsAlign = shape.kind === 'squares' || shape.kind === 'congo';
    this.margin = { ...MARGIN, left: 14 + this.labelSize * 1.35 };
    this.inner = { width: widest * UNIT, height: (shape.rows.length - 1) * pitch + 2 * reach };
    this.width = this.margin.left + this.inner.width + MARGIN.right;
    this.height = MARGIN.top + this.inner.height + (this.columnsAlign ? MARGIN.bottom : MARGIN.top);
    /** @type {{ x: number, y: number, row: number, column: number }[]} */
    this.cells = shape.rows.flatMap((length, row) =>
      Array.from({ length }, (_, column) => ({
        x: ((widest - length) * UNIT) / 2 + (column + 0.5) * UNIT,
        y: reach + row * pitch,
        row,
        column,
      })),
    );
    this.rows = shape.rows;
    this.firstOfRow = shape.rows.map((_, row) => shape.rows.slice(0, row).reduce((sum, length) => sum + length, 0));
  }

  /**
   * The middle of a cell. A flipped board is turned by half.
   * @param {number} cell
   * @param {boolean} flipped
   * @returns {Point}
   */
  centre(cell, flipped) {
    const { x, y } = this.cells[cell] ?? { x: 0, y: 0 };
    return {
      x: this.margin.left + (flipped ? this.inner.width - x : x),
      y: MARGIN.top + (flipped ? this.inner.height - y : y),
    };
  }

  /**
   * A shade for each cell so that no two neighbours have the same: two for squares, three for hexagons.
   * @param {number} row
   * @param {number} column
   */
  tone(row, column) {
    if (this.kind === 'diamonds') return row % 2;
    if (this.kind !== 'hexagons') return (row + column) % 2;
    const across = column - Math.min(row, (this.rows[0] ?? 1) - 1);
    return (((across - row) % 3) + 3) % 3;
  }

  /**
   * The coordinates at the edge: a number for each row, and letters where columns align.
   * @param {boolean} flipped
   * @returns {(Point & { text: string, row: boolean })[]}
   */
  labels(flipped) {
    const parts = (/** @type {number} */ cell) => /^([a-z]+)(\d+)$/.exec(this.names[cell] ?? '') ?? ['', '', ''];
    const labels = this.rows.map((length, row) => {
      const first = this.firstOfRow[row] ?? 0;
      const { x, y } = this.centre(flipped ? first + length - 1 : first, flipped);
      return { x: x - UNIT / 2 - 9, y, text: parts(first)[2] ?? '', row: true };
    });
    if (!this.columnsAlign) return labels;
    for (let column = 0; column < this.widest; column += 1) {
      const { x } = this.centre(column, flipped);
      labels.push({ x, y: MARGIN.top + this.inner.height + 24, text: parts(column)[1] ?? '', row: false });
    }
    return labels;
  }

  /**
   * The cell at a point of the drawing, or null.
   * @param {Point} point
   * @param {boolean} flipped
   */
  cellAt(point, flipped) {
    let [nearest, least] = [-1, Infinity];
    this.cells.forEach((_, cell) => {
      const { x, y } = this.centre(cell, flipped);
      const distance = (x - point.x) ** 2 + (y - point.y) ** 2;
      if (distance < least) [nearest, least] = [cell, distance];
    });
    return least <= (0.62 * UNIT) ** 2 ? nearest : null;
  }

  /**
   * The next cell in the direction of an arrow key. Between rows that are shifted, `near` keeps the way up and down straight.
   * @param {number} cell
   * @param {string} key
   * @param {boolean} flipped
   * @param {number} near the place across that up and down keep to
   * @returns {number}
   */
  neighbour(cell, key, flipped, near) {
    const from = this.cells[cell];
    if (from === undefined) return cell;
    const turn = flipped ? -1 : 1;
    const first = this.firstOfRow[from.row] ?? 0;
    const last = first + (this.rows[from.row] ?? 1) - 1;
    const within = (/** @type {number} */ other) => Math.max(first, Math.min(last, other));
    if (key === 'ArrowLeft') return within(cell - turn);
    if (key === 'ArrowRight') return within(cell + turn);
    if (key === 'Home') return flipped ? last : first;
    if (key === 'End') return flipped ? first : last;
    const row = from.row + (key === 'ArrowUp' ? -turn : turn);
    const start = this.firstOfRow[row];
    if (start === undefined) return cell;
    const choices = Array.from({ length: this.rows[row] ?? 0 }, (_, index) => start + index);
    const distance = (/** @type {number} */ other) => Math.abs(this.centre(other, flipped).x - near);
    return choices.reduce((best, other) => (distance(other) < distance(best) - 1 ? other : best), choices[0] ?? cell);
  }
}

/**
 * Points as SVG writes them.
 * @param {Point[]} outline
 * @param {Point} centre
 * @param {number} [scale]
 */
export function pointsText(outline, centre, scale = 1) {
  return outline.map(({ x, y }) => `${(centre.x + x * scale).toFixed(1)},${(centre.y + y * scale).toFixed(1)}`).join(' ');
}
