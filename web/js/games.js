// The stored games: listed, searched, opened, deleted; and records pasted in.

import { api } from './api.js';
import { defaultGame, titleOf } from './catalogue.js';
import { button, el, setText } from './dom.js';
import { exchangePanel } from './exchange.js';
import { address, fail, go, say } from './shell.js';
import { dateText, moveCount, moveUnit, playersText } from './words.js';

/** @typedef {import('./api.js').GameRow} GameRow */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

const PAGE = 50;
/** How many games one answer has at most. */
const MOST = 200;
/** How long after the last key the search begins, in milliseconds. */
const REST = 200;

/** @param {Route} route @returns {Promise<View>} */
export async function openGames(route) {
  const catalogue = await api.catalogue();
  /** The request for the list, until it is answered. @type {AbortController | null} */
  let loading = null;
  let searched = '';
  /** How many games are asked for, and how many are there. */
  let wanted = PAGE;
  let shown = 0;
  let timer = 0;

  const search = el('input', {
    id: 'games-search',
    type: 'search',
    placeholder: 'Game, player, result or reason',
    input: () => later(),
  });
  const count = el('p', { class: 'quiet' });
  const body = el('tbody', { id: 'games-list' });
  const more = button('games-more', 'More games', () => go(address('games', { search: searched, shown: shown + PAGE }), true), { hidden: true });
  const table = el(
    'table',
    { class: 'games' },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ...['Game', 'White', 'Black', 'Moves', 'Result', 'Last move'].map((name) => el('th', { scope: 'col' }, name)),
        el('td', {}),
      ),
    ),
    body,
  );
  const empty = el('p', { hidden: true });

  function later() {
    clearTimeout(timer);
    timer = window.setTimeout(() => go(address('games', { search: search.value.trim() }), true), REST);
  }

  async function load() {
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    try {
      const { total, games } = await api.games(searched, 0, Math.min(wanted, MOST), mine.signal);
      while (games.length < Math.min(wanted, total)) {
        const { games: others } = await api.games(searched, games.length, Math.min(wanted - games.length, MOST), mine.signal);
        if (others.length === 0) break;
        games.push(...others);
      }
      if (loading !== mine) return;
      loading = null;
      const focused = body.contains(document.activeElement) ? document.activeElement : null;
      body.replaceChildren(...games.map(row));
      refocus(focused);
      shown = games.length;
      more.hidden = shown >= total;
      table.hidden = total === 0;
      empty.hidden = total > 0;
      empty.replaceChildren(
        searched === '' ? 'No games yet. ' : 'No game matches. ',
        searched === '' ? el('a', { href: '#/' }, 'Start one') : el('a', { href: address('games') }, 'Show all'),
      );
      setText(count, total === 1 ? '1 game' : `${total} games`);
    } catch (error) {
      if (loading === mine) loading = null;
      fail(error);
    }
  }

  /** @param {string} id */
  const rowOf = (id) => body.querySelector(`[data-game-id="${CSS.escape(id)}"]`);

  /** Restores the focus in the row of the same game. @param {Element | null} before */
  function refocus(before) {
    if (before === null || before.isConnected) return;
    const id = before.closest('[data-game-id]')?.getAttribute('data-game-id') ?? '';
    rowOf(id)?.querySelector(before instanceof HTMLButtonElement ? 'button' : 'a')?.focus();
  }

  /** @param {GameRow} game */
  function row(game) {
    const title = titleOf(catalogue, game.game);
    const remove = button(null, 'Delete', () => void drop(game), {
      'data-delete': game.id,
      class: 'small',
      hidden: !game.deletable,
      'aria-label': `Delete ${title}, ${dateText(game.created)}`,
    });
    const { white, black } = playersText(game);
    const state = game.result === null ? 'in progress' : `${game.result} – ${game.reason ?? ''}`;
    return el(
      'tr',
      { 'data-game-id': game.id },
      el('th', { scope: 'row' }, el('a', { href: address(`game/${game.id}`) }, title)),
      el('td', { 'data-label': 'White' }, white),
      el('td', { 'data-label': 'Black' }, black),
      el('td', { 'data-label': 'Moves', 'data-unit': moveUnit(game.plies) }, moveCount(game.plies)),
      el('td', { 'data-label': 'Result' }, state),
      el('td', { 'data-label': 'Last move' }, dateText(game.updated)),
      el('td', {}, remove),
    );
  }

  /** Deletes at once; this can be undone. @param {GameRow} game */
  async function drop(game) {
    try {
      await api.deleteGame(game.id);
      const line = rowOf(game.id);
      const next = line?.nextElementSibling ?? line?.previousElementSibling;
      line?.remove();
      const undo = button('undo-delete', 'Undo', () => void restore(game.id));
      undone.replaceChildren(`${titleOf(catalogue, game.game)} is deleted. `, undo);
      undone.hidden = false;
      say('The game is deleted.');
      const focus = next?.querySelector('button') ?? undo;
      focus.focus();
      if (line !== null) shown -= 1;
      setText(count, `${shown} ${shown === 1 ? 'game' : 'games'} shown`);
      // A list that was requested before may still have it.
      if (loading !== null) void load();
    } catch (error) {
      fail(error);
    }
  }

  const undone = el('p', { class: 'note', hidden: true });

  /** @param {string} id */
  async function restore(id) {
    try {
      await api.restoreGame(id);
      undone.hidden = true;
      say('The game is back.');
      await load();
    } catch (error) {
      fail(error);
    }
  }

  /** @param {Route} to */
  function update({ params }) {
    searched = params.get('search') ?? '';
    wanted = Math.max(PAGE, Number(params.get('shown')) || 0);
    if (search.value.trim() !== searched) search.value = searched;
    say('');
    void load();
  }

  const element = el(
    'div',
    { class: 'page' },
    el('h1', {}, 'Games'),
    el('label', { class: 'field' }, el('span', {}, 'Search'), search),
    undone,
    count,
    el('div', { class: 'scroll' }, table),
    empty,
    more,
    exchangePanel({ catalogue, game: defaultGame(catalogue), open: true }),
  );
  update(route);
  return {
    title: 'Games',
    element,
    update,
    close: () => {
      clearTimeout(timer);
      loading?.abort();
    },
  };
}
