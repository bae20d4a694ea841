import type { ConditionTrace } from '../../cascade/conditions.ts';
import type { ItemTest } from '../../cascade/lists.ts';
import { asks, numberIn, operatorOf } from '../../cascade/operators/index.ts';
import { declared, kindOf, type Dictionary } from '../../fields/dictionary.ts';
import { kindOfValue } from '../../fields/kinds.ts';
import { declaredLabel, inSentence, type TakenBy } from '../../fields/labels.ts';
import { fieldPath } from '../../fields/path.ts';
import type { FieldKind } from '../../fields/spec.ts';
import { STANDARD } from '../../fields/standard.ts';
import { fieldLabel, fieldSchema, itemSchema, listPathOf, memberSchema, type Product } from '../../products/index.ts';
import type { ListPath } from '../../quantifiers.ts';
import type { Json, JsonSchema } from '../../json.ts';
import { statedValue } from './statement.ts';
import type { DecidedReason } from './types.ts';

/** A value with a name: a field of a report or of the application, or a figure of a list. */
export type Labelled = Pick<ConditionTrace, 'field' | 'where'>;
type Label = Pick<Extract<DecidedReason, { kind: 'statement' }>, 'label' | 'of'>;

/**
 * Labels of reports come from their schemas, those of the application from the dictionary. An undeclared field is named
 * by its path.
 */
export function labelOf(value: Labelled, product: Product | undefined, dictionary: Dictionary = STANDARD): Label {
  const { field, where } = value;
  if (product !== undefined) {
    const list = listPathOf(product, field);
    return { label: list === undefined ? reportLabel(product, field) : figureLabel(list, value, product) };
  }
  const label = declaredLabel(dictionary, field, where?.map(takenBy));
  return label === undefined ? { label: fieldPath(field), of: 'undeclared' } : { label, of: 'application' };
}

/** The unit of the field, from its schema or its declaration. */
export function unitOf(
  { field }: Pick<Labelled, 'field'>,
  product: Product | undefined,
  dictionary: Dictionary = STANDARD,
): string | null {
  const unit = product === undefined ? declared(dictionary, field)?.unit : fieldSchema(product, field)?.['x-unit'];
  return typeof unit === 'string' ? unit : null;
}

/**
 * The unit of a comparison: that of its own value, else that of the other side. A factor may convert months to years,
 * but an amount only to an amount.
 */
export function unitOfCondition(
  trace: Labelled & Pick<ConditionTrace, 'value_from'>,
  product: Product | undefined,
  otherProduct: Product | undefined,
  dictionary: Dictionary = STANDARD,
): string | null {
  const unit = unitOf(trace, product, dictionary);
  const { value_from: from } = trace;
  if (unit !== null || from === undefined) return unit;
  const other = unitOf(from, otherProduct, dictionary);
  return from.times === undefined || other === 'USD' || other === 'cents' ? other : null;
}

/** Which of yes and no a test of items selects; neither if it selects both or none. */
function takenBy({ field, operator, value = null, not }: ItemTest): TakenBy {
  const { holds, holdsOfNothing } = operatorOf(operator);
  const takes = (does: unknown): boolean => (does === true) !== (not === true);
  const [yes, no, nothing] = [takes(holds(true, value)), takes(holds(false, value)), takes(holdsOfNothing)];
  return yes === no ? { field } : { field, answer: `${yes ? 'yes' : 'no'}${nothing ? ' or not known' : ''}` };
}

type ComparedAs = 'number' | 'yes_or_no';

/**
 * The kind that a condition compares, even if the value was sent as text ("1200", "false"), as forms do; null for
 * texts.
 */
export function comparedAs({ operator, value }: Pick<ConditionTrace, 'operator' | 'value'>): ComparedAs | null {
  if (asks(operator, 'yes_or_no') || typeof value === 'boolean') return 'yes_or_no';
  const isNumber = typeof value === 'number' || (asks(operator, 'order') && numberIn(value) !== undefined);
  return isNumber ? 'number' : null;
}

function readAs(text: string, as: ComparedAs | null): Json {
  if (as === 'number') return numberIn(text) ?? text;
  return as === 'yes_or_no' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

/**
 * The part of the value that may be printed. A fact or a score is printed. For other kinds only the existence of a
 * value is stated, and for an undeclared field nothing.
 */
export function statedOf(
  { field, actual: read }: Labelled & { readonly actual: Json },
  product: Product | undefined,
  dictionary: Dictionary = STANDARD,
  as: ComparedAs | null = null,
): ReturnType<typeof statedValue> {
  const actual = typeof read === 'string' ? readAs(read, as) : read;
  const stated = statedValue(actual);
  const known = product === undefined ? kindOf(dictionary, field) : fieldSchema(product, field)?.['x-kind'];
  const kind = kindOfValue(known as FieldKind | undefined, actual);
  const isAmount =
    (product !== undefined && product.declared === undefined) ||
    (typeof read === 'number' && unitOf({ field }, product, dictionary) !== null);
  if (!isAmount && hasNineDigits(actual)) return { value: null, is_withheld: true };
  const isSaid = kind === 'fact' || kind === 'score' || (stated.value === null && isCalled(field, product, dictionary));
  return isSaid ? stated : { value: null, is_withheld: true };
}

/** A number not known to be an amount may be a national number. Source: semantics 20.3.7. */
function hasNineDigits(value: Json): boolean {
  return typeof value === 'number' && /^\d{9}$/.test(String(value));
}

function isCalled(field: string, product: Product | undefined, dictionary: Dictionary): boolean {
  return product !== undefined || declared(dictionary, field) !== undefined;
}

/** "Most days past due on an account". If only some items count, the label does not say which. */
function figureLabel({ list, quantifier, item }: ListPath, { where }: Labelled, product: Product): string {
  const { one, many } = itemWords(product, list);
  const kind = ofKind(where);
  const ordered = ORDER_WORDS[unitOrDate(product, { list, quantifier, item })] ?? ORDER_WORDS.number;
  const member = memberLabel(product, list, item);
  switch (quantifier) {
    case 'count':
      return `Number of ${many}${kind}`;
    case 'sum':
      return `Total ${member} of the ${many}${kind}`;
    case 'max':
    case 'min': {
      const since = /^months since the (.+)$/.exec(member)?.[1];
      // The fewest months ago is the latest day.
      if (since !== undefined) {
        const { max: latest, min: earliest } = ORDER_WORDS.date;
        const order = inSentence(quantifier === 'min' ? latest : earliest);
        return `Time since the ${order} ${since} of ${article(one)}${kind}`;
      }
      return `${ordered[quantifier]} ${member} ${/ date$/.test(member) ? 'of' : 'on'} ${article(one)}${kind}`;
    }
    case 'any':
    case 'all':
      // Never recorded: such a condition is reduced to one on a figure.
      return `${upperFirst(member)} of the ${many}${kind}`;
  }
}

interface OrderWords {
  readonly max: string;
  readonly min: string;
}

const ORDER_WORDS: Readonly<Record<'date' | 'counted' | 'number', OrderWords>> = {
  date: { max: 'Latest', min: 'Earliest' },
  counted: { max: 'Most', min: 'Fewest' },
  number: { max: 'Highest', min: 'Lowest' },
};
const COUNTED = ['days', 'months', 'years', 'count'];

function unitOrDate(product: Product, list: ListPath): keyof typeof ORDER_WORDS {
  const schema = fieldSchema(product, [list.list, list.quantifier, list.item].join('.'));
  if (schema?.format === 'date') return 'date';
  return COUNTED.some((unit) => unit === schema?.['x-unit']) ? 'counted' : 'number';
}

function itemWords(product: Product, list: string): { readonly one: string; readonly many: string } {
  // A schema of our own: core/products/schema.ts wrote them.
  const words = fieldSchema(product, list)?.['x-item'] as { readonly one: string; readonly many: string } | undefined;
  return words ?? { one: 'entry', many: 'entries' };
}

function memberLabel(product: Product, list: string, item: string): string {
  const items = itemSchema(product, list);
  return item === '' || items === undefined ? 'value' : inSentence(titleIn(memberSchema(items, item), item));
}

/** The schema's name for a field. */
function titleIn(schema: JsonSchema | undefined, path: string): string {
  return typeof schema?.title === 'string' ? schema.title : fieldLabel(path);
}

function reportLabel(product: Product, field: string): string {
  const names = field.split('.');
  const behind = names.findIndex((_, index) => itemSchema(product, names.slice(0, index).join('.')) !== undefined);
  const rest = names.slice(Math.max(behind, 0));
  // One item, by its index, or all of them.
  const isOne = /^\d+$/.test(rest[0] ?? '');
  const member = rest.slice(isOne ? 1 : 0).join('.');
  if (behind > 0 && member !== '') {
    const list = names.slice(0, behind).join('.');
    const { one, many } = itemWords(product, list);
    return upperFirst(`${memberLabel(product, list, member)} of ${isOne ? article(one) : `the ${many}`}`);
  }
  return titleIn(fieldSchema(product, field), field);
}

function upperFirst(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The kind may be a text or a limit of its own, so neither is printed. */
function ofKind(where: Labelled['where']): string {
  return where === undefined ? '' : ' of the kind considered';
}
