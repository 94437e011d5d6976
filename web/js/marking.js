// Marks nodes of a drawn tree by mouse, touch or keyboard. A node takes all nodes below it with it: what is cut off is cut off whole.

import { setAttribute } from './dom.js';

/** @typedef {import('./tree-drawing.js').TreeDrawing} TreeDrawing */

export class Marking {
  /** @param {TreeDrawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    /** @type {Set<number>} */
    this.marked = new Set();
    const { search, picture } = drawing;
    if (search === null) return;
    setAttribute(picture, 'role', 'group');
    drawing.choose = (id) => this.toggle(id);
    for (const node of search.nodes.slice(1)) {
      const box = drawing.drawn[node.id]?.box;
      if (box === undefined) continue;
      const value = node.kind === 'inner' ? '' : `, value ${node.text}`;
      setAttribute(box, 'role', 'checkbox');
      setAttribute(box, 'tabindex', 0);
      setAttribute(box, 'aria-checked', 'false');
      setAttribute(box, 'aria-label', `After ${search.name(node)}${value}`);
      box.addEventListener('keydown', (event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        this.toggle(node.id);
      });
    }
  }

  /** @param {number} id */
  toggle(id) {
    const { search, drawn } = this.drawing;
    if (search === null || id === 0) return;
    const on = !this.marked.has(id);
    /** @param {number} at */
    const set = (at) => {
      if (on) this.marked.add(at);
      else this.marked.delete(at);
      const box = drawn[at]?.box;
      if (box) setAttribute(box, 'aria-checked', String(on));
      for (const child of search.childrenOf(at)) set(child.id);
    };
    set(id);
  }
}
