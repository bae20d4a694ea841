import type { Json } from '../../json.ts';
import { readPath } from '../../path.ts';
import { productByCode, reasonCatalogue, type ReportTest } from '../../products/index.ts';
import { asRequired, type ChoiceVisit } from './contributions.ts';
import { visitKey } from './notice-path.ts';
import { predicateHolds } from './predicates.ts';
import type { ReportRead, Reports } from './reasons.ts';

/** The data that a person who gives a reason could see. */
export type Seen = Pick<ChoiceVisit, 'traces' | 'reportsHeld'>;

/** The catalogue's reason with this code. */
export function catalogueReason(code: string) {
  const product = productByCode(code.split('.')[0] ?? '');
  return product === undefined ? undefined : reasonCatalogue(product).find((reason) => reason.code === code);
}

/**
 * True if a catalogue code's words are true for a report that the reviewer could see, or for a value that a condition
 * read.
 */
export function codeHolds(code: string, seen: Seen, reports: Reports): boolean {
  const reason = catalogueReason(code);
  if (reason === undefined) return false;
  const productCode = code.split('.')[0];
  const held = seen.reportsHeld.filter((read) => reports(read)?.productCode === productCode);
  return held.some((read) => {
    const report = reports(read);
    if (report === undefined) return false;
    if (predicateHolds(reason.when, report, null)) return true;
    return seen.traces
      .filter((trace) => trace.result === false && trace.read !== null && visitKey(trace.read) === visitKey(read))
      .filter(({ field }) => `${productCode}.${field}` === code.replace(/\.missing$/, ''))
      .some((trace) => predicateHolds(reason.when, report, asRequired(trace)));
  });
}

/** The catalogue codes that are true for the data seen, product by product. */
export function trueCodes(seen: Seen, reports: Reports): string[] {
  const products = new Set(seen.reportsHeld.map((read) => reports(read)?.productCode ?? ''));
  return [...products].flatMap((code) => {
    const product = productByCode(code);
    const catalogue = product === undefined ? [] : reasonCatalogue(product);
    return catalogue.map((reason) => reason.code).filter((each) => codeHolds(each, seen, reports));
  });
}

/** Why a catalogue code is not true, with the actual value and the one it would need; null if it is true. */
export function codeFault(code: string, seen: Seen, reports: Reports): string | null {
  const reason = catalogueReason(code);
  if (reason === undefined || codeHolds(code, seen, reports)) return null;
  const [productCode = '', ...path] = code.replace(/\.missing$/, '').split('.');
  const read = seen.reportsHeld.findLast((each) => reports(each)?.productCode === productCode);
  const report = read === undefined ? undefined : reports(read);
  if (read === undefined || report === undefined) return `no ${productCode} is at hand here`;
  const { when } = reason;
  if (when.is === 'state') {
    const wanted = when.any.map(
      (test) => `${test.field} would have to be ${wordsOf(test)} and ${isNow(report, test.field)}`,
    );
    return wanted.join('; or ');
  }
  const field = path.join('.');
  const traces = seen.traces.filter(
    (trace) => trace.field === field && trace.read !== null && visitKey(trace.read) === visitKey(read),
  );
  const trace = traces.find(({ result }) => result === false) ?? traces[0];
  if (trace === undefined) return `no condition that counts here read ${field}, which ${isNow(report, field)}`;
  const asked = `${trace.operator.replaceAll('_', ' ')}${trace.value === null ? '' : ` ${spelt(trace.value)}`}`;
  if (trace.result) return `${field} ${isNow(report, field)}, as the condition asks (${asked})`;
  return when.is === 'missing'
    ? `${field} would have to be missing from the report and ${isNow(report, field)}`
    : `${field} would have to lie ${when.is} what the condition asks for (${asked}) and ${isNow(report, field)}`;
}

function wordsOf({ operator, value = '' }: ReportTest): string {
  switch (operator) {
    case 'equals':
      return spelt(value);
    case 'not_equals':
      return `other than ${spelt(value)}`;
    case 'greater_than':
      return `greater than ${spelt(value)}`;
    case 'is_empty':
      return 'empty';
    case 'is_not_empty':
      return 'not empty';
  }
}

function isNow({ output, work }: ReportRead, field: string): string {
  const value = readPath(output, field, work);
  return value === undefined || value === null ? 'is missing' : `is ${spelt(value)}`;
}

const MOST_CHARACTERS = 60;

function spelt(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text === '' ? 'empty' : text;
}
