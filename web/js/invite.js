// Invites somebody to a seat of a game: by a link, a short code, or a picture for the camera of a phone.

import { Refusal, api } from './api.js';
import { confirmed } from './dialog.js';
import { button, el, setText, svg } from './dom.js';
import { nameField, ownName } from './own-name.js';
import { playerOf } from './players.js';
import { otherSide } from './position.js';
import { address, fail, go, say } from './shell.js';
import { capital, playerText, sideName } from './words.js';

/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** Whether the page was opened by an address that other machines cannot use. */
export const isLocal = () => /^(localhost|127\.|0\.0\.0\.0|\[::1\])/.test(location.hostname);

/** Who can use the addresses that are shown here, if that is not everybody. @param {import('./api.js').Catalogue} catalogue */
export function reachWords({ shared }) {
  if (!shared) return 'Only this machine can reach this server: a link works in another browser or in a private window here. “quadrille serve --bind 0.0.0.0” lets other machines in.';
  return isLocal() ? 'This address works on this machine only. Open the page by the address for others that “quadrille serve” has printed, and others can use what is shown here.' : '';
}

/** The part of a game's view that gives seats away. */
export class Invitation {
  /**
   * @param {import('./play.js').Play} view
   * @param {string} reach who can use a link, if that is not everybody
   */
  constructor(view, reach) {
    const { id } = view.game;
    this.id = id;
    this.view = view;
    /** The side that somebody is invited to and has not taken yet. @type {Side | null} */
    this.invited = null;
    this.words = el('p', { class: 'quiet' });
    this.given = el('div', { class: 'invitation' });
    this.summary = el('summary', {}, 'Invite somebody');
    this.name = nameField('own-name', () => this.renamed());
    this.buttons = el('div', { class: 'row' });
    const watch = el('input', { id: 'watch-link', readonly: true, value: linkTo(address(`game/${id}`)), 'aria-label': 'Link to watch' });
    this.element = el(
      'details',
      { class: 'fold online', id: 'invite' },
      this.summary,
      reach !== '' && el('p', { class: 'quiet', id: 'invite-reach' }, reach),
      this.words,
      this.buttons,
      this.given,
      el('div', { class: 'row' }, this.name),
      el('p', { class: 'quiet' }, 'Everybody may watch by this link: '),
      el('div', { class: 'row' }, watch, copyButton(watch)),
    );
  }

  /**
   * @param {Side[]} sides those that can be given away
   * @param {Side | null} open the one that is in the lobby
   * @param {Side[]} kept those that this browser has
   */
  show(sides, open, kept) {
    if (this.invited !== null && !kept.includes(this.invited)) {
      // The game begins: what is below moves up to where it can be seen.
      this.given.replaceChildren(el('p', {}, `${playerText(playerOf(this.view.game, this.invited), 'Somebody')} plays ${sideName(this.invited)} now.`));
      this.element.open = false;
      this.invited = null;
    }
    setText(this.summary, sides.length > 0 ? 'Invite somebody' : kept.length > 0 ? 'Your name, and the link to watch' : 'Invite somebody to watch');
    this.name.hidden = kept.length === 0 || this.view.humans.length < 2;
    const key = sides.join('') + (open ?? '');
    if (this.buttons.dataset.sides === key) return;
    this.buttons.dataset.sides = key;
    this.words.textContent = sides.length > 0 ? 'Give a seat to somebody in another browser:' : '';
    const lobby = open !== null ? [] : sides;
    this.buttons.replaceChildren(
      ...sides.map((side) => button(`invite-${side}`, `Invite to play ${sideName(side)}`, () => void this.give(side))),
      ...lobby.map((side) => button(`open-${side}`, `Offer ${sideName(side)} in the lobby`, () => void this.open(side), { title: 'Anybody can take the seat there' })),
    );
  }

  /** Asks before somebody who plays this game loses a seat. @param {Side} side */
  async agreed(side) {
    const { view } = this;
    if (!view.withAnother) return true;
    const name = sideName(side);
    const question = view.seats.includes(side)
      ? `You play ${name}. Whoever accepts the new invitation plays ${name} instead of you, and you can only watch.`
      : `Somebody plays ${name}. A new invitation takes the seat away at once: the other player can only watch then, and you play both sides until somebody accepts the invitation.`;
    return confirmed(question, `Invite somebody else to play ${name}`, 'Leave it as it is');
  }

  /** Tells the others what the person at this browser wants to be called. @param {Side} side that this person plays */
  async introduce(side) {
    if (this.view.seats.includes(side)) await api.takeSeat(this.id, side, { name: ownName() ?? '' }).catch(fail);
  }

  /** The person has another name. Whoever still has both seats may give away either. */
  renamed() {
    const [own, other] = this.view.seats;
    if (this.invited !== null) void this.introduce(otherSide(this.invited));
    else if (own !== undefined && other === undefined) void this.introduce(own);
  }

  /** Lets anybody take a seat. @param {Side} side */
  async open(side) {
    if (!(await this.agreed(side))) return;
    await this.view.change(() => this.view.live.renewed(() => api.openSeat(this.id, side)));
    if (ownName() !== undefined) await this.introduce(otherSide(side));
  }

  /** @param {Side} side */
  async give(side) {
    if (!(await this.agreed(side))) return;
    try {
      const { key, code } = await this.view.live.renewed(() => api.giveSeat(this.id, side));
      if (ownName() !== undefined) await this.introduce(otherSide(side));
      const link = linkTo(`#/seat/${this.id}/${side}/${key}`);
      const { rows } = await api.qr(linkTo(`#/join/${code}`));
      const field = el('input', { id: 'seat-link', readonly: true, value: link, 'aria-label': `Link to play ${sideName(side)}` });
      this.invited = side;
      this.given.replaceChildren(
        el('p', {}, `Whoever opens this link first plays ${sideName(side)}; in that browser it leads back to the game.`),
        el('div', { class: 'row' }, field, copyButton(field)),
        el('p', {}, 'Or type this code on the first page: ', el('strong', { id: 'seat-code' }, `${code.slice(0, 4)}-${code.slice(4)}`)),
        qrPicture(rows, 'QR code of the invitation'),
      );
      this.given.scrollIntoView({ block: 'nearest' });
      say(`The seat of ${sideName(side)} is free until somebody takes it.`);
    } catch (error) {
      fail(error);
    }
  }
}

/** @param {string} hash */
const linkTo = (hash) => `${location.origin}/${hash}`;

/** Copies the text of a field. Browsers have a clipboard for pages only at secure addresses, which a server in a classroom has not. @param {HTMLInputElement} field */
function copyButton(field) {
  return button(null, 'Copy', async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      say('Copied.');
    } catch {
      field.select();
      if (document.execCommand('copy')) say('Copied.');
      else say('This browser does not allow copying. The text is selected: press Ctrl+C.', 'refusal');
    }
  });
}

/** A QR code, with the light border that cameras need. @param {string[]} rows @param {string} label */
export function qrPicture(rows, label) {
  const dark = rows.flatMap((row, y) => [...row].flatMap((square, x) => (square === '1' ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])));
  const size = rows.length + 8;
  return svg(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label },
    svg('rect', { width: size, height: size, fill: '#fff' }),
    svg('path', { d: dark.join(''), fill: '#000' }),
  );
}

/**
 * The field for the code of an invitation. A mistyped code stays in it, with the reason beside it.
 * @param {string} [typed]
 * @param {string} [problem] what was wrong with it
 */
export function joinForm(typed = '', problem = '') {
  const code = el('input', { id: 'join-code', size: 10, value: typed, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', 'aria-describedby': 'join-problem' });
  const words = el('p', { id: 'join-problem', role: 'alert' }, problem);
  const submit = async () => {
    const text = code.value.trim();
    setText(words, text === '' ? 'Type the code of your invitation first.' : '');
    if (text === '') return;
    try {
      await api.invitation(text);
      go(address(`join/${encodeURIComponent(text)}`));
    } catch (error) {
      setText(words, `${capital(error instanceof Error ? error.message : String(error))}.`);
      code.select();
    }
  };
  return el(
    'form',
    {
      class: 'row online join',
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void submit();
      },
    },
    el('label', {}, 'Invited? Code ', code),
    el('button', { id: 'join' }, 'Join'),
    words,
  );
}

/** Takes a seat, and goes to its game: `seat/ID/SIDE/KEY` or `join/CODE`. @param {Route} route @returns {Promise<View>} */
export async function openSeat({ view, rest }) {
  const [game = '', side = 'w', key = ''] = rest.split('/');
  /** @param {string} heading @param {HTMLElement | null} [way] what to do instead */
  const page = (heading, way = null) => ({ title: 'Seat', element: el('div', { class: 'page' }, el('h1', {}, heading), way), update: () => false });
  /** @type {{ game: string, side: Side, key: string }} */
  let seat = { game, side: side === 'b' ? 'b' : 'w', key };
  if (view === 'join') {
    try {
      seat = await api.invitation(game);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return page('This invitation does not work', joinForm(game, `${capital(error.message)}.`));
    }
  }
  try {
    await api.takeSeat(seat.game, seat.side, { key: seat.key, name: ownName() });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 403) throw error;
    const watch = el('a', { id: 'watch', href: address(`game/${seat.game}`) }, 'Watch this game');
    return page('This invitation does not work', el('p', {}, `${capital(error.message)}. `, watch));
  }
  go(address(`game/${seat.game}`), true);
  return page('The seat is yours');
}
