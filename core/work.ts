/** Units of work that one visit of a node may take (semantics 8). */
export const MAX_WORK_OF_VISIT = 100_000;
/** Units of work of all visits of a run together. */
export const MAX_WORK_OF_RUN = 1_000_000;

/** Characters that are searched, compared or written for one unit. */
const CHARACTERS_OF_UNIT = 32;

/** More work than is allowed. Whoever runs the node turns it into the failure `too_much_work`. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
  readonly limit: number;

  constructor(limit: number) {
    super(`more than ${limit} units of work`);
    this.limit = limit;
  }
}

/**
 * Counts the work that values cost which a caller chose: a unit for each value that a path goes to, for each item that
 * an operator looks at and for each 32 characters. Counted and not timed, so the same input ends the same way on every
 * machine and in every replay.
 *
 * Every function that iterates over a caller's data takes one of these, so that new code cannot forget to count.
 */
export class Work {
  readonly #limit: number;
  readonly #whole: Work | undefined;
  #spent = 0;

  /** `whole`: what this is a part of; it counts along, and its limit holds too. */
  constructor(limit: number = MAX_WORK_OF_VISIT, whole?: Work) {
    this.#limit = limit;
    this.#whole = whole;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Throws TooMuchWork beyond the limit. Called before the work is done, so that what is refused costs nothing. */
  spend(units: number): void {
    this.#whole?.spend(units);
    this.#spent += units;
    if (this.#spent > this.#limit) throw new TooMuchWork(this.#limit);
  }

  spendOnText(length: number): void {
    this.spend(unitsOfText(length));
  }

  /** Counts work that is done already. It refuses nothing; what is asked for next may be refused. */
  note(units: number): void {
    this.#whole?.note(units);
    this.#spent += units;
  }
}

/** Units of a text, or of JSON, with so many characters. */
export function unitsOfText(length: number): number {
  return Math.ceil(length / CHARACTERS_OF_UNIT);
}
