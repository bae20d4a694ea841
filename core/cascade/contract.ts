import type { EventName } from '../events.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import type { Json, JsonObject, JsonSchema } from '../json.ts';
import type { Product } from '../products/contract.ts';
import type { SandboxRegistry } from '../products/sandbox.ts';
import type { Report } from '../schema/findings.ts';
import type { ExecutionMode, Outcome, ReviewDecision, ReviewEventType, ReviewKind } from '../states.ts';
import type { Masks } from '../masks/index.ts';
import type { Work } from '../work.ts';
import type { VisitRef } from './conditions.ts';
import type { EdgeKey, NodeBase } from './definition.ts';
import type { NoticeFacts, LetterNeed, NoticeRequest } from './notice-request.ts';
import type { OnNotComparable } from './on-not-comparable.ts';

/**
 * The declaration of a node kind. Names, validation, JSON Schema, graph and interpreter are derived from the list of
 * specs in `registry.ts`; no other code asks a node for its type.
 *
 * A visit is one run of a node. `start` begins it. `resume` continues it when what it waited for has happened. Each
 * returns one Turn. Both are pure: the same node, context and memo give the same Turn.
 */
export interface NodeSpec<N extends NodeBase = NodeBase, K extends string = string> {
  /** The value of the key that names the kind in a definition. */
  readonly kind: K;
  /** `action_type`: `type` is `Action`, and `action_type` names the kind. */
  readonly namedBy: 'type' | 'action_type';
  /** Legacy values of `type`. */
  readonly aliases?: readonly string[];
  /** True for the kind at which a run begins. Every definition has exactly one node of it. */
  readonly isEntry?: boolean;
  /** True if the node runs even though a failed step leads to it. */
  readonly runsAfterFailure?: boolean;
  /** The members that this kind has in addition to those of every node. */
  readonly schema: NodeSchema;
  /** Schemas that `schema` refers to (`componentRef`), by name. */
  readonly components?: Readonly<Record<string, JsonSchema>>;
  /** Keys of the edges that a token may take out of the node, in the order in which their targets run. */
  readonly edges: readonly EdgeKey[];
  /** Targets that are reached at run time by other means than edges. */
  jumps?(node: N): readonly string[];
  /**
   * Reports what the schema cannot check. `at` is the dotted path of the node, such as `definition[2]`. The node is as
   * sent: its members may have any shape.
   */
  validate?(node: JsonObject, at: string, scope: ValidationScope, report: Report): void;
  /** The source for conditions that name this node. A kind without it cannot be named. Takes a node as sent. */
  conditionSource?(node: JsonObject): ConditionSource;
  /** The members of an action's settings that its step cannot do without. */
  needs?(settings: JsonObject): readonly string[];
  /** The effect of leaving one of them out, unless the step fails. */
  readonly unlessConfigured?: string;
  /** Sentences on settings that are allowed but hardly what the author meant. */
  settingFaults?(settings: JsonObject): readonly string[];
  /**
   * Dotted paths of the output that survive redaction: what was decided and done, and nothing about the applicant. If
   * it is absent, nothing is kept.
   */
  readonly keptOutput?: readonly string[];
  /** Nodes whose reports `start` reads. It is held back while one of them is still to come. */
  reads?(node: N): readonly string[];
  start(node: N, visit: VisitContext): Turn;
  /** Called only for kinds that return an effect, a sleep or a park. */
  resume?(node: N, visit: VisitContext, memo: JsonObject, happened: Happening): Turn;
}

/** The JSON Schema of one kind's members. It is always an object, so only its parts are given. */
export interface NodeSchema {
  readonly description: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** A reference to a schema in the `components` of a spec. */
export function componentRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The values that conditions can read from a node: the built-in variables (`context`), or its output. */
export type ConditionSource = { readonly kind: 'context' } | ReportSource;

export interface ReportSource {
  readonly kind: 'report';
  /** The code in the node; undefined if it is not text. */
  readonly productCode: string | undefined;
  /** Undefined if no product has the code. No other code looks up a product by the code of a node. */
  readonly product: Product | undefined;
}

export interface Edge {
  readonly key: EdgeKey;
  readonly to: string;
}

/** The facts about the rest of the definition that a node's validation can use. */
export interface ValidationScope {
  readonly ids: ReadonlySet<string>;
  /** The source for conditions on this node; undefined if there is no such node or it has nothing to read. */
  sourceOf(id: string): ConditionSource | undefined;
  /** True if edges or jumps lead from one node to another, in one step or more. */
  reaches(from: string, to: string): boolean;
}

/** Most bytes of JSON in the output of one step (semantics 8.3.1). */
export const MAX_OUTPUT_BYTES = 512 * 1024;

/** Everything that a visit may read. All of it is data; nothing here does I/O. */
export interface VisitContext {
  /** Milliseconds since the epoch, by the workflow's clock. */
  readonly now: number;
  readonly nodeId: string;
  /** 1 for the first run of this node. */
  readonly visit: number;
  readonly execution: {
    readonly id: number;
    readonly mode: ExecutionMode;
    readonly externalReference: string | null;
    readonly skipWaits: boolean;
  };
  readonly workflow: { readonly name: string; readonly useCase: string | null };
  /** The trigger's payload: `applicant`, `property` and whatever else the caller sent. */
  readonly payload: JsonObject;
  readonly userApproved: boolean | null;
  /** The review that gave `userApproved`; null if none has been decided. */
  readonly decidedBy: VisitRef | null;
  /** The last output of each node that has one, by node id. */
  readonly outputs: ReadonlyMap<string, Json>;
  /** The visit that wrote a node's last output. */
  readonly outputVisit: (nodeId: string) => number | null;
  /** Nodes that have failed for good. */
  readonly failed: ReadonlySet<string>;
  /** Nodes at which a branch ended because a failed step leads there. */
  readonly stopped: ReadonlySet<string>;
  readonly node: (id: string) => NodeBase | undefined;
  readonly sourceOf: (id: string) => ConditionSource | undefined;
  /** True if edges lead from one node to another, in one step or more. */
  readonly reachesByEdges: (from: string, to: string) => boolean;
  /**
   * True if a choice that follows this visit would be made at once: nothing else is under way and its reports are
   * there.
   */
  readonly decidesNow: (id: string) => boolean;
  /** True if a condition reads the output of this node, such as the branch that it took. */
  readonly isOutputRead: (id: string) => boolean;
  /** The account's default for values that cannot be compared. If absent, the step fails. */
  readonly onNotComparable?: OnNotComparable;
  /** The output of each node, by its `store_result_as`. */
  readonly stored: ReadonlyMap<string, Json>;
  readonly sandbox: SandboxRegistry;
  /** The work that the visit may still spend on the caller's data. */
  readonly work: Work;
  /** Reports of the re-evaluated execution, by product code. They are used instead of a pull. */
  readonly reusedReports: ReadonlyMap<string, Json>;
  /** Masks numbers that identify the applicant in everything that a node sends. */
  readonly masks: Masks;
  /** Runs the turns of the notice that this visit issues. */
  readonly notices: NoticeTurns;
  /** The declarations of the payload's fields at the time when the execution was accepted. */
  readonly dictionary?: Dictionary;
  /**
   * Only in a what-if (`core/explanation/rerun.ts`): values for figures of lists in place of those that the lists give.
   */
  readonly instead?: (read: VisitRef | null, key: string) => Json | undefined;
}

/** A notice as its node requests it. */
export interface NoticeFlow {
  readonly visit: VisitContext;
  readonly nodeId: string;
  readonly actionTaken: string;
  /** The member `auto_send`. */
  readonly isAutomatic: boolean;
  readonly next: readonly string[];
  readonly facts: Omit<NoticeFacts, 'stage' | 'recipient'>;
  /** `facts` with the values that a person gave for variables that had none, by path. */
  readonly factsWith: (variables: Readonly<Record<string, string>>) => Omit<NoticeFacts, 'stage' | 'recipient'>;
}

/**
 * Passed in by the interpreter: reasons and letters (`core/notices`) build on node kinds, so kinds cannot import them.
 */
export interface NoticeTurns {
  /** `recipient` is empty if it does not resolve to a mail address. */
  start(flow: NoticeFlow, recipient: string, outcome: Outcome): Turn;
  resume(flow: NoticeFlow, memo: JsonObject, happened: Happening): Turn;
}

/** A side effect that the executor is to perform. Keys are unique within a visit. */
export type EffectRequest =
  | { readonly kind: 'live_pull'; readonly key: string; readonly product_code: string }
  | {
      readonly kind: 'mail';
      readonly key: string;
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      /** Null for a letter in plain text only. */
      readonly html: string | null;
    }
  | {
      readonly kind: 'notification';
      readonly key: string;
      readonly channel: 'slack' | 'webhook' | 'email';
      /** A URL for slack and webhook, an address for email. */
      readonly target: string;
      readonly message: string;
      /** For e-mail only. Default: the first line of the message. */
      readonly subject?: string;
      /** Set for a reminder: the key of its review round. The mail is sent only while that round is undecided. */
      readonly reminder_of?: string;
    }
  /** Compile and render the notice; the result carries `artifact_id`. */
  | { readonly kind: 'notice'; readonly key: string; readonly operation: 'prepare'; readonly notice: NoticeRequest }
  /**
   * Mail the prepared notice. The result has `message_id` and `sent_at`, and `decide_at` for a pre-adverse notice. If
   * the client has used up its letters of the hour, it has only `deferred_until` (RFC 3339).
   */
  | {
      readonly kind: 'notice';
      readonly key: string;
      readonly operation: 'send';
      readonly artifact_id: number;
      readonly recipient: string;
      readonly jurisdiction: string | null;
      /** The node's own waiting period; for a pre-adverse notice only. */
      readonly waiting_period: JsonObject | null;
      /** The legal due date; null if none is known. */
      readonly due_at: string | null;
    }
  /** Mark the draft as discarded; or, before a person posts it, give it today's date. */
  | {
      readonly kind: 'notice';
      readonly key: string;
      readonly operation: 'discard' | 'date';
      readonly artifact_id: number;
    };
export type EffectKind = EffectRequest['kind'];

/** The event that a visit waited for. */
export type Happening =
  | { readonly kind: 'effect_done'; readonly result: JsonObject; readonly at: number }
  | { readonly kind: 'effect_failed'; readonly code: string; readonly message: string; readonly attempts: number }
  | { readonly kind: 'timer' }
  | {
      readonly kind: 'decision';
      readonly decision: ReviewDecision;
      readonly decidedByUserId: number | null;
      /** Milliseconds since the epoch. */
      readonly decidedAt: number;
      readonly note: string | null;
      /** The reviewer's reasons, as text or as codes of the reason catalogue; empty if none were given. */
      readonly reasons: readonly string[];
      /** For a notice that went by post: the ISO date and the carrier. */
      readonly posted: { readonly date: string; readonly carrier: string } | null;
      /** Values for variables that had none, by path; null if none were asked for. */
      readonly variables: Readonly<Record<string, string>> | null;
    };

/** Records that a turn adds in addition to moving the token. */
export interface Aside {
  readonly outcome?: Outcome;
  readonly events?: readonly { readonly name: EventName; readonly key: string; readonly data: JsonObject }[];
  readonly reviewEvents?: readonly {
    readonly type: ReviewEventType;
    readonly key: string;
    readonly note?: string | null;
    readonly metadata: JsonObject;
  }[];
  /** Requests a PDF of the credit report in this output. */
  readonly report?: boolean;
}

/** The next step of a visit. `output` becomes `step_outputs[node]` at once, even while the visit still waits. */
export type Turn =
  | { readonly do: 'finish'; readonly output: Json; readonly next: readonly string[]; readonly aside?: Aside }
  | {
      readonly do: 'fail';
      readonly code: string;
      readonly message: string;
      readonly attempts?: number;
      readonly output?: Json;
      readonly aside?: Aside;
    }
  | {
      readonly do: 'effect';
      readonly request: EffectRequest;
      readonly memo: JsonObject;
      readonly output?: Json;
      readonly aside?: Aside;
    }
  /** `until`: milliseconds since the epoch. */
  | {
      readonly do: 'sleep';
      readonly until: number;
      readonly memo: JsonObject;
      readonly output?: Json;
      readonly aside?: Aside;
    }
  | {
      readonly do: 'park';
      readonly review: ReviewRequest;
      readonly memo: JsonObject;
      readonly output?: Json;
      readonly aside?: Aside;
    };

/**
 * `free_text_only`: the only reasons are a reviewer's own words. `other_person`: the address is another person's.
 * `report_corrected`: a report changed since the first of two letters.
 */
export const WHY_PARKED = ['free_text_only', 'other_person', 'report_corrected'] as const;
export type WhyParked = (typeof WHY_PARKED)[number];

export interface ReviewRequest {
  readonly kind: ReviewKind;
  /** Unique within the visit. */
  readonly key: string;
  readonly artifactId: number | null;
  readonly dueAt: number | null;
  /**
   * Approving needs reasons, a value for each of `variables`, or the person's name or address as the value of one
   * variable.
   */
  readonly needs?: LetterNeed;
  /** Paths of the variables without a value. */
  readonly variables?: readonly string[];
  /** Why a person has to look at the letter, whatever its `send_strategy`. */
  readonly why?: WhyParked;
  /** A person posts the notice and records it; it cannot be approved in any other way. */
  readonly delivery?: 'post';
  /** How many different people have to approve. Default: one. */
  readonly approvals?: number;
  /** The queue in which reviewers find it. Default: any. */
  readonly queue?: string;
}
