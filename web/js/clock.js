// Counts the clocks of a game down between two answers of the server. Only the server decides when time is up.

/** @typedef {import('./api.js').Clocks} Clocks */
/** @typedef {import('./api.js').Side} Side */

export class Clock {
  /** @param {() => void} tick @param {() => void} up called when a clock seems to have run out */
  constructor(tick, up) {
    /** @type {Clocks | null} */
    this.clocks = null;
    this.since = 0;
    this.asked = 0;
    this.timer = setInterval(() => {
      if (this.clocks?.running == null) return;
      tick();
      if (this.left(this.clocks.running) <= 0 && performance.now() > this.asked + 1000) {
        this.asked = performance.now();
        up();
      }
    }, 100);
  }

  /** @param {Clocks | null} clocks */
  set(clocks) {
    this.clocks = clocks;
    this.since = performance.now();
  }

  /** @param {Side} side @returns {number} milliseconds */
  left(side) {
    if (this.clocks === null) return 0;
    const left = side === 'w' ? this.clocks.white_ms : this.clocks.black_ms;
    return this.clocks.running === side ? left - (performance.now() - this.since) : left;
  }

  close() {
    clearInterval(this.timer);
  }
}
