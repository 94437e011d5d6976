// What the other player offers: a draw, taking a move back, another game.

import { button, el, setShown, setText } from './dom.js';
import { sideName } from './words.js';

/** @typedef {import('./api.js').Game} Game */
/** @typedef {import('./api.js').OfferKind} OfferKind */

/** What somebody else has done. @type {Record<OfferKind, string>} */
export const OFFERED = { draw: 'offers a draw', undo: 'asks to undo', rematch: 'offers a rematch' };
/** @type {Record<OfferKind, string>} */
export const OWN = { draw: 'You offer a draw', undo: 'You ask to undo', rematch: 'You offer a rematch' };
/** What the other one has declined. @type {Record<OfferKind, string>} */
export const DECLINED = { draw: 'the draw', undo: 'to take back the move', rematch: 'the rematch' };

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

  /** @param {Game} game */
  show({ offer, seats }) {
    const mine = offer !== null && seats.includes(offer.by);
    setShown(this.element, offer !== null && seats.length > 0);
    if (offer === null) return;
    this.kind = offer.kind;
    setText(this.words, mine ? `${OWN[offer.kind]}.` : `${sideName(offer.by)} ${OFFERED[offer.kind]}.`);
    this.agree.hidden = mine;
    setText(this.decline, mine ? 'Withdraw' : 'Decline');
  }
}
