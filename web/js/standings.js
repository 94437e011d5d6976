// The standings of a tournament: points, ratings drawn with their errors, and who has played whom.

import { el, svg } from './dom.js';
import { signed } from './words.js';

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
  return `${signed(Math.round(elo))} ± ${Math.round(error)}`;
}

/**
 * Places ratings on a line, in percent of its length: from the lowest to the highest, with the errors, and a little more, so that nothing
 * touches the edge. One player far from all others must not press them together: what is much further away than the middle half of all
 * ends is wide lies beyond the edge.
 * @param {TournamentPlayer[]} players
 */
function scaleOf(players) {
  const ends = players.flatMap(({ elo, error }) => (elo === null || error === null ? [] : [elo - error, elo + error])).sort((a, b) => a - b);
  const quarter = (/** @type {number} */ part) => ends[Math.round(part * (ends.length - 1))] ?? 0;
  const reach = 1.5 * (quarter(0.75) - quarter(0.25));
  const low = Math.min(0, Math.max(quarter(0), quarter(0.25) - reach));
  const high = Math.max(0, Math.min(quarter(1), quarter(0.75) + reach));
  return (/** @type {number} */ elo) => 3 + (94 * (elo - low)) / Math.max(1, high - low);
}

/** A rating as a point on a line as long as its error; an arrow at the edge if it lies beyond. @param {TournamentPlayer} player @param {(elo: number) => number} at */
function errorBar({ elo, error }, at) {
  const zero = svg('line', { class: 'zero', x1: `${at(0)}%`, x2: `${at(0)}%`, y1: '0', y2: '100%' });
  const picture = svg('svg', { class: 'error-bar', 'aria-hidden': 'true' }, zero);
  if (elo === null || error === null) return picture;
  const place = at(elo);
  const ends = [at(elo - error), at(elo + error)];
  const [low, high] = ends.map((end) => `${Math.min(100, Math.max(0, end))}%`);
  picture.append(
    svg('line', { class: 'error', x1: low, x2: high, y1: '50%', y2: '50%' }),
    ...ends.filter((end) => end >= 0 && end <= 100).map((end) => svg('line', { class: 'error', x1: `${end}%`, x2: `${end}%`, y1: '30%', y2: '70%' })),
    place < 0 || place > 100
      ? svg('text', { x: place < 0 ? '0%' : '100%', y: '50%', 'text-anchor': place < 0 ? 'start' : 'end', 'dominant-baseline': 'central' }, place < 0 ? '◀' : '▶')
      : svg('circle', { cx: `${place}%`, cy: '50%', r: 6 }),
  );
  return picture;
}

/** What no column has room for; such words may break anywhere. Those of the second kind may where there is little room. */
const [LONGEST_WORD, LONG_WORD] = [20, 11];

/** A player's name, which takes a new line only after a space, a hyphen or one of the signs in an engine's settings. @param {string} name */
function nameParts(name) {
  return name.split(/(?<=[:=,;_/])/).flatMap((piece, index) => {
    const longest = Math.max(...piece.split(/[\s-]/).map(({ length }) => length));
    const text = longest > LONG_WORD ? el('span', { class: longest > LONGEST_WORD ? 'longest-word' : 'long-word' }, piece) : piece;
    return index === 0 ? [text] : [el('wbr'), text];
  });
}

/**
 * The tournament with its players in the order in which they are shown. The server orders them by rating; but ratings after a few games
 * would put somebody with few points above somebody with many. So the share of the points comes first until all games are over.
 * @param {Tournament} tournament
 * @returns {Tournament}
 */
export function ordered(tournament) {
  const { players } = tournament;
  if (isByRating(tournament)) return tournament;
  const shares = players.map(({ points, wins, draws, losses }) => (wins + draws + losses === 0 ? -1 : points / (wins + draws + losses)));
  const better = (/** @type {number} */ a, /** @type {number} */ b) => (shares[b] ?? 0) - (shares[a] ?? 0) || (players[b]?.elo ?? 0) - (players[a]?.elo ?? 0);
  const order = players.map((_, index) => index).sort(better);
  /** @type {TournamentPlayer[]} */
  const sorted = [];
  order.forEach((index, place) => {
    const player = players[index];
    if (player === undefined) return;
    const before = order[place - 1];
    const isEqual = before !== undefined && better(before, index) === 0;
    const rank = isEqual ? (sorted.at(-1)?.rank ?? 1) : place + 1;
    sorted.push({ ...player, rank, against: order.map((other) => player.against[other] ?? null) });
  });
  return { ...tournament, players: sorted };
}

/** Whether the players stand in the order of their ratings. @param {Tournament} tournament */
export const isByRating = ({ played, games }) => played >= games;

/** @param {string} name @param {string} [kind] */
const head = (name, kind) => el('th', { scope: 'col', class: kind }, name);

/** The players, in their order. @param {Tournament} tournament */
export function ranking({ players }) {
  const at = scaleOf(players);
  const hasFaults = players.some(({ faults }) => faults > 0);
  const rows = players.map((player) =>
    el(
      'tr',
      { 'data-player': player.name },
      el('td', {}, player.rank),
      el('th', { scope: 'row', title: player.name }, ...nameParts(player.name)),
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
    el('tr', {}, el('td', {}, index + 1), el('th', { scope: 'row', title: player.name }, ...nameParts(player.name)), ...player.against.map((points, other) => cell(points, other === index))),
  );
  return el('table', { class: 'cross' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, '#'), el('th', { scope: 'col' }, 'Points against'), ...numbers)), el('tbody', {}, ...rows));
}
