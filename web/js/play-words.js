// What the status line says about a game: what has just happened, and what can be done now.

import { endingTold } from './guide.js';
import { offerWords } from './offers.js';
import { calledIn, playerOf } from './players.js';
import { otherSide, sideAt } from './position.js';
import { hasEffects, moveNumber, plySentence, sideName } from './words.js';

/** @typedef {import('./play.js').Play} Play */

/** @param {Play} view */
export function playWords(view) {
  const { line } = view.game;
  const ply = view.shownPly;
  const words = [plySentence(line, ply, view.men)];
  // The engine answers soon, and then a person's capture would go unsaid.
  const answered = ply > 1 && view.isHuman(sideAt(line, ply - 2)) && !view.isHuman(sideAt(line, ply - 1));
  if (answered && hasEffects(line, ply - 1, view.men)) words.unshift(plySentence(line, ply - 1, view.men));
  words.push(...nextWords(view));
  if (!view.over) words.push(...view.away.map((side) => `${calledIn(view.game, side)} is away.`));
  words.push(offerWords(view), view.offered === null ? '' : 'Agree or decline.');
  return words.filter(Boolean).join(' ');
}

/** Why nothing can be moved here, whatever somebody tries; nothing if that depends on the man. @param {Play} view */
export function idleWords(view) {
  const { side } = view.game.line;
  const waiting = !view.over && !view.deleted && !view.may('move');
  if (waiting && view.game.seats.length === 0) return 'You are watching.';
  if (view.asked !== null) return 'This is an earlier position. Go to the last one to play.';
  if (!waiting || !view.withAnother) return '';
  const player = playerOf(view.game, side);
  return player.kind === 'human' && player.name !== undefined ? `It is ${player.name}’s turn.` : `It is ${sideName(side)}’s turn: wait for the other player.`;
}

/** Who is to move, and what this browser can do about it. @param {Play} view */
function nextWords(view) {
  const { game, open } = view;
  const { line } = game;
  const side = sideName(sideAt(line, view.shownPly));
  if (view.asked !== null) return [`${side} to move. This is an earlier position: the game is at move ${moveNumber(line, view.length)}.`];
  if (view.over) return [endingTold(view.family, { ...game, seats: view.seats })];
  if (view.engine.thinking) return [`${side} is thinking. ${view.humans.length > 0 ? 'Undo or Resign stops it.' : 'Stop halts the game.'}`];
  if (open !== null && !view.canJoin) return [`Waiting in the lobby for somebody to play ${sideName(open)}. Keep this page open, or press “Stop waiting”.`];
  if (open !== null) return [`Nobody plays ${sideName(open)} yet: press “Play ${sideName(open)}” to join.`];
  if (view.withAnother && !view.may('move')) return [`${side} to move. You play ${sideName(otherSide(line.side))}.`];
  if (!view.may('move')) return [`${side} to move. You are watching.`];
  if (!view.isHuman(line.side)) return [`${side}’s engine waits. Press “Continue”.`];
  if (view.mustPass) return [`${side} has no legal move, so the turn is lost: press Pass.`];
  if (game.seats.length === 1) return [`Your turn: you play ${side}.`];
  const first = view.humans.length === 2 && view.length === 0;
  return [
    `${side} to move.`,
    first && view.may('seats') ? 'Play both sides here, or press “Invite somebody”.' : '',
    first && game.clock !== null ? 'The clock starts with the first move, or when somebody joins.' : '',
  ];
}
