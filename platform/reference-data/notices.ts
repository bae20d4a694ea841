import type { NoticeStage } from '../../core/cascade/notice-request.ts';
import type { NoticeLetter, NoticePurpose } from '../../core/notices/document.ts';
import type { StatementWords } from '../../core/notices/decided/statement.ts';
import type { Agency } from '../../core/notices/parties.ts';
import type { BusinessCalendar, WaitingRule } from '../../core/notices/waiting.ts';
import type { BuiltInCode } from '../../core/products/index.ts';
import { DATA_DIR, readJsonFile, ReferenceDataError } from './files.ts';
import { VALID, type LABELS, type WordedSection } from './notice-schemas.ts';
import { isReportWording, REPORT_PLACEHOLDERS, type ReportWording } from './report-wording.ts';
import { isStatementWording, missingInStatements, STATEMENT_PLACEHOLDERS } from './statement-wording.ts';

/**
 * All that notices say and whom they name, as a compliance officer may change it: the files of `data/notices/`. This is
 * the only place that reads them.
 */
export interface NoticeData {
  readonly letter: LetterWording;
  readonly email: EmailWording;
  readonly report: ReportWording;
  readonly federalAgencies: FederalAgencies;
  /** The made-up agencies behind the reports of test mode. */
  readonly testAgencies: Readonly<Record<BuiltInCode, Agency>>;
  readonly jurisdictions: Jurisdictions;
  readonly calendar: BusinessCalendar;
  readonly summaryOfRights: SummaryOfRights;
}

/** The Bureau's Summary of Rights (12 CFR 1022, Appendix K), which pre-adverse letters enclose. */
export interface SummaryOfRights {
  readonly language: string;
  /** On every page in test mode. */
  readonly test_mark: string;
  readonly source: TextSource;
  /** Where to get it in Spanish. */
  readonly spanish: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rights: readonly {
    readonly heading: string;
    readonly text: string;
    readonly items?: readonly string[];
    /** The text below the items. */
    readonly paragraphs?: readonly string[];
  }[];
  readonly closing: string;
  readonly contacts_heading: { readonly business: string; readonly contact: string };
  readonly contacts: readonly { readonly business: string; readonly contact: readonly string[] }[];
}

/** The law that a text follows. */
export interface TextSource {
  readonly citation: string;
  /** ISO date on which the text was last compared with the law; null: not yet (docs/compliance.md lists these). */
  readonly read_on: string | null;
  /** Which copy of the law was read. */
  readonly read_in?: string;
}

export interface LetterWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** In place of `paragraphs` if the cascade gives a statement. */
  readonly paragraphs_with_statement?: readonly string[];
}

export interface SectionWords {
  readonly heading: string;
  readonly source: TextSource | null;
  readonly paragraphs: readonly string[];
  /** In place of `paragraphs` if the account has a phone. */
  readonly paragraphs_with_phone?: readonly string[];
  /**
   * For the score, the reports and third parties. Replaces `paragraphs` if no condition read any of it, but the person
   * who denied had it at hand.
   */
  readonly paragraphs_if_only_available?: readonly string[];
  /** For the reports, if conditions read some of them and others were only at hand. */
  readonly paragraphs_if_some_available?: readonly string[];
  /** For a score that was corrected. The bureau gave another one. */
  readonly paragraphs_if_corrected?: readonly string[];
}

export interface LetterWording {
  readonly language: string;
  readonly test_mark: string;
  readonly salutation: string;
  readonly closing: string;
  readonly letters: Readonly<Record<NoticePurpose, Readonly<Partial<Record<NoticeLetter, LetterWords>>>>>;
  readonly sections: Readonly<Record<WordedSection, SectionWords>>;
  readonly labels: Readonly<Record<(typeof LABELS)[number], string>>;
  /** How a reason is worded that only states what was compared: a file of its own. */
  readonly statements: StatementWords;
}

export interface EmailWords {
  readonly subject: string;
  /** A blank line separates paragraphs. */
  readonly text: string;
  readonly text_with_phone: string;
}

/** The letter that a notice is attached to. */
export interface EmailWording {
  readonly language: string;
  /** Goes before the subject in test mode. */
  readonly test_mark: string;
  readonly unnamed_recipient: string;
  readonly letters: Readonly<Record<NoticeStage, EmailWords>>;
}

export interface FederalAgency {
  readonly creditors: string;
  readonly name: string;
  readonly address: string;
}

export interface FederalAgencies {
  readonly source: TextSource;
  readonly test_mode_agency: string;
  readonly agencies: Readonly<Record<string, FederalAgency>>;
}

export interface Jurisdiction extends WaitingRule {
  readonly name: string;
  /** The paragraphs are about this product: they are printed if its report was used. */
  readonly about_product?: string;
  /** The additions to letters of this jurisdiction. */
  readonly paragraphs: Readonly<Partial<Record<NoticeLetter, readonly string[]>>>;
  readonly source: TextSource;
}

export interface Jurisdictions {
  readonly default: Jurisdiction;
  /** By ISO 3166-2 code, of a county followed by its FIPS code. */
  readonly jurisdictions: Readonly<Record<string, Jurisdiction>>;
}

/** The rule of a jurisdiction; of a county without one, its state's. Its waiting period is then a minimum. */
export function jurisdictionOf({ jurisdictions, default: general }: Jurisdictions, code: string | null): Jurisdiction {
  if (code === null) return general;
  const [country, state] = code.split('-');
  const own = jurisdictions[code] ?? jurisdictions[`${country}-${state}`];
  return own === undefined ? general : { ...own, isMinimum: true };
}

/** Reads and checks `data/notices/`: once, at start. Throws ReferenceDataError. */
export function loadNoticeData(dir: string = DATA_DIR): NoticeData {
  const problems: string[] = [];
  const data = readNoticeData(dir, problems);
  if (data === undefined || problems.length > 0) throw new ReferenceDataError(problems);
  return data;
}

/** Undefined, and `problems` says why, if a file cannot be used. */
export function readNoticeData(dir: string, problems: string[]): NoticeData | undefined {
  const found: string[] = [];
  const letter = readJsonFile<Omit<LetterWording, 'statements'>>(dir, LETTER_FILE, VALID.letter, found);
  const statements = readJsonFile<StatementWords>(dir, STATEMENTS_FILE, isStatementWording, found);
  const report = readJsonFile<ReportWording>(dir, REPORT_FILE, isReportWording, found);
  const email = readJsonFile<EmailWording>(dir, EMAIL_FILE, VALID.email, found);
  const federalAgencies = readJsonFile<FederalAgencies>(dir, FEDERAL_FILE, VALID.federal, found);
  const testAgencies = readJsonFile<NoticeData['testAgencies']>(dir, AGENCIES_FILE, VALID.agencies, found);
  const jurisdictions = readJsonFile<Jurisdictions>(dir, JURISDICTIONS_FILE, VALID.jurisdictions, found);
  const calendar = readJsonFile<BusinessCalendar>(dir, CALENDAR_FILE, VALID.calendar, found);
  const summaryOfRights = readJsonFile<SummaryOfRights>(dir, SUMMARY_FILE, VALID.summary, found);
  if (federalAgencies !== undefined && federalAgencies.agencies[federalAgencies.test_mode_agency] === undefined) {
    found.push(`${FEDERAL_FILE}: test_mode_agency names no agency of the list`);
  }
  if (letter !== undefined) found.push(...lettersWithoutItems(letter));
  if (statements !== undefined)
    found.push(...missingInStatements(statements).map((each) => `${STATEMENTS_FILE}: ${each}`));
  for (const [file, words, known] of [
    [LETTER_FILE, letter, LETTER_PLACEHOLDERS],
    [STATEMENTS_FILE, statements, STATEMENT_PLACEHOLDERS],
    [REPORT_FILE, report, REPORT_PLACEHOLDERS],
    [EMAIL_FILE, email, EMAIL_PLACEHOLDERS],
    [JURISDICTIONS_FILE, jurisdictions, LETTER_PLACEHOLDERS],
  ] as const) {
    // `about` describes placeholders; it is not filled in.
    for (const name of unknownPlaceholders({ ...words, about: '' }, known)) {
      found.push(`${file}: {{${name}}} is not a placeholder; there are: ${[...known].join(', ')}`);
    }
  }
  problems.push(...found);
  if (
    found.length > 0 ||
    letter === undefined ||
    statements === undefined ||
    report === undefined ||
    email === undefined ||
    federalAgencies === undefined ||
    testAgencies === undefined ||
    jurisdictions === undefined ||
    calendar === undefined ||
    summaryOfRights === undefined
  ) {
    return undefined;
  }
  return {
    letter: { ...letter, statements },
    email,
    report,
    federalAgencies,
    testAgencies,
    jurisdictions,
    calendar,
    summaryOfRights,
  };
}

/** The text with its placeholders filled in. A value that ends with a full stop takes the place of the sentence's own. */
export function fillIn(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(PLACEHOLDER, (whole, name: string, stop: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return value.endsWith('.') ? value : value + stop;
  });
}

const LETTER_FILE = 'notices/letter.en-US.json';
const STATEMENTS_FILE = 'notices/statements.en-US.json';
const REPORT_FILE = 'notices/report.en-US.json';
const EMAIL_FILE = 'notices/email.en-US.json';
const FEDERAL_FILE = 'notices/federal-agencies.json';
const AGENCIES_FILE = 'notices/agencies.json';
const JURISDICTIONS_FILE = 'notices/jurisdictions.json';
const SUMMARY_FILE = 'notices/summary-of-rights.en-US.json';
const CALENDAR_FILE = 'notices/calendar.json';

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}(\.?)/g;

const EMAIL_PLACEHOLDERS = new Set(['company', 'address', 'phone', 'applicant', 'reference']);
const LETTER_PLACEHOLDERS = new Set([
  'company',
  'applicant',
  'phone',
  'reference',
  'statement',
  'first_letter_date',
  'decide_after',
  'score_provider',
  'federal_agency',
  'minimum',
  'maximum',
  'value',
  'date',
  'report',
  'agency',
  'label',
  'page',
  'pages',
]);

/** Parts that a wording has to keep, whatever else is changed in it. */
function lettersWithoutItems({ sections, letters, labels }: Omit<LetterWording, 'statements'>): string[] {
  const lacks: string[] = [];
  const need = (where: string, texts: readonly string[], placeholder: string): void => {
    if (!hasPlaceholder(texts, placeholder)) lacks.push(`${LETTER_FILE}: ${where} does not have {{${placeholder}}}`);
  };
  need('sections.ecoa', sections.ecoa.paragraphs, 'federal_agency');
  need('sections.response', sections.response.paragraphs, 'decide_after');
  need('sections.contact', sections.contact.paragraphs, 'reference');
  need('labels.reference', [labels.reference], 'reference');
  need('letters.credit.revoked', letters.credit.revoked?.paragraphs ?? [], 'statement');
  need('letters.credit.other_action', letters.credit.other_action?.paragraphs ?? [], 'statement');
  return lacks;
}

function hasPlaceholder(texts: readonly string[], placeholder: string): boolean {
  return texts.some((each) => each.includes(`{{${placeholder}}}`));
}

function unknownPlaceholders(words: unknown, known: ReadonlySet<string>): readonly string[] {
  const names = Array.from(JSON.stringify(words ?? null).matchAll(PLACEHOLDER), ([, name]) => name ?? '');
  return [...new Set(names)].filter((name) => !known.has(name));
}
