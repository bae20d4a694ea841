import type { NoticeRequest } from '../../cascade/notice-request.ts';
import type { DecidedReason } from './types.ts';

/*
 * A model's result about a person (a score, a grade, a probability of default) is no specific reason of a creditor,
 * whoever computed it. The model's inputs are (12 CFR 1002.9(b)(2) and comment 9(b)(2), 3 and 4). The declared kind
 * marks such a value. An undeclared field is no specific reason either.
 */

/** True for a line that no creditor may give. */
export function isUnspecific(reason: DecidedReason): boolean {
  if (reason.kind !== 'statement' || reason.source.product_code !== null) return false;
  return reason.of === 'undeclared'
    ? reason.label === ''
    : reason.of !== 'other_person' && reason.is_own_score === true;
}

/**
 * The request with only the reasons allowed for its purpose: for credit, neither a creditor's own scores nor undeclared
 * fields.
 */
export function withSpecificReasons<T extends Pick<NoticeRequest, 'purpose' | 'decided' | 'reasons'>>(request: T): T {
  const { purpose, decided, reasons } = request;
  if (purpose !== 'credit' || !decided.reasons.some(isUnspecific)) return request;
  const isGiven = (_: unknown, index: number) => {
    const reason = decided.reasons[index];
    return reason === undefined || !isUnspecific(reason);
  };
  return {
    ...request,
    reasons: reasons.filter(isGiven),
    decided: { ...decided, reasons: decided.reasons.filter(isGiven) },
  };
}
