/** Units of work that one visit of a node may take (semantics 8.4.3). */
export const MAX_WORK_OF_VISIT = 100_000;
/** Units of work of all visits of a run together. */
export const MAX_WORK_OF_RUN = 1_000_000;

/**
 * Units of work of one calculation outside a run: a reading, a simulation with its explanations, a review case. About a
 * second of processor time.
 */
export const MAX_WORK_OF_CALCULATION = 1_500_000;

/** Units of work of the warnings about one definition. The event loop does it, so it is less. */
export const MAX_WORK_OF_LINT = 300_000;

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
  #beside: Work | undefined;
  #spent = 0;
  #aside = 0;

  /** `whole`: what this is a part of; it counts along, and its limit holds too. */
  constructor(limit: number = MAX_WORK_OF_VISIT, whole?: Work) {
    this.#limit = limit;
    this.#whole = whole;
  }

  /** A budget with a limit of its own: this one learns what is spent in it, and does not have to pay for it. */
  beside(limit: number): Work {
    const work = new Work(limit);
    work.#beside = this;
    return work;
  }

  get spent(): number {
    return this.#spent;
  }

  /** What may still be spent, here and in the whole. */
  get left(): number {
    return Math.max(0, Math.min(this.#limit - this.#spent, this.#whole?.left ?? this.#limit));
  }

  /** Units that were spent beside this. A caller that computes for others charges them, too. */
  get aside(): number {
    return this.#aside;
  }

  /** More was asked for than is allowed: something was refused. */
  get isExceeded(): boolean {
    return this.#spent > this.#limit;
  }

  /** Throws TooMuchWork beyond the limit. Called before the work is done, so that what is refused costs nothing. */
  spend(units: number): void {
    // What is refused here is no work of the whole.
    if (this.#spent + units <= this.#limit) this.#whole?.spend(units);
    this.#spent += units;
    this.#beside?.noteAside(units);
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

  private noteAside(units: number): void {
    this.#aside += units;
    this.#whole?.noteAside(units);
  }
}

/** Units of a text, or of JSON, with so many characters. */
export function unitsOfText(length: number): number {
  return Math.ceil(length / CHARACTERS_OF_UNIT);
}

/** What `make` gives with a budget of its own; undefined if that, or what is left of the whole, does not do. */
export function within<Made>(whole: Work, limit: number, make: (work: Work) => Made): Made | undefined {
  try {
    return make(new Work(limit, whole));
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}
