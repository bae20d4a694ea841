import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { isTerminal } from '../../core/states.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import { executionWorkflowId, POKE_SIGNAL, WORKFLOW_TYPES } from '../../platform/temporal.ts';
import type { executionWorkflow } from './workflows/execution.ts';
import { releaseCommand, reviveRun, takeTurn, type ClaimedCommand } from './commands.ts';

export interface DispatcherOptions {
  readonly db: Database;
  /** On the worker's own connection, so that starts are eager. */
  readonly client: Client;
  readonly taskQueue: string;
  readonly log: Logger;
  readonly onDispatched?: (kind: ClaimedCommand['kind'], outcome: 'told' | 'failed') => void;
  /** Commands in the air at once. */
  readonly concurrency?: number;
}

const POLL_MS = 1_000;
/** So long deletions wait for company. */
const COALESCE_MS = 20;
/** Less than the lease, so that a command in the air is nobody else's. */
const CALL_TIMEOUT_MS = 5_000;
const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 5_000;

/**
 * Tells Temporal what the command rows say.
 *
 * Boundary: rows come from whoever commits a start or a poke; what a run does is none of its business.
 *
 * Invariants
 * 1. A row is leased and the lease committed before Temporal is called; so each row is in the air once, but for a
 *    lease that ran out, and then the workflow id (starts) or its harmlessness (pokes) makes up for it.
 * 2. A row is deleted only after Temporal has answered.
 * 3. Of one execution, commands go out one after the other, in the order of their ids.
 * 4. At most `concurrency` are in the air; a row that failed comes back after its own back-off, and holds up no other.
 *
 * It ends by `stop`: what is in the air is waited for, what was told is deleted, the rest stays for others.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #log: Logger;
  readonly #concurrency: number;
  readonly #inFlight = new Set<Promise<void>>();
  /** Rows that Temporal knows of: to be deleted with the next turn. */
  #told: number[] = [];
  #isStopping = false;
  #isTroubled = false;
  #hasNews = false;
  #wakeUp: () => void = () => undefined;
  #coalescing: NodeJS.Timeout | undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#log = options.log.child({ component: 'dispatcher' });
    this.#concurrency = options.concurrency ?? 64;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** There may be commands: a hint came. */
  wake(): void {
    this.#hasNews = true;
    this.#wakeUp();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#loop;
    await Promise.all(this.#inFlight);
    clearTimeout(this.#coalescing);
    if (this.#told.length > 0) await takeTurn(this.#options.db.pool, this.#told.splice(0), 0);
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#hasNews = false;
      const isFull = await this.#turn();
      if (!isFull) await this.#rest();
    }
  }

  /** True where there may be more to claim, and room for it. */
  async #turn(): Promise<boolean> {
    const room = this.#concurrency - this.#inFlight.size;
    const told = this.#told.splice(0);
    if (room === 0 && told.length === 0) return false;
    let claimed: readonly ClaimedCommand[];
    try {
      claimed = await takeTurn(this.#options.db.pool, told, room);
    } catch (error) {
      // Deleting what was told can wait; telling it again would be harmless, too.
      this.#told.push(...told);
      this.#trouble(error, 'commands cannot be claimed');
      return false;
    }
    for (const command of claimed) {
      const work = this.#carryOut(command).finally(() => {
        this.#inFlight.delete(work);
        this.#wakeSoon();
      });
      this.#inFlight.add(work);
    }
    return claimed.length > 0 && claimed.length === room && this.#inFlight.size < this.#concurrency;
  }

  async #rest(): Promise<void> {
    if (this.#hasNews || this.#isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #wakeSoon(): void {
    if (this.#isStopping) return;
    this.#coalescing ??= setTimeout(() => {
      this.#coalescing = undefined;
      this.wake();
    }, COALESCE_MS);
  }

  async #carryOut(command: ClaimedCommand): Promise<void> {
    const { db, onDispatched } = this.#options;
    try {
      const outcome = await this.#tell(command);
      if (outcome === 'told') this.#told.push(command.id);
      else if (outcome === 'again') await releaseCommand(db, command.id, 0);
      this.#isTroubled = false;
      onDispatched?.(command.kind, 'told');
    } catch (error) {
      onDispatched?.(command.kind, 'failed');
      this.#trouble(error, 'Temporal could not be told');
      const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(command.attempts - 1, 10), LONGEST_BACKOFF_MS);
      // Where the database is down too, the lease runs out by itself.
      await releaseCommand(db, command.id, backoffMs * (0.75 + Math.random() / 2)).catch(() => undefined);
    }
  }

  /** `kept`: the row has become another command. */
  async #tell(command: ClaimedCommand): Promise<'told' | 'again' | 'kept'> {
    const { client, taskQueue, db } = this.#options;
    const workflowId = executionWorkflowId(command.execution_id, command.run_key);
    const deadline = Date.now() + CALL_TIMEOUT_MS;
    if (command.kind === 'start') {
      if (isTerminal(command.status)) return 'told';
      try {
        await client.withDeadline(deadline, () =>
          client.workflow.start<typeof executionWorkflow>(WORKFLOW_TYPES.execution, {
            workflowId,
            taskQueue,
            args: [command.execution_id, command.run_key],
            workflowIdReusePolicy: 'REJECT_DUPLICATE',
            workflowIdConflictPolicy: 'FAIL',
            requestEagerStart: true,
          }),
        );
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
      return 'told';
    }
    try {
      await client.withDeadline(deadline, () => client.workflow.getHandle(workflowId).signal(POKE_SIGNAL));
      return 'told';
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
    switch (await reviveRun(db, command)) {
      case 'ended':
        return 'told';
      case 'superseded':
        return 'again';
      case 'revived':
        this.#log.warn({ execution_id: command.execution_id }, 'a live run had no workflow; it is started anew');
        this.wake();
        return 'kept';
    }
  }

  /** Says it once until something works again: with a server down every row fails. */
  #trouble(error: unknown, message: string): void {
    if (this.#isTroubled) return;
    this.#isTroubled = true;
    this.#log.warn({ err: error }, message);
  }
}
