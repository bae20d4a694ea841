import { AppError } from '../../core/errors.ts';
import { ConcurrencySlots } from '../concurrency-slots.ts';
import { WorkError } from './error.ts';
import { WorkerProcess, type WorkerOptions } from './process.ts';
import type { Work } from '../../core/work.ts';
import type { Order, Reply } from './protocol.ts';

export { WorkError } from './error.ts';

export interface WorkerPoolOptions extends WorkerOptions {
  /** How many processes work at a time. */
  readonly size: number;
  /** How many of them at most for one owner. */
  readonly perOwner: number;
  /** How long an order waits for a process. */
  readonly patienceMs: number;
  /** Units of work: of an order that counts as short, and the most that any may take. */
  readonly work: { readonly short: number; readonly long: number };
}

/** So long a process without work is kept; the next order starts another one. */
const IDLE_MS = 60_000;
/** How many orders of an owner wait: each holds its input. */
const WAITING_PER_OWNER = 20;

/**
 * Job: performs calculations over what callers send away from the event loop of a service, in processes of its own.
 *
 * - Processes and not threads: if V8 runs out of heap during one of its own allocations, the process ends with all its
 *   threads. Limits such as `resourceLimits` do not prevent it (tried: `JSON.parse`, `Map`).
 * - Owners are served round-robin (`ConcurrencySlots`); how many orders of one wait is bounded.
 * - A long order does not hold the place of short ones. Each order begins as a short one. If it takes more work than
 *   that it starts again as a long one, and long ones never get the last process. Counted and not timed, so an order is
 *   long or short on every machine.
 * - An order that takes too long or too much memory loses its process, and nothing else; the next order starts another
 *   one. Every order ends: with its result, an error of the task, or `WorkError`.
 * - Tasks are pure, so that whatever was stopped can be asked for again. They charge what they do to their `Work`.
 */
export class WorkerPool<Tasks extends { readonly [Name in keyof Tasks]: (input: never, work: Work) => unknown }> {
  readonly #options: WorkerPoolOptions;
  readonly #slots: ConcurrencySlots;
  /** Whoever has one waits for one of `#slots` then. */
  readonly #longSlots: ConcurrencySlots;
  readonly #idle: { readonly worker: WorkerProcess; readonly timer: NodeJS.Timeout }[] = [];
  readonly #busy = new Set<WorkerProcess>();
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { size, perOwner, patienceMs } = options;
    const limits = { perOwner, patienceMs, waitingPerOwner: WAITING_PER_OWNER };
    this.#slots = new ConcurrencySlots({ slots: size, ...limits });
    this.#longSlots = new ConcurrencySlots({ slots: Math.max(1, size - 1), ...limits });
  }

  /** Throws what the task throws, or `WorkError`. */
  async run<Name extends keyof Tasks & string>(
    owner: number,
    task: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]>> {
    const { work, patienceMs } = this.#options;
    const patience = new Patience(patienceMs);
    const short = { task, input, work: work.short, isLast: false };
    const reply = await this.#within(this.#slots, owner, patience, () => this.#perform(short));
    const last =
      reply.is === 'beyond'
        ? await this.#within(this.#longSlots, owner, patience, () =>
            this.#within(this.#slots, owner, patience, () =>
              this.#perform({ ...short, work: work.long, isLast: true }),
            ),
          )
        : reply;
    // The process runs the same table of tasks, whose type this is.
    return outputOf(last) as ReturnType<Tasks[Name]>;
  }

  async #within(
    slots: ConcurrencySlots,
    owner: number,
    patience: Patience,
    perform: () => Promise<Reply>,
  ): Promise<Reply> {
    const giveBack = await patience.with((patienceMs) => slots.take(owner, { patienceMs }));
    if (giveBack === null) throw new WorkError(slots.isFullOf(owner) ? 'mine' : 'others');
    try {
      return await perform();
    } finally {
      giveBack();
    }
  }

  /** Work in progress fails. Call it when nobody needs a result any more. */
  close(): void {
    this.#isClosed = true;
    for (const { worker, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      worker.end();
    }
    for (const worker of this.#busy) worker.kill();
  }

  async #perform(order: Order): Promise<Reply> {
    if (this.#isClosed) throw new WorkError('others');
    const worker = this.#takeIdle() ?? new WorkerProcess(this.#options);
    this.#busy.add(worker);
    try {
      return await worker.run(order);
    } finally {
      this.#busy.delete(worker);
      this.#keep(worker);
    }
  }

  #takeIdle(): WorkerProcess | undefined {
    for (let next = this.#idle.pop(); next !== undefined; next = this.#idle.pop()) {
      clearTimeout(next.timer);
      if (!next.worker.isOver) return next.worker;
    }
    return undefined;
  }

  #keep(worker: WorkerProcess): void {
    if (worker.isOver) return;
    if (this.#isClosed) return worker.end();
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((each) => each.worker === worker);
      if (at !== -1) this.#idle.splice(at, 1);
      worker.end();
    }, IDLE_MS);
    this.#idle.push({ worker, timer: timer.unref() });
  }
}

/** The rest of the time for which an order waits in all, however often it does. */
class Patience {
  #leftMs: number;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  async with<Got>(wait: (patienceMs: number) => Promise<Got>): Promise<Got> {
    const begun = performance.now();
    try {
      return await wait(Math.max(0, this.#leftMs));
    } finally {
      this.#leftMs -= performance.now() - begun;
    }
  }
}

function outputOf(reply: Reply): unknown {
  switch (reply.is) {
    case 'done':
      return reply.output;
    case 'beyond':
      throw new AppError('too_much_work');
    case 'refused': {
      const { code, message, details, total } = reply;
      throw new AppError(code, { message, details, total });
    }
    case 'failed': {
      const error = new Error(reply.message);
      if (reply.stack !== undefined) error.stack = reply.stack;
      throw error;
    }
  }
}
