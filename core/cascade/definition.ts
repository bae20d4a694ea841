import type { JsonObject } from '../json.ts';
import type { Duration } from './duration.ts';
import type { OnMissing } from './on-missing.ts';
import type { ConditionOperator } from './operators/index.ts';

/**
 * The parts of a definition that all node kinds share (semantics 2.1 and 2.4). What one kind adds
 * is in its file under `nodes/`; the union of all kinds is `CascadeNode` of `registry.ts`.
 */
export const EDGE_KEYS = ['next_step', 'pass_steps', 'human_review_steps', 'fail_steps'] as const;
export type EdgeKey = (typeof EDGE_KEYS)[number];

export const MAX_NODE_ID_LENGTH = 200;

/** A node of any kind, after `validateDefinition` accepted it. Unknown keys are kept and ignored. */
export interface NodeBase extends Readonly<Partial<Record<EdgeKey, readonly string[]>>> {
  readonly id: string;
  readonly type: string;
  /** Tells the kinds of `type` `Action` apart. */
  readonly action_type?: string;
  readonly name?: string;
  readonly config?: JsonObject;
  /** Read of nodes that ask a person. */
  readonly review?: ReviewSettings;
}

export interface ReviewSettings {
  readonly due_in?: Duration;
  readonly on_overdue?: 'none' | 'notify';
  /** How many different people have to approve. */
  readonly approvals?: number;
  /** Where people look for it: those who work that queue. */
  readonly queue?: string;
  readonly reminders?: readonly ReminderSettings[];
}

/** A mail to staff while the review is open. */
export interface ReminderSettings {
  /** From when the review comes up. */
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

/** Another value that a condition compares with, multiplied and added to if it says so. A type: plain JSON. */
export type OtherValue = {
  readonly source_node_id: string;
  readonly field: string;
  readonly times?: number;
  readonly plus?: number;
};

/** A comparison of a member of a list's item: of all of them the items count of which a figure is made. A type too. */
export type ItemCondition = {
  /** Dotted within the item; empty in what an evaluation records of items that are values themselves. */
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: string | number | boolean | null;
};

/** A binary operator has either a `value` or a `value_from`. */
export interface CascadeCondition extends ValueSource {
  /** Only of a field that has a quantifier (`records.count`): the items that it is about. */
  readonly where?: ItemCondition[];
  readonly operator: ConditionOperator;
  readonly value?: string | number | boolean | null;
  readonly value_from?: OtherValue;
}

/** What a condition reads: its field and, if it compares with another one, that. */
export function valuesOf(condition: CascadeCondition): readonly ValueSource[] {
  return condition.value_from === undefined ? [condition] : [condition, condition.value_from];
}

/** The sentence of an author, and by what it is known as long as it stands there. */
export interface Sentence {
  readonly id?: string;
  readonly text?: string;
}

/** With an `id` it is a row, or a part of one: groups with the same `id` are of the same sentence. */
export interface ConditionGroup extends Sentence {
  readonly logic?: 'and' | 'or';
  /** How many of the conditions have to hold, in place of `logic`. */
  readonly at_least?: number;
  /** What happens if it depends on a value that is missing. Left out: a condition on such a value does not hold. */
  readonly on_missing?: OnMissing;
  readonly conditions: readonly CascadeCondition[];
}

export interface CascadeBranch {
  readonly group_logic?: 'and' | 'or';
  /** Marks a `pass` branch that states a requirement, where its form does not tell. It decides nothing. */
  readonly is_requirement?: boolean;
  /** Absent or empty: the branch matches nothing. */
  readonly condition_groups?: readonly ConditionGroup[];
}

/** Tried in this order; a match of neither is `fail`. */
export const BRANCH_KEYS = ['pass', 'human_review'] as const;
export type BranchKey = (typeof BRANCH_KEYS)[number];
export type Branches = { readonly [K in BranchKey]?: CascadeBranch };

/** The `source_node_id` under which conditions read the built-in variables, unless a node has that id. */
export const CONTEXT_SOURCE = 'context';
