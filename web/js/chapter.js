// A chapter of the course: its words, a position to look at, and exercises with other positions.

import { CHAPTERS } from './course.js';
import { demonstrate } from './demonstration.js';
import { el, field, select } from './dom.js';
import { Exercise } from './exercise.js';
import { isSolved, setSolved, solvedText } from './progress.js';
import { samplesOf } from './sample.js';
import { address, fail, go, offer } from './shell.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./course.js').Chapter} Chapter */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** @implements {View} */
export class ChapterView {
  /** @param {Catalogue} catalogue @param {Chapter} chapter @param {URLSearchParams} params */
  constructor(catalogue, chapter, params) {
    this.chapter = chapter;
    this.title = chapter.title;
    this.samples = samplesOf(catalogue, chapter);
    this.example = exampleOf(params, this.samples.length);
    /** @type {import('./demonstration.js').Shown | null} */
    this.shown = null;
    this.closed = false;
    this.step = stepOf(params);
    this.place = el('div', { class: 'demonstration' }, 'The position is being searched…');
    // A server may have other games than this repository, and none with the rule that a chapter is about.
    this.exercises = this.samples.length === 0 ? [] : chapter.exercises.map((asked, index) => this.exercise(asked, index));
    this.count = el('p', { class: 'quiet', id: 'learn-count' }, solvedText(chapter));
    this.element = this.build();
    const [shown] = this.samples.slice(this.example);
    if (shown !== undefined) offer(shown.place);
  }

  build() {
    const { chapter, samples } = this;
    const number = CHAPTERS.indexOf(chapter);
    const positions = samples.map(({ title }, index) => ({ value: String(index), text: `${index + 1}: ${title}` }));
    const chosen = select('learn-example', positions, String(this.example), () => go(this.address({ example: Number(chosen.value), step: 0 })));
    const link = (/** @type {Chapter | undefined} */ to, /** @type {string} */ words, /** @type {string} */ id) =>
      to === undefined ? null : el('a', { class: 'button', id, href: address(`learn/${to.name}`) }, `${words}: ${to.title}`);
    return el(
      'div',
      { class: 'page learn' },
      el('p', { class: 'quiet' }, el('a', { href: address('learn') }, 'Learn'), ` · chapter ${number + 1} of ${CHAPTERS.length}`),
      el('h1', {}, chapter.title),
      el('div', { class: 'learn-text' }, ...chapter.text.map((words) => el('p', {}, words)), ...pseudocodeOf(chapter)),
      samples.length === 0 ? null : el('div', { class: 'row end' }, field('Position', chosen)),
      this.place,
      ...this.exercises.map(({ element }) => element),
      this.count,
      el('div', { class: 'row' }, link(CHAPTERS[number - 1], 'Back', 'learn-previous'), link(CHAPTERS[number + 1], 'Next', 'learn-next') ?? el('a', { class: 'button', id: 'learn-all', href: address('learn') }, 'All chapters')),
    );
  }

  /** @param {import('./questions.js').Asked} asked @param {number} index */
  exercise(asked, index) {
    const { chapter, samples } = this;
    // Another position than the one on show, which gives its answers away.
    const sample = /** @type {import('./sample.js').Sample} */ (samples[(this.example + 1 + index) % samples.length]);
    return new Exercise({
      number: index + 1,
      sample,
      asked,
      done: isSolved(chapter, index, sample),
      doneElsewhere: isSolved(chapter, index),
      solved: () => {
        setSolved(chapter, index, sample);
        this.count.textContent = solvedText(chapter);
      },
    });
  }

  /** Asks for everything that the chapter shows. */
  async load() {
    const sample = this.samples[this.example];
    if (sample === undefined) {
      this.place.replaceChildren('This server has no game with this rule, so there is nothing to show.');
      return;
    }
    const show = async () => {
      this.shown = await demonstrate(this.chapter.shows, sample, (step) => go(this.address({ step }), true));
      this.shown.show(this.step);
      this.place.replaceChildren(this.shown.element);
    };
    const parts = this.exercises.map((exercise) => ({ work: exercise.open(), place: exercise.body }));
    await Promise.all([{ work: show(), place: this.place }, ...parts].map(({ work, place }) => work.catch((error) => this.sorry(error, place))));
  }

  /** Something cannot be shown; the rest of the chapter can. @param {unknown} error @param {HTMLElement} place */
  sorry(error, place) {
    if (this.closed) return;
    place.replaceChildren(el('p', {}, `This cannot be shown: ${error instanceof Error ? error.message : String(error)}`));
    fail(error);
  }

  close() {
    this.closed = true;
  }

  /** @param {{ example?: number, step?: number }} to */
  address({ example = this.example, step = this.step }) {
    return address(`learn/${this.chapter.name}`, { example: example === 0 ? null : example + 1, step: step <= 0 ? null : step });
  }

  /** @param {Route} route */
  update({ rest, params }) {
    if (rest !== this.chapter.name || exampleOf(params, this.samples.length) !== this.example) return false;
    this.step = stepOf(params);
    this.shown?.show(this.step);
    return true;
  }
}

/** @param {Chapter} chapter */
function pseudocodeOf({ pseudocode }) {
  if (pseudocode === undefined) return [];
  const name = `Pseudocode of ${pseudocode.of}`;
  // It scrolls where the window is narrow, and the keyboard must reach what scrolls.
  const lines = el('pre', { tabindex: 0, role: 'group', 'aria-label': name }, el('code', {}, pseudocode.lines.join('\n')));
  return [el('figure', { class: 'pseudocode' }, el('figcaption', {}, name), lines)];
}

/** @param {URLSearchParams} params @param {number} count */
const exampleOf = (params, count) => Math.max(0, Math.min(count - 1, (Number(params.get('example') ?? 1) || 1) - 1));

/** @param {URLSearchParams} params */
const stepOf = (params) => Math.max(0, Math.floor(Number(params.get('step') ?? 0) || 0));
