// The rules of the games: simple Markdown from the server, made into elements.

import { api } from './api.js';
import { add, el } from './dom.js';
import { guidePanel } from './guide.js';
import { address, offer, say } from './shell.js';

/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** @param {Route} route @returns {Promise<View>} */
export async function openRules(route) {
  const catalogue = await api.catalogue();
  const named = (/** @type {Route} */ { rest }) => rest || catalogue.games[0]?.name || '';
  const name = named(route);
  const { markdown } = await api.rules(name);
  const links = catalogue.games.map((family) =>
    el(
      'a',
      { href: address(`rules/${family.name}`), 'aria-current': family.name === name ? 'page' : null, class: 'button' },
      family.title,
    ),
  );
  const guide = guidePanel(catalogue, name);
  guide.open = true;
  const text = render(markdown);
  const head = text.findIndex(({ tagName }) => tagName === 'H2');
  const first = head < 0 ? text.length : head;
  const element = el(
    'div',
    { class: 'page rules' },
    el('div', { class: 'row', role: 'navigation', 'aria-label': 'Games' }, ...links),
    // What the game is about and how the men move come first; the text has every case, and what programs need.
    el('div', { class: 'lead' }, ...text.slice(0, first)),
    guide,
    el('article', {}, ...text.slice(first)),
    el('p', {}, el('a', { class: 'button primary', href: address('', { game: name }) }, 'Play it')),
  );
  offer({ game: name, position: 'startpos', moves: [] });
  say('');
  return {
    title: `Rules of ${catalogue.games.find((family) => family.name === name)?.title ?? name}`,
    element,
    update: (to) => named(to) === name,
  };
}

const BULLET = /^\s*[-*]\s+/;
const NUMBER = /^\s*\d+\.\s+/;
const TABLE_RULE = /^\s*\|?[\s:|-]+\|[\s:|-]*$/;

/**
 * Headings, paragraphs, lists, tables, code, bold and italics; all else is text.
 * @param {string} markdown
 * @returns {HTMLElement[]}
 */
export function render(markdown) {
  const lines = markdown.replaceAll('\r', '').split('\n');
  /** @type {HTMLElement[]} */
  const out = [];
  let at = 0;
  /** Takes lines while they belong to what has begun. @param {(line: string) => boolean} belongs */
  const take = (belongs) => {
    const taken = [];
    while (at < lines.length && belongs(lines[at] ?? '')) {
      taken.push(lines[at] ?? '');
      at += 1;
    }
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,4})\s+(.*)$/.exec(line);
    if (line.trim() === '') {
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      const code = take((next) => !next.startsWith('```'));
      at += 1;
      out.push(el('pre', { tabindex: 0, role: 'group', 'aria-label': 'Example' }, el('code', {}, code.join('\n'))));
    } else if (heading) {
      at += 1;
      const level = /** @type {'h1' | 'h2' | 'h3' | 'h4'} */ (`h${heading[1]?.length ?? 1}`);
      out.push(inline(el(level), heading[2] ?? ''));
    } else if (line.includes('|') && TABLE_RULE.test(lines[at + 1] ?? '')) {
      out.push(table(take((next) => next.includes('|'))));
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const mark = BULLET.test(line) ? BULLET : NUMBER;
      const items = take((next) => next.trim() !== '' && !/^(#{1,4}\s|```)/.test(next));
      out.push(list(mark === BULLET ? 'ul' : 'ol', items, mark));
    } else {
      const words = take((next) => next.trim() !== '' && !/^(#{1,4}\s|```)/.test(next) && !BULLET.test(next));
      out.push(inline(el('p'), words.join(' ')));
    }
  }
  return out;
}

/** @param {'ul' | 'ol'} kind @param {string[]} lines @param {RegExp} mark */
function list(kind, lines, mark) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return el(kind, {}, ...items.map((item) => inline(el('li'), item)));
}

/** @param {string[]} lines */
function table(lines) {
  const cells = (/** @type {string} */ line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim());
  const [head = '', , ...rows] = lines;
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Table' },
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, ...cells(head).map((text) => inline(el('th', { scope: 'col' }), text)))),
      el('tbody', {}, ...rows.map((line) => el('tr', {}, ...cells(line).map((text) => inline(el('td'), text))))),
    ),
  );
}

/**
 * Code, bold and italics inside of a text.
 * @template {HTMLElement} T
 * @param {T} parent
 * @param {string} text
 * @returns {T}
 */
function inline(parent, text) {
  for (const part of text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)) {
    if (part.startsWith('`') && part.length > 2) add(parent, el('code', {}, part.slice(1, -1)));
    else if (part.startsWith('**') && part.length > 4) add(parent, el('strong', {}, part.slice(2, -2)));
    else if (part.startsWith('*') && part.length > 2) add(parent, el('em', {}, part.slice(1, -1)));
    else add(parent, part);
  }
  return parent;
}
