import type { JsonObject } from '../../../core/json.ts';
import { linesOf } from '../../../core/person-members.ts';
import { personName } from '../../../core/person-name.ts';
import { postalAddress } from '../../../core/postal-address.ts';
import { fillIn } from '../../../platform/reference-data/notices.ts';
import type { ReportLabel, ReportWording } from '../../../platform/reference-data/report-wording.ts';
import { formatsOf, maskedBirth, maskedSsn, type Formats } from '../format.ts';
import type { FontFaces } from '../fonts.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { printedPage } from '../page.ts';
import { textAt } from './output.ts';
import { REPORT_CSS } from './report-css.ts';

export interface ReportInput {
  readonly executionId: number;
  readonly testMode: boolean;
  readonly account: { readonly legal_name: string; readonly address: string; readonly phone: string };
  readonly applicant: JsonObject;
  /** Output of the product. */
  readonly output: JsonObject;
  /** ISO date of the pull. */
  readonly pulledOn: string;
}

/** The words of `data/notices/`, with dates and numbers as their language writes them. */
export interface ReportWords {
  readonly wording: ReportWording;
  readonly formats: Formats;
  readonly say: (label: ReportLabel, values?: Readonly<Record<string, string>>) => string;
  /** Missing values are shown as a dash. */
  readonly orNone: (value: HtmlValue) => HtmlValue;
}

export function reportWords(wording: ReportWording): ReportWords {
  return {
    wording,
    formats: formatsOf(wording.language),
    say: (label, values = {}) => fillIn(wording.labels[label], values),
    orNone: (value) => (value === '' || (Array.isArray(value) && value.length === 0) ? wording.labels.none : value),
  };
}

export interface Fact {
  readonly label: string;
  readonly text: HtmlValue;
}

/** Who the report is about. `contacts`: fields of the payload that are shown as well. */
export function personFacts(
  applicant: JsonObject,
  { say }: ReportWords,
  contacts: readonly ('email' | 'phone')[] = [],
): readonly Fact[] {
  const { lines } = postalAddress(applicant);
  return [
    { label: say('name'), text: personName(applicant) ?? '' },
    { label: say('date_of_birth'), text: maskedBirth(textAt(applicant, 'date_of_birth')) },
    { label: say('ssn'), text: maskedSsn(textAt(applicant, 'ssn')) },
    { label: say('address'), text: lines.map((line) => html`<div>${line}</div>`) },
    ...contacts.map((contact) => ({ label: say(contact), text: textAt(applicant, contact) })),
  ];
}

/** A report with its head and foot: whose it is, when it was made, and for whom. */
export function printedReport(
  input: Omit<ReportInput, 'output' | 'applicant' | 'pulledOn'> & {
    readonly name: string;
    /** ISO date. */
    readonly reportedOn: string;
    readonly css: string;
  },
  sections: Html,
  { wording, formats, say }: ReportWords,
  fontFaces: FontFaces,
): string {
  const { account, name } = input;
  const execution = String(input.executionId);
  const date = formats.longDate(input.reportedOn);
  return printedPage({
    language: wording.language,
    title: say('title', { report: name, execution }),
    footer: say('footer', { execution }),
    pageLabel: wording.labels.page,
    testMark: input.testMode ? wording.test_mark : null,
    css: input.css + REPORT_CSS,
    body: html`
      <header class="letterhead">
        <div>
          <h1>${name}</h1>
          <div class="meta">${say('reported_on', { date, execution })}</div>
        </div>
        <div class="postal">
          <div class="label">${say('prepared_for')}</div>
          <div class="name">${account.legal_name}</div>
          ${linesOf(account.address).map((line) => html`<div>${line}</div>`)}
          ${account.phone === '' ? null : html`<div>${account.phone}</div>`}
        </div>
      </header>
      <main>${sections}</main>
    `,
    fontFaces,
  });
}
