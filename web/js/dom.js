// Makes elements. Texts are only ever set as text, never as HTML: they may come from other people.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {T}
 */
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else setAttribute(element, key, value);
  }
  add(element, ...children);
  return element;
}

/**
 * An element of HTML. Functions among the attributes are listeners: `{ click: () => … }`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  return fill(/** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, name)), attributes, children);
}

/**
 * Appends what is there.
 * @param {Element} parent
 * @param {...Child} children
 */
export function add(parent, ...children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(typeof child === 'number' ? String(child) : child);
  }
}

/**
 * Sets an attribute, or removes it for null and false. Nothing is written that is there already: on a board of a thousand
 * cells that is what makes it quick.
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * Sets a text if it is another one, so that screen readers do not say the same twice.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A button.
 * @param {string | null} id
 * @param {string} text
 * @param {(event: MouseEvent) => void} click
 * @param {Attributes} [more]
 */
export function button(id, text, click, more = {}) {
  return el('button', { id, type: 'button', click, ...more }, text);
}

/**
 * Shows something or not. Its place is kept, so that nothing else moves.
 * @param {HTMLElement} element
 * @param {boolean} shown
 */
export const setShown = (element, shown) => setAttribute(element, 'data-absent', !shown);

/**
 * Whether an element cannot have the focus any more. The browser would send it back to the top of the page.
 * @param {Element | null} element
 */
export const losesFocus = (element) => element instanceof HTMLButtonElement && (element.disabled || element.hidden || element.hasAttribute('data-absent'));

/**
 * A form's field with its label.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {Attributes} [more]
 */
export function field(text, control, more = {}) {
  return el('label', { class: 'field', ...more }, el('span', {}, text), control);
}

/**
 * A list to choose from.
 * @param {string} id
 * @param {{ value: string, text: string, group?: string }[]} options
 * @param {string} chosen
 * @param {() => void} [change]
 */
export function select(id, options, chosen, change = () => {}) {
  const list = el('select', { id, change });
  setOptions(list, options, chosen);
  return list;
}

/**
 * @param {HTMLSelectElement} list
 * @param {{ value: string, text: string, group?: string }[]} options
 * @param {string} chosen
 */
export function setOptions(list, options, chosen) {
  list.replaceChildren();
  /** @type {Map<string, HTMLOptGroupElement>} */
  const groups = new Map();
  for (const { value, text, group } of options) {
    /** @type {Element} */
    let parent = list;
    if (group !== undefined) {
      const known = groups.get(group) ?? el('optgroup', { label: group });
      if (!groups.has(group)) list.append(known);
      groups.set(group, known);
      parent = known;
    }
    parent.append(el('option', { value }, text));
  }
  list.value = chosen;
  if (list.selectedIndex < 0) list.selectedIndex = 0;
}

/**
 * Scrolls a box, never the page, until an element in it is in sight.
 * @param {Element} box
 * @param {Element} element
 * @param {number} [margin] above and below
 * @param {number} [sideways] to the left and to the right
 */
export function keepInSight(box, element, margin = 8, sideways = 8) {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top + margin) box.scrollTop -= outer.top + margin - inner.top;
  else if (inner.bottom > outer.bottom - margin) box.scrollTop += inner.bottom - outer.bottom + margin;
  if (inner.left < outer.left + sideways) box.scrollLeft -= outer.left + sideways - inner.left;
  else if (inner.right > outer.right - sideways) box.scrollLeft += inner.right - outer.right + sideways;
}
