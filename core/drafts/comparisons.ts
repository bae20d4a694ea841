import { kindOfField, KIND_WORDS } from '../cascade/field-kinds.ts';
import {
  asks,
  FIELD_KINDS,
  operatorOf,
  operatorsFor,
  type ConditionOperator,
  type FieldKind,
} from '../cascade/operators/index.ts';
import type { JsonSchema } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { fieldSchema, PRODUCT_CODES, PRODUCTS } from '../products/index.ts';
import { pathOf } from '../quantifiers.ts';
import { isWithin } from '../readback/domains.ts';
import { isDate } from '../time.ts';
import type { Test } from '../rules/model.ts';
import { STATES } from '../policies/states.ts';
import {
  DRAFT_LISTS,
  draftFields,
  REPORT_FIELDS,
  STATE_FIELD,
  type DraftList,
  type SentFields,
  type WrittenCondition,
  type WrittenItem,
} from './form.ts';

type Place = Pick<Test, 'source' | 'field'>;
type Value = WrittenCondition['value'];

/** A fault, with the member of the comparison (`.where[0].field`). */
interface Wrong {
  readonly at: string;
  readonly message: string;
}

/** A comparison of a draft as a test, or its fault. */
export function comparisonOf(
  written: WrittenCondition,
  sent: SentFields,
): {
  readonly test: Test | null;
  readonly wrong: readonly Wrong[];
} {
  const { field: name = '', operator, where } = written;
  const place = placeOf(name, sent);
  if (place === null) return none(notThere(name, sent), '.field');
  if (operator === undefined) return none('must have an `operator`');
  const wrong = wrongValue(subjectOf(place, sent), operator, written);
  if (wrong !== null) return none(wrong);
  const list = DRAFT_LISTS.find(({ figures }) => figures.includes(name));
  if (where !== undefined && list === undefined) {
    return none(`must stand beside a figure of a list, such as "${DRAFT_LISTS[0]?.figures[0] ?? ''}"`, '.where');
  }
  const items = (where ?? []).flatMap((item, index) => wrongItem(list, item, `.where[${index}]`));
  if (items.length > 0) return { test: null, wrong: items };
  return compared({ ...place, ...(where === undefined ? {} : { where }), operator }, written, sent);
}

const none = (message: string, at = ''): { readonly test: null; readonly wrong: readonly Wrong[] } => ({
  test: null,
  wrong: [{ at, message }],
});

function wrongValue(subject: Subject, operator: ConditionOperator, { value, value_from: from }: WrittenCondition) {
  const given = [value, from].filter((each) => each !== undefined).length;
  return wrongGiven(operator, given, true) ?? wrongIn(subject, operator, value);
}

/** The comparison with its value, or with the other field. */
function compared(
  test: Test,
  { value, value_from: from }: WrittenCondition,
  sent: SentFields,
): ReturnType<typeof comparisonOf> {
  if (from === undefined) return { test: { ...test, ...(value === undefined ? {} : { value }) }, wrong: [] };
  const other = placeOf(from.field, sent);
  if (other === null) return none(notThere(from.field, sent), '.value_from.field');
  if (![test, other].every((each) => isNumber(subjectOf(each, sent).kind))) {
    return none('compares with a number only', '.value_from');
  }
  if (DRAFT_LISTS.some(({ figures }) => figures.includes(from.field))) {
    return none('must name one value of a report, and no figure of a list', '.value_from.field');
  }
  return { test: { ...test, from: { ...other, times: from.times ?? 1 } }, wrong: [] };
}

function placeOf(name: string, sent: SentFields): Place | null {
  if (Object.hasOwn(sent, name)) return { source: 'context', field: name };
  if (!REPORT_FIELDS.includes(name)) return null;
  const code = PRODUCT_CODES.find((each) => name.startsWith(`${each}.`));
  return code === undefined ? null : { source: code, field: name.slice(code.length + 1) };
}

/** For a member of a list's items: how to ask for it. For other names: the nearest existing field. */
function notThere(name: string, sent: SentFields): string {
  const list = DRAFT_LISTS.find((each) => name.startsWith(`${each.name}.`));
  return list === undefined
    ? `${JSON.stringify(name)} is no field that there is${didYouMean(name, draftFields(sent))}`
    : `${JSON.stringify(name)} is no field: of this list there are ${list.figures.join(', ')}, and \`where\` says of which items`;
}

function wrongGiven(operator: ConditionOperator, given: number, mayCompare: boolean): string | null {
  const takes = operatorOf(operator).takesValue;
  if (given === (takes ? 1 : 0)) return null;
  const wanted = mayCompare ? 'must have one of `value` and `value_from`' : 'must have a `value`';
  return takes ? wanted : `must have no value: ${operator}`;
}

function wrongItem(list: DraftList | undefined, { field, operator, value }: WrittenItem, at: string): Wrong[] {
  const { name = '', members = [] } = list ?? {};
  const schema = members.find(([member]) => member === field)?.[1];
  if (schema === undefined) {
    const names = members.map(([member]) => member);
    const others = didYouMean(field, names) || `; there are ${names.join(', ')}`;
    return [{ at: `${at}.field`, message: `the items of ${name} have no ${JSON.stringify(field)}${others}` }];
  }
  const [code = '', ...path] = name.split('.');
  const product = PRODUCT_CODES.find((each) => each === code);
  const member = pathOf({ list: path.join('.'), quantifier: 'any', item: field });
  const kind = (product === undefined ? undefined : kindOfField(PRODUCTS[product], member)) ?? 'string';
  const wrong =
    wrongGiven(operator, value === undefined ? 0 : 1, false) ??
    wrongIn({ named: `${field} of ${name}`, kind, schema }, operator, value);
  return wrong === null ? [] : [{ at, message: wrong }];
}

/** The compared subject: its name in messages, its kind, and its schema. */
interface Subject {
  readonly named: string;
  readonly kind: FieldKind;
  readonly schema: JsonSchema;
}

function subjectOf({ source, field }: Place, sent: SentFields): Subject {
  if (source === 'context') {
    const schema = sent[field] ?? {};
    const isDate = schema.format === 'date';
    const kind = isDate ? 'date' : FIELD_KINDS.find((each) => [schema.type].flat().includes(each));
    return { named: field, kind: kind ?? 'string', schema };
  }
  const product = PRODUCTS[source];
  const kind = kindOfField(product, field) ?? 'string';
  return { named: `${source}.${field}`, kind, schema: fieldSchema(product, field) ?? {} };
}

const isNumber = (kind: FieldKind): boolean => kind === 'number' || kind === 'integer';

/** Why the value or the operator is impossible; null if they are fine. */
function wrongIn({ named, kind, schema }: Subject, operator: ConditionOperator, value: Value): string | null {
  if (named === STATE_FIELD) return isOfState(operator, value) ? null : OF_STATES;
  if (!operatorsFor(kind).includes(operator)) return `${named} is ${KIND_WORDS[kind]}: ${operator} does not fit it`;
  if (value === undefined) return null;
  if (!isOfKind(kind, value)) return `${named} is ${KIND_WORDS[kind]}, and ${JSON.stringify(value)} is none`;
  const { enum: choices, minimum = 'any', maximum = 'any' } = schema;
  if (Array.isArray(choices) && asks(operator, 'equality') && !choices.includes(value))
    return `${named} is one of ${choices.filter((each) => each !== null).join(', ')}`;
  return isWithin({ schema }, value) ? null : `${named} is a number from ${String(minimum)} to ${String(maximum)}`;
}

const OF_STATES = `${STATE_FIELD} equals, or does not equal, the two letters of a state`;

function isOfState(operator: ConditionOperator, value: Value): boolean {
  return asks(operator, 'absence') || (asks(operator, 'equality') && STATES.some(([, code]) => code === value));
}

function isOfKind(kind: FieldKind, value: NonNullable<Value>): boolean {
  switch (kind) {
    case 'number':
    case 'integer':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return isDate(value);
    case 'string':
      return typeof value === 'string' && value !== '';
    default:
      return false;
  }
}
