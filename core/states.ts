/**
 * Statuses of records with a lifecycle, and tables of the allowed transitions. Source: semantics 3.7, 9.1, 14.2 and
 * 17.2.
 */

export const EXECUTION_STATUSES = [
  'queued',
  'pending',
  'running',
  'waiting',
  'awaiting_review',
  'completed',
  'failed',
  'cancelled',
  'skipped',
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** Transitions of an execution. A batch retry takes failed and skipped rows back to `queued`. */
export const EXECUTION_TRANSITIONS: Record<ExecutionStatus, readonly ExecutionStatus[]> = {
  queued: ['running', 'cancelled', 'skipped'],
  pending: ['running', 'cancelled'],
  running: ['waiting', 'awaiting_review', 'completed', 'failed', 'cancelled'],
  waiting: ['running', 'awaiting_review', 'completed', 'failed', 'cancelled'],
  awaiting_review: ['running', 'waiting', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: ['queued'],
  cancelled: ['queued'],
  skipped: ['queued'],
};

/** Statuses of executions with a running Temporal workflow. A `queued` batch row has no workflow yet. */
export const LIVE_EXECUTION_STATUSES = ['pending', 'running', 'waiting', 'awaiting_review'] as const;
export function isLive(status: ExecutionStatus): boolean {
  return (LIVE_EXECUTION_STATUSES as readonly ExecutionStatus[]).includes(status);
}

export const TERMINAL_EXECUTION_STATUSES = ['completed', 'failed', 'cancelled', 'skipped'] as const;
export type TerminalExecutionStatus = (typeof TERMINAL_EXECUTION_STATUSES)[number];
export function isTerminal(status: ExecutionStatus): status is TerminalExecutionStatus {
  return (TERMINAL_EXECUTION_STATUSES as readonly string[]).includes(status);
}

/** Statuses in which an execution does not go on by itself: it has ended, or it waits for a person. */
export const SETTLED_EXECUTION_STATUSES = [...TERMINAL_EXECUTION_STATUSES, 'awaiting_review'] as const;
export function isSettled(status: ExecutionStatus): boolean {
  return (SETTLED_EXECUTION_STATUSES as readonly ExecutionStatus[]).includes(status);
}

export const REVIEW_STATUSES = ['none', 'in_review', 'approved', 'denied'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Statuses of a request to put a version of a workflow live. */
export const ACTIVATION_STATUSES = ['pending', 'approved', 'refused', 'withdrawn', 'superseded'] as const;
export type ActivationStatus = (typeof ACTIVATION_STATUSES)[number];

/** Statuses of a backtest. */
export const BACKTEST_STATUSES = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const;
export type BacktestStatus = (typeof BACKTEST_STATUSES)[number];

export const REVIEW_DECISIONS = ['approved', 'denied'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** `decision`: about the person (IfElse human_review). `notice`: about sending a drafted notice. */
export const REVIEW_KINDS = ['decision', 'notice'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export const REVIEW_EVENT_TYPES = [
  'flagged',
  'assigned',
  'unassigned',
  'approved',
  'denied',
  'note_added',
  're_evaluated',
  'adverse_action_drafted',
  'adverse_action_sent',
  'adverse_action_skipped',
  'adverse_action_replayed',
  'application_answered',
  'reminded',
  'approval_added',
  'moved',
  'snoozed',
] as const;
export type ReviewEventType = (typeof REVIEW_EVENT_TYPES)[number];

export const EXECUTION_MODES = ['test', 'live'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

/** Most severe last: a run's outcome is its most severe one. */
export const OUTCOMES = ['approved', 'conditional', 'denied'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export function moreSevere(a: Outcome | null, b: Outcome | null): Outcome | null {
  if (a === null || b === null) return a ?? b;
  return OUTCOMES.indexOf(a) >= OUTCOMES.indexOf(b) ? a : b;
}

export const BATCH_STATUSES = ['pending', 'running', 'interrupted', 'completed', 'cancelled', 'failed'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

const TERMINAL_BATCH_STATUSES = ['completed', 'cancelled', 'failed'] as const satisfies readonly BatchStatus[];
export function isBatchTerminal(status: BatchStatus): boolean {
  return (TERMINAL_BATCH_STATUSES as readonly BatchStatus[]).includes(status);
}

/** Why a batch stopped starting rows: a vendor's outage, or `cascade batches interrupt`. */
export const BATCH_INTERRUPTIONS = ['vendor_outage', 'operator'] as const;
export type BatchInterruption = (typeof BATCH_INTERRUPTIONS)[number];

export const DELIVERY_STATUSES = ['pending', 'retrying', 'succeeded', 'failed', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Groups of commands that share a concurrency limit, in order of precedence. `poke`: a person or a finished effect
 * waits for it. `recovery`: thousands of pokes that nobody waits for.
 */
export const COMMAND_LANES = ['poke', 'single', 'batch', 'recovery'] as const;
export type CommandLane = (typeof COMMAND_LANES)[number];

/** Fresh deliveries were never attempted; they do not queue behind retries. */
export const DELIVERY_LANES = ['fresh', 'retry'] as const;
export type DeliveryLane = (typeof DELIVERY_LANES)[number];

export const DELIVERY_TRANSITIONS: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  pending: ['succeeded', 'retrying', 'failed', 'dead'],
  retrying: ['succeeded', 'retrying', 'failed', 'dead'],
  succeeded: [],
  failed: ['pending', 'retrying'],
  dead: ['pending', 'retrying'],
};

export const TRIGGER_TYPES = ['manual', 'event', 'scheduled'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** `enclosure`: attached to a notice and not listed in the API. */
export const ARTIFACT_KINDS = ['report', 'notice', 'enclosure'] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** The state of a notice. Reports have none, because they are not sent to anybody. */
export const NOTICE_STATUSES = ['draft', 'sent', 'discarded'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];
