// The clocks that people can choose for a game.

/** The time at the start and what each move adds, in seconds. The words fit into a narrow list. */
export const CLOCKS = [
  { value: 'none', text: 'No clock' },
  { value: '60+1', text: '1 min + 1 s' },
  { value: '180+2', text: '3 min + 2 s' },
  { value: '300+3', text: '5 min + 3 s' },
  { value: '900+10', text: '15 min + 10 s' },
  { value: '3600+0', text: '1 hour' },
];

/**
 * A clock as a new game wants it: nothing if there is none.
 * @param {string} value
 * @returns {{ clock?: { start_ms: number, increment_ms: number } }}
 */
export function clockOf(value) {
  if (value === 'none') return {};
  const [start = '', increment = ''] = value.split('+');
  return { clock: { start_ms: Number(start) * 1000, increment_ms: Number(increment) * 1000 } };
}

/** A clock in words. @param {{ start_ms: number, increment_ms: number } | null} clock */
export function clockWords(clock) {
  if (clock === null) return 'no clock';
  const [start, increment] = [clock.start_ms / 1000, clock.increment_ms / 1000];
  const time = start % 60 === 0 ? `${start / 60} ${start === 60 ? 'minute' : 'minutes'}` : `${start} s`;
  return increment > 0 ? `${time} + ${increment} s a move` : time;
}
