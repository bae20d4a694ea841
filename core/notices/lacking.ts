import type { LetterNeed, NoticeRequest } from '../cascade/notice-request.ts';
import { isInsufficientReason } from '../insufficient.ts';
import { isUnspecific } from './decided/specific.ts';
import type { Addressee } from './parties.ts';
import { isOfAnotherPerson } from './persons.ts';

export interface Lacking {
  /** What the letter lacks, in words; empty if it lacks nothing. */
  readonly missing: readonly string[];
  /** What a person may give first, if nothing else is missing. */
  readonly needs: LetterNeed | null;
}

export interface Destination {
  readonly addressee: Omit<Addressee, 'not_read'>;
  readonly delivery: 'email' | 'post';
}

/** What a letter lacks that a person could give. `reasons`: as the letter words them. */
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

/** Nobody knows to whom of one household a letter without a name is. */
export function lackingName({ name }: Pick<Addressee, 'name'>): readonly string[] {
  return name === '' ? ['the name of the person'] : [];
}

export function lackingAddress({ address_lacks: lacks }: Pick<Addressee, 'address_lacks'>): readonly string[] {
  return lacks.length === 0 ? [] : [`the person's postal address (it lacks: ${lacks.join('; ')})`];
}

/**
 * What a letter lacks of reasons and of values for its own sentences. `reasons`: as the letter words them. A creditor's denial by a person needs the person's
 * own reasons, whatever the conditions say beside them. The notice to a tenant or an employee whom a person denied needs
 * none: 15 USC 1681m(a) asks for the notice. Source: semantics 10.26.3 and 10.26.6; 12 CFR 1002.9(b)(2).
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

/** The only reasons a reviewer gave are none: internal standards, or a score that is too low. */
function isDenialWithoutSpecifics({ decided }: Pick<NoticeRequest, 'decided'>): boolean {
  const said = decided.reasons.filter(({ kind }) => kind === 'reviewer');
  return said.length > 0 && said.every(({ text }) => isInsufficientReason(text));
}
