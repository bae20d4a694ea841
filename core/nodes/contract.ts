import type { CascadeNode } from '../definition/types.ts';
import type { ErrorDetail } from '../errors.ts';
import type { EventName } from '../events.ts';
import type { Json, JsonObject, JsonSchema } from '../json.ts';
import type { ExecutionMode, Outcome, ReviewDecision, ReviewEventType, ReviewKind } from '../states.ts';

/**
 * What a node type has to say for itself. Validation, the graph, the interpreter and the OpenAPI document ask the
 * registry (`index.ts`) and never look at a node's type themselves: a new type is one file here and one line there.
 *
 * A visit is one run of a node. `start` begins it and `resume` goes on when what it waited for has happened; each
 * answers with one Turn. Both are pure: the same node, context and memo give the same Turn.
 */
export interface NodeSpec<N extends CascadeNode = CascadeNode> {
  /** JSON Schema of the keys that are particular to this type, for the OpenAPI document. */
  readonly schema: JsonSchema;
  /** All that is wrong with the node's own keys. `at` is the dotted path of the node, such as `definition[2]`. */
  validate(node: JsonObject, at: string, graph: ValidationScope): ErrorDetail[];
  /** Edges that a token may take out of the node, in the order in which the targets are run. */
  edges(node: N): readonly Edge[];
  /** Targets reached at runtime other than by edges (GoTo). */
  jumps(node: N): readonly string[];
  start(node: N, visit: VisitContext): Turn;
  /** Only types that ever answer with an effect, a sleep or a park are resumed. */
  resume?(node: N, visit: VisitContext, memo: JsonObject, happened: Happening): Turn;
}

export interface Edge {
  readonly key: 'next_step' | 'pass_steps' | 'human_review_steps' | 'fail_steps';
  readonly to: string;
}

/** What a node's own validation may know of the rest of the definition. */
export interface ValidationScope {
  /** The node of that id, as it was sent, or undefined. */
  node(id: string): JsonObject | undefined;
}

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
  /** The last output of each node that has one, by node id. */
  readonly outputs: ReadonlyMap<string, Json>;
  /** Nodes that failed for good. */
  readonly failed: ReadonlySet<string>;
  readonly node: (id: string) => CascadeNode | undefined;
  /** Whether edges lead from one node to another (in one step or more). */
  readonly reachesByEdges: (from: string, to: string) => boolean;
  /** Output of each node under its `store_result_as`. */
  readonly stored: ReadonlyMap<string, Json>;
  readonly sandbox: SandboxRegistry;
  /** Reports of the execution that this one re-evaluates, by product code: answered instead of a pull. */
  readonly reusedReports: ReadonlyMap<string, Json>;
}

/** The registered test subjects. `undefined`: nobody is registered under that applicant for that product. */
export interface SandboxRegistry {
  find(productCode: string, applicant: JsonObject): SandboxAnswer | undefined;
}
export type SandboxAnswer =
  | { readonly kind: 'report'; readonly output: JsonObject }
  | { readonly kind: 'vendor_error'; readonly message: string };

/** What touches the world and is asked of the executor. The keys are unique within a visit. */
export type EffectRequest =
  | { readonly kind: 'live_pull'; readonly key: string; readonly product_code: string }
  | {
      readonly kind: 'mail';
      readonly key: string;
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      /** Null for a letter that is plain text only. */
      readonly html: string | null;
    }
  | {
      readonly kind: 'notification';
      readonly key: string;
      readonly channel: 'slack' | 'webhook' | 'email';
      /** A URL for slack and webhook, an address for email. */
      readonly target: string;
      readonly message: string;
    }
  /** Compile and render the notice; the result carries `artifact_id`. */
  | { readonly kind: 'notice'; readonly key: string; readonly operation: 'prepare'; readonly notice: NoticeRequest }
  /** Mail the notice that was prepared; the result carries `message_id` and `sent_at`. */
  | {
      readonly kind: 'notice';
      readonly key: string;
      readonly operation: 'send';
      readonly artifact_id: number;
      readonly recipient: string;
    }
  /** Mark the draft as discarded. */
  | { readonly kind: 'notice'; readonly key: string; readonly operation: 'discard'; readonly artifact_id: number };
export type EffectKind = EffectRequest['kind'];
export const EFFECT_KINDS = ['live_pull', 'mail', 'notification', 'notice'] as const satisfies readonly EffectKind[];

export const NOTICE_STAGES = ['single', 'pre_adverse', 'final'] as const;
export type NoticeStage = (typeof NOTICE_STAGES)[number];

/** What the interpreter knows about a notice; names, addresses and legal text are added where it is compiled. */
export interface NoticeRequest {
  readonly stage: NoticeStage;
  readonly action_taken: string;
  readonly purpose: string;
  readonly jurisdiction: string | null;
  readonly recipient: string;
  /** The node's own sentence, if it gives one. */
  readonly extra_reason: string | null;
  /** Principal reasons, most important first, at most four (12 CFR 1002.9). */
  readonly reasons: readonly string[];
  /** Product codes of the reports that a deciding condition read. */
  readonly product_codes: readonly string[];
  /** The conditions that decided: the notice is kept with the trace it was compiled from. */
  readonly trace: readonly JsonObject[];
  /** Where the score is disclosed from: the product's output, if a credit report was read. */
  readonly credit_report: JsonObject | null;
}

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
    };

/** What a turn does beside moving on. */
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

/** The answer of a visit. `output` becomes `step_outputs[node]` as soon as it is there, also while it still waits. */
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

export interface ReviewRequest {
  readonly kind: ReviewKind;
  /** Unique within the visit. */
  readonly key: string;
  readonly artifactId: number | null;
  readonly dueAt: number | null;
}
