import type { NoticeRequest } from '../../cascade/contract.ts';
import type { DecidedReason } from './types.ts';
import { wordsOfField } from '../../personal-fields.ts';

/*
 * What a model made of a person (a score, a grade, a probability of default) is no specific reason of a creditor, whoever
 * computed it: what it was made of is (12 CFR 1002.9(b)(2), comments 3 and 4; CFPB Circular 2022-03). Of reports the
 * schema says which field is a score; of what the caller sends the account does, or else the name.
 */

const OF_MODEL =
  / (?:scores?|scorecard|scoring|fico|vantage|pd|lgd|prob(?:ability)?(?: of [a-z]+)?|likelihood|propensity|percentile|decile|prediction|(?:model|algorithm|ai|ml) (?:output|result|decision|value)|(?:(?:credit|risk|internal|customer|borrower|applicant|application|behaviou?r|fraud|default|account|letter) )(?:grade|tier|band|bucket|segment|level|class|rating|rank|index)|risk) (?:\d+ (?:m|mo|months?|y|yr|years?|d|days?) )?(?:value |total |result |pct |percent )?$/;
/** Everything in `ml.…` or `risk_model.…` comes of one. */
const MODEL =
  /^ (?:(?:risk|credit|fraud|internal|underwriting|scoring|default) )?(?:ml|ai|models?|scoring|scorecard|scores) $/;
/** What somebody got in a test is a fact about them. */
const OF_TEST =
  / (?:test|quiz|exam(?:ination)?|assessment|interview|typing|safety|training|course|inspection) (?:\w+ )?scores? $/;

/** Whether a field of the payload, by its path or by what the account calls it, is what a model made of somebody. */
export function isOwnScore(...names: readonly string[]): boolean {
  return names.some((name) => {
    const words = wordsOfField(name);
    const [first = '', ...rest] = name.replace(/^context\./, '').split('.');
    return (OF_MODEL.test(words) && !OF_TEST.test(words)) || (rest.length > 0 && MODEL.test(wordsOfField(first)));
  });
}

/** A line about such a field. */
export function isOfOwnScore(reason: DecidedReason): boolean {
  return (
    reason.kind === 'statement' &&
    reason.source.product_code === null &&
    reason.of !== 'other_person' &&
    (reason.is_own_score ?? isOwnScore(reason.source.field, reason.label))
  );
}

/** The request with the reasons that may be given for this purpose: a creditor's own scores are none. */
export function withSpecificReasons<T extends Pick<NoticeRequest, 'purpose' | 'decided' | 'reasons'>>(request: T): T {
  const { purpose, decided, reasons } = request;
  if (purpose !== 'credit' || !decided.reasons.some(isOfOwnScore)) return request;
  const isGiven = (_: unknown, index: number) => {
    const reason = decided.reasons[index];
    return reason === undefined || !isOfOwnScore(reason);
  };
  return {
    ...request,
    reasons: reasons.filter(isGiven),
    decided: { ...decided, reasons: decided.reasons.filter(isGiven) },
  };
}
