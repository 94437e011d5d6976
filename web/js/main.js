// Shows the view that the address names.

import { openAnalysis } from './analysis.js';
import { api } from './api.js';
import { button, el } from './dom.js';
import { openEditor } from './editor.js';
import { openGames } from './games.js';
import { openSeat } from './invite.js';
import { openLearn } from './learn.js';
import { openLobby } from './lobby.js';
import { openPlay } from './play.js';
import { openPuzzles } from './puzzles.js';
import { openRules } from './rules.js';
import { openSetup } from './setup.js';
import { Refusal } from './refusal.js';
import { arrive, scrollWhenThere, watchScrolling } from './scrolling.js';
import { currentRoute, fail, greet } from './shell.js';
import { openTournament } from './tournament.js';
import { openTree } from './tree.js';

/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** @type {Record<string, (route: Route) => Promise<View>>} */
const VIEWS = {
  home: openSetup,
  game: openPlay,
  analysis: openAnalysis,
  tree: openTree,
  learn: openLearn,
  editor: openEditor,
  games: openGames,
  puzzles: openPuzzles,
  rules: openRules,
};

/** Views that need other people, where some can be reached. @type {typeof VIEWS} */
const ONLINE_VIEWS = { lobby: openLobby, tournament: openTournament, seat: openSeat, join: openSeat };

/** Views without a link of their own on top. @type {Record<string, string>} */
const PARENTS = { game: 'home', tournament: 'lobby' };

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
/** @type {{ name: string, view: View } | null} */
let shown = null;
let asked = 0;

/**
 * A view that cannot be opened now leaves the one that is there, if any; what does not exist would be mistaken for that one.
 * @param {unknown} error
 */
function sorry(error) {
  const missing = error instanceof Refusal && error.status === 404;
  if (missing) {
    shown?.view.close?.();
    shown = null;
    document.title = 'Not found – Quadrille';
  }
  fail(error);
  if (shown !== null) return;
  main.replaceChildren(
    el(
      'div',
      { class: 'page' },
      el('h1', {}, 'This page cannot be shown'),
      el(
        'div',
        { class: 'row' },
        button('try-again', 'Try again', () => void show()),
        el('a', { class: 'button', href: '#/' }, 'Start a game'),
        el('a', { class: 'button', href: '#/games' }, 'All games'),
      ),
    ),
  );
}

async function show() {
  const route = currentRoute();
  asked += 1;
  const mine = asked;
  const place = arrive();
  delete document.body.dataset.loading;
  if (shown?.name === route.view && shown.view.update(route) !== false) {
    document.title = `${shown.view.title} – Quadrille`;
    greet();
    if (place !== null) scrollWhenThere(place);
    return;
  }
  document.body.dataset.loading = '';
  const { online } = await api.catalogue().catch(() => ({ online: true }));
  if (mine !== asked) return;
  // Styles hide what needs other people.
  document.body.classList.toggle('offline', !online);
  const views = online ? { ...VIEWS, ...ONLINE_VIEWS } : VIEWS;
  const open = Object.hasOwn(views, route.view) ? views[route.view] : undefined;
  if (open === undefined) {
    delete document.body.dataset.loading;
    sorry(new Error('There is no such page.'));
    return;
  }
  try {
    const view = await open(route);
    if (mine !== asked) {
      view.close?.();
      // It may have said something already: the view that is open now has the last word.
      if (document.body.dataset.loading === undefined) void show();
      return;
    }
    const first = shown === null;
    shown?.view.close?.();
    shown = { name: route.view, view };
    document.body.dataset.view = route.view;
    document.title = `${view.title} – Quadrille`;
    main.replaceChildren(view.element);
    greet();
    if (view.problem) fail(view.problem);
    for (const link of document.querySelectorAll('nav [data-view]')) {
      const here = link.getAttribute('data-view') === (PARENTS[route.view] ?? route.view);
      if (here) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    if (!first) main.focus({ preventScroll: true });
    scrollWhenThere(place ?? 0);
  } catch (error) {
    if (mine === asked) sorry(error);
  } finally {
    if (mine === asked) delete document.body.dataset.loading;
  }
}

document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault(); // its address is not a view
  main.focus();
});
watchScrolling();
addEventListener('hashchange', () => void show());
addEventListener('routechange', () => void show());
void show();
