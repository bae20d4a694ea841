import type { EffectRequest, ReviewRequest } from '../cascade/contract.ts';
import type { VisitRef } from '../cascade/conditions.ts';
import type { NodeBase } from '../cascade/definition.ts';
import type { OnNotComparable } from '../cascade/on-not-comparable.ts';
import type { EventName } from '../events.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import type { Json, JsonObject } from '../json.ts';
import type { SandboxRegistry } from '../products/sandbox.ts';
import type { NoticeDue } from '../notices/due.ts';
import type { NoticeClock } from '../notices/due-dates.ts';
import type { ExecutionMode, Outcome, ReviewDecision, ReviewEventType, ReviewKind, ReviewStatus } from '../states.ts';

/**
 * The state of a run, as small versioned JSON on the execution row. Outputs are stored with the steps instead. A node
 * holds at most one token that works, sleeps or is parked, and at most one more that waits behind it (`again`).
 */
export interface RunState {
  readonly version: 1;
  /**
   * Nodes that tokens are about to enter: the entry at first, the failed nodes on a retry, or what the last advance
   * left undone. A bare id takes its causes from the node's last visit.
   */
  readonly arrivals: readonly (string | Arrival)[];
  readonly tokens: readonly Token[];
  /**
   * The visits that sent the tokens that have not begun a visit: those held, stopped or waiting behind another visit.
   */
  readonly causes: Readonly<Record<string, readonly VisitRef[]>>;
  /** How many visits each node has had so far. */
  readonly visits: Readonly<Record<string, number>>;
  /** Nodes that have failed for good. */
  readonly failed: readonly string[];
  /** Nodes at which a token ended because a failed step leads there. A retry also starts at them. */
  readonly stopped: readonly string[];
  /** The last decision about the person. */
  readonly decided: ReviewDecision | null;
  /** The visit whose review decided that. */
  readonly decidedBy: VisitRef | null;
  readonly outcome: Outcome | null;
  readonly firstError: string | null;
  /** Units of work that the run has used. */
  readonly work: number;
}

/** A token about to enter a node, and the visits that sent it. A type alias, so that it is plain JSON. */
export type Arrival = { readonly at: string; readonly from: readonly VisitRef[] };

export type Token =
  /** At a join, until no other token can reach it. */
  | { readonly at: string; readonly phase: 'held' }
  /** Waits for an effect; `wait` is its key. */
  | {
      readonly at: string;
      readonly phase: 'working';
      readonly visit: number;
      readonly wait: string;
      readonly memo: JsonObject;
      readonly again: boolean;
    }
  | {
      readonly at: string;
      readonly phase: 'sleeping';
      readonly visit: number;
      readonly until: number;
      readonly memo: JsonObject;
      readonly again: boolean;
    }
  /** Waits for a review round, open or queued; `wait` is its key. */
  | {
      readonly at: string;
      readonly phase: 'parked';
      readonly visit: number;
      readonly wait: string;
      readonly kind: ReviewKind;
      /** When to emit `review.overdue`; absent if the event is not wanted or was emitted. */
      readonly overdueAt?: number;
      /** Absent if no reminder is left. */
      readonly reminding?: Reminding;
      readonly memo: JsonObject;
      readonly again: boolean;
    };

/** The reminders of a review: one is in flight, or the next one is not yet due. */
export interface Reminding {
  /** When the review opened. */
  readonly since: number;
  /** Index of the next reminder or the one in flight, in the order of their due times. */
  readonly index: number;
  /** How often the reminder was deferred because the client had used up its hourly quota. */
  readonly deferrals: number;
  /** When it is due, or due again. */
  readonly at: number;
  /** The key of its effect while it is in flight. */
  readonly wait?: string;
}

/** The inputs that stay fixed for the whole run. */
export interface RunContext {
  readonly execution: {
    readonly id: number;
    readonly mode: ExecutionMode;
    readonly externalReference: string | null;
    readonly skipWaits: boolean;
  };
  readonly workflow: { readonly name: string; readonly useCase: string | null };
  readonly payload: JsonObject;
  readonly sandbox: SandboxRegistry;
  readonly reusedReports: ReadonlyMap<string, Json>;
  /** Null for a run that is only computed (a simulation, an explanation): it owes no notice. */
  readonly noticeClock: NoticeClock | null;
  /** The declarations of the payload's fields at the time when the execution was accepted. */
  readonly dictionary?: Dictionary;
  /** The account's default for values that cannot be compared. If absent, the step fails. */
  readonly onNotComparable?: OnNotComparable;
}

/** The events outside since the run began, by key (`waitKey`). Keys that no token waits for are ignored. */
export interface Facts {
  readonly effects: ReadonlyMap<string, EffectFact>;
  readonly rounds: ReadonlyMap<string, RoundFact>;
}
export type EffectFact =
  | { readonly status: 'done'; readonly result: JsonObject; readonly at: number }
  | { readonly status: 'failed'; readonly code: string; readonly message: string; readonly attempts: number }
  /** Cancelled before it began. */
  | { readonly status: 'cancelled' };
export interface RoundFact {
  readonly decision: ReviewDecision;
  readonly decidedByUserId: number | null;
  readonly decidedAt: number;
  readonly note: string | null;
  readonly reasons: readonly string[];
  readonly posted: { readonly date: string; readonly carrier: string } | null;
  readonly variables: Readonly<Record<string, string>> | null;
}

export interface AdvanceInput {
  readonly definition: readonly NodeBase[];
  readonly state: RunState;
  readonly run: RunContext;
  /** Output of the last visit of each node, by node id. */
  readonly outputs: ReadonlyMap<string, Json>;
  /** All visits so far, in the order in which they began. */
  readonly history: readonly PastVisit[];
  /** The sizes of the outputs, if the caller has measured them; otherwise they are measured here. */
  readonly sizes?: OutputSizes;
  readonly facts: Facts;
  /** Milliseconds since the epoch, by the workflow's clock. */
  readonly now: number;
  /**
   * The number of visits or units of work after which to stop with `isUnfinished`; one more visit may have begun. If
   * absent, the advance goes on until nothing can move.
   */
  readonly slice?: { readonly visits: number; readonly work: number };
}

/** In bytes, as measured by `jsonBytes`. */
export interface OutputSizes {
  /** The size of each node's last output, by node id. */
  readonly last: ReadonlyMap<string, number>;
  /** The size of the outputs of all visits. */
  readonly written: number;
}

/** A recorded visit. Notices describe the visits that led to them. */
export interface PastVisit {
  readonly nodeId: string;
  readonly visit: number;
  /** All visits whose tokens it took, over edges and jumps. */
  readonly causes: readonly VisitRef[];
  /** Null if the visit had no output. */
  readonly output: Json | null;
}

export interface AdvanceResult {
  readonly state: RunState;
  /** Visits that began, changed or ended, to be upserted by (node, visit). */
  readonly steps: readonly StepRecord[];
  readonly effects: readonly EffectIntent[];
  /** Keys of effects to cancel unless they have begun. */
  readonly cancelledEffects: readonly string[];
  readonly rounds: readonly RoundIntent[];
  /** Keys of rounds that no longer need a decision. */
  readonly closedRounds: readonly string[];
  readonly reviewEvents: readonly ReviewEventIntent[];
  readonly events: readonly EventIntent[];
  /** Visits whose output is to become a report PDF. */
  readonly reports: readonly { readonly nodeId: string; readonly visit: number }[];
  /**
   * When to advance again without an event: the earliest time that a token waits for, `now` if effects were cancelled,
   * or null.
   */
  readonly wakeAt: number | null;
  /** The slice was used up while tokens could still move: save, and advance again. */
  readonly isUnfinished: boolean;
  readonly status: 'running' | 'waiting' | 'awaiting_review' | 'completed' | 'failed';
  readonly reviewStatus: ReviewStatus;
  readonly needsHumanReview: boolean;
  readonly userApproved: boolean | null;
  readonly outcome: Outcome | null;
  readonly firstErrorMessage: string | null;
  /** When an application for credit must be answered, in milliseconds since the epoch; null for other applications. */
  readonly noticeDueAt: number | null;
  /** Units of work of this advance that are outside the run's budget: those for the reasons of letters. */
  readonly workAside: number;
  /**
   * Set when the run has ended: the denials whose notice did not go out, and what it settles for the runs that it
   * re-evaluates.
   */
  readonly noticesDue: readonly NoticeDue[];
  readonly settles: Settlement | null;
}

/** Notices that earlier runs of the same application no longer owe: those to these persons, or all of them. */
export interface Settlement {
  readonly applicants: readonly string[] | 'all';
}

export interface StepRecord {
  readonly nodeId: string;
  readonly visit: number;
  readonly nodeType: string;
  readonly status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly causes: readonly VisitRef[];
  readonly output: Json | null;
  readonly error: { readonly code: string; readonly message: string; readonly attempts: number } | null;
  /** Null if the visit began in an earlier advance. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export interface EffectIntent {
  readonly key: string;
  readonly nodeId: string;
  readonly visit: number;
  readonly request: EffectRequest;
}
export interface RoundIntent {
  readonly key: string;
  readonly nodeId: string;
  readonly visit: number;
  readonly review: ReviewRequest;
}
export interface EventIntent {
  readonly name: EventName;
  readonly nodeId: string | null;
  readonly visit: number | null;
  /** Distinguishes events with the same name and visit (the stage of a notice, the number of a retry). */
  readonly key: string;
  readonly data: JsonObject;
}
export interface ReviewEventIntent {
  readonly type: ReviewEventType;
  readonly nodeId: string;
  readonly visit: number;
  readonly key: string;
  readonly note: string | null;
  readonly metadata: JsonObject;
}

/** The key under which a visit waits for an effect or a round; unique within an execution. */
export function waitKey(nodeId: string, visit: number, key: string): string {
  return `${nodeId}#${visit}#${key}`;
}
