import type { ListPath } from '../quantifiers.ts';
import { declared, type Declared, type Dictionary } from './dictionary.ts';
import type { FieldSpec, ReasonWords } from './spec.ts';

/** A member by which a condition selects items of a list. `answer`: the value selected, for a yes or no. */
export interface TakenBy {
  readonly field: string;
  readonly answer?: string;
}

/** The label within a sentence. The first letter becomes lower case, except in abbreviations. */
export function inSentence(label: string): string {
  return /^(?:\p{Lu}\p{Ll}|A \p{Ll})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/**
 * The name of the value at a path in a letter, within a sentence. For a figure of a list it is a phrase made of labels.
 * Undefined if one of the labels is not declared. `where`: members by which the condition selects items.
 */
export function declaredLabel(dictionary: Dictionary, field: string, where?: readonly TakenBy[]): string | undefined {
  const found = declared(dictionary, field);
  if (found === undefined) return undefined;
  const own = found.spec.label === undefined ? undefined : inSentence(found.spec.label);
  const kind = where === undefined ? '' : kindConsidered(dictionary, found.figure?.list, where);
  if (found.figure !== undefined) return figureLabel(dictionary, found, found.figure, kind);
  return own === undefined ? undefined : own + kind;
}

/**
 * Names the selected kind by the labels of the members that are facts. It prints the value of a yes or no, but no text
 * or limit.
 */
function kindConsidered(dictionary: Dictionary, list: string | undefined, where: readonly TakenBy[]): string {
  const names = where.flatMap(({ field, answer }) => {
    const spec = dictionary.at(`${list}.${field}`);
    if (spec?.kind !== 'fact' || spec.label === undefined) return [];
    const taken = answer === undefined ? ', yes or no' : `: ${answer}`;
    return [`${inSentence(spec.label)}${spec.type === 'yes_no' ? taken : ''}`];
  });
  return ` of the kind considered${names.length === where.length ? ` (${[...new Set(names)].join(', ')})` : ''}`;
}

function figureLabel(dictionary: Dictionary, { spec }: Declared, figure: ListPath, kind: string): string | undefined {
  const items = itemsOf(dictionary.at(figure.list));
  if (items === undefined) return undefined;
  const all = `${items}${kind}`;
  if (figure.quantifier === 'count') return `number of ${all}`;
  // Items that are plain values have no name but the list's.
  if (figure.item === '') return `${FIGURE_OF_VALUES[figure.quantifier]}${all}`;
  if (spec.label === undefined) return undefined;
  const member = inSentence(spec.label);
  const isDated = spec.type === 'date' || spec.type === 'date_time';
  switch (figure.quantifier) {
    case 'sum':
      return `total ${member} of the ${all}`;
    case 'max':
      return `${isDated ? 'latest' : 'highest'} ${member} of the ${all}`;
    case 'min':
      return `${isDated ? 'earliest' : 'lowest'} ${member} of the ${all}`;
    case 'any':
    case 'all':
      return `${member} of the ${all}`;
  }
}
const FIGURE_OF_VALUES = { sum: 'total of the ', max: 'highest of the ', min: 'lowest of the ', any: '', all: '' };

function itemsOf(list: FieldSpec | undefined): string | undefined {
  if (list?.item !== undefined) return inSentence(list.item.many);
  return list?.label === undefined ? undefined : inSentence(list.label);
}

/**
 * The declared words of a principal reason. For a number of items and an empty list, those of the list are used. A part
 * of the items has none.
 */
export function declaredReason(
  dictionary: Dictionary,
  field: string,
  is: keyof ReasonWords,
  isPart = false,
): string | undefined {
  const found = isPart ? undefined : declared(dictionary, field);
  const spec = found?.figure !== undefined && is === 'missing' ? dictionary.at(found.figure.list) : found?.spec;
  return spec?.reason?.[is];
}
