import type { NoticeRequest } from '../cascade/contract.ts';
import { isInsufficientReason } from './insufficient.ts';
import { isOfOwnScore } from './decided/own-scores.ts';
import { isOfAnotherPerson } from './persons.ts';

export interface LackingReasons {
  /** What the letter lacks, in words; empty if its reasons suffice. */
  readonly missing: readonly string[];
  /** What a person may give, if nothing else is missing: values of variables first, then reasons. */
  readonly needs: 'reasons' | 'variables' | null;
}

/**
 * What a letter lacks of reasons and of values for its own sentences. `reasons`: as the letter words them. A creditor's denial by a person needs the person's
 * own reasons, whatever the conditions say beside them. The notice to a tenant or an employee whom a person denied needs
 * none: 15 USC 1681m(a) asks for the notice. Source: semantics 10; 12 CFR 1002.9(b)(2).
 */
export function lackingReasons(
  request: Pick<NoticeRequest, 'decided' | 'extra_reason' | 'unresolved'>,
  purpose: string | null,
  reasons: readonly string[],
): LackingReasons {
  const { decided, extra_reason: extra, unresolved = [] } = request;
  const isCredit = purpose === 'credit';
  const lacks = isCredit
    ? reasons.length === 0 ||
      (decided.reasons.length > 0 &&
        decided.reasons.every((reason) => isOfAnotherPerson(reason) || isOfOwnScore(reason))) ||
      decided.denialWithoutReasons ||
      isDenialWithoutSpecifics(request)
    : reasons.length === 0 && (extra ?? '').trim() === '' && !decided.denialWithoutReasons;
  const missing = [
    ...(lacks ? [isCredit ? 'a specific principal reason (12 CFR 1002.9(b)(2))' : 'a principal reason'] : []),
    ...decided.missingFactors.map(
      ({ product_code: code, field }) => `the factors behind \`${field}\` of ${code}, as they were delivered`,
    ),
    ...unresolved.map((path) => `a value for the variable \`${path}\` (\`adverse_action.statement\` or \`reason\`)`),
  ];
  const isForPerson = decided.missingFactors.length === 0 && (isCredit || !lacks);
  const needed = unresolved.length > 0 ? 'variables' : lacks ? 'reasons' : null;
  return { missing, needs: isForPerson ? needed : null };
}

/** The only reasons a reviewer gave are none: internal standards, or a score that is too low. */
function isDenialWithoutSpecifics({ decided }: Pick<NoticeRequest, 'decided'>): boolean {
  const said = decided.reasons.filter(({ kind }) => kind === 'reviewer');
  return said.length > 0 && said.every(({ text }) => isInsufficientReason(text));
}
