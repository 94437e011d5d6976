// What keeps people from using a page: what axe-core finds, and what makes the page scroll sideways.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds: in all its rules, or in those that are named.
 * @param {string[]} [rules]
 */
export async function violations(page, rules) {
  // Evaluated, not added as a script: the page allows no scripts but its own. It stays until the page is loaded again.
  if (!await page.tab.evaluate(() => 'axe' in globalThis)) await page.tab.evaluate(axe);
  return page.tab.evaluate(async (only) => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) });
    const place = ({ html, failureSummary }) => `${html.slice(0, 150)} (${failureSummary?.split('\n').slice(1).join(' ').slice(0, 200)})`;
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(place).join(' | ')}`);
  }, rules);
}

/** Of all that axe looks at, colours alone are different in the dark. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Whatever sticks out to the right makes the page scroll sideways. */
export const sideways = (page) => page.tab.evaluate(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5);
  return [`${scrollWidth} px instead of ${clientWidth}`, ...wide.slice(0, 5).map((element) => `${element.tagName} #${element.id} .${element.getAttribute('class')}`)];
});
