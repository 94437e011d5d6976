// The standings of a tournament: points, ratings drawn with their errors, and who has played whom.

import { el, svg } from './dom.js';

/** @typedef {import('./api.js').Tournament} Tournament */
/** @typedef {import('./api.js').TournamentEntry} TournamentEntry */
/** @typedef {import('./api.js').TournamentPlayer} TournamentPlayer */

/** What a tournament is doing, in words. @param {TournamentEntry} tournament */
export function stageWords({ stage, played, games }) {
  if (stage === 'waiting') return 'it has not begun';
  const count = `${played} of ${games} ${games === 1 ? 'game' : 'games'}`;
  if (stage === 'running') return `being played, ${count}`;
  return stage === 'over' ? `over, ${count}` : `stopped after ${count}`;
}

/** A result: `1–0`, `½–½`. @param {string} result */
export const scoreText = (result) => result.replaceAll('1/2', '½').replace('-', '–');

/** What ends the players' thinking, in words: `depth=4`, `nodes=1000`, `time=100ms` or `clock=10s+100ms`. @param {string} control */
export function controlText(control) {
  const [kind, value = ''] = control.split('=');
  const spaced = value.replaceAll('000ms', 's').replaceAll(/(\d)([a-z]+)/g, '$1 $2').replace('+', ' + ');
  if (kind === 'depth') return `${value} ${value === '1' ? 'ply' : 'plies'} ahead`;
  if (kind === 'nodes') return `${value} positions a move`;
  return kind === 'time' ? `${spaced} a move` : `a clock of ${spaced} a move`;
}

/** @param {number} points */
export const pointsText = (points) => (Number.isInteger(points) ? String(points) : `${Math.floor(points) || ''}½`);

/** @param {TournamentPlayer} player */
function ratingText({ elo, error }) {
  if (elo === null || error === null) return '–';
  const signed = `${elo < 0 ? '−' : '+'}${Math.abs(Math.round(elo))}`;
  return `${signed} ± ${Math.round(error)}`;
}

/** From the lowest to the highest rating, with the errors; a little more, so that nothing touches the edge. @param {TournamentPlayer[]} players */
function scaleOf(players) {
  const rated = players.flatMap(({ elo, error }) => (elo === null || error === null ? [] : [elo - error, elo + error]));
  const [low, high] = [Math.min(0, ...rated), Math.max(0, ...rated)];
  const width = Math.max(1, high - low);
  return (/** @type {number} */ elo) => 3 + (94 * (elo - low)) / width;
}

/** A rating as a point on a line as long as its error. @param {TournamentPlayer} player @param {(elo: number) => number} at */
function errorBar({ elo, error }, at) {
  const zero = svg('line', { class: 'zero', x1: `${at(0)}%`, x2: `${at(0)}%`, y1: '0', y2: '100%' });
  const picture = svg('svg', { class: 'error-bar', 'aria-hidden': 'true' }, zero);
  if (elo === null || error === null) return picture;
  const [low, high] = [`${at(elo - error)}%`, `${at(elo + error)}%`];
  picture.append(
    svg('line', { class: 'error', x1: low, x2: high, y1: '50%', y2: '50%' }),
    ...[low, high].map((x) => svg('line', { class: 'error', x1: x, x2: x, y1: '30%', y2: '70%' })),
    svg('circle', { cx: `${at(elo)}%`, cy: '50%', r: 6 }),
  );
  return picture;
}

/** @param {string} name @param {string} [kind] */
const head = (name, kind) => el('th', { scope: 'col', class: kind }, name);

/** The players, the best one first. @param {Tournament} tournament */
export function ranking({ players }) {
  const at = scaleOf(players);
  const hasFaults = players.some(({ faults }) => faults > 0);
  const rows = players.map((player) =>
    el(
      'tr',
      { 'data-player': player.name },
      el('td', {}, player.rank),
      el('th', { scope: 'row', title: player.name }, player.name),
      el('td', { class: 'number' }, el('strong', {}, pointsText(player.points)), el('span', { class: 'quiet' }, ` / ${player.wins + player.draws + player.losses}`)),
      el('td', { class: 'number rating' }, ratingText(player)),
      el('td', { class: 'bar' }, errorBar(player, at)),
      el('td', { class: 'number wide count' }, player.wins),
      el('td', { class: 'number wide count' }, player.draws),
      el('td', { class: 'number wide count' }, player.losses),
      hasFaults && el('td', { class: `number wide${player.faults > 0 ? ' faulty' : ''}` }, player.faults),
    ),
  );
  const columns = [head('#'), head('Player'), head('Points', 'number'), head('Elo', 'number'), head('with its error', 'bar'), head('Won', 'number wide count'), head('Drawn', 'number wide count'), head('Lost', 'number wide count')];
  return el('table', { id: 'standings' }, el('thead', {}, el('tr', {}, ...columns, hasFaults && head('Faults', 'number wide'))), el('tbody', {}, ...rows));
}

/** The points of each player against each other. @param {Tournament} tournament */
export function crosstable({ players }) {
  const numbers = players.map((player, index) => el('th', { scope: 'col', title: player.name }, index + 1));
  const cell = (/** @type {number | null} */ points, /** @type {boolean} */ own) => el('td', { class: own ? 'own' : '' }, own || points === null ? '' : pointsText(points));
  const rows = players.map((player, index) =>
    el('tr', {}, el('td', {}, index + 1), el('th', { scope: 'row', title: player.name }, player.name), ...player.against.map((points, other) => cell(points, other === index))),
  );
  return el('table', { class: 'cross' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, '#'), el('th', { scope: 'col' }, 'Points against'), ...numbers)), el('tbody', {}, ...rows));
}
