import type { NoticeRequest } from '../cascade/contract.ts';
import { scoreDisclosure } from '../products/credit-report.ts';
import { productByCode } from '../products/index.ts';
import type { ExecutionMode } from '../states.ts';
import {
  LETTERS_BY_PURPOSE,
  NOTICE_PURPOSES,
  type NoticeAgency,
  type NoticeDocument,
  type NoticeLetter,
  type NoticePurpose,
  type NoticeScore,
  type NoticeSection,
} from './document.ts';
import { MAX_REASONS } from './decided/order.ts';
import { catalogueReason } from './decided/index.ts';
import { statementText, type StatementWords } from './decided/statement.ts';
import { FICTITIOUS_ACCOUNT } from './fictitious.ts';
import { lackingReasons } from './lacking.ts';
import { textLines, type Addressee, type Agency, type NoticeAccount } from './parties.ts';

export { addresseeOf } from './parties.ts';
export type { Addressee, Agency, NoticeAccount } from './parties.ts';
export type { NoticeDocument } from './document.ts';

export interface NoticeInput {
  readonly request: NoticeRequest;
  readonly account: NoticeAccount;
  /** By product code. */
  readonly agencies: ReadonlyMap<string, Agency>;
  /** The agency that the ECOA notice names, or null if the account has none. */
  readonly federalAgency: { readonly name: string; readonly address: string } | null;
  readonly mode: ExecutionMode;
  /** ISO date of the letter. */
  readonly date: string;
  /** What the recipient quotes when they write or call. */
  readonly reference: string;
  /** Without a name the letter is addressed to the request's recipient. */
  readonly addressee: Addressee;
  /** Pre-adverse: the first day on which the decision may be made, if the letter goes out on `date`. */
  readonly decideAfter: string | null;
  /** Final letter: the pre-adverse letter, whose date it names and whose reasons it repeats word for word. */
  readonly firstLetter: Pick<NoticeDocument, 'date' | 'reasons'> | null;
  readonly statementWords: StatementWords;
  /** Whether neutral statements leave out what a value was compared with. */
  readonly hidesThresholds: boolean;
}

export type NoticeResult =
  | { readonly ok: true; readonly document: NoticeDocument }
  /** Each mandatory item that is missing, in words that complete "The notice lacks: …". */
  | {
      readonly ok: false;
      readonly missing: readonly string[];
      /** Nothing is missing but reasons, and a person can give them. */
      readonly needsReasons: boolean;
    };

/**
 * Compiles an adverse-action notice from what decided. A notice that lacks a mandatory item is not issued: the result
 * then names every such item. In test mode an account without legal name or address gets fictitious ones.
 * Source: FCRA 15 USC 1681m(a) for every notice that rests on a report; ECOA 15 USC 1691(d) and 12 CFR 1002.9 for
 * credit; FCRA 15 USC 1681b(b)(3) for employment.
 */
export function compileNotice(input: NoticeInput): NoticeResult {
  const { request, date } = input;
  const missing: string[] = [];
  const need = (present: boolean, item: string): void => {
    if (!present) missing.push(item);
  };

  const purpose = NOTICE_PURPOSES.find((known) => known === request.purpose);
  need(purpose !== undefined, `the purpose (${NOTICE_PURPOSES.join(', ')})`);
  const letter = purpose === undefined ? undefined : letterOf(purpose, request);
  need(letter !== undefined || purpose === undefined, `a letter for \`${request.action_taken}\` and this purpose`);
  const isPreAdverse = letter === 'pre_adverse';
  need(isDate(date), 'the date of the letter');
  need(request.recipient.trim() !== '', 'the recipient');

  const letterhead = letterheadOf(input);
  need(letterhead.name !== '', "the account's legal name");
  need(letterhead.address_lines.length > 0, "the account's address");

  const statement = presentTexts([request.statement ?? ''])[0] ?? null;
  need(
    statement !== null || purpose !== 'credit' || (letter !== 'revoked' && letter !== 'other_action'),
    'the statement of what was done, or of the terms offered (`adverse_action.statement`)',
  );
  const reasons = presentTexts(reasonsOf(input)).slice(0, MAX_REASONS);
  const extraReason = presentTexts([request.extra_reason ?? ''])[0] ?? null;
  const lacking = lackingReasons(request, purpose ?? null, reasons);
  missing.push(...lacking.missing);

  const { agencies, thirdParty } = agenciesOf(input, need);
  if (purpose === 'employment' && request.stage === 'single') {
    need(agencies.length === 0, 'the pre-adverse notice that must come first (15 USC 1681b(b)(3)(A))');
  }
  if (isPreAdverse) {
    need(input.decideAfter !== null && isDate(input.decideAfter), 'the end of the waiting period');
  }
  if (letter === 'final') {
    need(input.firstLetter !== null && isDate(input.firstLetter.date), 'the date of the pre-adverse notice');
  }
  need(
    purpose !== 'credit' || input.federalAgency !== null,
    'the federal agency of the ECOA notice (12 CFR 1002.9(b)(1))',
  );
  const score = isPreAdverse ? null : scoreOf(input, need);

  if (missing.length > 0 || purpose === undefined || letter === undefined) {
    return { ok: false, missing, needsReasons: lacking.isForPerson && missing.length === 1 };
  }
  return {
    ok: true,
    document: {
      version: 2,
      stage: request.stage,
      purpose,
      letter,
      jurisdiction: request.jurisdiction,
      test_mode: input.mode === 'test',
      date,
      reference: input.reference,
      letterhead,
      addressee: addressedTo(input),
      sections: sectionsOf(purpose, letter, {
        reports: agencies.length > 0,
        thirdParty: thirdParty !== null,
        score: score !== null,
        jurisdiction: request.jurisdiction !== null,
        reasons: reasons.length > 0,
      }),
      statement,
      reasons,
      extra_reason: extraReason,
      agencies,
      ...(thirdParty?.isOnlyAvailable === true ? { third_party_only_available: true } : {}),
      score,
      federal_agency: purpose === 'credit' ? input.federalAgency : null,
      decide_after: isPreAdverse ? input.decideAfter : null,
      first_letter_date: letter === 'final' ? (input.firstLetter?.date ?? null) : null,
    },
  };
}

type Need = (present: boolean, item: string) => void;

/** Adverse employment action takes two letters, or one if it rests on no report. */
function letterOf(purpose: NoticePurpose, { stage, action_taken }: NoticeRequest): NoticeLetter | undefined {
  const wanted = stage !== 'single' ? stage : action_taken === 'adverse_employment' ? 'denied' : action_taken;
  if (action_taken === 'adverse_employment' && purpose !== 'employment') return undefined;
  return LETTERS_BY_PURPOSE[purpose].find((letter) => letter === wanted);
}

/**
 * The reasons as the letter words them: neutral statements from their parts, all others as they are. A final letter
 * repeats those of the first one, also if a wording or a setting has changed since.
 */
function reasonsOf({ request, statementWords, hidesThresholds, firstLetter }: NoticeInput): readonly string[] {
  if (request.stage === 'final' && firstLetter !== null) return firstLetter.reasons;
  return request.reasons.map((text, index) => {
    const reason = request.decided.reasons[index];
    if (reason?.kind === 'statement') return statementText(reason, !hidesThresholds, statementWords);
    const code = reason?.kind === 'field' || reason?.kind === 'reviewer' ? reason.code : null;
    return (code === null ? undefined : catalogueReason(code)?.byPurpose[request.purpose ?? '']) ?? text;
  });
}

function letterheadOf({ account, mode }: NoticeInput): NoticeDocument['letterhead'] {
  const fictitious = mode === 'test' ? FICTITIOUS_ACCOUNT : { legal_name: '', address: '', phone: '' };
  return {
    name: account.legal_name.trim() || fictitious.legal_name,
    address_lines: textLines(account.address.trim() || fictitious.address),
    phone: account.phone.trim() || fictitious.phone,
  };
}

function addressedTo({ addressee, request }: NoticeInput): Addressee {
  return {
    name: addressee.name.trim() || request.recipient.trim(),
    address_lines: presentTexts(addressee.address_lines),
  };
}

/** One block for each agency whose report was used (15 USC 1681m(a)(3)(A)); others are third parties (1681m(b)). */
function agenciesOf(
  { request, agencies }: NoticeInput,
  need: Need,
): { readonly agencies: readonly NoticeAgency[]; readonly thirdParty: { readonly isOnlyAvailable: boolean } | null } {
  const isOnlyAvailable = (code: string): boolean => {
    const used = request.decided.reports.filter((report) => report.product_code === code);
    return used.length > 0 && used.every((report) => report.only_available === true);
  };
  let thirdParty: { readonly isOnlyAvailable: boolean } | null = null;
  const blocks = [...new Set(request.product_codes)].flatMap((code) => {
    const agency = agencies.get(code);
    if (agency === undefined) {
      need(false, `the reporting agency of ${code}`);
      return [];
    }
    if (!agency.consumer_report) {
      thirdParty = { isOnlyAvailable: (thirdParty?.isOnlyAvailable ?? true) && isOnlyAvailable(code) };
      return [];
    }
    const block: NoticeAgency = {
      product_code: code,
      report: productByCode(code)?.name ?? code,
      name: agency.name.trim(),
      address_lines: presentTexts(agency.address),
      phone: agency.phone.trim(),
      nationwide: agency.nationwide,
      ...(isOnlyAvailable(code) ? { only_available: true } : {}),
    };
    need(block.name !== '', `the name of the reporting agency of ${code}`);
    need(block.address_lines.length > 0, `the address of the reporting agency of ${code}`);
    need(block.phone !== '', `the phone of the reporting agency of ${code}`);
    need(!agency.nationwide || agency.toll_free, `a toll-free phone of the nationwide reporting agency of ${code}`);
    return [block];
  });
  return { agencies: blocks, thirdParty };
}

/**
 * The disclosure of a score that was used, whatever came of it, or null where the report carries none
 * (15 USC 1681m(a)(2)).
 */
function scoreOf({ request, agencies }: NoticeInput, need: Need): NoticeScore | null {
  const disclosed = request.credit_report === null ? null : scoreDisclosure(request.credit_report);
  if (disclosed === null) return null;
  const range = disclosed.range ?? { minimum: 0, maximum: 0 };
  const keyFactors = presentTexts(disclosed.keyFactors.map(({ text }) => text));
  const createdOn = disclosed.scoredOn ?? '';
  const providedBy = agencies.get('credit_report')?.name.trim() ?? '';
  need(isDate(createdOn), 'the date on which the credit score was created (`scored_on`)');
  need(range.minimum < range.maximum, 'the range of the credit score (`score_minimum`, `score_maximum`)');
  // The best score that a model can give has no adverse factor to name.
  need(
    keyFactors.length > 0 || (disclosed.range !== null && disclosed.score >= range.maximum),
    'the key factors of the credit score, as the bureau gave them',
  );
  need(providedBy !== '', 'who provided the credit score');
  return {
    value: disclosed.score,
    ...range,
    key_factors: keyFactors,
    created_on: createdOn.slice(0, ISO_DATE_LENGTH),
    provided_by: providedBy,
    ...(request.decided.scores[0]?.only_available === true ? { only_available: true } : {}),
  };
}

function sectionsOf(
  purpose: NoticePurpose,
  letter: NoticeLetter,
  has: {
    readonly reports: boolean;
    readonly thirdParty: boolean;
    readonly score: boolean;
    readonly jurisdiction: boolean;
    readonly reasons: boolean;
  },
): readonly NoticeSection[] {
  const when = (present: boolean, ...sections: readonly NoticeSection[]) => (present ? sections : []);
  if (letter === 'pre_adverse') {
    return [
      'action',
      ...when(has.reasons, 'pre_adverse_reasons'),
      ...when(has.reports, 'pre_adverse_report'),
      'response',
      ...when(has.jurisdiction, 'jurisdiction'),
      'enclosures',
      'contact',
    ];
  }
  return [
    'action',
    ...when(has.reasons, 'reasons'),
    ...when(has.reports, 'consumer_report'),
    ...when(has.thirdParty, 'third_party'),
    ...when(has.reports, 'agency_role', 'free_copy', 'dispute'),
    ...when(has.score, 'score'),
    ...when(purpose === 'credit', 'ecoa'),
    ...when(has.jurisdiction, 'jurisdiction'),
    'contact',
  ];
}

const ISO_DATE_LENGTH = 'YYYY-MM-DD'.length;
function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text.slice(0, ISO_DATE_LENGTH)));
}

function presentTexts(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
