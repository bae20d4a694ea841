import type { Json, JsonObject } from '../json.ts';

/**
 * A cascade as the reference defines it ("CascadeDefinition and nodes"), after `validateDefinition` accepted it.
 * Unknown keys are tolerated and kept; that is what the index signature says.
 */
interface NodeBase {
  readonly id: string;
  readonly name?: string;
  readonly next_step?: readonly string[];
  readonly config?: JsonObject;
}

export interface ApplicantSourceNode extends NodeBase {
  readonly type: 'ApplicantSource';
}

export interface BillingProductNode extends NodeBase {
  /** `Product` is the legacy alias (reference, "Versioning"). */
  readonly type: 'BillingProduct' | 'Product';
  readonly billing_product_code?: string;
}

export const CONDITION_OPERATORS = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'is_empty',
  'is_not_empty',
  'is_true',
  'is_false',
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];
export const UNARY_OPERATORS = ['is_empty', 'is_not_empty', 'is_true', 'is_false'] as const;

export interface CascadeCondition {
  readonly source_node_id: string;
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: string | number | boolean | null;
}

export interface ConditionGroup {
  readonly logic?: 'and' | 'or';
  readonly conditions: readonly CascadeCondition[];
}

export interface CascadeBranch {
  readonly group_logic?: 'and' | 'or';
  /** Absent or empty: the branch matches nothing. */
  readonly condition_groups?: readonly ConditionGroup[];
}

export interface IfElseNode extends NodeBase {
  /** `Condition` is the legacy alias. */
  readonly type: 'IfElse' | 'Condition';
  readonly branches: { readonly pass?: CascadeBranch; readonly human_review?: CascadeBranch };
  readonly pass_steps?: readonly string[];
  readonly human_review_steps?: readonly string[];
  readonly fail_steps?: readonly string[];
}

export const WAIT_UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks'] as const;
export type WaitUnit = (typeof WAIT_UNITS)[number];

export interface WaitNode extends NodeBase {
  readonly type: 'Wait';
  readonly wait: { readonly duration: number; readonly unit: WaitUnit };
}

export interface GoToNode extends NodeBase {
  readonly type: 'GoTo';
  readonly target_step: string;
}

export interface ShowResultsNode extends NodeBase {
  readonly type: 'ShowResults';
}

export interface ApproveNode extends NodeBase {
  readonly type: 'Action';
  readonly action_type: 'Approve';
}

export interface SendEmailNode extends NodeBase {
  readonly type: 'Action';
  readonly action_type: 'SendEmail';
  readonly email?: { readonly to?: string; readonly subject?: string; readonly body?: string } & JsonObject;
}

export const ACTIONS_TAKEN = ['denied', 'revoked', 'adverse_employment', 'other_action'] as const;
export type ActionTaken = (typeof ACTIONS_TAKEN)[number];
export const SEND_STRATEGIES = ['draft_first', 'auto_send'] as const;
export type SendStrategy = (typeof SEND_STRATEGIES)[number];

export interface AdverseActionNode extends NodeBase {
  readonly type: 'Action';
  readonly action_type: 'AdverseAction';
  readonly adverse_action?: {
    readonly recipient?: string;
    readonly action_taken?: ActionTaken;
    readonly send_strategy?: SendStrategy;
    readonly reason?: string;
    readonly [other: string]: Json | undefined;
  };
}

export interface InternalNotificationNode extends NodeBase {
  readonly type: 'Action';
  readonly action_type: 'InternalNotification';
  readonly internal_notification?: JsonObject;
}

export type CascadeNode =
  | ApplicantSourceNode
  | BillingProductNode
  | IfElseNode
  | WaitNode
  | GoToNode
  | ShowResultsNode
  | ApproveNode
  | SendEmailNode
  | AdverseActionNode
  | InternalNotificationNode;

export type CascadeDefinition = readonly CascadeNode[];

/** What a node is once aliases are resolved and an Action is told by its action_type. */
export const NODE_KINDS = [
  'ApplicantSource',
  'BillingProduct',
  'IfElse',
  'Wait',
  'GoTo',
  'ShowResults',
  'Approve',
  'SendEmail',
  'AdverseAction',
  'InternalNotification',
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

export function kindOf(node: CascadeNode): NodeKind {
  switch (node.type) {
    case 'Product':
      return 'BillingProduct';
    case 'Condition':
      return 'IfElse';
    case 'Action':
      return node.action_type;
    default:
      return node.type;
  }
}

/** The product that a BillingProduct node pulls: its own key, else the nested one. */
export function productCodeOf(node: BillingProductNode): string {
  const nested = node.config?.billing_product_code;
  return node.billing_product_code ?? (typeof nested === 'string' ? nested : '');
}
