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

/** A report, and the visit that pulled it. */
export interface ReportRead extends ReadableReport {
  readonly productCode: string;
  /** Undefined if the product is no longer offered. */
  readonly product: Product | undefined;
}
export type Reports = (read: VisitRef | null) => ReportRead | undefined;

/** The context for wording reasons. */
export interface Wording {
  readonly reports: Reports;
  /** The declarations of the payload's fields. */
  readonly dictionary: Dictionary;
  /** True in live mode: an undeclared field is not mentioned, not even by its path. */
  readonly isLive: boolean;
  readonly isAfter: IsAfter;
  /** A requested amount decided too. */
  readonly isBesideRequest: boolean;
}

/** The lines of one condition: its reason, and the further factors of a score. */
export interface ConditionReasons {
  readonly first: DecidedReason | undefined;
  readonly further: readonly DecidedReason[];
  /** A score came without its factors. None are made up, and the score itself is not a reason. */
  readonly lacksFactors: boolean;
  /** Set for a line that is used only if the letter has no other. */
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
    // Nobody can be told to aim for having no score at all.
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

/** The reason, and the field that its words are about. */
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

/** An unreleased file means neither a short history nor a fault of the person. */
function reasonOfUnreleased({ output }: ReportRead, product: Product, source: ReasonSource): DecidedReason | undefined {
  const reason = isJsonObject(output) ? unreleasedReason(product, output) : undefined;
  return reason === undefined ? undefined : { kind: 'field', code: reason.code, text: reason.text, source };
}

function reasonOfField({ field, missing, where = [] }: ConditionTrace, product: Product): FieldReason | undefined {
  if (missing) return missingReasonOf(product, field);
  return speaksOfItems(product, field, where.length > 0) ? reasonOf(product, field) : undefined;
}

/**
 * The words for the kind of records counted, if a field counts just that kind: "Felony charge or conviction" for
 * `records.count` with severity felony. The first match in the order of the words for policies, most serious first.
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

/** `equals true` means the same as `is_true`. */
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
 * The words of the test that selected the items: "Account charged off" for accounts with that status. Only words that a
 * state of the report supports. The side is that of the count, not of the member.
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

/** "Felony record" covers "criminal record" if all records are felonies. */
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

/** Key factors, as {code, text} or as texts, most important first. */
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
  // Without the items that cannot be compared, the figure would be wrong.
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

/** The cure, if the condition does not tell what would have been enough. */
export function metBy(cure: Json | undefined): Pick<Comparison, 'met_by'> {
  return typeof cure === 'number' || typeof cure === 'string' ? { met_by: cure } : {};
}

/**
 * The requirement of a condition, as written. From the other field's side (`isOther`), the limit is printed as a plain
 * value. `other`: the report of the value on the other side, if there is one.
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
  // Attack: a limit computed from a person's age would reveal it.
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

/** The name of the value that a condition compares with. */
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
    /** The unit of the value that is compared. */
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

/**
 * Where the value comes from, if it has the same name as the one compared with it. `read`: its report, if it has one.
 */
function placeOf(read: VisitRef | null, own: VisitRef | null, isAfter: IsAfter): string {
  if (read === null) return own === null ? '' : ' in your application';
  if (own === null) return ' in the report';
  if (visitKey(read) === visitKey(own)) return '';
  if (isAfter(own, read)) return ' in the earlier report';
  return isAfter(read, own) ? ' in the later report' : ' in the other report';
}
