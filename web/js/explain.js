// Explains a position by the terms of its evaluation, and a move by the best answer to it.

import { el } from './dom.js';
import { forWhite, scoreText, sideName, signed } from './words.js';

/** @typedef {import('./api.js').BestLine} BestLine */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Side} Side */

/**
 * What the evaluation sees in a position, in words.
 * @param {Line} line
 */
export function termsInWords({ terms, evaluation, side, ending }) {
  const white = forWhite(evaluation, side);
  const lead = white === 0 ? 'Level' : `${white > 0 ? 'White' : 'Black'} is ahead by ${Math.abs(white)}`;
  const items = terms
    .filter((term) => term.white !== 0 || term.black !== 0)
    .map((term) => ({ ...term, worth: term.weight * (term.white - term.black) }))
    .sort((a, b) => Math.abs(b.worth) - Math.abs(a.worth))
    .map(({ name, weight, white: ours, black, worth }) =>
      el(
        'li',
        { class: worth === 0 ? 'quiet' : '' },
        `${name}: White ${ours}, Black ${black}, at ${signed(weight)} each`,
        worth === 0 ? ': level' : `: ${Math.abs(worth)} for ${worth > 0 ? 'White' : 'Black'}`,
      ),
    );
  const intro =
    ending === null
      ? `${lead} without looking ahead. The reasons, the most important first:`
      : 'The game is over, so nothing is evaluated.';
  return [el('p', { class: 'quiet' }, intro), el('ul', {}, ...(ending === null ? items : []))];
}

/**
 * What a move is worth after the best answer to it.
 * @param {string} move
 * @param {BestLine} answer
 * @param {Side} other who answers
 * @param {BestLine | undefined} best the best line, as far as it is known
 */
export function whyInWords(move, answer, other, best) {
  const side = other === 'w' ? 'b' : 'w';
  // A win is counted in plies from the position before the move, as it is for the best line.
  const isDecided = Math.abs(answer.shown) > 900_000;
  const worth = -(isDecided ? answer.shown - Math.sign(answer.shown) : answer.shown);
  const value = scoreText(forWhite(worth, side));
  const start = `After ${move} ${sideName(other)} answers ${answer.move}, and the score is ${value}.`;
  if (best === undefined) return start;
  if (best.move === move) return `${start} That is the best move found.`;
  const loss = best.shown - worth;
  if (Math.abs(best.shown) > 900_000 || isDecided) {
    return `${start} With ${best.move} it is ${scoreText(forWhite(best.shown, side))}.`;
  }
  if (loss <= 0) return `${start} That is as good as ${best.move}.`;
  return `${start} That is ${loss} worse for ${sideName(side)} than ${best.move} (${scoreText(forWhite(best.shown, side))}).`;
}
