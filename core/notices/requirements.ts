import type { NoticeRequest } from '../cascade/notice-request.ts';
import {
  NOTICE_PURPOSES,
  type NoticeDocument,
  type NoticeLetter,
  type NoticePurpose,
  type NoticeScore,
} from './document.ts';
import { toTime } from '../time.ts';
import { hasBraces } from './insufficient.ts';
import { lackingAddress, lackingName, lackingReasons } from './lacking.ts';
import type { Addressee, Agency } from './parties.ts';

/** A letter that may still lack items that the law requires. */
export interface NoticeDraft {
  readonly request: NoticeRequest;
  readonly purpose: NoticePurpose | undefined;
  readonly letter: NoticeLetter | undefined;
  readonly date: string;
  readonly addressee: Omit<Addressee, 'not_read'>;
  readonly delivery: 'email' | 'post';
  readonly letterhead: NoticeDocument['letterhead'];
  readonly statement: string | null;
  readonly extraReason: string | null;
  readonly reasons: readonly string[];
  /** By product code of each report used; undefined if the agency behind it is unknown. */
  readonly agencies: readonly (readonly [productCode: string, agency: Agency | undefined])[];
  readonly federalAgency: { readonly name: string; readonly address: string } | null;
  /** Null if no score must be disclosed. */
  readonly score: NoticeScore | null;
  readonly decideAfter: string | null;
  readonly firstLetter: Pick<NoticeDocument, 'date'> | null;
}

/** An item that a letter must have, and the provision that requires it. */
interface Requirement {
  readonly source: string;
  /** The missing parts, in words that complete "The notice lacks: …". */
  readonly lacks: (draft: NoticeDraft) => readonly string[];
}

const unless = (isThere: boolean, item: string): readonly string[] => (isThere ? [] : [item]);

/** In the order of their messages. */
export const REQUIREMENTS: readonly Requirement[] = [
  {
    source: 'semantics 10.2.2: which law applies is never guessed',
    lacks: ({ purpose, letter, request }) => [
      ...unless(purpose !== undefined, `the purpose (${NOTICE_PURPOSES.join(', ')})`),
      ...unless(
        letter !== undefined || purpose === undefined,
        `a letter for \`${request.action_taken}\` and this purpose`,
      ),
    ],
  },
  {
    source: '15 USC 1681m(a)(1), 12 CFR 1002.9(a)(2): a notice to the person, on a day',
    lacks: ({ date, delivery, request, addressee }) => [
      ...unless(toTime(date) !== undefined, 'the date of the letter'),
      ...unless(delivery === 'post' || request.recipient.trim() !== '', 'the recipient'),
      ...lackingName(addressee),
      ...(delivery === 'post' ? lackingAddress(addressee) : []),
    ],
  },
  {
    source: '12 CFR 1002.9(a)(2): name and address of the creditor',
    lacks: ({ letterhead }) => [
      ...unless(letterhead.name !== '', "the account's legal name"),
      ...unless(letterhead.address_lines.length > 0, "the account's address"),
    ],
  },
  {
    source: '12 CFR 1002.9(a)(2): a statement of the action taken',
    lacks: ({ statement, purpose, letter, request: { unresolved = [] } }) =>
      unless(
        // A statement with variables is complete once they have values, which are asked for below.
        statement !== null || unresolved.length > 0 || purpose !== 'credit' || !STATED_LETTERS.includes(letter ?? ''),
        'the statement of what was done, or of the terms offered (`adverse_action.statement`)',
      ),
  },
  {
    source: '12 CFR 1002.9(b)(2): specific principal reasons',
    lacks: ({ request, purpose, reasons }) => lackingReasons(request, purpose ?? null, reasons).missing,
  },
  {
    source: 'semantics 10.7.5: braces are what is left of a variable, and no words',
    lacks: ({ statement, extraReason, reasons, score }) =>
      Object.entries({
        'the statement (`adverse_action.statement`)': [statement ?? ''],
        "the node's `reason`": [extraReason ?? ''],
        'the principal reasons': reasons,
        'the factors of the score': score?.key_factors ?? [],
      }).flatMap(([place, texts]) => unless(!texts.some(hasBraces), `words without braces ({{ or }}) in ${place}`)),
  },
  {
    source: '15 USC 1681m(a)(3)(A): name, address and telephone number of the agency, toll-free if it is nationwide',
    lacks: ({ agencies }) => agencies.flatMap(([code, agency]) => lackingOfAgency(code, agency)),
  },
  {
    source: '15 USC 1681b(b)(3)(A): before adverse employment action, a copy of the report',
    lacks: ({ purpose, request, agencies }) =>
      unless(
        purpose !== 'employment' ||
          request.stage !== 'single' ||
          !agencies.some(([, agency]) => agency?.consumer_report === true),
        'the pre-adverse notice that must come first (15 USC 1681b(b)(3)(A))',
      ),
  },
  {
    source: '15 USC 1681b(b)(3)(A): time to answer',
    lacks: ({ letter, decideAfter }) =>
      unless(
        letter !== 'pre_adverse' || (decideAfter !== null && toTime(decideAfter) !== undefined),
        'the end of the waiting period',
      ),
  },
  {
    source: '15 USC 1681b(b)(3): the final notice follows a first one',
    lacks: ({ letter, firstLetter }) =>
      unless(
        letter !== 'final' || (firstLetter !== null && toTime(firstLetter.date) !== undefined),
        'the date of the pre-adverse notice',
      ),
  },
  {
    source: '12 CFR 1002.9(b)(1): the ECOA notice names the federal agency',
    lacks: ({ purpose, federalAgency }) =>
      unless(
        purpose !== 'credit' || federalAgency !== null,
        'the federal agency of the ECOA notice (12 CFR 1002.9(b)(1))',
      ),
  },
  {
    source: '15 USC 1681m(a)(2), 1681g(f)(1): the score, its range, its date, its key factors and who provided it',
    lacks: ({ score, letter }) => (score === null || letter === 'pre_adverse' ? [] : lackingOfScore(score)),
  },
];

/** Credit letters that do not state the action or the terms by themselves. */
const STATED_LETTERS: readonly string[] = ['revoked', 'other_action'];

function lackingOfAgency(code: string, agency: Agency | undefined): readonly string[] {
  if (agency === undefined) return [`the reporting agency of ${code}`];
  if (!agency.consumer_report) return [];
  return [
    ...unless(agency.name.trim() !== '', `the name of the reporting agency of ${code}`),
    ...unless(
      agency.address.some((line) => line.trim() !== ''),
      `the address of the reporting agency of ${code}`,
    ),
    ...unless(agency.phone.trim() !== '', `the phone of the reporting agency of ${code}`),
    ...unless(
      !agency.nationwide || agency.toll_free,
      `a toll-free phone of the nationwide reporting agency of ${code}`,
    ),
  ];
}

function lackingOfScore(score: NoticeScore): readonly string[] {
  const hasRange = score.minimum < score.maximum;
  return [
    ...unless(
      toTime(score.created_on) !== undefined,
      'the date on which the credit score was created (`scored_on`, or what `x-scored-on` names)',
    ),
    ...unless(hasRange, 'the range of the credit score (`score_minimum`, `score_maximum`)'),
    ...unless(
      // The best score of a model has no adverse factors.
      score.key_factors.length > 0 || (hasRange && score.value >= score.maximum),
      'the key factors of the credit score, as the bureau gave them',
    ),
    ...unless(score.provided_by !== '', 'who provided the credit score'),
  ];
}
