import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { scoreDisclosure } from '../../../core/products/credit-report.ts';
import { PRODUCTS, unreleasedReason } from '../../../core/products/index.ts';
import type { ReportLabel } from '../../../platform/reference-data/report-wording.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { scoreScale, SCORE_SCALE_CSS } from '../score-scale.ts';
import type { FontFaces } from '../fonts.ts';
import { correctedValues } from './corrected-values.ts';
import { itemsAt, numberAt, textAt, wordsAt } from './output.ts';
import { personFacts, printedReport, type Fact, type ReportInput, type ReportWords } from './report-page.ts';

/** The credit report as a page. Values that the bureau did not give are left out or shown as a dash. */
export function creditReportPage(input: ReportInput, words: ReportWords, fontFaces: FontFaces): string {
  const { output } = input;
  // "No accounts" of a file that was not released would be false.
  const isReleased = unreleasedReason(PRODUCTS.credit_report, output) === undefined;
  const ofFile = [summary, tradelines, inquiries, collections, publicRecords, bankruptcies];
  const sections = [
    facts(words, words.say('person'), personFacts(input.applicant, words, ['email', 'phone'])),
    correctedValues(output, PRODUCTS.credit_report, words),
    scoreBlock(output, words),
    ...(isReleased ? ofFile.map((section) => section(output, words)) : []),
  ];
  const reportedOn = textAt(output, 'reported_on') || input.pulledOn;
  return printedReport(
    { ...input, name: PRODUCTS.credit_report.name, reportedOn, css: SCORE_SCALE_CSS },
    html`${sections}`,
    words,
    fontFaces,
  );
}

function facts({ orNone }: ReportWords, heading: string, list: readonly Fact[], kind = ''): Html {
  return html`<section class="${kind}">
    <h2>${heading}</h2>
    <dl class="facts">
      ${list.map(
        ({ label, text }) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${orNone(text)}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function scoreBlock(output: JsonObject, { say, formats }: ReportWords): Html {
  const score = scoreDisclosure(output);
  if (score === null) {
    return html`<section>
      <h2>${say('score')}</h2>
      <div class="score unscored">
        <div class="value">${say('no_score')}</div>
        <p>${say(whyUnscored(textAt(output, 'file_status')))}</p>
      </div>
    </section>`;
  }
  const scoredOn = score.scoredOn === null ? null : formats.longDate(score.scoredOn);
  const factors =
    score.keyFactors.length === 0
      ? null
      : html`<div class="factors">
          <h3>${say('key_factors')}</h3>
          <ol>
            ${score.keyFactors.map(({ text }) => html`<li>${text}</li>`)}
          </ol>
        </div>`;
  const position =
    score.range === null
      ? null
      : scoreScale(
          { value: score.score, ...score.range },
          say('score_position', {
            value: String(score.score),
            minimum: String(score.range.minimum),
            maximum: String(score.range.maximum),
          }),
        );
  return html`<section>
    <h2>${say('score')}</h2>
    <div class="score">
      <div class="figure">
        <div class="value">${score.score}</div>
        ${position}
        <div class="meta">${[score.model, scoredOn].filter(Boolean).join(', ')}</div>
      </div>
      ${factors}
    </div>
  </section>`;
}

function whyUnscored(fileStatus: string): ReportLabel {
  switch (fileStatus) {
    case 'thin':
      return 'thin_file';
    case 'no_record':
      return 'no_record';
    case 'frozen':
      return 'file_frozen';
    case 'withheld':
      return 'file_withheld';
    default:
      return 'not_scored';
  }
}

function summary(output: JsonObject, words: ReportWords): Html {
  const { say, formats, orNone } = words;
  const count = (key: string) => numberAt(output, key, formats.plainNumber);
  const amount = (key: string) => numberAt(output, key, formats.dollars);
  const percent = (value: number) => say('percent', { number: formats.plainNumber(value) });
  const figures: readonly (readonly [label: ReportLabel, value: string])[] = [
    ['accounts', count('tradelines_count')],
    ['open_accounts', count('open_tradelines_count')],
    ['utilization', numberAt(output, 'utilization_percent', percent)],
    ['total_balance', amount('total_balance_usd')],
    ['monthly_payments', amount('monthly_payments_usd')],
    ['oldest_account', numberAt(output, 'oldest_tradeline_months', (months) => age(months, words))],
    ['past_due_now', count('past_due_accounts_count')],
    ['late_last_24_months', count('late_payments_last_24_months')],
    ['charged_off', count('charge_offs_count')],
    ['collections', count('collections_count')],
    ['public_records', count('public_records_count')],
    ['bankruptcies', count('bankruptcies_count')],
  ];
  return html`<section>
    <h2>${say('summary')}</h2>
    <dl class="figures">
      ${figures.map(
        ([label, value]) =>
          html`<div>
            <dt>${say(label)}</dt>
            <dd>${orNone(value)}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

/** `7 y 3 m` of months. */
function age(months: number, { say }: ReportWords): string {
  const years = Math.floor(months / 12);
  if (years === 0) return say('months', { months: String(months) });
  return say('years_and_months', { years: String(years), months: String(months % 12) });
}

interface Column {
  readonly head: ReportLabel;
  readonly cell: (item: JsonObject) => HtmlValue;
  readonly isNumber?: boolean;
  /** Percent of the table's width. */
  readonly width: number;
}

function tradelines(output: JsonObject, words: ReportWords): Html {
  const { say, formats } = words;
  const amount = (item: JsonObject, key: string) => numberAt(item, key, formats.dollars);
  const days = (count: number) => (count === 0 ? '' : say('days', { number: String(count) }));
  const late = (item: JsonObject) => numberAt(item, 'late_payments_last_24_months', formats.plainNumber);
  const columns: readonly Column[] = [
    { head: 'creditor', width: 22, cell: (item) => textAt(item, 'creditor') },
    { head: 'type', width: 12, cell: (item) => wordsAt(item, 'account_type') },
    { head: 'status', width: 11, cell: (item) => wordsAt(item, 'status') },
    { head: 'opened', width: 10, cell: (item) => formats.monthAndYear(textAt(item, 'opened_on')) },
    { head: 'balance', width: 10, cell: (item) => amount(item, 'balance_usd'), isNumber: true },
    { head: 'limit', width: 9, cell: (item) => amount(item, 'credit_limit_usd'), isNumber: true },
    { head: 'payment', width: 10, cell: (item) => amount(item, 'monthly_payment_usd'), isNumber: true },
    { head: 'past_due', width: 7, cell: (item) => numberAt(item, 'days_past_due', days), isNumber: true },
    { head: 'late_in_24_months', width: 9, cell: late, isNumber: true },
  ];
  return tableSection('accounts', itemsAt(output, 'tradelines'), columns, 'no_accounts', words);
}

function inquiries(output: JsonObject, words: ReportWords): Html {
  const { say, formats } = words;
  const count = (key: string) => numberAt(output, key, formats.plainNumber);
  const list = [
    { label: say('last_6_months'), text: count('inquiries_last_6_months') },
    { label: say('last_24_months'), text: count('inquiries_last_24_months') },
  ];
  return facts(words, say('inquiries'), list, 'short');
}

function collections(output: JsonObject, words: ReportWords): Html {
  const { formats } = words;
  const columns: readonly Column[] = [
    { head: 'collection_agency', width: 34, cell: (item) => textAt(item, 'agency') },
    { head: 'original_creditor', width: 34, cell: (item) => textAt(item, 'original_creditor') },
    { head: 'reported', width: 18, cell: (item) => formats.mediumDate(textAt(item, 'reported_on')) },
    { head: 'balance', width: 14, cell: (item) => numberAt(item, 'balance_usd', formats.dollars), isNumber: true },
  ];
  return tableSection('collections', itemsAt(output, 'collections'), columns, 'no_collections', words);
}

function publicRecords(output: JsonObject, words: ReportWords): Html {
  const { say, formats } = words;
  const yesOrNo = (value: unknown) => (typeof value === 'boolean' ? say(value ? 'yes' : 'no') : '');
  const columns: readonly Column[] = [
    { head: 'kind', width: 34, cell: (item) => wordsAt(item, 'kind') },
    { head: 'filed', width: 34, cell: (item) => formats.mediumDate(textAt(item, 'filed_on')) },
    { head: 'satisfied', width: 18, cell: (item) => yesOrNo(item.satisfied) },
    { head: 'amount', width: 14, cell: (item) => numberAt(item, 'amount_usd', formats.dollars), isNumber: true },
  ];
  return tableSection('public_records', itemsAt(output, 'public_records'), columns, 'no_public_records', words);
}

function bankruptcies(output: JsonObject, words: ReportWords): Html {
  const { say, formats } = words;
  const discharged = (item: JsonObject) => formats.mediumDate(textAt(item, 'discharged_on')) || say('open');
  const columns: readonly Column[] = [
    { head: 'chapter', width: 34, cell: (item) => textAt(item, 'chapter') },
    { head: 'filed', width: 34, cell: (item) => formats.mediumDate(textAt(item, 'filed_on')) },
    { head: 'discharged', width: 32, cell: discharged },
  ];
  return tableSection('bankruptcies', itemsAt(output, 'bankruptcies'), columns, 'no_bankruptcies', words);
}

function tableSection(
  heading: ReportLabel,
  items: readonly JsonObject[],
  columns: readonly Column[],
  none: ReportLabel,
  { say, orNone }: ReportWords,
): Html {
  if (items.length === 0) {
    return html`<section class="short">
      <h2>${say(heading)}</h2>
      <p class="none">${say(none)}</p>
    </section>`;
  }
  const kind = (column: Column): string => (column.isNumber === true ? 'number' : 'text');
  return html`<section>
    <h2>${say(heading)}</h2>
    <table>
      <colgroup>
        ${columns.map(({ width }) => html`<col style="width: ${width}%" />`)}
      </colgroup>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" class="${kind(column)}">${say(column.head)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${items.map(
          (item) =>
            html`<tr>
              ${columns.map((column) => html`<td class="${kind(column)}">${orNone(column.cell(item))}</td>`)}
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
