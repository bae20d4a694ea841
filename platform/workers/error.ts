/**
 * Why work in another process came to no result. `mine`: the owner has as much work in hand as it may; `others`: all
 * slots are taken; `deadline` and `memory`: it was stopped at a limit; `crash`: the process ended by itself.
 */
export type WorkErrorReason = 'mine' | 'others' | 'deadline' | 'memory' | 'crash';

export class WorkError extends Error {
  override readonly name = 'WorkError';
  readonly reason: WorkErrorReason;

  constructor(reason: WorkErrorReason, message = `work in another process ended: ${reason}`) {
    super(message);
    this.reason = reason;
  }
}
