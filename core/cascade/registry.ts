import type { NodeSpec } from './contract.ts';
import type { NodeBase } from './definition.ts';
import { createNodeRegistry } from './kinds.ts';
import { adverseAction } from './nodes/adverse-action.ts';
import { applicantSource } from './nodes/applicant-source.ts';
import { approve } from './nodes/approve.ts';
import { billingProduct } from './nodes/billing-product.ts';
import { goTo } from './nodes/go-to.ts';
import { ifElse } from './nodes/if-else.ts';
import { internalNotification } from './nodes/internal-notification.ts';
import { sendEmail } from './nodes/send-email.ts';
import { showResults } from './nodes/show-results.ts';
import { wait } from './nodes/wait.ts';

/** Every node kind. A new kind is a file under `nodes/` and a line here. Everything else is derived from this list. */
const SPECS = [
  applicantSource,
  billingProduct,
  ifElse,
  wait,
  goTo,
  showResults,
  approve,
  sendEmail,
  adverseAction,
  internalNotification,
] as const;

type SpecOfList = (typeof SPECS)[number];
type NodeOf<S> = S extends NodeSpec<infer N extends NodeBase> ? N : never;

export type NodeKind = SpecOfList['kind'];
export type CascadeNode = NodeOf<SpecOfList>;
export type CascadeDefinition = readonly CascadeNode[];
export type NodeOfKind<K extends NodeKind> = NodeOf<Extract<SpecOfList, { readonly kind: K }>>;

export const NODES = createNodeRegistry(SPECS);

/** True if this version knows the kinds of all nodes. */
export function areKnown(nodes: readonly object[]): nodes is CascadeDefinition {
  return nodes.every((node) => NODES.find(node) !== undefined);
}

/** True if the node has that kind, under whichever of its names. */
export function isKind<K extends NodeKind>(node: CascadeNode | NodeBase, kind: K): node is NodeOfKind<K> {
  return NODES.find(node)?.kind === kind;
}
