import { isJsonObject, type JsonObject, type JsonSchema } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { itemSchema, listPathOf, memberSchema, type Product } from '../products/index.ts';
import { FIGURES, isQuantifier, QUANTIFIERS, type ListPath } from '../quantifiers.ts';
import { checkValue } from './check-value.ts';
import { quote } from './checks.ts';
import type { Report } from '../schema/findings.ts';
import type { ValidationScope } from './contract.ts';
import { asks, CONDITION_OPERATORS } from './operators/index.ts';

/*
 * Reports mistakes in conditions on lists. The schema of a report tells which fields are lists. In the caller's data,
 * any path with a quantifier may be one.
 */

export function checkLists(condition: JsonObject, at: string, scope: ValidationScope, report: Report): void {
  const { field, operator, where, value_from: other } = condition;
  const list = listOf(condition, scope);
  if (list === undefined) {
    if (where !== undefined && typeof field === 'string') report(`${at}.where`, whereElse(field));
  } else {
    checkNested(condition, list, `${at}.field`, scope, report);
    if (
      other !== undefined &&
      asksOfItems(list) &&
      !CONDITION_OPERATORS.some((name) => name === operator && asks(name, 'order'))
    ) {
      report(
        `${at}.value_from`,
        `must be left out: \`${list.quantifier}\` compares with another value only by an operator that orders`,
      );
    }
    for (const [index, test] of (Array.isArray(where) ? where : []).entries()) {
      if (isJsonObject(test))
        checkItem(test, `${at}.where[${index}]`, { list, product: productOf(condition, scope) }, report);
    }
  }
  if (!isJsonObject(other)) return;
  const compared = listOf(other, scope);
  if (compared === undefined) return;
  checkNested(other, compared, `${at}.value_from.field`, scope, report);
  if (asksOfItems(compared)) {
    report(
      `${at}.value_from.field`,
      `must name one value, and \`${compared.quantifier}\` is none: use ${FIGURES.join(', ')}`,
    );
  }
}

/** The message for a path to a figure that its list does not have. */
export function listHint(product: Product, { list, quantifier, item }: ListPath): string {
  const items = itemSchema(product, list);
  const members = items === undefined ? [] : membersOf(items);
  const [whole, named] = [quote(list), members.join(', ')];
  if (item.split('.').some(isQuantifier)) return `a path has one of ${QUANTIFIERS.join(', ')}, and this one has two`;
  if (quantifier === 'count')
    return `\`count\` counts the items of ${whole}: leave out what follows it, or use \`where\``;
  if (item === '') return `\`${quantifier}\` needs a member of the items of ${whole}: ${named}`;
  if (items === undefined || memberSchema(items, item) === undefined) {
    return `the items of ${whole} have no member ${quote(item)}${didYouMean(item, members) || '.'} Members: ${named}`;
  }
  const fitting = members.filter((member) => isOrdered(memberSchema(items, member), quantifier));
  const kinds = quantifier === 'sum' ? 'a number' : 'a number or a date';
  const choices = fitting.length === 0 ? '' : `: ${fitting.join(', ')}`;
  return `\`${quantifier}\` needs ${kinds}, and ${quote(item)} is none${choices}`;
}

function isOrdered(schema: JsonSchema | undefined, quantifier: ListPath['quantifier']): boolean {
  const isNumber = [schema?.type].flat().some((type) => type === 'number' || type === 'integer');
  return isNumber || (quantifier !== 'sum' && schema?.format === 'date');
}

function membersOf({ properties }: JsonSchema): readonly string[] {
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function asksOfItems({ quantifier }: ListPath): boolean {
  return quantifier === 'any' || quantifier === 'all';
}

function productOf({ source_node_id: id }: JsonObject, scope: ValidationScope): Product | undefined {
  const source = typeof id === 'string' ? scope.sourceOf(id) : undefined;
  return source?.kind === 'report' ? source.product : undefined;
}

/** The list that a source names. The caller's data has no schema, so the first quantifier in a path counts as one. */
function listOf(source: JsonObject, scope: ValidationScope): ListPath | undefined {
  const { field } = source;
  if (typeof field !== 'string') return undefined;
  const product = productOf(source, scope);
  if (product !== undefined) return listPathOf(product, field);
  const segments = field.split('.');
  const index = segments.findIndex((segment, position) => position > 0 && isQuantifier(segment));
  const quantifier = segments[index];
  if (quantifier === undefined || !isQuantifier(quantifier)) return undefined;
  return { list: segments.slice(0, index).join('.'), quantifier, item: segments.slice(index + 1).join('.') };
}

/**
 * Reports a second quantifier in a path of the caller's data (for reports the schema refuses it). Callers may name
 * their own members `max`, but hardly `any` or `all`.
 */
function checkNested(source: JsonObject, list: ListPath, at: string, scope: ValidationScope, report: Report): void {
  if (productOf(source, scope) !== undefined) return;
  const inner = list.item.split('.').filter(isQuantifier);
  const isNested = inner.length > 0 && (asksOfItems(list) || inner.includes('any') || inner.includes('all'));
  if (isNested)
    report(at, `must have one of ${QUANTIFIERS.join(', ')}, and has \`${list.quantifier}\` and \`${inner[0] ?? ''}\``);
}

function whereElse(field: string): string {
  return (
    `must stand beside a field with one of ${QUANTIFIERS.join(', ')} behind a list (\`records.count\`), and ` +
    `${quote(field)} has none`
  );
}

function checkItem(
  test: JsonObject,
  at: string,
  { list: { list }, product }: { readonly list: ListPath; readonly product: Product | undefined },
  report: Report,
): void {
  const { field } = test;
  checkValue(test, at, '', report);
  const items = product === undefined ? undefined : itemSchema(product, list);
  if (typeof field !== 'string' || field.trim() === '' || items === undefined) return;
  if (memberSchema(items, field) !== undefined) return;
  const members = membersOf(items);
  report(
    `${at}.field`,
    () =>
      `the items of ${quote(list)} have no member ${quote(field)}${didYouMean(field, members) || '.'} Members: ${members.join(', ')}`,
  );
}
