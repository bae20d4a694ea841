import type { Schemas } from '../../../clients/typescript/src/types.ts';
import type { Scope } from '../../../core/access.ts';

/** A record as the pages read it: deeply read-only. */
export type Seen<Value> = Value extends object ? { readonly [Key in keyof Value]: Seen<Value[Key]> } : Value;

export type PageMeta = Schemas['PageMeta'];

/** The records of the API, with the types of its OpenAPI document. */
export type DecidingRule = Schemas['DecidingRule'];
export type Review = Schemas['Review'] & { readonly rules?: readonly DecidingRule[] };
export type ReviewCase = Schemas['ReviewCase'];
export type Execution = Schemas['Execution'];
export type Batch = Schemas['Batch'];
export type BatchRow = Schemas['BatchExecutionRow'];
export type BatchSummary = Schemas['BatchSummary'];
export type Me = Omit<Schemas['Me'], 'scopes'> & { readonly scopes: readonly Scope[] };
export type User = Schemas['User'];
export type ExecutionDetail = Schemas['ExecutionDetail'];
export type Timeline = Schemas['ExecutionTimeline'];
export type Comparison = Schemas['ExecutionComparison'];
export type NoticeArtifact = Schemas['NoticeArtifact'];
export type Explanation = Schemas['ExecutionExplanation'];
export type Workflow = Schemas['Workflow'];
export type Subscription = Schemas['WebhookSubscription'];
export type SubscriptionWithSecret = Schemas['WebhookSubscriptionWithSecret'];
export type Delivery = Schemas['WebhookDelivery'];
export type DeliveryDetail = Schemas['WebhookDeliveryDetail'];
export type Redelivery = Schemas['WebhookRedelivery'];
export type WaitingLetter = Schemas['WaitingLetter'];
export type Simulation = Schemas['Simulation'];
export type GenerationPreview = Schemas['CascadeGenerationPreview'];

export interface InboxMeta extends PageMeta {
  readonly counts: {
    readonly total: number;
    readonly decision: number;
    readonly notice: number;
    readonly overdue: number;
    readonly assigned_to_me: number;
    readonly unassigned: number;
    readonly in_my_queues: number;
    readonly snoozed: number;
    readonly by_queue: readonly { readonly queue: string; readonly total: number }[];
    readonly by_workflow: readonly { readonly workflow_id: number; readonly total: number }[];
  };
}
