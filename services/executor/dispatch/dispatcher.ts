import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { COMMAND_LANES, type CommandLane } from '../../../core/states.ts';
import { BATCH_POKE_DELAY_MS } from '../../../platform/database/commands.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { batchWorkflowId, executionWorkflowId, POKE_SIGNAL, WORKFLOW_TYPES } from '../../../platform/temporal/index.ts';
import { tracedFor } from '../../../platform/tracing/index.ts';
import { WakeUp } from '../../../platform/wake.ts';
import type { batchWorkflow } from '../workflows/batch.ts';
import type { executionWorkflow } from '../workflows/execution.ts';
import { BatchHold, HOLD_MS } from './batch-hold.ts';
import { BatchRows } from './batch-rows.ts';
import { releaseCommand, reviveRun, deleteAndClaim, type ClaimedCommand, type LaneLimits } from './commands.ts';
import { isWorkflowGone } from './workflow-state.ts';

export interface DispatcherOptions {
  readonly db: Database;
  /** On the worker's own connection, so that starts are eager. */
  readonly client: Client;
  readonly taskQueue: string;
  readonly log: Logger;
  /** If false, commands are left to other processes. */
  readonly mayClaim?: () => boolean;
  readonly onDispatched?: (kind: ClaimedCommand['kind'], outcome: 'dispatched' | 'failed') => void;
  /** Rows of one batch in flight at once. */
  readonly batchConcurrency: number;
  /** Commands in flight at once, by lane. */
  readonly concurrency?: LaneLimits;
}

/** Most rows of the lane `batch` are queued in this process, so that one begins as soon as another is advanced. */
const CONCURRENCY: LaneLimits = { poke: 32, single: 64, batch: 16, recovery: 4 };
/** Lower is earlier, among the tasks that wait for a worker (Temporal's priority key). */
const PRIORITY: Readonly<Record<CommandLane, number>> = { poke: 3, single: 3, batch: 4, recovery: 4 };
const POLL_MS = 1_000;
/** Rows that are queued in this process. */
const ENOUGH_WAITING = 4;
/** How long deletions are batched. */
const DELETE_BATCH_MS = 20;
/**
 * The delay of deletions while enough batch rows are claimed, because a claim under way delays that of a single
 * trigger. It also applies while most slots of single starts are taken: Temporal is then the slower part, and the next
 * pass deletes and claims more.
 */
const UNHURRIED_MS = 100;
/** The part of the slots of single starts that is most of them. */
const MOST_SLOTS = 0.75;
/** Less than the lease, so that no other process has a command in flight. */
const CALL_TIMEOUT_MS = 5_000;
const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 5_000;

/**
 * Carries out command rows: starts and signals workflows.
 *
 * Boundary: the transactions that commit a start or a poke write the rows. It does not know what a run does.
 *
 * Invariants
 * 1. A row is leased and the lease committed before Temporal is called, so each row is in flight once. If a lease ran
 *    out, the workflow id (starts) or idempotence (pokes) makes the repetition harmless.
 * 2. A row is deleted only after Temporal has accepted it, and a start only if its workflow is open or the run has
 *    ended.
 * 3. Commands of one execution or batch are carried out one after the other, in the order of their ids.
 * 4. Each lane has a concurrency limit of its own, so that a backlog of one delays no other. Batch rows wait for single
 *    starts (`batch-hold.ts`), and few are begun at once (`batch-rows.ts`). A row that failed comes back after its own
 *    back-off.
 *
 * It ends by `stop`: commands in flight are waited for, dispatched ones are deleted, the rest stays for others.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #log: Logger;
  readonly #concurrency: LaneLimits;
  readonly #inFlight = new Map<Promise<unknown>, CommandLane>();
  /** Rows that Temporal has accepted: to be deleted in the next pass. */
  #dispatched: number[] = [];
  readonly #batchHold = new BatchHold();
  readonly #batchRows: BatchRows;
  #isStopping = false;
  #isFailing = false;
  /** True if batch rows were held back in the last pass. */
  #isHolding = false;
  /** When a run was last advanced here, by `performance.now()`. */
  #advancedAt = Number.NEGATIVE_INFINITY;
  readonly #wakeUp = new WakeUp();
  #deleteTimer: NodeJS.Timeout | undefined;
  /** By `performance.now()`. */
  #deleteAt = 0;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#log = options.log.child({ component: 'dispatcher' });
    this.#concurrency = options.concurrency ?? CONCURRENCY;
    this.#batchRows = new BatchRows(options.db.pool);
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** To be called on a hint that there may be commands. */
  wake(): void {
    this.#wakeUp.wake();
  }

  /** To be called when an advance of that execution by this process has ended. */
  advanced(executionId: number): void {
    this.#advancedAt = performance.now();
    this.#batchRows.end(executionId);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#batchRows.stop();
    this.wake();
    await this.#loop;
    await Promise.all(this.#inFlight.keys());
    clearTimeout(this.#deleteTimer);
    if (this.#dispatched.length > 0) await this.#take(this.#dispatched.splice(0), NONE);
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#wakeUp.clear();
      const isMoreDue = await this.#pass();
      if (!isMoreDue && !this.#isStopping) await this.#wakeUp.sleep(this.#idleMs());
    }
  }

  #idleMs(): number {
    if (this.#isHolding) return HOLD_MS;
    // The run may have been the last row of a batch, whose end is poked soon.
    return performance.now() - this.#advancedAt < POLL_MS ? BATCH_POKE_DELAY_MS : POLL_MS;
  }

  /** True if a lane may have more due commands than were claimed, and may claim them. */
  async #pass(): Promise<boolean> {
    const slots = this.#freeSlots();
    if (slots.single < this.#concurrency.single) this.#batchHold.singleSeen(performance.now());
    const hold = this.#batchHold.stateAt(performance.now());
    this.#isHolding = hold === 'held';
    this.#batchRows.admit(hold, this.#batchHold.mostBegunAt(performance.now()));
    const mayClaim = this.#options.mayClaim?.() ?? true;
    const free = mayClaim ? (this.#isHolding ? { ...slots, batch: 0 } : slots) : NONE;
    const dispatched = this.#dispatched.splice(0);
    if (dispatched.length === 0 && Object.values(free).every((slots) => slots === 0)) return false;
    let claimed: readonly ClaimedCommand[];
    try {
      claimed = await this.#take(dispatched, free, hold === 'owed');
    } catch (error) {
      // Deletion can wait, because carrying the commands out again would be harmless.
      this.#dispatched.push(...dispatched);
      this.#warnOnce(error, 'commands cannot be claimed');
      return false;
    }
    for (const command of claimed) {
      const isRow = command.lane === 'batch' && command.kind === 'start' && !command.isEnded;
      const work = (isRow ? this.#beginRow(command) : this.#carryOut(command)).finally(() => {
        this.#inFlight.delete(work);
        this.#wakeSoon(this.#isBusy() ? UNHURRIED_MS : DELETE_BATCH_MS);
      });
      this.#inFlight.set(work, command.lane);
    }
    const claimedIn = countByLane(claimed.map(({ lane }) => lane));
    if (claimedIn.single > 0) {
      this.#batchHold.singleSeen(performance.now());
      this.#isHolding = true;
      if (hold === 'free') this.#batchRows.admit('held', 0);
    }
    const freeNow = this.#freeSlots();
    return COMMAND_LANES.some((lane) => claimedIn[lane] > 0 && claimedIn[lane] === free[lane] && freeNow[lane] > 0);
  }

  #take(dispatched: readonly number[], limits: LaneLimits, areBatchesOwed = false): Promise<readonly ClaimedCommand[]> {
    return deleteAndClaim(this.#options.db.pool, dispatched, limits, this.#options.batchConcurrency, areBatchesOwed);
  }

  #isBusy(): boolean {
    const { single } = this.#concurrency;
    return this.#batchRows.waiting >= ENOUGH_WAITING || single - this.#freeSlots().single > single * MOST_SLOTS;
  }

  #freeSlots(): LaneLimits {
    const taken = countByLane([...this.#inFlight.values()]);
    const free = (lane: CommandLane) => this.#concurrency[lane] - taken[lane];
    return { poke: free('poke'), single: free('single'), batch: free('batch'), recovery: free('recovery') };
  }

  #wakeSoon(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (this.#isStopping || (this.#deleteTimer !== undefined && this.#deleteAt <= at)) return;
    clearTimeout(this.#deleteTimer);
    this.#deleteAt = at;
    this.#deleteTimer = setTimeout(() => {
      this.#deleteTimer = undefined;
      this.wake();
    }, delayMs);
  }

  async #beginRow(command: ClaimedCommand): Promise<void> {
    const row = await this.#batchRows.begin(command.target.id);
    if (row === null) {
      // If the database is down, the lease runs out by itself.
      await releaseCommand(this.#options.db, command, 0).catch(() => undefined);
      return;
    }
    if (!(await this.#carryOut(command))) this.#batchRows.end(command.target.id);
    await row.advanced;
  }

  /** Returns true if Temporal has accepted it. */
  async #carryOut(command: ClaimedCommand): Promise<boolean> {
    const { db, onDispatched } = this.#options;
    try {
      const call = () => (command.kind === 'start' ? this.#startRun(command) : this.#pokeRun(command));
      const { target } = command;
      const outcome = await (target.kind === 'execution'
        ? tracedFor(db.pool, target.id, `temporal ${command.kind}`, { kind: 'producer' }, call)
        : call());
      if (outcome === 'dispatched') this.#dispatched.push(command.id);
      else if (outcome === 'again') await releaseCommand(db, command, 0);
      this.#isFailing = false;
      onDispatched?.(command.kind, 'dispatched');
      return outcome === 'dispatched';
    } catch (error) {
      onDispatched?.(command.kind, 'failed');
      this.#warnOnce(error, 'a command could not be dispatched to Temporal');
      const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(command.attempts - 1, 10), LONGEST_BACKOFF_MS);
      // If the database is down too, the lease runs out by itself.
      await releaseCommand(db, command, backoffMs * (0.75 + Math.random() / 2)).catch(() => undefined);
      return false;
    }
  }

  async #startRun(command: ClaimedCommand): Promise<Outcome> {
    const { client, taskQueue } = this.#options;
    if (command.isEnded) return 'dispatched';
    try {
      await client.withDeadline(Date.now() + CALL_TIMEOUT_MS, () =>
        client.workflow.start<typeof executionWorkflow | typeof batchWorkflow>(WORKFLOW_TYPES[command.target.kind], {
          workflowId: workflowIdOf(command),
          taskQueue,
          args: [command.target.id, command.run_key],
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          workflowIdConflictPolicy: 'FAIL',
          requestEagerStart: true,
          // The activities of the run inherit both.
          priority: { priorityKey: PRIORITY[command.lane], fairnessKey: `client-${command.api_client_id}` },
        }),
      );
      return 'dispatched';
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
    // An earlier attempt at this command started it. A workflow that was terminated since no longer drives the run.
    if (!(await isWorkflowGone(client, workflowIdOf(command), CALL_TIMEOUT_MS))) return 'dispatched';
    return this.#revive(command);
  }

  async #pokeRun(command: ClaimedCommand): Promise<Outcome> {
    const { client } = this.#options;
    try {
      await client.withDeadline(Date.now() + CALL_TIMEOUT_MS, () =>
        client.workflow.getHandle(workflowIdOf(command)).signal(POKE_SIGNAL),
      );
      return 'dispatched';
    } catch (error) {
      // Temporal reports a closed workflow in the same way.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
    return this.#revive(command);
  }

  async #revive(command: ClaimedCommand): Promise<Outcome> {
    switch (await reviveRun(this.#options.db, command)) {
      case 'ended':
        return 'dispatched';
      case 'superseded':
        return 'again';
      case 'revived':
        this.#log.warn(
          { [`${command.target.kind}_id`]: command.target.id },
          'a live run had no workflow; it is started again',
        );
        this.wake();
        return 'replaced';
    }
  }

  /** Logs once until a command is dispatched again: with a server down every row fails. */
  #warnOnce(error: unknown, message: string): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#log.warn({ err: error }, message);
  }
}

/** `again`: the run has another run key now. `replaced`: another row has replaced the command. */
type Outcome = 'dispatched' | 'again' | 'replaced';

function workflowIdOf({ target, run_key: runKey }: ClaimedCommand): string {
  return target.kind === 'execution' ? executionWorkflowId(target.id, runKey) : batchWorkflowId(target.id, runKey);
}

const NONE: LaneLimits = { poke: 0, single: 0, batch: 0, recovery: 0 };

function countByLane(lanes: readonly CommandLane[]): Record<CommandLane, number> {
  const counts = { ...NONE };
  for (const lane of lanes) counts[lane] += 1;
  return counts;
}
