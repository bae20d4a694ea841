import type { VisitRef } from '../../../../core/cascade/conditions.ts';
import type { PastVisit } from '../../../../core/notices/decided/index.ts';

/** All reports of the cases but one are credit reports. */
export const productOf = (node: string) => (['co', 'again'].includes(node) ? 'credit' : node);
export const isReport = (node: string) => ['credit', 'criminal'].includes(productOf(node));

export const keyOf = (node: string, visit: number) => `${node}#${visit}`;
export const refOf = ({ nodeId, visit }: PastVisit): VisitRef => ({ node_id: nodeId, visit });
export const isSame = (a: VisitRef | null, b: VisitRef | null) => a?.node_id === b?.node_id && a?.visit === b?.visit;

/** True if a chain of causes leads from one visit to a later one. */
export function leads(history: readonly PastVisit[], from: VisitRef, to: VisitRef): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (const here of open) {
    for (const past of history) {
      if (seen.has(keyOf(past.nodeId, past.visit)) || !past.causes.some((cause) => isSame(cause, here))) continue;
      if (isSame(refOf(past), to)) return true;
      seen.add(keyOf(past.nodeId, past.visit));
      open.push(refOf(past));
    }
  }
  return false;
}
