import type { ReviewCase } from '../api/records.ts';
import type { Draft } from '../drafts.ts';
import { reasonsOf } from './given-reasons.ts';
import { whyNotYet, type OpenReview } from './words.ts';

/** The person who looks at the case. */
export interface Reviewer {
  readonly userId: number;
  readonly mayDecide: boolean;
  readonly hasConfirmedAddress: boolean;
}

/** The actions that the user may take on an open review, and why others are not allowed. */
export interface Allowed {
  /** True if nobody else has claimed the review. */
  readonly isFree: boolean;
  /** True if they have already approved it and others have to as well. */
  readonly hasApproved: boolean;
  /** True if several people have to approve and this person's approval would not count. */
  readonly isUnknown: boolean;
  /** True if the letter goes by post and only the posting is missing: the person who posts it confirms that. */
  readonly isPosting: boolean;
  readonly mayApprove: boolean;
  readonly mayDeny: boolean;
  /** Why a denial would end with a letter that cannot be made; null if it can be made. */
  readonly whyNoDenial: string | null;
}

type Asked = Pick<ReviewCase, 'on_denied' | 'on_denied_with_reasons'> & {
  readonly execution: Pick<ReviewCase['execution'], 'assigned_to_user_id'>;
};

export function allowedOf(
  found: Asked,
  { approvals, delivery }: Pick<OpenReview, 'approvals' | 'delivery'>,
  { draft, reviewer }: { readonly draft: Draft; readonly reviewer: Reviewer },
): Allowed {
  const holder = found.execution.assigned_to_user_id;
  const isFree = holder === null || holder === reviewer.userId;
  const hasApproved = approvals?.by_user_ids.includes(reviewer.userId) === true;
  const isUnknown = approvals !== null && !reviewer.hasConfirmedAddress;
  // If others have to approve a letter, they do so before it is posted.
  const isLast = approvals === null || approvals.given + 1 >= approvals.required;
  const isPosting = delivery === 'post' && isLast;
  const whyNoDenial = whyNotYet(denialOf(found, draft));
  const mayAct = reviewer.mayDecide && isFree;
  return {
    ...{ isFree, hasApproved, isUnknown, isPosting, whyNoDenial },
    mayApprove: mayAct && !hasApproved && !isUnknown && !isPosting,
    mayDeny: mayAct && whyNoDenial === null,
  };
}

/** The forecast of a denial with the reasons typed so far. */
export function denialOf(found: Asked, draft: Draft): ReviewCase['on_denied'] {
  return reasonsOf(draft).length > 0 ? (found.on_denied_with_reasons ?? found.on_denied) : found.on_denied;
}
