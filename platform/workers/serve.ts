import { setPriority } from 'node:os';
import { AppError } from '../../core/errors.ts';
import { TooMuchWork, Work } from '../../core/work.ts';
import { isError } from '../log/errors.ts';
import type { Order, Reply } from './protocol.ts';

/** The event loop of the service goes first wherever the two share a processor. */
const NICENESS = 10;

/**
 * The other side of `WorkerPool`: performs one order after the other until the service that started this process closes
 * the channel, or is gone. Signals are for the service, which lets work under way finish.
 */
export function serveWork(tasks: Tasks, niceness = NICENESS): void {
  try {
    setPriority(niceness);
  } catch {
    // Some sandboxes forbid it; then the work is not nice, and nothing else changes.
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (order: Order) => process.send?.(perform(tasks, order)));
}

type Tasks = Readonly<Record<string, (input: never, work: Work) => unknown>>;

function perform(tasks: Tasks, { task, input, work: limit, isLast }: Order): Reply {
  try {
    const calculate = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
    if (calculate === undefined) throw new Error(`there is no task ${task}`);
    const work = new Work(limit);
    // The pool is typed by the table of tasks, so each task gets the input that it declares.
    const output = calculate(input as never, work);
    return work.isExceeded && !isLast ? { is: 'beyond' } : { is: 'done', output };
  } catch (error) {
    if (error instanceof TooMuchWork) return { is: 'beyond' };
    if (error instanceof AppError) {
      const { code, message, details, total } = error;
      return { is: 'refused', code, message, details, total };
    }
    const { message, stack } = isError(error) ? error : new Error('something that is no error was thrown');
    return { is: 'failed', message, stack };
  }
}
