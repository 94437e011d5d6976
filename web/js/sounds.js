// Short sounds for moves, captures and the end of a game, made by the browser itself. They are off until somebody turns them on.

import { button, setAttribute } from './dom.js';
import { cellsAt, effectsOf } from './position.js';
import { recall, remember } from './shell.js';

/** @typedef {import('./api.js').Game} Game */
/** A tone: its pitch in hertz, when it begins and how long it lasts, in seconds. @typedef {[pitch: number, start: number, length: number]} Tone */

const REMEMBERED = 'sound';
const LOUDNESS = 0.18;

/** @type {Record<'move' | 'capture' | 'end', Tone[]>} */
const SOUNDS = {
  move: [[520, 0, 0.07]],
  capture: [
    [320, 0, 0.09],
    [210, 0.06, 0.12],
  ],
  end: [
    [392, 0, 0.16],
    [523, 0.15, 0.16],
    [659, 0.3, 0.3],
  ],
};

let on = recall('always', REMEMBERED, false) === true;
/** @type {AudioContext | null} */
let audio = null;

/** Plays a sound, if they are on. @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!on) return;
  audio ??= new AudioContext();
  // A browser that has not been touched yet does not allow sounds; the next one may be heard.
  void audio.resume();
  const begin = audio.currentTime;
  for (const [pitch, start, length] of SOUNDS[name]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    tone.type = 'triangle';
    volume.gain.setValueAtTime(LOUDNESS, begin + start);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin + start);
    tone.stop(begin + start + length);
  }
}

/**
 * What a change of a game sounds like: nothing where nothing was played.
 * @param {Game} before
 * @param {Game} after
 * @param {import('./drawing.js').Men} men
 */
export function soundOfChange(before, after, men) {
  const plies = after.line.plies.length;
  const last = after.line.plies[plies - 1];
  if (after.result !== null && before.result === null) play('end');
  else if (last !== undefined && plies > before.line.plies.length && last.path.length > 0) {
    const { captured } = effectsOf(men, cellsAt(after.line, plies - 1), last);
    play(captured.length > 0 ? 'capture' : 'move');
  }
}

/** The button that turns sounds on and off. */
export function soundButton() {
  const toggle = button('sound', 'Sound', () => {
    on = !on;
    remember('always', REMEMBERED, on);
    show();
    play('move');
  });
  const show = () => {
    setAttribute(toggle, 'aria-pressed', on ? 'true' : 'false');
    setAttribute(toggle, 'title', on ? 'Moves can be heard: press to turn it off' : 'Press to hear moves, captures and the end of a game');
  };
  show();
  return toggle;
}
