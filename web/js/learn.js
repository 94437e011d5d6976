// The course: how minimax and alpha-beta work, in short chapters with positions of the games.

import { api } from './api.js';
import { ChapterView } from './chapter.js';
import { CHAPTERS } from './course.js';
import { confirmed } from './dialog.js';
import { button, el } from './dom.js';
import { forget, isBegun, isFinished, solvedText } from './progress.js';
import { address, goSaying, say } from './shell.js';

/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** @param {Route} route @returns {Promise<View>} */
export async function openLearn({ rest, params }) {
  if (rest === '') return contents();
  const chapter = CHAPTERS.find(({ name }) => name === rest);
  if (chapter === undefined) throw new Error('There is no such chapter.');
  const view = new ChapterView(await api.catalogue(), chapter, params);
  say('');
  void view.load();
  return view;
}

/** The list of chapters. @returns {View} */
function contents() {
  const chapters = CHAPTERS.map((chapter) =>
    el(
      'li',
      { 'data-finished': isFinished(chapter) },
      el('a', { href: address(`learn/${chapter.name}`) }, chapter.title),
      el('p', {}, chapter.summary),
      el('p', { class: 'quiet' }, isFinished(chapter) ? `✓ ${solvedText(chapter)}` : solvedText(chapter)),
    ),
  );
  const open = CHAPTERS.find((chapter) => !isFinished(chapter));
  const next = open ?? CHAPTERS[0];
  const invitation = open === undefined ? 'All is solved. Once more' : CHAPTERS.some(isBegun) ? 'Go on' : 'Begin';
  const element = el(
    'div',
    { class: 'page learn' },
    el('h1', {}, 'Learn minimax'),
    el('p', { class: 'learn-text' }, 'Short chapters with real positions. Each chapter shows a search, and then asks you about other positions. Your answers are checked. What you have solved is remembered in this browser.'),
    el('p', {}, el('a', { class: 'button primary', id: 'learn-continue', href: address(`learn/${next?.name ?? ''}`) }, `${invitation}: ${next?.title ?? ''}`)),
    el('ol', { class: 'chapters' }, ...chapters),
    el(
      'div',
      { class: 'row' },
      el('a', { class: 'button', href: address('tree', { algorithm: 'both', predict: true }) }, 'Experiment in the tree view'),
      button('learn-forget', 'Forget my progress', async () => {
        if (!(await confirmed('Forget which exercises you have solved? This cannot be undone.', 'Forget', 'Keep'))) return;
        forget();
        goSaying(address('learn'), 'Your progress is forgotten.');
      }),
    ),
  );
  say('');
  return { title: 'Learn minimax', element, update: () => false };
}
