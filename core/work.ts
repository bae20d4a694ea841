/** Units of work that one visit of a node may take (semantics 8.4.3). */
export const MAX_WORK_OF_VISIT = 100_000;
/** Units of work of all visits of a run together. */
export const MAX_WORK_OF_RUN = 1_000_000;

/**
 * Units of work of one calculation outside a run: a reading, a simulation with its explanations, a review case. About a
 * second of processor time.
 */
export const MAX_WORK_OF_CALCULATION = 1_500_000;

/** Units of work for the warnings about one definition. It is less, because they run on the event loop. */
export const MAX_WORK_OF_LINT = 300_000;

/**
 * Units of work of a backtest: about twelve minutes of processor time. 100,000 executions of a usual cascade take a fifth to
 * two fifths of it.
 */
export const MAX_WORK_OF_BACKTEST = 1_000_000_000;

/** Characters searched, compared or written for one unit. */
const CHARACTERS_OF_UNIT = 32;

/** More work than allowed. The interpreter turns it into the failure `too_much_work`. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
  readonly limit: number;

  constructor(limit: number) {
    super(`more than ${limit} units of work`);
    this.limit = limit;
  }
}

/**
 * Counts the work caused by values that a caller chose. A unit is a value on a path, an item that an operator examines,
 * or 32 characters. It counts and does not time, so the same input ends in the same way on every machine and in every
 * replay.
 *
 * Every function that iterates over a caller's data takes one of these, so that new code cannot forget to count.
 */
export class Work {
  readonly #limit: number;
  readonly #whole: Work | undefined;
  #beside: Work | undefined;
  #spent = 0;
  #aside = 0;

  /** `whole`: the budget that this is a part of. It is charged too, and its limit also applies. */
  constructor(limit: number = MAX_WORK_OF_VISIT, whole?: Work) {
    this.#limit = limit;
    this.#whole = whole;
  }

  /** A separate budget: its use is noted here, but not charged. */
  beside(limit: number): Work {
    const work = new Work(limit);
    work.#beside = this;
    return work;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Units left, both here and in the whole. */
  get left(): number {
    return Math.max(0, Math.min(this.#limit - this.#spent, this.#whole?.left ?? this.#limit));
  }

  /** Units spent in separate budgets. A caller that computes for others charges them too. */
  get aside(): number {
    return this.#aside;
  }

  /** True if more was requested than allowed, so something was refused. */
  get isExceeded(): boolean {
    return this.#spent > this.#limit;
  }

  /** Throws TooMuchWork beyond the limit. Call it before the work, so that refused work costs nothing. */
  spend(units: number): void {
    // Refused work is not charged to the whole.
    if (this.#spent + units <= this.#limit) this.#whole?.spend(units);
    this.#spent += units;
    this.#beside?.noteAside(units);
    if (this.#spent > this.#limit) throw new TooMuchWork(this.#limit);
  }

  spendOnText(length: number): void {
    this.spend(unitsOfText(length));
  }

  /** Counts work that is already done. It refuses nothing, but later requests may be refused. */
  note(units: number): void {
    this.#whole?.note(units);
    this.#spent += units;
  }

  private noteAside(units: number): void {
    this.#aside += units;
    this.#whole?.noteAside(units);
  }
}

/** Units of a text, or of JSON, of this length. */
export function unitsOfText(length: number): number {
  return Math.ceil(length / CHARACTERS_OF_UNIT);
}

/** Calls `make` with a budget of its own; undefined if that budget or the rest of the whole is not enough. */
export function within<Made>(whole: Work, limit: number, make: (work: Work) => Made): Made | undefined {
  try {
    return make(new Work(limit, whole));
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}
