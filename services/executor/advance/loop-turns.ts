import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets one step of an advance begin in each turn of the event loop. The rows of several runs arrive in one turn, and
 * their steps, each of which is short, would be one long step together.
 */
export class LoopTurns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in a turn in which no other step has begun, in the order of the calls. */
  async next(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    await this.#last;
  }
}
