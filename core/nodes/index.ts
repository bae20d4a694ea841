import {
  kindOf,
  type AdverseActionNode,
  type ApplicantSourceNode,
  type ApproveNode,
  type BillingProductNode,
  type CascadeNode,
  type GoToNode,
  type IfElseNode,
  type InternalNotificationNode,
  type NodeKind,
  type SendEmailNode,
  type ShowResultsNode,
  type WaitNode,
} from '../definition/types.ts';
import { adverseAction } from './adverse-action.ts';
import { applicantSource } from './applicant-source.ts';
import { approve } from './approve.ts';
import { billingProduct } from './billing-product.ts';
import type { NodeSpec } from './contract.ts';
import { goTo } from './go-to.ts';
import { ifElse } from './if-else.ts';
import { internalNotification } from './internal-notification.ts';
import { sendEmail } from './send-email.ts';
import { showResults } from './show-results.ts';
import { wait } from './wait.ts';

/** The node that each kind stands for: aliases share the kind's node type. */
interface NodeByKind {
  ApplicantSource: ApplicantSourceNode;
  BillingProduct: BillingProductNode;
  IfElse: IfElseNode;
  Wait: WaitNode;
  GoTo: GoToNode;
  ShowResults: ShowResultsNode;
  Approve: ApproveNode;
  SendEmail: SendEmailNode;
  AdverseAction: AdverseActionNode;
  InternalNotification: InternalNotificationNode;
}

const SPECS: { readonly [K in NodeKind]: NodeSpec<NodeByKind[K]> } = {
  ApplicantSource: applicantSource,
  BillingProduct: billingProduct,
  IfElse: ifElse,
  Wait: wait,
  GoTo: goTo,
  ShowResults: showResults,
  Approve: approve,
  SendEmail: sendEmail,
  AdverseAction: adverseAction,
  InternalNotification: internalNotification,
};

/**
 * Every node kind; a kind without its line does not compile. Seen from outside a spec takes any node: `specOf` pairs
 * them rightly, and `validate` takes unchecked JSON.
 */
export const NODES = SPECS as unknown as Readonly<Record<NodeKind, NodeSpec>>;

/** The spec of a node of a validated definition. */
export function specOf(node: CascadeNode): NodeSpec {
  return NODES[kindOf(node)];
}
