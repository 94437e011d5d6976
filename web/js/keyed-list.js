// Keeps a list on the page as it should be. Elements that stay are not touched, so that the focus and the pointer stay where they are.

/**
 * @param {Element} list
 * @param {Element[]} wanted its elements, in their order
 */
export function arrange(list, wanted) {
  const kept = new Set(wanted);
  for (const child of [...list.children]) if (!kept.has(child)) child.remove();
  wanted.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}

/** Makes an element for each key once, and forgets those that are not wanted any more. @template T */
export class Keyed {
  /** @param {(item: T) => HTMLElement} make */
  constructor(make) {
    this.make = make;
    /** @type {Map<string, HTMLElement>} */
    this.known = new Map();
  }

  /** The elements of these items. @param {T[]} items @param {(item: T) => string} keyOf what the element depends on */
  of(items, keyOf) {
    const elements = items.map((item) => {
      const key = keyOf(item);
      return /** @type {[string, HTMLElement]} */ ([key, this.known.get(key) ?? this.make(item)]);
    });
    this.known = new Map(elements);
    return elements.map(([, element]) => element);
  }
}
