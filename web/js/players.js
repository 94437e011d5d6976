// The two players beside the board: who they are, whose turn it is, what they have captured, and their clocks.

import { el, setAttribute, setText } from './dom.js';
import { clockText, playerText, seenText, sideName } from './words.js';

/** @typedef {import('./api.js').Game} Game */
/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./clock.js').Clock} Clock */

/** @type {Side[]} */
const SIDES = ['w', 'b'];
/** What is longer than this does not fit into a line on a phone. */
const LONG = 22;
/** A clock that shows less than this is marked as short, in milliseconds. */
const SHORT = 20_000;

/** @param {Game} game @param {Side} side */
export const playerOf = (game, side) => (side === 'w' ? game.white : game.black);

/** What to call the player of a side in a sentence: the name, or the colour. @param {Game} game @param {Side} side */
export const calledIn = (game, side) => playerText(playerOf(game, side), sideName(side));

/** The sides that people play. @param {Game} game */
export const humansOf = (game) => SIDES.filter((side) => playerOf(game, side).kind === 'human');

/** Who plays a side, as this browser sees it. @param {Game} game @param {Side} side */
function nameOf(game, side) {
  if (game.open.includes(side)) return `${sideName(side)}: nobody yet`;
  const mine = game.seats.filter((seat) => !game.open.includes(seat));
  const player = playerOf(game, side);
  // Two people at this screen know who they are.
  if (mine.length === 2 && player.kind === 'human' && player.name === undefined) return sideName(side);
  return `${sideName(side)}: ${seenText(player, mine.length === 1 && mine[0] === side, mine.length === 1 ? 'your opponent' : 'guest')}`;
}

/** @param {'white' | 'black'} colour */
function strip(colour) {
  const name = el('span', { class: 'player-name' });
  const captured = el('span', { class: 'captured' });
  const clock = el('span', { class: 'clock' });
  const element = el(
    'div',
    { class: `player ${colour}` },
    el('span', { class: 'disc', 'aria-hidden': 'true' }),
    name,
    el('span', { class: 'thinking', 'aria-hidden': 'true' }),
    captured,
    clock,
  );
  return { name, captured, clock, element };
}

export class Players {
  constructor() {
    this.strips = { w: strip('white'), b: strip('black') };
    this.top = el('div', { class: 'strip' });
    this.bottom = el('div', { class: 'strip' });
  }

  /**
   * @param {Game} game
   * @param {boolean} flipped
   * @param {boolean} thinking whether an engine is thinking
   * @param {Side[]} away the sides whose players are not there
   */
  show(game, flipped, thinking, away) {
    for (const side of SIDES) {
      const { name, clock, element } = this.strips[side];
      const turn = game.result === null && game.line.side === side;
      const words = `${nameOf(game, side)}${away.includes(side) ? ' (away)' : ''}`;
      setText(name, words);
      setAttribute(name, 'data-long', words.length > LONG);
      clock.hidden = game.clocks === null;
      element.classList.toggle('turn', turn);
      element.classList.toggle('busy', thinking && turn);
    }
    const { w, b } = this.strips;
    const [upper, lower] = game.line.board.white_on_top !== flipped ? [w, b] : [b, w];
    this.top.replaceChildren(upper.element);
    this.bottom.replaceChildren(lower.element);
  }

  /** Where the men that each side has captured are drawn. */
  get captured() {
    return { w: this.strips.w.captured, b: this.strips.b.captured };
  }

  /** @param {Clock} clock */
  showClocks(clock) {
    for (const side of SIDES) {
      const left = clock.left(side);
      setText(this.strips[side].clock, clockText(left));
      this.strips[side].clock.classList.toggle('short', left < SHORT);
    }
  }
}
