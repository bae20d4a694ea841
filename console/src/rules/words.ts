import type { Schemas } from '../../../clients/typescript/src/types.ts';
import type { RowDecision, RowWay } from '../../../core/rows/row.ts';

/** The name and the look of each decision. */
export const DECISIONS: Readonly<Record<RowDecision, { readonly name: string; readonly look: string }>> = {
  approve: { name: 'Approve', look: 'pass' },
  review: { name: 'Ask a person', look: 'human_review' },
  deny: { name: 'Deny', look: 'fail' },
  conditional: { name: 'Approve on other terms', look: 'human_review' },
  revoke: { name: 'Revoke', look: 'fail' },
  offer: { name: 'Offer something else', look: 'human_review' },
  nothing: { name: 'Decide nothing', look: '' },
};

export function decisionWords({ then, review }: RowWay): string {
  const { name } = DECISIONS[then.decision];
  const approvals = review?.approvals ?? 1;
  return approvals > 1 ? `${name} (${approvals} approvals)` : name;
}

type Saved = Pick<Schemas['WorkflowRulesChange'], 'saved' | 'version'>;

/** Says how a change was saved. */
export function savedWords({ saved, version }: Saved, isActivated: boolean): string {
  if (saved === 'proposal') return `Saved. Version ${version} stays live until somebody activates it.`;
  if (saved === 'nothing') return 'Nothing was to be saved.';
  return `Saved as version ${version}${isActivated ? ', which is live' : ''}.`;
}

/** Element id of the effects, below the rules. */
export const WHAT_CHANGES = 'what-changes';
