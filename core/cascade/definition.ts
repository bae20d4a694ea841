import type { JsonObject } from '../json.ts';
import type { Duration } from './duration.ts';
import type { OnMissing } from './on-missing.ts';
import type { ConditionOperator } from './operators/index.ts';

/**
 * The parts of a definition that all node kinds share (semantics 2.1 and 2.4). The members of one kind are in its file
 * under `nodes/`; the union of all kinds is `CascadeNode` of `registry.ts`.
 */
export const EDGE_KEYS = ['next_step', 'pass_steps', 'human_review_steps', 'fail_steps'] as const;
export type EdgeKey = (typeof EDGE_KEYS)[number];

export const MAX_NODE_ID_LENGTH = 200;

/** A node of any kind, accepted by `validateDefinition`. Unknown keys are kept and ignored. */
export interface NodeBase extends Readonly<Partial<Record<EdgeKey, readonly string[]>>> {
  readonly id: string;
  readonly type: string;
  /** Tells apart the kinds whose `type` is `Action`. */
  readonly action_type?: string;
  readonly name?: string;
  readonly config?: JsonObject;
  /** Used only for nodes that ask a person. */
  readonly review?: ReviewSettings;
}

export interface ReviewSettings {
  readonly due_in?: Duration;
  readonly on_overdue?: 'none' | 'notify';
  /** How many different people have to approve. */
  readonly approvals?: number;
  /** The queue that reviewers work through. */
  readonly queue?: string;
  readonly reminders?: readonly ReminderSettings[];
}

/** A mail to staff during an open review. */
export interface ReminderSettings {
  /** Counted from the opening of the review. */
  readonly after: Duration;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

export type { ConditionOperator };

/** Where a value is read: a field of a node's report, or of the built-in variables. */
export interface ValueSource {
  readonly source_node_id: string;
  readonly field: string;
}

/**
 * Another value that a condition compares with, optionally multiplied and added to. A type alias, so that it is plain
 * JSON.
 */
export type OtherValue = {
  readonly source_node_id: string;
  readonly field: string;
  readonly times?: number;
  readonly plus?: number;
};

/**
 * A comparison of one member of a list's items. A figure covers the items that meet all of them. A type alias, as
 * above.
 */
export type ItemCondition = {
  /** A dotted path within the item. In a trace it is empty if the items are plain values. */
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: string | number | boolean | null;
};

/** A binary operator takes either `value` or `value_from`. */
export interface CascadeCondition extends ValueSource {
  /** Allowed only for a field with a quantifier (`records.count`): chooses the items. */
  readonly where?: ItemCondition[];
  readonly operator: ConditionOperator;
  readonly value?: string | number | boolean | null;
  readonly value_from?: OtherValue;
}

/** The sources that a condition reads: its field and, if it compares with another value, that. */
export function valuesOf(condition: CascadeCondition): readonly ValueSource[] {
  return condition.value_from === undefined ? [condition] : [condition, condition.value_from];
}

/** An author's sentence, and the id by which it stays known while its words change. */
export interface Sentence {
  readonly id?: string;
  readonly text?: string;
}

/** A group with an `id` is a row or a part of one: groups with the same `id` belong to the same sentence. */
export interface ConditionGroup extends Sentence {
  readonly logic?: 'and' | 'or';
  /** How many of the conditions have to hold; replaces `logic`. */
  readonly at_least?: number;
  /** Effect of a missing value that the group depends on. Default: a condition on a missing value does not hold. */
  readonly on_missing?: OnMissing;
  readonly conditions: readonly CascadeCondition[];
}

export interface CascadeBranch {
  readonly group_logic?: 'and' | 'or';
  /** Marks a `pass` branch as a requirement where its form does not tell. It has no effect on decisions. */
  readonly is_requirement?: boolean;
  /** If absent or empty, the branch matches nothing. */
  readonly condition_groups?: readonly ConditionGroup[];
}

/** Tried in this order; if neither matches, the outcome is `fail`. */
export const BRANCH_KEYS = ['pass', 'human_review'] as const;
export type BranchKey = (typeof BRANCH_KEYS)[number];
export type Branches = { readonly [K in BranchKey]?: CascadeBranch };

/** The `source_node_id` under which conditions read the built-in variables, unless a node has that id. */
export const CONTEXT_SOURCE = 'context';
