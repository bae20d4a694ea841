import { AppError } from '../../../core/errors.ts';
import { MAX_WORK_OF_CALCULATION } from '../../../core/work.ts';
import { WorkError, WorkerPool } from '../../../platform/workers/index.ts';
import type { CALCULATIONS } from './tasks.ts';

type Tasks = typeof CALCULATIONS;

export interface CalculationSettings {
  /** Calculations at a time; an account has one of them. */
  readonly processes: number;
  /** Memory limit of each process. */
  readonly memoryMb: number;
  /** A calculation is stopped after this time. */
  readonly deadlineMs: number;
  /** How long a calculation may wait in the queue. */
  readonly patienceMs: number;
}

/** Units of work of a short calculation; one that takes more is queued with the long ones. */
const WORK_OF_SHORT = 100_000;

/** The budget of work allows some hundreds of milliseconds at most; the rest is for a busy machine. */
export const DEFAULT_CALCULATIONS: CalculationSettings = {
  processes: 2,
  memoryMb: 256,
  deadlineMs: 20_000,
  patienceMs: 20_000,
};

/**
 * Runs a calculation for one account. Throws `rate_limited`, `service_unavailable`, `too_much_work`, or what the task
 * throws.
 */
export type Calculate = <Name extends keyof Tasks>(
  task: Name,
  input: Parameters<Tasks[Name]>[0],
) => Promise<ReturnType<Tasks[Name]>>;

/**
 * Computes on callers' data in worker processes. The event loop serves all callers and the probes, so no caller may
 * hold it. Accounts take turns, and short calculations do not wait for long ones. Each has a budget of work.
 */
export class Calculations {
  readonly #pool: WorkerPool<Tasks>;
  readonly #deadlineMs: number;

  constructor({ processes, ...limits }: CalculationSettings) {
    const module = new URL('./process.ts', import.meta.url);
    const work = { short: WORK_OF_SHORT, long: MAX_WORK_OF_CALCULATION };
    this.#pool = new WorkerPool({ module, size: processes, perOwner: 1, work, ...limits });
    this.#deadlineMs = limits.deadlineMs;
  }

  of(accountId: number): Calculate {
    return async (task, input) => {
      try {
        return await this.#pool.run(accountId, task, input);
      } catch (error) {
        throw error instanceof WorkError ? this.#answerTo(error) : error;
      }
    };
  }

  close(): void {
    this.#pool.close();
  }

  #answerTo(error: WorkError): Error {
    switch (error.reason) {
      case 'mine':
        return new AppError('rate_limited', { headers: { 'Retry-After': '5' }, message: TOO_MANY, cause: error });
      case 'others':
        return new AppError('service_unavailable', { cause: error });
      case 'deadline':
        return new AppError('service_unavailable', { message: tooSlow(this.#deadlineMs / 1_000), cause: error });
      case 'memory':
        return new AppError('too_much_work', { cause: error });
      case 'crash':
        return error;
    }
  }
}

const TOO_MANY =
  'Too many heavy requests at a time: those of one account are worked on one after the other. ' +
  'Send the next one when the last one has been answered.';

function tooSlow(seconds: number): string {
  return (
    `The request took more than ${seconds} seconds of work and was stopped. Nothing was changed. ` +
    'Retry it once; if it is stopped again, its data or its cascade are too large for it.'
  );
}
