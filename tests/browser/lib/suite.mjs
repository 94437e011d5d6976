// What the tests of one file share: a server, a browser, and pages that are watched. A test that leaves an error in the
// console, a request that failed or a request to another host has failed.

import assert from 'node:assert/strict';
import { after, before, test as nodeTest } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { CHROMIUM, Server } from './server.mjs';

/** How long anything may take before it counts as not happening at all, in milliseconds. Nothing is faster or slower by it. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);
/** How long a whole test may take. */
export const TEST_DEADLINE = 4 * PATIENCE;

/**
 * Waits until a question has the answer that is wanted. What it says when that never comes is what `look` gave last. A question that
 * cannot be asked yet, because what it asks about is being drawn anew, is asked again.
 */
export async function until(what, look, wanted, patience = PATIENCE) {
  const deadline = Date.now() + patience;
  for (;;) {
    let seen;
    try {
      seen = await look();
      if (wanted(seen)) return seen;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`, { cause: error });
    }
    if (Date.now() > deadline) assert.fail(`waited in vain until ${what}; last seen: ${JSON.stringify(seen)}`);
    await sleep(30);
  }
}

export function launch() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
      // Nothing but this machine can be reached, whatever the browser would like to do on its own.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

/** Waits until something has ended. What does not end when it is told to must not hold up everything else: it ends with this process. */
async function ended(what, ending) {
  const late = Symbol('late');
  if (await Promise.race([ending, sleep(PATIENCE, late, { ref: false })]) === late) console.log(`# ${what} has not ended within ${PATIENCE} ms`);
}

/** Begins the tests of a file. @param {{ binary?: () => string, more?: string[] }} [options] the program, if it is not the usual one, and more arguments */
export function suite({ binary, more = [] } = {}) {
  /** @type {{ server: Server, browser: import('playwright-core').Browser }} */
  const shared = { server: /** @type {any} */ (null), browser: /** @type {any} */ (null) };
  before(async () => {
    [shared.server, shared.browser] = await Promise.all([Server.start(binary ? { binary: binary(), more } : { more }), launch()]);
  }, { timeout: TEST_DEADLINE });
  after(async () => {
    await Promise.all([ended('the browser', shared.browser?.close()), ended('the server', shared.server?.stop())]);
    setTimeout(() => {
      console.log(`# something is still open after ${PATIENCE} ms`);
      process.exit();
    }, PATIENCE).unref();
  });

  /**
   * A test with a page of its own.
   * @param {string} name
   * @param {(tools: { page: Page, api: import('./server.mjs').Api, server: Server }) => Promise<void>} body
   * @param {import('playwright-core').BrowserContextOptions & { animated?: boolean }} [options]
   */
  function test(name, body, options = {}) {
    nodeTest(name, { timeout: TEST_DEADLINE }, async () => {
      const page = await Page.open(shared.browser, shared.server, options);
      await page.use(() => body({ page, api: shared.server.api, server: shared.server }));
    });
  }
  /**
   * Other people with browsers of their own, who must not leave faults either.
   * @param {number} count
   * @param {(...pages: Page[]) => Promise<void>} work
   */
  async function others(count, work) {
    const pages = await Promise.all(Array.from({ length: count }, () => Page.open(shared.browser, shared.server)));
    try {
      await work(...pages);
      for (const page of pages) page.checkFaults();
    } finally {
      await Promise.all(pages.map(({ context }) => context.close()));
    }
  }
  return { test, shared, others };
}

/** A page of the browser, watched. */
export class Page {
  /** @param {import('playwright-core').Browser} browser @param {Server} server */
  static async open(browser, server, { animated = false, ...options } = {}) {
    const page = new Page();
    page.server = server;
    page.context = await browser.newContext({
      viewport: { width: 1280, height: 900 }, reducedMotion: animated ? 'no-preference' : 'reduce', acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'], ...options,
    });
    page.context.setDefaultTimeout(PATIENCE);
    page.tab = await page.context.newPage();
    page.faults = [];
    page.allowed = [];
    /** While this is so, requests fail. */
    page.serverGone = false;
    page.watch();
    return page;
  }

  watch() {
    const { tab, faults } = this;
    tab.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      if (this.serverGone && /net::ERR/.test(message.text())) return;
      // The browser itself reports each answer that is a refusal; those that a test provokes are allowed.
      if (this.allowed.some((pattern) => pattern.test(message.location().url)) && /status of 4\d\d/.test(message.text())) return;
      faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    tab.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
    tab.on('requestfailed', (request) => {
      // What the page calls off itself has not failed.
      if (!this.serverGone && request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(`${request.failure()?.errorText}: ${request.method()} ${request.url()}`);
    });
    tab.on('response', (response) => {
      if (response.status() < 400 || this.allowed.some((pattern) => pattern.test(response.url()))) return;
      faults.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
    tab.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (!['data:', 'blob:'].includes(protocol) && origin !== this.server.url) faults.push(`a request to another host: ${request.url()}`);
    });
  }

  /** Refusals of these addresses are part of the test. @param {RegExp} pattern */
  allow(pattern) {
    this.allowed.push(pattern);
  }

  checkFaults() {
    assert.deepEqual(this.faults, [], 'the page is without faults');
  }

  /** Does a test with the page, which must not leave faults, and closes it. @param {() => Promise<void>} work */
  async use(work) {
    try {
      await work();
      this.checkFaults();
    } catch (error) {
      await this.describe(error);
      throw error;
    } finally {
      await this.context.close();
    }
  }

  /** Adds to an error what the page looks like. @param {unknown} error */
  async describe(error) {
    if (!(error instanceof Error)) return;
    const seen = await Promise.race([this.text('#status').catch(() => '(no page)'), sleep(2000, '(no answer)', { ref: false })]);
    const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
    error.message = `${error.message.replace(/\x1b\[\d+m/g, '')}\n  at ${this.tab.url()}\n  status: ${seen}\n  faults: ${JSON.stringify(this.faults)}`;
    error.stack = `${error.name}: ${error.message}\n${frames.join('\n')}`;
    delete (/** @type {any} */ (error).log);
  }

  /**
   * Opens an address of the page, the part after the #, as if nothing had been open before: what is waited for must not be found in
   * a view that is about to leave.
   * @param {string} hash
   * @param {string} [ready]
   */
  async visit(hash, ready) {
    if (this.tab.url() !== 'about:blank') await this.tab.goto('about:blank');
    await this.follow(hash);
    if (ready !== undefined) await this.tab.locator(ready).first().waitFor();
  }

  /**
   * Opens an address from the view that is open, without loading the page again, which takes most of the time; and waits until the view
   * has replaced the one before.
   * @param {string} hash
   * @param {string} ready
   */
  async turnTo(hash, ready) {
    if (this.tab.url() === 'about:blank') await this.visit('/games', 'main h1');
    // A view that stays would show something else in the same place.
    const viewOf = (/** @type {string} */ address) => address.split(/[/?]/)[1];
    if (viewOf(this.hash) === viewOf(hash)) await this.turnTo(hash.startsWith('/games') ? '/learn' : '/games', 'main h1');
    await this.tab.locator('main').evaluate((main) => main.firstElementChild?.setAttribute('data-left', ''));
    await this.follow(hash);
    await this.tab.locator('[data-left]').waitFor({ state: 'detached' });
    await this.tab.locator(ready).first().waitFor();
  }

  /** Goes to an address from the view that is open, as a link does. @param {string} hash */
  async follow(hash) {
    await this.tab.goto(`${this.server.url}/#${hash}`);
  }

  /**
   * Lets requests wait until what this gives is called; with their answers on the way already, if that is wanted.
   * @param {string | RegExp} address
   * @param {{ answered?: boolean, times?: number }} [how]
   */
  async hold(address, { answered = false, ...how } = {}) {
    let release = () => {};
    const released = new Promise((done) => { release = () => done(undefined); });
    await this.tab.route(address, async (route) => {
      const response = answered ? await route.fetch() : undefined;
      await released;
      // Whoever has asked may not wait any more.
      await (response ? route.fulfill({ response }) : route.continue()).catch(() => {});
    }, how);
    return release;
  }

  /** Begins a game on the server and opens it. */
  async openGame(game, people, more = {}) {
    const made = await this.server.api.newGame(game, people, more);
    await this.visit(`/game/${made.id}`, '[data-board]');
    await this.shows(made.line.names, made.line.cells);
    return made;
  }

  /** Waits until the address names a game, other than one that it may have named before; its id. @param {string} [before] */
  async gameId(before) {
    return until('the address names a game', async () => /^\/game\/([^?]+)/.exec(this.hash)?.[1] ?? '', (id) => id !== '' && id !== before);
  }

  /** The part of the address after the #. */
  get hash() {
    return decodeURIComponent(new URL(this.tab.url()).hash.slice(1).replaceAll('+', ' '));
  }

  $(selector) {
    return this.tab.locator(selector);
  }

  async text(selector) {
    return ((await this.tab.locator(selector).first().textContent()) ?? '').trim();
  }

  /** Waits until an element is seen and has these words. */
  async sees(selector, words) {
    const found = this.tab.locator(selector).first();
    return until(`${selector} says ${words}`, async () => ((await found.isVisible()) ? (await found.textContent() ?? '').trim() : null),
      (text) => text !== null && (typeof words === 'string' ? text.includes(words) : words.test(text)));
  }

  /** Presses a button as a person does. */
  async press(selector) {
    await this.tab.locator(selector).first().click();
  }

  /** Stops an analysis, unless it has ended by itself. */
  async halt() {
    const stop = this.tab.locator('#stop');
    await until('the analysis stands still', async () => {
      if (await stop.isDisabled()) return true;
      await stop.click({ timeout: 1000 }).catch(() => {});
      return false;
    }, Boolean);
  }

  /** Where every control of the view is, on the whole page, or on the screen if it stays there. @returns {Promise<Record<string, string>>} */
  places() {
    return this.tab.evaluate(() => {
      const place = (/** @type {Element} */ control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const stays = control.parentElement !== null && getComputedStyle(control.parentElement).position === 'fixed';
        return [left, top + (stays ? 0 : scrollY), width, height].map(Math.round).join(' ');
      };
      return Object.fromEntries([...document.querySelectorAll('main button, main input, main select')]
        .map((control, index) => /** @type {const} */ ([control.id || `${control.tagName} ${index}`, control]))
        .filter(([, control]) => control.getBoundingClientRect().width > 0)
        .map(([name, control]) => [name, place(control)]));
    });
  }

  /** The first controls that are not where they were. @param {Record<string, string>} before */
  async moved(before) {
    return Object.entries(await this.places()).filter(([name, place]) => name in before && place !== before[name]).slice(0, 3)
      .map(([name, place]) => `${name}: ${place} instead of ${before[name]}`);
  }

  // ---- The board.

  /** Where an element is on the screen. One that is just being drawn anew is waited for. @param {import('playwright-core').Locator} element */
  box(element) {
    return until(`${element} is on the screen`, () => element.boundingBox(), (box) => box !== null);
  }

  cell(name) {
    return this.tab.locator(`[data-board] [data-cell="${name}"]`);
  }

  /** The letters on the board, as the page shows them, in the order of the names. @param {string[]} names */
  async men(names) {
    const shown = await this.tab.locator('[data-board] [data-cell]').evaluateAll((cells) =>
      cells.map((cell) => [cell.getAttribute('data-cell'), cell.getAttribute('data-man')]));
    const men = new Map(shown.map(([name, man]) => [name, man]));
    return names.map((name) => men.get(name) ?? '?').join('');
  }

  /** Waits until the board shows these men. */
  async shows(names, cells) {
    await until(`the board shows ${cells}`, () => this.men(names), (shown) => shown === cells);
  }

  /** Waits until the list of moves has so many. @param {number} plies */
  async hasMoves(plies) {
    await until(`there are ${plies} moves`, () => this.moves(), (moves) => moves.length === plies);
  }

  /** The moves of the list. */
  moves() {
    return this.tab.locator('#moves [data-ply]:not([data-ply="0"]) .name').allTextContents();
  }

  /** Plays a move with two clicks; a third where several moves have the same ends. */
  async clickMove(line, { move, path }) {
    if (path.length === 0) return this.press('#pass');
    const [from, to] = [line.names[path[0]], line.names[path.at(-1)]];
    await until(`${from} can be moved`, () => this.cell(from).getAttribute('data-movable'), (value) => value !== null);
    await this.cell(from).click();
    await until(`${from} is selected`, () => this.cell(from).getAttribute('data-selected'), (value) => value !== null);
    await this.cell(to).click();
    const alike = line.moves.filter((other) => other.path[0] === path[0] && other.path.at(-1) === path.at(-1));
    if (alike.length > 1) await this.press(`#choices [data-move="${move}"]`);
  }
}
