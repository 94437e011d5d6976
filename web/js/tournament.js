// A tournament while it is played: standings, the games in progress, and those that are over. Made to be projected.

import { api } from './api.js';
import { menOf, titleOf } from './catalogue.js';
import { button, el, setAttribute, setText } from './dom.js';
import { Keyed, arrange } from './keyed-list.js';
import { LOST, Live } from './live.js';
import { RunningBoards } from './running-boards.js';
import { address, say } from './shell.js';
import { controlText, crosstable, isByRating, ordered, ranking, scoreText, stageWords } from './standings.js';
import { openTournamentGame } from './tournament-game.js';
import { capital, lengthText } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').FinishedGame} FinishedGame */
/** @typedef {import('./api.js').Tournament} Tournament */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** `tournament/NAME`, or `tournament/NAME/NUMBER` for one of its games. @param {Route} route @returns {Promise<View>} */
export async function openTournament(route) {
  const catalogue = await api.catalogue();
  if (route.rest.includes('/')) return openTournamentGame(catalogue, route);
  // If there is no such tournament, that is said now: a stream of changes only fails.
  await api.tournament(route.rest);
  return new TournamentPage(catalogue, route.rest);
}

/** @implements {View} */
class TournamentPage {
  /** @param {Catalogue} catalogue @param {string} name */
  constructor(catalogue, name) {
    this.catalogue = catalogue;
    this.name = name;
    this.title = `Tournament ${name}`;
    this.connected = true;
    this.stage = '';
    /** What the tables show, so that they are not drawn for nothing. */
    this.drawn = '';
    /** @type {RunningBoards | null} */
    this.boards = null;

    this.game = el('p', { class: 'quiet' });
    this.progress = el('progress', { id: 'tournament-progress', max: 1, value: 0, 'aria-label': 'Games that are over' });
    this.stageText = el('p', { id: 'tournament-stage' });
    this.ranking = el('div', { id: 'ranking' });
    this.rankingHead = el('h2', { id: 'standings-head' }, 'Standings');
    this.rankingOrder = el('p', { id: 'standings-order', class: 'quiet' });
    this.notes = el('div', { class: 'quiet' });
    this.cross = el('div', { class: 'scroll', role: 'region', 'aria-label': 'Who has played whom', tabindex: 0 });
    this.boardsPlace = el('div', { id: 'running-boards' });
    this.boardsHead = el('h2', { id: 'running-head' }, 'Being played');
    this.noBoards = el('p', { class: 'quiet' });
    this.finished = el('ol', { id: 'finished-games', class: 'finished' });
    this.earlier = el('p', { id: 'earlier-games', class: 'quiet' });
    /** @type {Keyed<FinishedGame>} */
    this.finishedRows = new Keyed((game) => this.finishedRow(game));
    this.element = this.layOut();
    this.live = new Live(
      api.tournamentEvents(name),
      { tournament: (tournament) => this.show(tournament), problem: ({ error }) => say(error, 'error') },
      () => {
        if (this.connected) say(LOST, 'error');
        this.connected = false;
      },
    );
  }

  layOut() {
    const full = button('full-screen', 'Full screen', () => void document.documentElement.requestFullscreen?.(), {
      title: 'For a projector: Escape ends it',
      hidden: !document.fullscreenEnabled,
    });
    return el(
      'div',
      { class: 'tournament' },
      el('div', { class: 'tournament-head' }, el('h1', {}, `Tournament: ${this.name}`), this.game, el('div', { class: 'row' }, this.stageText, this.progress, full)),
      el(
        'div',
        { class: 'tournament-body' },
        el(
          'section',
          { 'aria-labelledby': 'standings-head' },
          this.rankingHead,
          this.rankingOrder,
          this.ranking,
          this.notes,
          el('details', { class: 'fold', id: 'cross' }, el('summary', {}, 'Who has played whom'), this.cross),
        ),
        el('section', { 'aria-labelledby': 'running-head' }, this.boardsHead, this.noBoards, this.boardsPlace),
        el('section', { 'aria-labelledby': 'finished-head', class: 'finished-part' }, el('h2', { id: 'finished-head' }, 'Games that are over'), this.finished, this.earlier),
      ),
    );
  }

  /** @param {number} number */
  addressOf(number) {
    return address(`tournament/${encodeURIComponent(this.name)}/${number}`);
  }

  /** @param {FinishedGame} game */
  finishedRow({ number, white, black, result, reason, plies }) {
    return el(
      'li',
      { 'data-number': number },
      el('a', { href: this.addressOf(number) }, `${number}. ${white} – ${black}`),
      el('strong', {}, scoreText(result)),
      el('span', { class: 'quiet' }, `${reason}, ${lengthText(plies)}`),
    );
  }

  /** @param {Tournament} tournament */
  async show(tournament) {
    const { stage, game, games, played } = tournament;
    if (stage !== this.stage || !this.connected) say(this.stageSentence(tournament));
    this.connected = true;
    this.stage = stage;
    setAttribute(this.element, 'data-stage', stage);
    setText(this.stageText, capital(stageWords(tournament)));
    setText(this.boardsHead, stage === 'over' || stage === 'stopped' ? 'The last games' : 'Being played');
    setText(this.noBoards, stage === 'waiting' ? 'The games appear here as soon as “quadrille tournament … --event FILE” plays them into this file.' : '');
    if (stage === 'waiting') return;
    setText(this.game, `${titleOf(this.catalogue, game)}. ${capital(tournament.format)}, ${controlText(tournament.control)}.`);
    this.progress.max = games;
    this.progress.value = played;
    const shown = ordered(tournament);
    const key = JSON.stringify(shown.players);
    setText(this.rankingHead, isByRating(tournament) ? 'Standings by Elo' : 'Standings by points');
    setText(this.rankingOrder, isByRating(tournament) ? '' : 'By the share of the points, then by Elo. When all games are over, Elo decides.');
    if (key !== this.drawn) {
      this.drawn = key;
      this.ranking.replaceChildren(ranking(shown));
      this.cross.replaceChildren(crosstable(shown));
      this.notes.replaceChildren(...tournament.notes.map((note) => el('p', {}, note)));
    }
    this.showEarlier(tournament);
    arrange(this.finished, this.finishedRows.of(tournament.finished, ({ number }) => String(number)));
    if (this.boards === null) {
      this.boards = new RunningBoards(this.boardsPlace, {
        board: await api.board(game),
        men: menOf(this.catalogue, game),
        addressOf: (number) => this.addressOf(number),
        final: async (number) => (await api.tournamentGame(this.name, number)).line,
      });
    }
    this.boards.show(tournament);
  }

  /** Says that not all games are listed, if that is so. @param {Tournament} tournament */
  showEarlier({ played, finished }) {
    if (played <= finished.length) return this.earlier.replaceChildren();
    this.earlier.replaceChildren(
      `These are the last ${finished.length} of ${played} games. The address of an earlier one ends in its number: `,
      el('a', { href: this.addressOf(1) }, 'game 1'),
      '.',
    );
  }

  /** @param {Tournament} tournament */
  stageSentence(tournament) {
    const { stage, players } = tournament;
    if (stage === 'waiting') return 'The tournament has not begun. This page shows it as soon as it does.';
    if (stage === 'running') return 'The tournament is being played. This page follows it.';
    if (stage === 'stopped') return 'The tournament was stopped before its end. “quadrille tournament --resume --event FILE” continues it.';
    const best = players.filter(({ rank }) => rank === 1).map(({ name }) => name);
    return `The tournament is over. ${best.length > 1 ? `${best.join(' and ')} share the first place` : `${best[0] ?? ''} is first`}.`;
  }

  /** @param {Route} route */
  update({ rest }) {
    return rest === this.name;
  }

  close() {
    this.live.close();
  }
}
