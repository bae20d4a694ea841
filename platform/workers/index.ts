import { AppError } from '../../core/errors.ts';
import { ConcurrencySlots } from '../concurrency-slots.ts';
import { WorkError } from './error.ts';
import { WorkerProcess, type WorkerOptions } from './process.ts';
import type { Reply } from './protocol.ts';

export { WorkError } from './error.ts';

export interface WorkerPoolOptions extends WorkerOptions {
  /** How many processes work at a time. */
  readonly size: number;
  /** How many of them at most for one owner. */
  readonly perOwner: number;
  /** How long an order waits for a process. */
  readonly patienceMs: number;
}

/** So long a process without work is kept; the next order starts another one. */
const IDLE_MS = 60_000;
/** How many orders of an owner wait: each holds its input. */
const WAITING_PER_OWNER = 20;

/**
 * Job: performs calculations over what callers send away from the event loop of a service, in processes of its own.
 *
 * - Processes and not threads: a heap that is full during an allocation of V8 itself ends the whole process with all its
 *   threads, whatever `resourceLimits` say (tried: `JSON.parse`, `Map`).
 * - Owners are served round-robin (`ConcurrencySlots`); how many orders of one wait is bounded.
 * - An order that takes too long or too much memory loses its process, and nothing else; the next order starts another
 *   one. Every order ends: with its result, an error of the task, or `WorkError`.
 * - Tasks are pure, so that whatever was stopped can be asked for again.
 */
export class WorkerPool<Tasks extends { readonly [Name in keyof Tasks]: (input: never) => unknown }> {
  readonly #options: WorkerPoolOptions;
  readonly #slots: ConcurrencySlots;
  readonly #idle: { readonly worker: WorkerProcess; readonly timer: NodeJS.Timeout }[] = [];
  readonly #busy = new Set<WorkerProcess>();
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { size, perOwner, patienceMs } = options;
    this.#slots = new ConcurrencySlots({ slots: size, perOwner, patienceMs, waitingPerOwner: WAITING_PER_OWNER });
  }

  /** Throws what the task throws, or `WorkError`. */
  async run<Name extends keyof Tasks & string>(
    owner: number,
    task: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]>> {
    const giveBack = await this.#slots.take(owner);
    if (giveBack === null) throw new WorkError(this.#slots.isFullOf(owner) ? 'mine' : 'others');
    try {
      // The process runs the same table of tasks, whose type this is.
      return outputOf(await this.#perform(task, input)) as ReturnType<Tasks[Name]>;
    } finally {
      giveBack();
    }
  }

  /** What is under way fails; to be called when nobody needs a result any more. */
  close(): void {
    this.#isClosed = true;
    for (const { worker, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      worker.end();
    }
    for (const worker of this.#busy) worker.kill();
  }

  async #perform(task: string, input: unknown): Promise<Reply> {
    if (this.#isClosed) throw new WorkError('others');
    const worker = this.#takeIdle() ?? new WorkerProcess(this.#options);
    this.#busy.add(worker);
    try {
      return await worker.run({ task, input });
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

function outputOf(reply: Reply): unknown {
  switch (reply.is) {
    case 'done':
      return reply.output;
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
