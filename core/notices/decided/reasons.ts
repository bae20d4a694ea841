import type { ConditionTrace, OtherTrace, VisitRef } from '../../cascade/conditions.ts';
import { ANY_VALUE } from '../../cascade/operators/index.ts';
import { isJsonObject, type Json, type JsonSchema } from '../../json.ts';
import { readPath } from '../../path.ts';
import {
  factorsOf,
  fieldLabel,
  fieldSchema,
  missingReasonOf,
  productByCode,
  reasonOf,
  type Product,
} from '../../products/index.ts';
import { wordsCompared } from './compared.ts';
import { wordsOfField } from '../../personal-fields.ts';
import type { DecidingField, ReadableReport } from './predicates.ts';
import { requiredBy } from './required.ts';
import type { Rules } from './rules.ts';
import { statedValue, statementText } from './statement.ts';
import type { Comparison, DecidedReason, OtherWords, ReasonSource } from './types.ts';

/** A report by the visit that pulled it. */
export interface ReportRead extends ReadableReport {
  readonly productCode: string;
}
export type Reports = (read: VisitRef | null) => ReportRead | undefined;

/** What one condition gives: its reason, and the further factors of a score. */
export interface ConditionReasons {
  readonly first: DecidedReason | undefined;
  readonly further: readonly DecidedReason[];
  /** A score came without its factors. None is invented, and the score itself is no reason. */
  readonly lacksFactors: boolean;
  /** For a letter that has no other line. */
  readonly isLastResort?: true;
}

/** Source: semantics 10; 12 CFR 1002.9(b)(2) with comments 4 and 9. */
export function reasonsOf(decided: DecidingField, reports: Reports, rules: Rules): ConditionReasons {
  const { trace } = decided;
  const report = reports(trace.read);
  const product = report === undefined ? undefined : productByCode(report.productCode);
  const schema = product === undefined ? undefined : fieldSchema(product, trace.field);
  const statement = neutral(decided, reports);
  const source = sourceOf(trace, report);
  const alone = (first: DecidedReason): ConditionReasons => ({ first, further: [], lacksFactors: false });
  if (report === undefined || product === undefined) return alone(statement);

  const factors = trace.missing ? undefined : factorsOf(product, trace.field);
  if (factors !== undefined) {
    // To have no score at all is nothing that anybody could be told to aim at.
    if (decided.cure === null) return { ...alone(statement), isLastResort: true };
    if (!rules.predicateHolds(factors.when, report, decided, schema)) return alone(statement);
    const [first, ...further] = factorsIn(report, factors.path, source);
    return { first, further, lacksFactors: first === undefined };
  }
  const reason = trace.missing ? missingReasonOf(product, trace.field) : reasonOf(product, trace.field);
  if (reason === undefined || !rules.predicateHolds(reason.when, report, decided, schema)) {
    return alone(statement);
  }
  const other = reports(trace.value_from?.read ?? null)?.productCode;
  const otherProduct = other === undefined ? undefined : productByCode(other);
  const text = trace.missing ? reason.text : wordsCompared(reason, product, trace, otherProduct);
  if (text === null) return alone(statement);
  const includes = includedIn(report, product, trace.field);
  return alone({ kind: 'field', code: reason.code, text, source, ...includes });
}

/** "Felony record" says that there is a criminal record, if all records are felonies. */
export function includedIn(
  { output, work }: ReportRead,
  product: Product,
  field: string,
): { readonly includes?: string } {
  const whole = fieldSchema(product, field)?.['x-part-of'];
  if (typeof whole !== 'string' || readPath(output, whole, work) !== readPath(output, field, work)) return {};
  const words = reasonOf(product, whole)?.text;
  return words === undefined ? {} : { includes: words };
}

type Statement = Extract<DecidedReason, { kind: 'statement' }>;

/** Key factors as {code, text} or as texts, most important first. */
function factorsIn({ output, work }: ReportRead, path: string, source: ReasonSource): DecidedReason[] {
  const delivered = readPath(output, path, work);
  return (Array.isArray(delivered) ? delivered : []).flatMap((factor): DecidedReason[] => {
    const text = isJsonObject(factor) ? factor.text : factor;
    if (typeof text !== 'string' || text.trim() === '') return [];
    const code = isJsonObject(factor) && typeof factor.code === 'string' ? factor.code : null;
    return [{ kind: 'factor', code, text: text.trim(), source }];
  });
}

function neutral({ trace, is, comparedIn, cure, isOneOfSeveral }: DecidingField, reports: Reports): Statement {
  const { field, actual, read, value_from: from } = trace;
  const report = reports(read);
  const schema = schemaOf(report, field);
  const otherUnit = from === undefined ? null : unitOf(reports(from.read), from.field);
  const parts = {
    ...labelOf(field, report !== undefined),
    unit: unitOf(report, field) ?? otherUnit,
    ...statedValue(actual, field),
    ...(schema?.['x-absent'] === 'none_on_record' && trace.missing ? { absent: 'none_on_record' as const } : {}),
    comparison: {
      ...comparisonOf(trace, is, comparedIn !== undefined, reports(from?.read ?? null) !== undefined),
      ...(isOneOfSeveral === true ? metBy(cure) : {}),
    },
  };
  return {
    kind: 'statement',
    text: statementText(parts),
    source: sourceOf(trace, report),
    ...parts,
  };
}

/** The cure, where the condition does not say what would have been enough. */
export function metBy(cure: Json | undefined): Pick<Comparison, 'met_by'> {
  return typeof cure === 'number' || typeof cure === 'string' ? { met_by: cure } : {};
}

/**
 * What a condition asked for, as it says it; as the field sees it that it compares with (`isOther`), the limit stands for
 * itself. `isReport`: the value on the other side is one of a report.
 */
export function comparisonOf(
  { operator, value, value_from: from, missing }: ConditionTrace,
  is: Comparison['is'],
  isOther: boolean,
  isReport: boolean,
): Comparison {
  if (isOther && missing) return { is: 'required', operator: ANY_VALUE, value: null };
  const than = from === undefined ? undefined : otherWords(from, isReport);
  // A limit that was computed of a person's age would tell it.
  const isSaid = than !== undefined && (!isOther || than.is_withheld === true);
  return requiredBy({ is, operator, value, ...(isSaid ? { than } : {}) });
}

function sourceOf(
  { field, where, read }: Pick<ConditionTrace, 'field' | 'where' | 'read'>,
  report: ReportRead | undefined,
): ReasonSource {
  return {
    product_code: report?.productCode ?? null,
    read: report === undefined ? null : read,
    field,
    ...(where === undefined ? {} : { where }),
  };
}

/** How the value that a condition compares with is named. */
function otherWords({ field, times, plus, actual }: OtherTrace, isReport: boolean): OtherWords {
  const { label } = labelOf(field, isReport);
  return {
    label: /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label,
    ...(times === undefined ? {} : { times }),
    ...(plus === undefined ? {} : { plus }),
    ...(statedValue(actual, field).is_withheld === true ? { is_withheld: true } : {}),
  };
}

function schemaOf(report: ReportRead | undefined, field: string): JsonSchema | undefined {
  const product = report === undefined ? undefined : productByCode(report.productCode);
  return product === undefined ? undefined : fieldSchema(product, field);
}

function unitOf(report: ReportRead | undefined, field: string): string | null {
  const unit = schemaOf(report, field)?.['x-unit'];
  return typeof unit === 'string' ? unit : report === undefined ? unitInName(field) : null;
}

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  dti: 'debt-to-income ratio',
  ltv: 'loan-to-value ratio',
  cltv: 'combined loan-to-value ratio',
  pti: 'payment-to-income ratio',
  rti: 'rent-to-income ratio',
  apr: 'APR',
  ssn: 'SSN',
  id: 'ID',
};

/** Labels of reports come from their schemas; fields of the application have the words of their names. */
export function labelOf(field: string, isReport: boolean): Pick<Statement, 'label' | 'of'> {
  if (isReport) return { label: fieldLabel(field) };
  const words = wordsOfField(field).trim().split(' ');
  const named = unitInName(field) === null ? words : words.slice(0, -1);
  const label = named.map((word) => ABBREVIATIONS[word] ?? word).join(' ');
  return { label: label.replace(/ ratio ratio$/, ' ratio'), of: 'application' };
}

const UNITS: Readonly<Record<string, string>> = {
  percent: 'percent',
  pct: 'percent',
  usd: 'USD',
  dollars: 'USD',
  months: 'months',
  years: 'years',
  days: 'days',
};

/** `ltv_percent` says its unit. */
function unitInName(field: string): string | null {
  const words = wordsOfField(field).trim().split(' ');
  return words.length < 2 ? null : (UNITS[words.at(-1) ?? ''] ?? null);
}
