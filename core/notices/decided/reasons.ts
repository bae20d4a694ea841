import type { ConditionTrace, OtherTrace, VisitRef } from '../../cascade/conditions.ts';
import type { ConditionOperator } from '../../cascade/definition.ts';
import { itemsThatCount } from '../../cascade/lists.ts';
import { ANY_VALUE, asks, holds, nearestValue, operatorOf } from '../../cascade/operators/index.ts';
import { absentOf, type Dictionary } from '../../fields/dictionary.ts';
import { inSentence } from '../../fields/labels.ts';
import { isJsonObject, type Json } from '../../json.ts';
import { readPath } from '../../path.ts';
import { pathOf } from '../../quantifiers.ts';
import {
  dayOfReport,
  factorsOf,
  fieldSchema,
  listPathOf,
  memberOf,
  missingReasonOf,
  reasonOf,
  speaksOfItems,
  unreleasedReason,
  type FieldReason,
  type ItemWords,
  type Product,
} from '../../products/index.ts';
import { timesInUnits } from '../../unit-factors.ts';
import { wordsCompared } from './compared.ts';
import { comparedAs, labelOf, statedOf, unitOf, unitOfCondition } from './labels.ts';
import { declaredScore, ownReason } from './declared.ts';
import { visitKey, type IsAfter } from './notice-path.ts';
import { predicateHolds, type DecidingField, type ReadableReport } from './predicates.ts';
import { requiredBy } from './required.ts';
import { statementText } from './statement.ts';
import type { Comparison, DecidedReason, OtherWords, ReasonSource } from './types.ts';

/** A report by the visit that pulled it. */
export interface ReportRead extends ReadableReport {
  readonly productCode: string;
  /** Undefined if it is not offered any more. */
  readonly product: Product | undefined;
}
export type Reports = (read: VisitRef | null) => ReportRead | undefined;

/** What reasons are worded with. */
export interface Wording {
  readonly reports: Reports;
  /** What is declared of the fields of the payload. */
  readonly dictionary: Dictionary;
  /** Nothing is said of what nobody declared, not even its path. */
  readonly isLive: boolean;
  readonly isAfter: IsAfter;
  /** An amount that was asked for decided, too. */
  readonly isBesideRequest: boolean;
}

/** What one condition gives: its reason, and the further factors of a score. */
export interface ConditionReasons {
  readonly first: DecidedReason | undefined;
  readonly further: readonly DecidedReason[];
  /** A score came without its factors. None is invented, and the score itself is no reason. */
  readonly lacksFactors: boolean;
  /** For a letter that has no other line. */
  readonly isLastResort?: true;
}

/** Source: semantics 10.23.8 to 10.23.10; 12 CFR 1002.9(b)(2) with comments 4 and 9. */
export function reasonsOf(decided: DecidingField, wording: Wording): ConditionReasons {
  const { trace } = decided;
  const { reports } = wording;
  const report = reports(trace.read);
  const product = report?.product;
  const schema = product === undefined ? undefined : fieldSchema(product, trace.field);
  const statement = neutral(decided, wording);
  const source = sourceOf(trace, report);
  const alone = (first: DecidedReason): ConditionReasons => ({ first, further: [], lacksFactors: false });
  if (report === undefined || product === undefined)
    return alone(ownReason(decided, wording.dictionary, source) ?? statement);

  const unreleased = reasonOfUnreleased(report, product, source);
  if (unreleased !== undefined) return alone(unreleased);
  const factors = trace.missing ? undefined : factorsOf(product, trace.field);
  if (factors !== undefined) {
    // To have no score at all is nothing that anybody could be told to aim at.
    if (decided.cure === null) return { ...alone(statement), isLastResort: true };
    const isBehindIt = factors.when === undefined || predicateHolds(factors.when, report, decided, schema);
    return isBehindIt ? factorReasons(report, factors.path, source) : alone(statement);
  }
  if (product.declared !== undefined) return alone(ownReason(decided, product.declared, source) ?? statement);
  const { reason, field } = reasonFor(decided, report, product);
  if (reason === undefined || !predicateHolds(reason.when, report, decided, schema)) {
    return alone(statement);
  }
  const otherProduct = reports(trace.value_from?.read ?? null)?.product;
  const { isBesideRequest } = wording;
  const isNoneAsked = decided.cure === null || decided.cure === '';
  const own = isNoneAsked ? (reason.ofNone ?? reason.text) : reason.text;
  const text = trace.missing ? own : wordsCompared({ ...reason, text: own }, trace, { otherProduct, isBesideRequest });
  if (text === null) return alone(statement);
  const includes = includedIn(report, product, field);
  return alone({ kind: 'field', code: reason.code, text, source, ...includes });
}

/** The reason, and the field that its words speak of. */
function reasonFor(
  decided: DecidingField,
  report: ReportRead,
  product: Product,
): { readonly reason: FieldReason | undefined; readonly field: string } {
  const { trace } = decided;
  const ofKind = reasonOfKind(decided, report, product);
  if (ofKind !== undefined) return ofKind;
  return {
    reason: reasonOfItems(decided, report, product) ?? reasonOfField(trace, product),
    field: trace.field,
  };
}

/** What the agency did not release is neither little history nor a fault of the person. */
function reasonOfUnreleased({ output }: ReportRead, product: Product, source: ReasonSource): DecidedReason | undefined {
  const reason = isJsonObject(output) ? unreleasedReason(product, output) : undefined;
  return reason === undefined ? undefined : { kind: 'field', code: reason.code, text: reason.text, source };
}

function reasonOfField({ field, missing, where = [] }: ConditionTrace, product: Product): FieldReason | undefined {
  if (missing) return missingReasonOf(product, field);
  return speaksOfItems(product, field, where.length > 0) ? reasonOf(product, field) : undefined;
}

/**
 * Of records that were too many the words of the kind that was asked for, if there is a field that counts it: "Felony
 * charge or conviction" of `records.count` where the severity is that. The first one in the order in which policies name
 * them, from the gravest on.
 */
function reasonOfKind(
  decided: DecidingField,
  report: ReportRead,
  product: Product,
): { readonly reason: FieldReason; readonly field: string } | undefined {
  const { field, where = [] } = decided.trace;
  const list = listPathOf(product, field);
  if (list?.quantifier !== 'count' || where.length === 0) return undefined;
  const isAsked = (test: ItemWords) =>
    where.some(
      (asked) => asked.not !== true && asked.field === test.field && canonicalTest(asked) === canonicalTest(test),
    );
  for (const { field: counted, items } of product.words) {
    if (items === undefined || items.list !== list.list || items.where.length === 0) continue;
    const reason = counted === field || !items.where.every(isAsked) ? undefined : reasonOf(product, counted);
    if (reason?.when.is === 'state' && predicateHolds(reason.when, report, decided)) {
      return { reason, field: counted };
    }
  }
  return undefined;
}

/** `equals true` asks the same as `is_true`. */
function canonicalTest({
  operator,
  value = null,
}: {
  readonly operator: ConditionOperator;
  readonly value?: Json;
}): string {
  const isYesOrNo = typeof value === 'boolean' && operatorOf(operator).holds(value, value);
  const wanted = asks(operator, 'yes_or_no') ? nearestValue(operator, true, null, null) : value;
  return asks(operator, 'yes_or_no') || isYesOrNo ? `is ${String(wanted)}` : `${operator} ${String(value)}`;
}

/**
 * Of items that were too many the words of what chose them: "Account charged off" of the accounts whose status is that.
 * Only those that a state of the report bears out; the side is that of the count, and not of the member.
 */
function reasonOfItems(decided: DecidingField, report: ReportRead, product: Product): FieldReason | undefined {
  const { field, where = [] } = decided.trace;
  const list = listPathOf(product, field);
  if (list?.quantifier !== 'count') return undefined;
  const { output, work } = report;
  const asOf = dayOfReport(output);
  const items = itemsThatCount(readPath(output, list.list, work), where, asOf, work);
  for (const test of where) {
    const path = pathOf({ ...list, quantifier: 'any', item: test.field });
    const own = test.not === true || !speaksOfItems(product, path, true) ? undefined : reasonOf(product, path);
    if (own?.when.is !== 'state') continue;
    const { compared, any } = own.when;
    const { ofItem } = own;
    const isTrueOf = (item: Json) =>
      ofItem === undefined ||
      holds(ofItem.operator, memberOf(item, test.field, asOf, work) ?? null, ofItem.value ?? null, work);
    const isSaid = (compared === undefined || compared === test.value) && items.every(isTrueOf);
    const reason: FieldReason = { ...own, when: { is: 'state', any } };
    if (isSaid && predicateHolds(reason.when, report, decided)) return reason;
  }
  return undefined;
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

function factorReasons(report: ReportRead, path: string, source: ReasonSource): ConditionReasons {
  const [first, ...further] = factorsIn(report, path, source);
  return { first, further, lacksFactors: first === undefined };
}

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

function neutral(
  { trace, is, comparedIn, cure, isOneOfSeveral }: DecidingField,
  { reports, dictionary, isLive, isAfter }: Wording,
): Statement {
  const { field, read, value_from: from } = trace;
  const report = reports(read);
  const product = report?.product;
  const schema = product === undefined ? undefined : fieldSchema(product, field);
  const other = reports(from?.read ?? null)?.product;
  const isBestAbsent =
    (product === undefined ? absentOf(dictionary, field) : schema?.['x-absent']) === 'none_on_record';
  const named = labelOf(trace, product, dictionary);
  const isUnsaid = isLive && named.of === 'undeclared';
  // Without the items that cannot be compared the figure is not what it would be.
  const stated =
    trace.not_comparable === undefined
      ? statedOf(trace, product, dictionary, comparedAs(trace))
      : { value: null, is_withheld: true as const };
  const parts = {
    ...named,
    ...(isUnsaid ? { label: '' } : {}),
    unit: unitOfCondition(trace, product, other, dictionary),
    ...stated,
    ...(product === undefined ? declaredScore(field, dictionary) : {}),
    ...(isBestAbsent && trace.missing ? { absent: 'none_on_record' as const } : {}),
    comparison: {
      ...comparisonOf(trace, is, comparedIn !== undefined, { product: other, own: product, dictionary, isAfter }),
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
 * itself. `other`: of the value on the other side the report that it is of, if it is of one.
 */
export function comparisonOf(
  trace: ConditionTrace,
  is: Comparison['is'],
  isOther: boolean,
  other: {
    readonly product: Product | undefined;
    readonly own: Product | undefined;
    readonly dictionary: Dictionary | undefined;
    readonly isAfter: IsAfter;
  },
): Comparison {
  const { operator, value, value_from: from, missing } = trace;
  if (isOther && missing) return { is: 'required', operator: ANY_VALUE, value: null };
  const as = comparedAs({ operator, value });
  const than =
    from === undefined
      ? undefined
      : otherWords(from, { ...other, as, unit: unitOf(trace, other.own, other.dictionary), trace });
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
function otherWords(
  value: OtherTrace,
  {
    product,
    dictionary,
    own,
    as,
    unit,
    trace,
    isAfter,
  }: {
    readonly product: Product | undefined;
    readonly own: Product | undefined;
    readonly trace: ConditionTrace;
    readonly isAfter: IsAfter;
    readonly dictionary: Dictionary | undefined;
    readonly as: ReturnType<typeof comparedAs>;
    /** Of the value that is compared. */
    readonly unit: string | null;
  },
): OtherWords {
  const { plus } = value;
  const times = timesInUnits(value.times ?? 1, unit, unitOf(value, product, dictionary));
  const named = labelOf(value, product, dictionary);
  const label = named.of === 'undeclared' ? '' : inSentence(named.label);
  const isSame = label !== '' && inSentence(labelOf(trace, own, dictionary).label) === label;
  return {
    label: isSame ? `${label}${placeOf(value.read, trace.read, isAfter)}` : label,
    ...(times === 1 ? {} : { times }),
    ...(plus === undefined ? {} : { plus }),
    ...(statedOf(value, product, dictionary, as).is_withheld === true ? { is_withheld: true } : {}),
  };
}

/** Where the value is, if one of the same name is compared with it. `read`: the report that it is of, if it is of one. */
function placeOf(read: VisitRef | null, own: VisitRef | null, isAfter: IsAfter): string {
  if (read === null) return own === null ? '' : ' in your application';
  if (own === null) return ' in the report';
  if (visitKey(read) === visitKey(own)) return '';
  if (isAfter(own, read)) return ' in the earlier report';
  return isAfter(read, own) ? ' in the later report' : ' in the other report';
}
