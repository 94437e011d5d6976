// The engine as WebAssembly: texts go in and come out through its memory.

/** A stored game; only the engine looks inside. @typedef {{ id: string, updated: number }} StoredGame */
/** @typedef {{ method: string, path: string[], query?: Record<string, string>, body?: unknown, games?: StoredGame[], seed?: string, stream?: number }} EngineRequest */
/** @typedef {{ status: number, body: any, put?: StoredGame[], delete?: string[] }} EngineAnswer */
/** @typedef {{ events: { event: string, data: any }[], more: boolean }} EngineStep */
/** @typedef {{ call: (request: EngineRequest) => EngineAnswer, step: (stream: number, milliseconds: number) => EngineStep, stop: (stream: number) => void }} Engine */

/**
 * @param {WebAssembly.Module} module
 * @returns {Promise<Engine>}
 */
export async function openEngine(module) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  /** @type {any} */
  let exports = null;
  /** @param {number} place @param {number} length */
  const text = (place, length) => decoder.decode(new Uint8Array(exports.memory.buffer, place, length));
  const host = {
    now: () => performance.timeOrigin + performance.now(),
    report: (/** @type {number} */ place, /** @type {number} */ length) => console.error(text(place >>> 0, length)),
  };
  ({ exports } = await WebAssembly.instantiate(module, { host }));

  /** Reads an answer and gives its room back. @param {bigint} answer */
  function take(answer) {
    const bits = BigInt.asUintN(64, answer);
    const [place, length] = [Number(bits >> 32n), Number(bits & 0xffffffffn)];
    const words = text(place, length);
    exports.quadrille_free(place, length);
    return JSON.parse(words);
  }

  return {
    call(request) {
      const bytes = encoder.encode(JSON.stringify(request));
      const place = exports.quadrille_allocate(bytes.length) >>> 0;
      new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
      return take(exports.quadrille_call(place, bytes.length));
    },
    step: (stream, milliseconds) => take(exports.quadrille_step(stream, milliseconds)),
    stop: (stream) => exports.quadrille_stop(stream),
  };
}
