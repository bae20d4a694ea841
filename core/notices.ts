import type { NoticeRequest } from './nodes/contract.ts';
import { scoreDisclosure } from './products/credit-report.ts';
import { productByCode } from './products/index.ts';
import type { ExecutionMode } from './states.ts';
import {
  NOTICE_ACTIONS,
  NOTICE_PURPOSES,
  type NoticeAgency,
  type NoticeDocument,
  type NoticePurpose,
  type NoticeScore,
  type NoticeSection,
} from './notices/document.ts';
import { FICTITIOUS_ACCOUNT } from './notices/fictitious.ts';
import { textLines, type Addressee, type Agency, type NoticeAccount } from './notices/parties.ts';

export { addresseeOf } from './notices/parties.ts';
export type { Addressee, Agency, NoticeAccount } from './notices/parties.ts';
export type { NoticeDocument } from './notices/document.ts';

export interface NoticeInput {
  readonly request: NoticeRequest;
  readonly account: NoticeAccount;
  /** By product code. */
  readonly agencies: ReadonlyMap<string, Agency>;
  readonly mode: ExecutionMode;
  /** ISO date of the letter. */
  readonly date: string;
  /** Without a name the letter is addressed to the request's recipient. */
  readonly addressee: Addressee;
}

export type NoticeResult =
  | { readonly ok: true; readonly document: NoticeDocument }
  /** Each mandatory item that is not there, in words that complete "The notice lacks: …". */
  | { readonly ok: false; readonly missing: readonly string[] };

/**
 * An adverse-action notice, compiled from what decided. A notice that lacks a mandatory item is not issued: the answer
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
  if (needsPreAdverseNotice(request)) {
    missing.push(
      'the copy of the consumer report that goes with a pre-adverse notice (15 USC 1681b(b)(3)(A)(i))',
      "the Bureau's Summary of Rights that goes with a pre-adverse notice (15 USC 1681b(b)(3)(A)(ii))",
    );
  }
  const action = NOTICE_ACTIONS.find((known) => known === request.action_taken);
  need(
    action !== undefined || request.action_taken === 'adverse_employment',
    `the action taken (${NOTICE_ACTIONS.join(', ')})`,
  );
  need(isDate(date), 'the date of the letter');
  need(request.recipient.trim() !== '', 'the recipient');

  const letterhead = letterheadOf(input);
  need(letterhead.name !== '', "the account's legal name");
  need(letterhead.address_lines.length > 0, "the account's address");

  const reasons = presentTexts(request.reasons).slice(0, MAX_PRINCIPAL_REASONS);
  const extraReason = presentTexts([request.extra_reason ?? ''])[0] ?? null;
  const basedOnReport = request.product_codes.length > 0;
  // Under the FCRA alone the report's agency is the answer to "why"; a creditor always has to give reasons.
  need(
    reasons.length > 0 || extraReason !== null || (basedOnReport && purpose !== 'credit'),
    purpose === 'credit' ? 'a specific principal reason (12 CFR 1002.9(b)(2))' : 'a principal reason',
  );

  const agencies = agenciesOf(input, need);
  const score = scoreOf(input, need);

  if (missing.length > 0 || purpose === undefined || action === undefined) return { ok: false, missing };
  return {
    ok: true,
    document: {
      version: 1,
      stage: request.stage,
      purpose,
      action,
      jurisdiction: request.jurisdiction,
      test_mode: input.mode === 'test',
      date,
      letterhead,
      addressee: addressedTo(input),
      sections: sectionsOf(purpose, { reasons: reasons.length > 0 || extraReason !== null, basedOnReport, score }),
      reasons,
      extra_reason: extraReason,
      agencies,
      score,
    },
  };
}

/** 12 CFR 1002.9, Supplement I, 9(b)(2): more than four reasons are not likely to help. */
const MAX_PRINCIPAL_REASONS = 4;

type Need = (present: boolean, item: string) => void;

/** For employment the law wants two letters, the first with enclosures; one letter alone would be unlawful. */
function needsPreAdverseNotice({ stage, action_taken, purpose, product_codes }: NoticeRequest): boolean {
  return (
    stage !== 'single' ||
    action_taken === 'adverse_employment' ||
    (purpose === 'employment' && product_codes.length > 0)
  );
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

/** One block for each agency whose report was read by a condition that decided (15 USC 1681m(a)(3)(A)). */
function agenciesOf({ request, agencies }: NoticeInput, need: Need): readonly NoticeAgency[] {
  return [...new Set(request.product_codes)].flatMap((code) => {
    const agency = agencies.get(code);
    if (agency === undefined) {
      need(false, `the reporting agency of ${code}`);
      return [];
    }
    const block: NoticeAgency = {
      product_code: code,
      report: productByCode(code)?.name ?? code,
      name: agency.name.trim(),
      address_lines: presentTexts(agency.address),
      phone: agency.phone.trim(),
      nationwide: agency.nationwide,
    };
    need(block.name !== '', `the name of the reporting agency of ${code}`);
    need(block.address_lines.length > 0, `the address of the reporting agency of ${code}`);
    need(block.phone !== '', `the phone of the reporting agency of ${code}`);
    need(!agency.nationwide || agency.toll_free, `a toll-free phone of the nationwide reporting agency of ${code}`);
    return [block];
  });
}

/**
 * The disclosure of a score that a condition looked at, whatever came of it, or null where the report carries none
 * (15 USC 1681m(a)(2)). The score of a report that was read for other fields only was not used.
 */
function scoreOf({ request, agencies }: NoticeInput, need: Need): NoticeScore | null {
  const disclosed = request.credit_report === null ? null : scoreDisclosure(request.credit_report);
  if (disclosed === null) return null;
  const { minimum, maximum } = disclosed.range;
  const keyFactors = presentTexts(disclosed.keyFactors.map(({ text }) => text));
  const createdOn = disclosed.scoredOn ?? '';
  const providedBy = agencies.get('credit_report')?.name.trim() ?? '';
  need(isDate(createdOn), 'the date on which the credit score was created');
  need(minimum < maximum, 'the range of the credit score');
  // The best score that a model can give has no adverse factor to name.
  need(
    keyFactors.length > 0 || disclosed.score >= maximum,
    'the key factors of the credit score, as the bureau gave them',
  );
  need(providedBy !== '', 'who provided the credit score');
  return {
    value: disclosed.score,
    minimum,
    maximum,
    key_factors: keyFactors,
    created_on: createdOn.slice(0, ISO_DATE_LENGTH),
    provided_by: providedBy,
  };
}

function sectionsOf(
  purpose: NoticePurpose,
  has: { readonly reasons: boolean; readonly basedOnReport: boolean; readonly score: NoticeScore | null },
): readonly NoticeSection[] {
  const sections: NoticeSection[] = ['action'];
  if (has.reasons) sections.push('reasons');
  if (has.basedOnReport) sections.push('consumer_report', 'agency_role', 'free_copy', 'dispute');
  if (has.score !== null) sections.push('score');
  if (purpose === 'credit') sections.push('ecoa');
  sections.push('contact');
  return sections;
}

const ISO_DATE_LENGTH = 'YYYY-MM-DD'.length;
function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text.slice(0, ISO_DATE_LENGTH)));
}

function presentTexts(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
