import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { postalLines, textLines } from '../../../core/notices/parties.ts';
import { scoreDisclosure } from '../../../core/products/credit-report.ts';
import { longDate, maskedSsn, mediumDate, monthAndYear, NONE, plainNumber } from '../format.ts';
import type { FontFaces } from '../fonts.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { printedPage } from '../page.ts';
import { SCORE_SCALE_CSS, scoreScale } from '../score-scale.ts';
import { REPORT_CSS } from './report-css.ts';
import { amountAt, itemsAt, numberAt, textAt, wordsAt } from './output.ts';

export interface CreditReportInput {
  readonly executionId: number;
  readonly testMode: boolean;
  readonly account: { readonly legal_name: string; readonly address: string; readonly phone: string };
  readonly applicant: JsonObject;
  /** Output of the product `credit_report`. */
  readonly output: JsonObject;
  /** ISO date of the pull. */
  readonly pulledOn: string;
}

const TEST_MARK = 'TEST MODE – NOT A CONSUMER REPORT';

/** The credit report as a page. What the bureau did not say is left out or shown as a dash. */
export function creditReportPage(input: CreditReportInput, fontFaces: FontFaces): string {
  const { account, output } = input;
  const reportedOn = textAt(output, 'reported_on') || input.pulledOn;
  const body = html`
    <header class="letterhead">
      <div>
        <h1>Credit report</h1>
        <div class="meta">Reported on ${longDate(reportedOn)} · Execution ${input.executionId}</div>
      </div>
      <div class="postal">
        <div class="label">Prepared for</div>
        <div class="name">${account.legal_name}</div>
        ${textLines(account.address).map((line) => html`<div>${line}</div>`)}
        ${account.phone === '' ? null : html`<div>${account.phone}</div>`}
      </div>
    </header>
    <main>
      ${applicantBlock(input.applicant)} ${scoreBlock(output)} ${summary(output)} ${tradelines(output)}
      ${inquiries(output)} ${collections(output)} ${publicRecords(output)} ${bankruptcies(output)}
    </main>
  `;
  return printedPage({
    language: 'en-US',
    title: `Credit report – execution ${input.executionId}`,
    footer: `Confidential – contains consumer report information. Execution ${input.executionId}`,
    pageLabel: 'Page {{page}} of {{pages}}',
    testMark: input.testMode ? TEST_MARK : null,
    css: SCORE_SCALE_CSS + REPORT_CSS,
    body,
    fontFaces,
  });
}

function applicantBlock(applicant: JsonObject): Html {
  const fullName = [textAt(applicant, 'first_name'), textAt(applicant, 'last_name')].filter(Boolean).join(' ');
  const address = postalLines(Object.hasOwn(applicant, 'address') ? applicant.address : undefined);
  return html`<section>
    <h2>Applicant</h2>
    <dl class="facts">
      ${fact('Name', fullName || textAt(applicant, 'name'))}
      ${fact('Date of birth', mediumDate(textAt(applicant, 'date_of_birth')))}
      ${fact('Social security number', maskedSsn(textAt(applicant, 'ssn')))}
      ${fact(
        'Address',
        address.map((line) => html`<div>${line}</div>`),
      )}
      ${fact('E-mail', textAt(applicant, 'email'))} ${fact('Phone', textAt(applicant, 'phone'))}
    </dl>
  </section>`;
}

function fact(label: string, value: HtmlValue): Html {
  const isThere = Array.isArray(value) ? value.length > 0 : value !== '';
  return html`<div>
    <dt>${label}</dt>
    <dd>${isThere ? value : NONE}</dd>
  </div>`;
}

const FILE_STATUS: Readonly<Record<string, string>> = {
  thin: 'The credit file holds too little history to be scored.',
  no_record: 'The bureau has no credit file on this person.',
};

function scoreBlock(output: JsonObject): Html {
  const score = scoreDisclosure(output);
  if (score === null) {
    const why = FILE_STATUS[textAt(output, 'file_status')] ?? 'The bureau gave no score.';
    return html`<section>
      <h2>Credit score</h2>
      <div class="score unscored">
        <div class="value">No score</div>
        <p>${why}</p>
      </div>
    </section>`;
  }
  const model = [score.model, score.scoredOn === null ? null : longDate(score.scoredOn)].filter(Boolean).join(', ');
  const factors =
    score.keyFactors.length === 0
      ? null
      : html`<div class="factors">
          <h3>Key factors that adversely affected the score</h3>
          <ol>
            ${score.keyFactors.map(({ text }) => html`<li>${text}</li>`)}
          </ol>
        </div>`;
  return html`<section>
    <h2>Credit score</h2>
    <div class="score">
      <div class="figure">
        <div class="value">${score.score}</div>
        ${
          score.range === null
            ? null
            : scoreScale(
                { value: score.score, ...score.range },
                `${score.score} on a scale from ${score.range.minimum} to ${score.range.maximum}`,
              )
        }
        <div class="meta">${model}</div>
      </div>
      ${factors}
    </div>
  </section>`;
}

function summary(output: JsonObject): Html {
  const count = (key: string): string => numberAt(output, key, plainNumber);
  const figures = [
    ['Accounts', count('tradelines_count')],
    ['Open accounts', count('open_tradelines_count')],
    ['Utilization', numberAt(output, 'utilization_percent', (percent) => `${plainNumber(percent)}%`)],
    ['Total balance', amountAt(output, 'total_balance_usd')],
    ['Monthly payments', amountAt(output, 'monthly_payments_usd')],
    ['Oldest account', numberAt(output, 'oldest_tradeline_months', age)],
    ['Past due now', count('past_due_accounts_count')],
    ['Late, last 24 months', count('late_payments_last_24_months')],
    ['Charged off', count('charge_offs_count')],
    ['Collections', count('collections_count')],
    ['Public records', count('public_records_count')],
    ['Bankruptcies', count('bankruptcies_count')],
  ] as const;
  return html`<section>
    <h2>Summary</h2>
    <dl class="figures">
      ${figures.map(
        ([label, value]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

/** `7 y 3 m` of months. */
function age(months: number): string {
  const years = Math.floor(months / 12);
  return years === 0 ? `${months} m` : `${years} y ${months % 12} m`;
}

interface Column {
  readonly head: string;
  readonly cell: (item: JsonObject) => HtmlValue;
  readonly isNumber?: boolean;
  /** Percent of the table's width. */
  readonly width: number;
}

const TRADELINE_COLUMNS: readonly Column[] = [
  { head: 'Creditor', width: 22, cell: (item) => textAt(item, 'creditor') || NONE },
  { head: 'Type', width: 12, cell: (item) => wordsAt(item, 'account_type') },
  { head: 'Status', width: 11, cell: (item) => wordsAt(item, 'status') },
  { head: 'Opened', width: 10, cell: (item) => monthAndYear(textAt(item, 'opened_on')) || NONE },
  { head: 'Balance', width: 10, cell: (item) => amountAt(item, 'balance_usd'), isNumber: true },
  { head: 'Limit', width: 10, cell: (item) => amountAt(item, 'credit_limit_usd'), isNumber: true },
  { head: 'Payment', width: 11, cell: (item) => amountAt(item, 'monthly_payment_usd'), isNumber: true },
  { head: 'Past due', width: 7, cell: (item) => numberAt(item, 'days_past_due', days), isNumber: true },
  {
    head: 'Late 24 m',
    width: 7,
    cell: (item) => numberAt(item, 'late_payments_last_24_months', plainNumber),
    isNumber: true,
  },
];

function days(count: number): string {
  return count === 0 ? NONE : `${count} d`;
}

function tradelines(output: JsonObject): Html {
  return tableSection('Accounts', itemsAt(output, 'tradelines'), TRADELINE_COLUMNS, 'No accounts in the file.');
}

function inquiries(output: JsonObject): Html {
  return html`<section class="short">
    <h2>Inquiries</h2>
    <dl class="facts">
      ${fact('Last 6 months', numberAt(output, 'inquiries_last_6_months', plainNumber))}
      ${fact('Last 24 months', numberAt(output, 'inquiries_last_24_months', plainNumber))}
    </dl>
  </section>`;
}

function collections(output: JsonObject): Html {
  const columns: readonly Column[] = [
    { head: 'Collection agency', width: 34, cell: (item) => textAt(item, 'agency') || NONE },
    { head: 'Original creditor', width: 34, cell: (item) => textAt(item, 'original_creditor') || NONE },
    { head: 'Reported', width: 18, cell: (item) => mediumDate(textAt(item, 'reported_on')) || NONE },
    { head: 'Balance', width: 14, cell: (item) => amountAt(item, 'balance_usd'), isNumber: true },
  ];
  return tableSection('Collections', itemsAt(output, 'collections'), columns, 'No collections in the file.');
}

function publicRecords(output: JsonObject): Html {
  const columns: readonly Column[] = [
    { head: 'Kind', width: 34, cell: (item) => wordsAt(item, 'kind') },
    { head: 'Filed', width: 34, cell: (item) => mediumDate(textAt(item, 'filed_on')) || NONE },
    { head: 'Satisfied', width: 18, cell: (item) => ({ true: 'Yes', false: 'No' })[String(item.satisfied)] ?? NONE },
    { head: 'Amount', width: 14, cell: (item) => amountAt(item, 'amount_usd'), isNumber: true },
  ];
  return tableSection('Public records', itemsAt(output, 'public_records'), columns, 'No public records in the file.');
}

function bankruptcies(output: JsonObject): Html {
  const columns: readonly Column[] = [
    { head: 'Chapter', width: 34, cell: (item) => textAt(item, 'chapter') || NONE },
    { head: 'Filed', width: 34, cell: (item) => mediumDate(textAt(item, 'filed_on')) || NONE },
    { head: 'Discharged', width: 32, cell: (item) => mediumDate(textAt(item, 'discharged_on')) || 'Open' },
  ];
  return tableSection('Bankruptcies', itemsAt(output, 'bankruptcies'), columns, 'No bankruptcies in the file.');
}

function tableSection(heading: string, items: readonly JsonObject[], columns: readonly Column[], none: string): Html {
  if (items.length === 0) {
    return html`<section class="short">
      <h2>${heading}</h2>
      <p class="none">${none}</p>
    </section>`;
  }
  const kind = (column: Column): string => (column.isNumber === true ? 'number' : 'text');
  return html`<section>
    <h2>${heading}</h2>
    <table>
      <colgroup>
        ${columns.map(({ width }) => html`<col style="width: ${width}%" />`)}
      </colgroup>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" class="${kind(column)}">${column.head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${items.map(
          (item) =>
            html`<tr>
              ${columns.map((column) => html`<td class="${kind(column)}">${column.cell(item)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** The applicant of a trigger's payload. */
export function applicantOf(payload: JsonObject): JsonObject {
  return isJsonObject(payload.applicant) ? payload.applicant : {};
}
