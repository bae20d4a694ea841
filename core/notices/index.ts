import { productNamed, type OwnProducts } from '../cascade/own-products.ts';
import type { NoticeRequest, OwnScore } from '../cascade/notice-request.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { scoreDisclosure } from '../products/credit-report.ts';
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
import { correctionsToTell, type DatedCorrection } from './corrected.ts';
import { MAX_REASONS } from './decided/order.ts';
import { catalogueReason } from './decided/index.ts';
import { statementText, type StatementWords } from './decided/statement.ts';
import { FICTITIOUS_ACCOUNT } from './fictitious.ts';
import { isInsufficientSentence } from '../insufficient.ts';
import { lackingOf, type Lacking } from './lacking.ts';
import { withSpecificReasons } from './decided/specific.ts';
import { REQUIREMENTS, type NoticeDraft } from './requirements.ts';
import { linesOf } from '../person-members.ts';
import type { Addressee, Agency, NoticeAccount } from './parties.ts';

export { addresseeOf } from './parties.ts';
export type { Addressee, Agency, NoticeAccount } from './parties.ts';
export type { NoticeDocument } from './document.ts';

export interface NoticeInput {
  readonly request: NoticeRequest;
  readonly account: NoticeAccount;
  /** By product code. */
  readonly agencies: ReadonlyMap<string, Agency>;
  /** The agency named in the ECOA notice; null if the account has none. */
  readonly federalAgency: { readonly name: string; readonly address: string } | null;
  readonly mode: ExecutionMode;
  /** ISO date of the letter. */
  readonly date: string;
  /** The reference that the recipient quotes when they write or call. */
  readonly reference: string;
  readonly addressee: Omit<Addressee, 'not_read'>;
  readonly delivery: 'email' | 'post';
  /** For a pre-adverse letter: the first day on which the decision may be made if the letter goes out on `date`. */
  readonly decideAfter: string | null;
  /** For a final letter: the pre-adverse letter, whose date it names and whose reasons it repeats word for word. */
  readonly firstLetter: Pick<NoticeDocument, 'date' | 'reasons'> | null;
  readonly statementWords: StatementWords;
  /** True if neutral statements omit the value that was compared with. */
  readonly hidesThresholds: boolean;
  /** Values that were corrected before the run. */
  readonly corrections: readonly DatedCorrection[];
  /** The declarations of the payload's fields at the time when the execution was accepted. */
  readonly dictionary?: Dictionary;
  /** The account's own products that its cascade pulls. */
  readonly products?: OwnProducts;
}

export type NoticeResult =
  | { readonly ok: true; readonly document: NoticeDocument }
  /** Each missing mandatory item, in words that complete "The notice lacks: …". */
  | {
      readonly ok: false;
      readonly missing: readonly string[];
      /** The item that a person is asked for first; null if any missing item cannot be given by a person. */
      readonly needs: Lacking['needs'];
    };

/**
 * Compiles an adverse-action notice from what decided. A notice without a mandatory item is not issued: the result then
 * names every such item. In test mode, an account without legal name or address gets fictitious ones.
 *
 * Source: FCRA 15 USC 1681m(a) for every notice based on a report; ECOA 15 USC 1691(d) and 12 CFR 1002.9 for credit;
 * FCRA 15 USC 1681b(b)(3) for employment.
 */
export function compileNotice(given: NoticeInput): NoticeResult {
  // If the purpose comes from the account, it is known only now.
  const input = { ...given, request: withSpecificReasons(given.request) };
  const { request, date } = input;
  const purpose = NOTICE_PURPOSES.find((known) => known === request.purpose);
  const letter = purpose === undefined ? undefined : letterOf(purpose, request);
  const draft: NoticeDraft = {
    ...{ request, purpose, letter, date, addressee: input.addressee, delivery: input.delivery },
    letterhead: letterheadOf(input),
    statement: presentTexts([request.statement ?? ''])[0] ?? null,
    extraReason: ownReason(request),
    reasons: presentTexts(reasonsOf(input)).slice(0, MAX_REASONS),
    agencies: [...new Set(request.product_codes)].map((code) => [code, input.agencies.get(code)] as const),
    federalAgency: input.federalAgency,
    score: scoreOf(input),
    decideAfter: input.decideAfter,
    firstLetter: input.firstLetter,
  };
  const missing = REQUIREMENTS.flatMap(({ lacks }) => lacks(draft));
  if (missing.length > 0 || purpose === undefined || letter === undefined) {
    const lacking = lackingOf(request, purpose ?? null, draft.reasons, draft);
    return { ok: false, missing, needs: missing.length === lacking.missing.length ? lacking.needs : null };
  }
  return { ok: true, document: documentOf(input, draft, { purpose, letter }) };
}

/**
 * The node's own sentence. It is left out of credit letters if it is no valid reason there: the letter has its reasons
 * without it (12 CFR 1002.9(b)(2)).
 */
function ownReason({ purpose, extra_reason: own }: NoticeRequest): string | null {
  const sentence = presentTexts([own ?? ''])[0] ?? null;
  return sentence !== null && purpose === 'credit' && isInsufficientSentence(sentence) ? null : sentence;
}

function documentOf(
  input: NoticeInput,
  draft: NoticeDraft,
  { purpose, letter }: { readonly purpose: NoticePurpose; readonly letter: NoticeLetter },
): NoticeDocument {
  const { request } = input;
  const isPreAdverse = letter === 'pre_adverse';
  const agencies = agencyBlocks(draft, input.products);
  const corrections = correctionsToTell(request, input.corrections, input);
  // A third party that is not a consumer reporting agency (15 USC 1681m(b)).
  const thirdParties = draft.agencies.filter(([, agency]) => agency?.consumer_report === false);
  const score = isPreAdverse ? null : draft.score;
  return {
    version: 1,
    stage: request.stage,
    purpose,
    letter,
    jurisdiction: request.jurisdiction,
    test_mode: input.mode === 'test',
    date: input.date,
    reference: input.reference,
    letterhead: draft.letterhead,
    addressee: { name: draft.addressee.name, address_lines: draft.addressee.address_lines },
    sections: sectionsOf(purpose, letter, {
      reports: agencies.length > 0,
      thirdParty: thirdParties.length > 0,
      score: score !== null,
      jurisdiction: request.jurisdiction !== null,
      reasons: draft.reasons.length > 0,
      corrections: corrections.length > 0,
    }),
    statement: draft.statement,
    reasons: draft.reasons,
    extra_reason: draft.extraReason,
    ...(corrections.length > 0 ? { corrections } : {}),
    agencies,
    ...(thirdParties.length > 0 && thirdParties.every(([code]) => isOnlyAvailable(request, code))
      ? { third_party_only_available: true }
      : {}),
    score,
    federal_agency: purpose === 'credit' ? input.federalAgency : null,
    decide_after: isPreAdverse ? input.decideAfter : null,
    first_letter_date: letter === 'final' ? (input.firstLetter?.date ?? null) : null,
  };
}

/** Adverse employment action takes two letters, or one if it is not based on a report. */
function letterOf(purpose: NoticePurpose, { stage, action_taken }: NoticeRequest): NoticeLetter | undefined {
  const wanted = stage !== 'single' ? stage : action_taken === 'adverse_employment' ? 'denied' : action_taken;
  if (action_taken === 'adverse_employment' && purpose !== 'employment') return undefined;
  return LETTERS_BY_PURPOSE[purpose].find((letter) => letter === wanted);
}

/**
 * The reasons in the words of the letter: neutral statements are worded from their parts, all others are kept. A final
 * letter repeats those of the first one, even if a wording or a setting has changed since.
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
    address_lines: linesOf(account.address.trim() || fictitious.address),
    phone: account.phone.trim() || fictitious.phone,
  };
}

/** One block per agency whose report was used (15 USC 1681m(a)(3)(A)). */
function agencyBlocks({ agencies, request }: NoticeDraft, products: OwnProducts | undefined): readonly NoticeAgency[] {
  return agencies.flatMap(([code, agency]) => {
    if (agency?.consumer_report !== true) return [];
    return [
      {
        product_code: code,
        report: productNamed(code, products)?.name ?? code,
        name: agency.name.trim(),
        address_lines: presentTexts(agency.address),
        phone: agency.phone.trim(),
        nationwide: agency.nationwide,
        ...(isOnlyAvailable(request, code) ? { only_available: true } : {}),
      },
    ];
  });
}

/** True if no condition read the report, but the person who denied could see it. */
function isOnlyAvailable({ decided }: NoticeRequest, code: string): boolean {
  const used = decided.reports.filter((report) => report.product_code === code);
  return used.length > 0 && used.every((report) => report.only_available === true);
}

/**
 * The disclosure of a score that was used, whatever its effect; null if the report has none (15 USC 1681m(a)(2)). Facts
 * missing from the report are left empty, and the letter then lacks them.
 */
function scoreOf({ request, agencies, corrections }: NoticeInput): NoticeScore | null {
  const disclosed = usedScore(request, agencies);
  if (disclosed === undefined) return null;
  const corrected = corrections.find(
    ({ product_code, field }) => product_code === disclosed.product_code && field === disclosed.field,
  );
  return {
    value: disclosed.score,
    ...(disclosed.range ?? { minimum: 0, maximum: 0 }),
    key_factors: presentTexts(disclosed.keyFactors.map(({ text }) => text)),
    created_on: (disclosed.scoredOn ?? '').slice(0, ISO_DATE_LENGTH),
    provided_by: agencies.get(disclosed.product_code)?.name.trim() ?? '',
    ...(disclosed.only_available === true ? { only_available: true } : {}),
    ...(corrected === undefined ? {} : { corrected_on: corrected.date }),
  };
}

/** The one score that is disclosed: the credit bureau's first. An agency without consumer reports gives no credit score. */
function usedScore(
  { credit_report: report, own_scores: own = [], decided }: NoticeRequest,
  agencies: NoticeInput['agencies'],
): OwnScore | undefined {
  const ofBureau = report === null ? null : scoreDisclosure(report);
  if (ofBureau === null) return own.find(({ product_code: code }) => agencies.get(code)?.consumer_report !== false);
  const seen = decided.scores.find(({ field }) => field === undefined);
  return {
    ...ofBureau,
    ...{ product_code: 'credit_report', field: 'score' },
    ...(seen?.only_available === true ? { only_available: true } : {}),
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
    readonly corrections: boolean;
  },
): readonly NoticeSection[] {
  const when = (present: boolean, ...sections: readonly NoticeSection[]) => (present ? sections : []);
  if (letter === 'pre_adverse') {
    return [
      'action',
      ...when(has.reasons, 'pre_adverse_reasons'),
      ...when(has.corrections, 'corrections'),
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
    ...when(has.corrections, 'corrections'),
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

function presentTexts(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
