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
 * Where a run stands, as small versioned JSON on the execution row. Outputs are not in it: they are in the steps.
 * A node holds at most one token that works, sleeps or is parked, and beside it at most one that waits (`again`).
 */
export interface RunState {
  readonly version: 1;
  /**
   * Nodes that tokens are about to enter: the entry at first, the failed ones at a retry, and what the last advance left
   * undone. A bare id is entered because of what led to the node's last visit.
   */
  readonly arrivals: readonly (string | Arrival)[];
  readonly tokens: readonly Token[];
  /** Which visits sent the tokens that have not begun a visit: those held, stopped or behind another visit. */
  readonly causes: Readonly<Record<string, readonly VisitRef[]>>;
  /** Number of runs of each node so far. */
  readonly visits: Readonly<Record<string, number>>;
  /** Nodes that failed for good. */
  readonly failed: readonly string[];
  /** Nodes where a token ended because a failed step leads there; a retry sets out from them again. */
  readonly stopped: readonly string[];
  /** The last decision about the person. */
  readonly decided: ReviewDecision | null;
  /** The visit whose review that was. */
  readonly decidedBy: VisitRef | null;
  readonly outcome: Outcome | null;
  readonly firstError: string | null;
  /** Units of work that the run has taken. */
  readonly work: number;
}

/** A token about to enter a node, and the visits that sent it. A type, so that it is plain JSON to the compiler too. */
export type Arrival = { readonly at: string; readonly from: readonly VisitRef[] };

export type Token =
  /** At a join, until nothing can reach it any more. */
  | { readonly at: string; readonly phase: 'held' }
  /** An effect is asked for. `wait` is its key. */
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
  /** A review round is open or queued. `wait` is its key. */
  | {
      readonly at: string;
      readonly phase: 'parked';
      readonly visit: number;
      readonly wait: string;
      readonly kind: ReviewKind;
      /** When to emit `review.overdue`; absent if no event is wanted, or once it is emitted. */
      readonly overdueAt?: number;
      /** Absent if no reminder is left. */
      readonly reminding?: Reminding;
      readonly memo: JsonObject;
      readonly again: boolean;
    };

/** The reminders of a review: one is in flight, or the next one has its due time. */
export interface Reminding {
  /** When the review came up. */
  readonly since: number;
  /** Index of the one that is next or in flight, in the order in which they are due. */
  readonly index: number;
  /** How often it was deferred, because the client had sent its letters of the hour. */
  readonly deferrals: number;
  /** When it is due, or due again. */
  readonly at: number;
  /** The key of its effect while it is in flight. */
  readonly wait?: string;
}

/** What is fixed for the whole run. */
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
  /** Null for a run that is only computed (a simulation, an explanation): it owes nobody a notice. */
  readonly noticeClock: NoticeClock | null;
  /** Declarations of the payload's fields, as they were when the execution was accepted. */
  readonly dictionary?: Dictionary;
  /** The account's default for values that cannot be compared; absent: the step fails. */
  readonly onNotComparable?: OnNotComparable;
}

/** Facts: what happened outside since the run began, by key (`waitKey`). Keys that nobody waits for are ignored. */
export interface Facts {
  readonly effects: ReadonlyMap<string, EffectFact>;
  readonly rounds: ReadonlyMap<string, RoundFact>;
}
export type EffectFact =
  | { readonly status: 'done'; readonly result: JsonObject; readonly at: number }
  | { readonly status: 'failed'; readonly code: string; readonly message: string; readonly attempts: number }
  /** It was cancelled before it began. */
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
  /** Of the outputs, if whoever loaded them has measured them; else they are measured here. */
  readonly sizes?: OutputSizes;
  readonly facts: Facts;
  /** Milliseconds since the epoch, by the workflow's clock. */
  readonly now: number;
  /**
   * After how many visits or units of work to stop and say `isUnfinished`; one visit more may have begun. Without it the
   * advance goes on until nothing can move.
   */
  readonly slice?: { readonly visits: number; readonly work: number };
}

/** In bytes, as `jsonBytes` measures. */
export interface OutputSizes {
  /** Of the last output of each node, by node id. */
  readonly last: ReadonlyMap<string, number>;
  /** Of the outputs of all visits. */
  readonly written: number;
}

/** A visit as it is remembered: a notice speaks of what led to it. */
export interface PastVisit {
  readonly nodeId: string;
  readonly visit: number;
  /** All visits whose tokens it took, over edges and jumps. */
  readonly causes: readonly VisitRef[];
  /** Null if it had none. */
  readonly output: Json | null;
}

export interface AdvanceResult {
  readonly state: RunState;
  /** Visits that began, changed or ended: to be inserted or replaced by (node, visit). */
  readonly steps: readonly StepRecord[];
  readonly effects: readonly EffectIntent[];
  /** Keys of effects to cancel unless they have begun. */
  readonly cancelledEffects: readonly string[];
  readonly rounds: readonly RoundIntent[];
  /** Keys of rounds that nobody needs to decide any more. */
  readonly closedRounds: readonly string[];
  readonly reviewEvents: readonly ReviewEventIntent[];
  readonly events: readonly EventIntent[];
  /** Visits whose output is wanted as a report PDF. */
  readonly reports: readonly { readonly nodeId: string; readonly visit: number }[];
  /** When to advance again by itself: the next sleeping token's time, `now` if effects were cancelled, or null. */
  readonly wakeAt: number | null;
  /** The slice was used up before all could move: save, and advance again. */
  readonly isUnfinished: boolean;
  readonly status: 'running' | 'waiting' | 'awaiting_review' | 'completed' | 'failed';
  readonly reviewStatus: ReviewStatus;
  readonly needsHumanReview: boolean;
  readonly userApproved: boolean | null;
  readonly outcome: Outcome | null;
  readonly firstErrorMessage: string | null;
  /** When an application for credit has to be answered, in milliseconds since the epoch; null for any other. */
  readonly noticeDueAt: number | null;
  /** Units of work of this advance that no budget of the run holds: those of the reasons of letters. */
  readonly workAside: number;
  /**
   * Of a run that has ended: the denials whose notice did not go out, and what it settles for the runs that it
   * re-evaluates.
   */
  readonly noticesDue: readonly NoticeDue[];
  readonly settles: Settlement | null;
}

/** Notices that earlier runs of the same application owed and owe no more: those to these persons, or all of them. */
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
  /** Null where the visit began in an earlier advance. */
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
  /** Tells apart events of one name and visit (the stage of a notice, the number of a retry). */
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
