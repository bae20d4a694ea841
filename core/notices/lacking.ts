import type { LetterNeed, NoticeRequest } from '../cascade/notice-request.ts';
import { isInsufficientReason } from '../insufficient.ts';
import { isUnspecific } from './decided/specific.ts';
import type { Addressee } from './parties.ts';
import { isOfAnotherPerson } from './persons.ts';

export interface Lacking {
  /** The missing items in words; empty if nothing is missing. */
  readonly missing: readonly string[];
  /** The first item to ask a person for, if nothing else is missing. */
  readonly needs: LetterNeed | null;
}

export interface Destination {
  readonly addressee: Omit<Addressee, 'not_read'>;
  readonly delivery: 'email' | 'post';
}

/** The missing items of a letter that a person could give. `reasons`: in the words of the letter. */
export function lackingOf(
  request: Pick<NoticeRequest, 'decided' | 'extra_reason' | 'unresolved'>,
  purpose: string | null,
  reasons: readonly string[],
  { addressee, delivery }: Destination,
): Lacking {
  const ofReasons = lackingReasons(request, purpose, reasons);
  const name = lackingName(addressee);
  const address = delivery === 'post' ? lackingAddress(addressee) : [];
  const ofAddressee = name.length > 0 ? 'name' : address.length > 0 ? 'address' : null;
  const isForPerson = ofReasons.missing.length === 0 || ofReasons.needs !== null;
  return {
    missing: [...ofReasons.missing, ...name, ...address],
    needs: isForPerson ? (ofReasons.needs ?? ofAddressee) : null,
  };
}

/** Without a name, nobody knows which person of a household the letter is for. */
export function lackingName({ name }: Pick<Addressee, 'name'>): readonly string[] {
  return name === '' ? ['the name of the person'] : [];
}

export function lackingAddress({ address_lacks: lacks }: Pick<Addressee, 'address_lacks'>): readonly string[] {
  return lacks.length === 0 ? [] : [`the person's postal address (it lacks: ${lacks.join('; ')})`];
}

/**
 * The missing reasons, and missing values for the letter's own sentences. `reasons`: in the words of the letter.
 *
 * If a person denied credit, the letter needs that person's own reasons, whatever the conditions give. A tenant's or an
 * employee's does not: 15 USC 1681m(a) only asks for the notice. Source: semantics 10.26.3 and 10.26.6; 12 CFR
 * 1002.9(b)(2).
 */
export function lackingReasons(
  request: Pick<NoticeRequest, 'decided' | 'extra_reason' | 'unresolved'>,
  purpose: string | null,
  reasons: readonly string[],
): Lacking {
  const { decided, extra_reason: extra, unresolved = [] } = request;
  const isCredit = purpose === 'credit';
  const lacks = isCredit
    ? reasons.length === 0 ||
      (decided.reasons.length > 0 &&
        decided.reasons.every((reason) => isOfAnotherPerson(reason) || isUnspecific(reason))) ||
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

/** True if the reviewer gave only invalid reasons, such as internal standards or a low score. */
function isDenialWithoutSpecifics({ decided }: Pick<NoticeRequest, 'decided'>): boolean {
  const said = decided.reasons.filter(({ kind }) => kind === 'reviewer');
  return said.length > 0 && said.every(({ text }) => isInsufficientReason(text));
}
