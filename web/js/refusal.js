// What goes wrong with a request.

/** Why a move is not legal. @typedef {{ kind: 'repeats' | 'rule' | 'no_own_man' | 'game_over' | 'unreadable' | 'no_move_makes', text: string, cell?: string, ply?: number }} MoveRefusal */

/** A request is refused; the message says why. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {MoveRefusal | null} [move] why a move is not legal, if that is what is wrong
   */
  constructor(status, message, move = null) {
    super(message);
    this.status = status;
    this.move = move;
  }
}

/**
 * Whether a request was cancelled, which is not an error to show.
 * @param {unknown} error
 */
export function isAborted(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}
