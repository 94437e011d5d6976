// What the other player offers: a draw, taking a move back, another game.

import { button, el, setShown, setText } from './dom.js';
import { calledIn } from './players.js';
import { clockText } from './words.js';

/** @typedef {import('./api.js').OfferKind} OfferKind */
/** @typedef {import('./game-state.js').GameState} GameState */

/** @type {Record<OfferKind, (view: GameState) => string>} */
const OFFERED = { draw: () => 'offers a draw', undo: undoWords, rematch: () => 'offers a rematch' };
/** @type {Record<OfferKind, string>} */
const OWN = { draw: 'You offer a draw', undo: 'You ask to take a move back', rematch: 'You offer a rematch' };
/** What the other one has declined. @type {Record<OfferKind, string>} */
export const DECLINED = { draw: 'the draw', undo: 'to take back the move', rematch: 'the rematch' };

/** What somebody asks for who wants to undo: whoever agrees has to know what happens then. @param {GameState} view */
function undoWords({ over, endedByHand, flagged, game: { clock } }) {
  if (!over) return 'asks to take back the last move';
  if (!endedByHand) return 'asks to take back the last move and to play on';
  return flagged === null || clock === null ? 'asks to play on' : `asks to play on, with ${clockText(clock.start_ms)} on the clock that has run out`;
}

/** What is offered, as this player is told; nothing to those who watch. @param {GameState} view */
export function offerWords(view) {
  const { offer, seats } = view.game;
  if (offer === null || seats.length === 0) return '';
  return seats.includes(offer.by) ? `${OWN[offer.kind]}.` : `${calledIn(view.game, offer.by)} ${OFFERED[offer.kind](view)}.`;
}

/** The part of a game's view that shows an offer. Its place is kept while there is none. */
export class OfferBox {
  /** @param {{ agree: (kind: OfferKind) => void, decline: () => void }} actions */
  constructor(actions) {
    /** @type {OfferKind} */
    this.kind = 'draw';
    this.words = el('span', { id: 'offer' });
    this.agree = button('agree', 'Agree', () => actions.agree(this.kind), { class: 'primary' });
    this.decline = button('decline', 'Decline', () => actions.decline());
    this.element = el('div', { class: 'row offer', role: 'status' }, this.words, this.agree, this.decline);
    setShown(this.element, false);
  }

  /** @param {GameState} view */
  show(view) {
    const { offer, seats } = view.game;
    const mine = offer !== null && seats.includes(offer.by);
    setShown(this.element, offer !== null && seats.length > 0);
    if (offer === null) return;
    this.kind = offer.kind;
    setText(this.words, offerWords(view));
    this.agree.hidden = mine;
    setText(this.decline, mine ? 'Withdraw' : 'Decline');
  }
}
