// Follows something on the server while it changes: a game that others play, the lobby, a tournament.

/** How long to wait before connecting again after a refusal, in milliseconds. */
const RETRY = 2000;

/** What to say when the connection is lost. */
export const LOST = 'The connection to the server is lost. It is made again as soon as the server answers.';

export class Live {
  /**
   * @param {() => import('./transport.js').Source} follow connects to where the events are told
   * @param {Record<string, (data: any) => void | Promise<void>>} events what to do with the data of each kind of event
   * @param {() => void} lost the connection is lost; it is made again by itself
   */
  constructor(follow, events, lost) {
    this.follow = follow;
    this.events = events;
    this.lost = lost;
    /** Events are taken in their order, though each may wait for something. @type {Promise<void>} */
    this.last = Promise.resolve();
    this.closed = false;
    this.timer = 0;
    this.source = this.connect();
    /** A phone that leaves its network hears nothing from an old connection, not even that it has ended. */
    this.network = () => {
      if (!(this.source instanceof EventSource)) return;
      if (!navigator.onLine) {
        this.lost();
        return;
      }
      this.source.close();
      this.source = this.connect();
    };
    for (const name of ['offline', 'online']) addEventListener(name, this.network);
  }

  connect() {
    const source = this.follow();
    for (const [name, take] of Object.entries(this.events)) {
      source.addEventListener(name, ({ data }) => {
        const turn = async () => {
          if (!this.closed) await take(JSON.parse(data));
        };
        this.last = this.last.then(turn).catch(() => {});
      });
    }
    source.addEventListener('error', () => {
      if (this.closed) return;
      this.lost();
      // After a refusal the browser does not try again by itself.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => {
        this.source = this.connect();
      }, RETRY);
    });
    return source;
  }

  /** Does something that changes who this browser is to the server, and connects anew: a connection keeps the name that it began with. @template T @param {() => Promise<T>} work */
  async renewed(work) {
    this.source.close();
    try {
      return await work();
    } finally {
      if (!this.closed) this.source = this.connect();
    }
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    for (const name of ['offline', 'online']) removeEventListener(name, this.network);
    this.source.close();
  }
}
