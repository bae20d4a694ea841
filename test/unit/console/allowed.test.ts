import { allowedOf, type Allowed } from '../../../console/src/case/allowed.ts';
import { EMPTY_DRAFT } from '../../../console/src/drafts.ts';
import { expect, test } from '../../support/jest.ts';

const ME = 7;
const found = (holder: number | null) => ({
  ...{ execution: { assigned_to_user_id: holder }, on_denied: null, on_denied_with_reasons: null },
});
const reviewer = { userId: ME, mayDecide: true, hasConfirmedAddress: true };
const approvals = (by: readonly number[], required = 2) => ({
  ...{ required, given: by.length, by_user_ids: [...by], given_at: by.map(() => '2026-03-02T15:04:05.402Z') },
});

type Case = [what: string, Parameters<typeof allowedOf>[1], Partial<typeof reviewer>, number | null, Partial<Allowed>];
const ONE = { approvals: null, delivery: null } as const;

test.each<Case>([
  ['whoever finds the case free does both', ONE, {}, null, { mayApprove: true, mayDeny: true }],
  ['whoever holds it does both', ONE, {}, ME, { mayApprove: true, mayDeny: true }],
  ['a colleague who holds it keeps everybody else out', ONE, {}, 8, { mayApprove: false, mayDeny: false }],
  ['a role that looks on does neither', ONE, { mayDecide: false }, null, { mayApprove: false, mayDeny: false }],
  [
    'whoever has approved may still deny',
    { ...ONE, approvals: approvals([ME]) },
    ...([{}, null, { hasApproved: true, mayApprove: false, mayDeny: true }] as const),
  ],
  [
    'somebody without a confirmed address counts for nobody',
    { ...ONE, approvals: approvals([8]) },
    ...([{ hasConfirmedAddress: false }, null, { isUnknown: true, mayApprove: false, mayDeny: true }] as const),
  ],
  [
    'a letter by post is posted, not approved',
    { ...ONE, delivery: 'post' },
    ...([{}, null, { isPosting: true, mayApprove: false, mayDeny: true }] as const),
  ],
  [
    'a letter by post that others have to approve first is approved',
    { approvals: approvals([], 2), delivery: 'post' },
    ...([{}, null, { isPosting: false, mayApprove: true }] as const),
  ],
])('%s', (_what, review, as, holder, expected) => {
  const allowed = allowedOf(found(holder), review, { draft: EMPTY_DRAFT, reviewer: { ...reviewer, ...as } });
  expect(allowed).toMatchObject(expected);
});
