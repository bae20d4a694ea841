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
 * What a node kind declares. Names, validation, JSON Schema, graph and interpreter are derived from the list of specs
 * in `registry.ts`; nothing else asks a node for its type.
 *
 * A visit is one run of a node. `start` begins it and `resume` continues it when what it waited for has happened; each
 * returns one Turn. Both are pure: the same node, context and memo give the same Turn.
 */
export interface NodeSpec<N extends NodeBase = NodeBase, K extends string = string> {
  /** Value of the key that names the kind in a definition. */
  readonly kind: K;
  /** `action_type`: `type` is `Action` and `action_type` is the kind. */
  readonly namedBy: 'type' | 'action_type';
  /** Legacy values of `type`. */
  readonly aliases?: readonly string[];
  /** Where a run begins. Every definition has exactly one. */
  readonly isEntry?: boolean;
  /** Runs although a failed step leads to it. */
  readonly runsAfterFailure?: boolean;
  /** The members that this kind reads beside those of every node. */
  readonly schema: NodeSchema;
  /** Schemas that `schema` refers to (`componentRef`), by name. */
  readonly components?: Readonly<Record<string, JsonSchema>>;
  /** Keys of the edges that a token may take out of the node, in the order in which the targets are run. */
  readonly edges: readonly EdgeKey[];
  /** Targets reached at runtime other than by edges. */
  jumps?(node: N): readonly string[];
  /**
   * Reports what the schema cannot say. `at` is the dotted path of the node, such as `definition[2]`. The node is as it
   * was sent: its members may have any shape.
   */
  validate?(node: JsonObject, at: string, scope: ValidationScope, report: Report): void;
  /** What conditions read when they name this node; kinds without it cannot be named. Takes a node as it was sent. */
  conditionSource?(node: JsonObject): ConditionSource;
  /** Members of an action's settings without which its step fails. */
  needs?(settings: JsonObject): readonly string[];
  /** What happens without one of them, if it is not that the step fails. */
  readonly unlessConfigured?: string;
  /** Settings that may be saved, but hardly do what was meant, each as a sentence. */
  settingFaults?(settings: JsonObject): readonly string[];
  /**
   * Members of the output that outlive redaction, as dotted paths: what was decided and done, and nothing about the
   * applicant. Of a kind without it nothing is kept.
   */
  readonly keptOutput?: readonly string[];
  /** Nodes whose reports `start` reads: it is not called while one of them is still to come. */
  reads?(node: N): readonly string[];
  start(node: N, visit: VisitContext): Turn;
  /** Only kinds that return an effect, a sleep or a park are resumed. */
  resume?(node: N, visit: VisitContext, memo: JsonObject, happened: Happening): Turn;
}

/** JSON Schema of the members of one kind: an object, so only its parts are given. */
export interface NodeSchema {
  readonly description: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** A reference to a schema that a spec brings along as a component. */
export function componentRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** What conditions read of a node: the built-in variables (`context`), or its output. */
export type ConditionSource = { readonly kind: 'context' } | ReportSource;

export interface ReportSource {
  readonly kind: 'report';
  /** As the node names it; undefined if that is no text. */
  readonly productCode: string | undefined;
  /** Undefined if no product has the code. Nothing else looks a product up by the code of a node. */
  readonly product: Product | undefined;
}

export interface Edge {
  readonly key: EdgeKey;
  readonly to: string;
}

/** What a node's own validation may know of the rest of the definition. */
export interface ValidationScope {
  readonly ids: ReadonlySet<string>;
  /** What conditions read of the node; undefined if there is no such node or nothing can be read. */
  sourceOf(id: string): ConditionSource | undefined;
  /** Whether edges or jumps lead from one node to another (in one step or more). */
  reaches(from: string, to: string): boolean;
}

/** What the output of one step may grow to, in bytes of JSON (semantics 8.3.1). */
export const MAX_OUTPUT_BYTES = 512 * 1024;

/** What a visit may look at. All of it is data; nothing here reaches out. */
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
  /** The visit that gave a node's last output. */
  readonly outputVisit: (nodeId: string) => number | null;
  /** Nodes that failed for good. */
  readonly failed: ReadonlySet<string>;
  /** Nodes where a branch ended because a failed step leads there. */
  readonly stopped: ReadonlySet<string>;
  readonly node: (id: string) => NodeBase | undefined;
  readonly sourceOf: (id: string) => ConditionSource | undefined;
  /** Whether edges lead from one node to another (in one step or more). */
  readonly reachesByEdges: (from: string, to: string) => boolean;
  /** True if a choice that this visit leads to would be made at once: nothing else is under way, and its reports are there. */
  readonly decidesNow: (id: string) => boolean;
  /** True if a condition reads the output of this node, such as the branch that it took. */
  readonly isOutputRead: (id: string) => boolean;
  /** The account's default for values that cannot be compared; absent: the step fails. */
  readonly onNotComparable?: OnNotComparable;
  /** Output of each node under its `store_result_as`. */
  readonly stored: ReadonlyMap<string, Json>;
  readonly sandbox: SandboxRegistry;
  /** What the visit may still spend on the caller's data. */
  readonly work: Work;
  /** Reports of the execution that this one re-evaluates, by product code: used instead of a pull. */
  readonly reusedReports: ReadonlyMap<string, Json>;
  /** Masks numbers that identify the applicant, in whatever a node sends. */
  readonly masks: Masks;
  /** The turns of the notice that this visit issues. */
  readonly notices: NoticeTurns;
  /** Declarations of the payload's fields, as they were when the execution was accepted. */
  readonly dictionary?: Dictionary;
  /**
   * Only in a what-if (`core/explanation/rerun.ts`): figures of lists that are to be other ones than their lists give.
   */
  readonly instead?: (read: VisitRef | null, key: string) => Json | undefined;
}

/** A notice as its node asks for it. */
export interface NoticeFlow {
  readonly visit: VisitContext;
  readonly nodeId: string;
  readonly actionTaken: string;
  /** `auto_send`. */
  readonly isAutomatic: boolean;
  readonly next: readonly string[];
  readonly facts: Omit<NoticeFacts, 'stage' | 'recipient'>;
  /** The same with values that a person gave for variables without one, by path. */
  readonly factsWith: (variables: Readonly<Record<string, string>>) => Omit<NoticeFacts, 'stage' | 'recipient'>;
}

/** Handed in by the interpreter, because what decided and the state of a letter (`core/notices`) build on node kinds. */
export interface NoticeTurns {
  /** `recipient`: empty if it resolves to no mail address. */
  start(flow: NoticeFlow, recipient: string, outcome: Outcome): Turn;
  resume(flow: NoticeFlow, memo: JsonObject, happened: Happening): Turn;
}

/** A side effect that the executor is asked to perform. The keys are unique within a visit. */
export type EffectRequest =
  | { readonly kind: 'live_pull'; readonly key: string; readonly product_code: string }
  | {
      readonly kind: 'mail';
      readonly key: string;
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      /** Null if the letter is plain text only. */
      readonly html: string | null;
    }
  | {
      readonly kind: 'notification';
      readonly key: string;
      readonly channel: 'slack' | 'webhook' | 'email';
      /** A URL for slack and webhook, an address for email. */
      readonly target: string;
      readonly message: string;
      /** Of an e-mail; without it the first line of the message. */
      readonly subject?: string;
      /** The key of the review round that the e-mail is a reminder of: it is sent only while that round is undecided. */
      readonly reminder_of?: string;
    }
  /** Compile and render the notice; the result carries `artifact_id`. */
  | { readonly kind: 'notice'; readonly key: string; readonly operation: 'prepare'; readonly notice: NoticeRequest }
  /**
   * Mail the notice that was prepared. The result carries `message_id` and `sent_at`, of a pre-adverse notice also
   * `decide_at`; or only `deferred_until` (RFC 3339) if the client has sent its letters of the hour.
   */
  | {
      readonly kind: 'notice';
      readonly key: string;
      readonly operation: 'send';
      readonly artifact_id: number;
      readonly recipient: string;
      readonly jurisdiction: string | null;
      /** The node's own waiting period, of a pre-adverse notice. */
      readonly waiting_period: JsonObject | null;
      /** When it is due by law; null: nothing says. */
      readonly due_at: string | null;
    }
  /** Mark the draft as discarded; or date it again, if it is of another day, before a person posts it. */
  | {
      readonly kind: 'notice';
      readonly key: string;
      readonly operation: 'discard' | 'date';
      readonly artifact_id: number;
    };
export type EffectKind = EffectRequest['kind'];

/** What a visit waited for. */
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
      /** The reviewer's reasons, texts, or codes of the reason catalogue; empty if none were given. */
      readonly reasons: readonly string[];
      /** Of a notice that went by post: the ISO date and who carries it. */
      readonly posted: { readonly date: string; readonly carrier: string } | null;
      /** Values of variables that had none, by path; null if none were asked for. */
      readonly variables: Readonly<Record<string, string>> | null;
    };

/** What a turn records beside moving the token. */
export interface Aside {
  readonly outcome?: Outcome;
  readonly events?: readonly { readonly name: EventName; readonly key: string; readonly data: JsonObject }[];
  readonly reviewEvents?: readonly {
    readonly type: ReviewEventType;
    readonly key: string;
    readonly note?: string | null;
    readonly metadata: JsonObject;
  }[];
  /** A credit-report PDF is wanted of this output. */
  readonly report?: boolean;
}

/** What a visit does next. `output` becomes `step_outputs[node]` as soon as it is there, also while it still waits. */
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
 * `free_text_only`: its only reasons are a reviewer's own words. `other_person`: it would go to another person's
 * address. `report_corrected`: a report came again since the first of two letters, and differs.
 */
export const WHY_PARKED = ['free_text_only', 'other_person', 'report_corrected'] as const;
export type WhyParked = (typeof WHY_PARKED)[number];

export interface ReviewRequest {
  readonly kind: ReviewKind;
  /** Unique within the visit. */
  readonly key: string;
  readonly artifactId: number | null;
  readonly dueAt: number | null;
  /** Approving it needs the reviewer's reasons, or a value for each of the variables: of a name or an address for one. */
  readonly needs?: LetterNeed;
  /** Paths without a value. */
  readonly variables?: readonly string[];
  /** Why a letter wants a second look, whatever its `send_strategy`. */
  readonly why?: WhyParked;
  /** A person puts the notice into the mail and says so; it cannot be approved otherwise. */
  readonly delivery?: 'post';
  /** How many different people have to approve; absent: one. */
  readonly approvals?: number;
  /** Where people look for it; absent: anywhere. */
  readonly queue?: string;
}
