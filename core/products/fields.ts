import type { JsonSchema } from '../json.ts';
import { listPathIn, type ListPath } from '../quantifiers.ts';
import { isAge, withMonthsSince } from './ages.ts';
import type { FieldReason, ItemTest, Product, ReasonPredicate } from './contract.ts';
import { unreleasedReasons } from './unreleased.ts';

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

/**
 * The schema of one field of the output; undefined if the product has no such field. Paths are those of conditions:
 * dotted, with items of a list by index (`records.0.severity`) or all at once (`records.severity`), and figures
 * (`records.count`). For `any` and `all` it is the schema of the member.
 */
export function fieldSchema(product: Product, path: string): JsonSchema | undefined {
  const list = listPathOf(product, path);
  return list === undefined ? schemasAlong(product.schema, path)?.at(-1) : figureSchema(product, list);
}

/** The list and the figure that the path names; undefined if it is no figure. */
export function listPathOf(product: Product, path: string): ListPath | undefined {
  return listPathIn(path, (before) => itemSchema(product, before) !== undefined);
}

/** The schema of the items of a list, with the months since their dates; undefined if the path is not a list. */
export function itemSchema(product: Product, list: string): JsonSchema | undefined {
  const items = schemasAlong(product.schema, list)?.at(-1)?.items;
  return isSchema(items) ? withMonthsSince(items) : undefined;
}

/** The schema of a member of the items. An empty path means the items themselves. */
export function memberSchema(items: JsonSchema, member: string): JsonSchema | undefined {
  return member === '' ? items : schemasAlong(items, member)?.at(-1);
}

const NUMBERS = ['number', 'integer'];
/** For a figure that is not the value of a member. A report is about the run's applicant. */
const FACT = { 'x-kind': 'fact', 'x-person': 'applicant' };

/** Undefined if there is no such figure: texts have no sum, and objects no highest. */
function figureSchema(product: Product, { list, quantifier, item }: ListPath): JsonSchema | undefined {
  const items = itemSchema(product, list);
  const member = items === undefined ? undefined : memberSchema(items, item);
  const types = [member?.type].flat();
  const isNumber = types.some((type) => NUMBERS.some((name) => name === type));
  if (member === undefined) return undefined;
  switch (quantifier) {
    case 'count':
      return item === '' ? { type: 'integer', minimum: 0, 'x-unit': 'count', ...FACT } : undefined;
    case 'any':
    case 'all':
      return types.includes('object') || types.includes('array') ? undefined : member;
    case 'sum': {
      if (!isNumber) return undefined;
      const { minimum, 'x-unit': unit } = member;
      const isNeverBelowZero = typeof minimum === 'number' && minimum >= 0;
      return {
        type: types.includes('number') ? 'number' : 'integer',
        ...(isNeverBelowZero ? { minimum: 0 } : {}),
        ...(unit === undefined ? {} : { 'x-unit': unit }),
        ...FACT,
      };
    }
    case 'max':
    case 'min': {
      if (!isNumber && member.format !== 'date') return undefined;
      const isBestEmpty = schemasAlong(product.schema, list)?.at(-1)?.['x-empty'] === 'best';
      // An empty list has no such figure, so it may be null.
      return { ...member, type: [...types, 'null'], ...(isBestEmpty ? { 'x-absent': 'none_on_record' } : {}) };
    }
  }
}

/** The reason for a value of the field: its own, else that of its container. */
export function reasonOf(product: Product, path: string): FieldReason | undefined {
  return nearestReason(product, path, 'x-reason', 'x-reason-when', '');
}

/**
 * True if the words of `reasonOf` fit this figure of a list, or one item of it. Words for a whole list ("the most
 * recent") do not fit a part (`where`) or another figure. Words for the list do not fit if a date of an item decided.
 */
export function speaksOfItems(product: Product, path: string, isPart: boolean): boolean {
  const list = listPathOf(product, path);
  const member = (list === undefined ? schemasAlong(product.schema, path) : figureAlong(product, list))?.at(-1);
  if (member === undefined || (list === undefined ? !isWithinItems(product, path) : list.item === '')) return true;
  if (typeof member['x-reason'] !== 'string') return member.format !== 'date' && !isAge(path.split('.').at(-1) ?? '');
  const figures: unknown = member['x-reason-figures'];
  if (!Array.isArray(figures)) return true;
  return list !== undefined && !isPart && figures.includes(list.quantifier);
}

function isWithinItems(product: Product, path: string): boolean {
  const segments = path.split('.');
  return segments.some(
    (_, index) => index > 0 && itemSchema(product, segments.slice(0, index).join('.')) !== undefined,
  );
}

/** The reason if the field had no value; undefined if only a neutral statement is possible. */
export function missingReasonOf(product: Product, path: string): FieldReason | undefined {
  return nearestReason(product, path, 'x-reason-missing', 'x-reason-missing-when', '.missing');
}

/**
 * The list with the factors of a score, and when they are the reasons (undefined: always). Undefined if the field is
 * not a score.
 */
export function factorsOf(
  product: Product,
  path: string,
): { readonly path: string; readonly when: ReasonPredicate | undefined } | undefined {
  const schema = fieldSchema(product, path);
  const factors = schema?.['x-factors'];
  // A schema of our own: core/products/schema.ts wrote the predicate. Accounts' schemas have none.
  return typeof factors === 'string'
    ? { path: factors, when: schema?.['x-factors-when'] as ReasonPredicate | undefined }
    : undefined;
}

/** The reason catalogue for reviewers: all reasons of the product, without duplicate codes. */
export function reasonCatalogue(product: Product): readonly FieldReason[] {
  const ofFields = fieldNames(product).flatMap((path) => [reasonOf(product, path), missingReasonOf(product, path)]);
  const all = [...ofFields, ...unreleasedReasons(product)];
  return [...new Map(all.flatMap((reason) => (reason === undefined ? [] : [[reason.code, reason]]))).values()];
}

/** The field's name in notices, such as "Felony count" or "Income to rent ratio". */
export function fieldLabel(path: string): string {
  const words = path
    .split('.')
    .filter((segment) => !INDEX.test(segment))
    .join(' ')
    .replaceAll('_', ' ')
    .replace(/ (?:usd|percent)$/, '')
    .replaceAll(/\b(?:ssn|id)\b/gi, (abbreviation) => abbreviation.toUpperCase())
    .replaceAll(/\bdrivers license\b/gi, "driver's license");
  return OTHER_LABELS.get(words) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Labels for paths whose own words would be misleading. */
const OTHER_LABELS: ReadonlyMap<string, string> = new Map([['employer status', 'Employment status']]);

function nearestReason(
  product: Product,
  path: string,
  words: 'x-reason' | 'x-reason-missing',
  when: 'x-reason-when' | 'x-reason-missing-when',
  suffix: string,
): FieldReason | undefined {
  // A figure uses the words of its member, or of the list.
  const list = listPathOf(product, path);
  const names = (list === undefined ? path : [list.list, ...(list.item === '' ? [] : [list.item])].join('.')).split(
    '.',
  );
  const along = (list === undefined ? schemasAlong(product.schema, path) : figureAlong(product, list)) ?? [];
  for (let depth = along.length - 1; depth > 0; depth -= 1) {
    const text = along[depth]?.[words];
    if (typeof text !== 'string') continue;
    const holder = names.slice(0, depth).filter((name) => !INDEX.test(name));
    // A schema of our own: core/products/schema.ts wrote the predicate.
    const predicate = along[depth]?.[when] as ReasonPredicate;
    const [byPurpose, compared] = ['x-reason-by-purpose', 'x-reason-compared'].map((key) =>
      suffix === '' ? along[depth]?.[key] : undefined,
    );
    return {
      code: `${product.code}.${holder.join('.')}${suffix}`,
      text,
      byPurpose: (byPurpose ?? {}) as FieldReason['byPurpose'],
      compared: (compared ?? {}) as FieldReason['compared'],
      when: predicate,
      ofItem: along[depth]?.['x-reason-item'] as ItemTest | undefined,
      ofNone: along[depth]?.['x-reason-none'] as string | undefined,
    };
  }
  return undefined;
}

/** The schemas down to the list, then down to the member of its items. */
function figureAlong(product: Product, { list, item }: ListPath): readonly JsonSchema[] | undefined {
  const toList = schemasAlong(product.schema, list);
  const items = itemSchema(product, list);
  const members = item === '' || items === undefined ? [] : schemasAlong(items, item)?.slice(1);
  return toList === undefined || members === undefined ? undefined : [...toList, ...members];
}

/** The schemas from the whole output down to the field; undefined if a segment does not exist. */
function schemasAlong(root: JsonSchema, path: string): readonly JsonSchema[] | undefined {
  const along: JsonSchema[] = [root];
  let current = root;
  for (const segment of path.split('.')) {
    if (isSchema(current.items)) {
      current = current.items;
      if (INDEX.test(segment)) {
        along.push(current);
        continue;
      }
    }
    const next = property(current, segment);
    if (next === undefined) return undefined;
    along.push(next);
    current = next;
  }
  return along;
}

function property(schema: JsonSchema, name: string): JsonSchema | undefined {
  const properties = schema.properties;
  if (!isSchema(properties) || !Object.hasOwn(properties, name)) return undefined;
  const found = properties[name];
  return isSchema(found) ? found : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The paths of all fields of the output, including those inside lists and objects (`records.severity`). */
export function fieldNames(product: Product): readonly string[] {
  return namesWithin(product.schema, '');
}

function namesWithin(schema: JsonSchema, prefix: string): string[] {
  const inner = isSchema(schema.items) ? schema.items : schema;
  if (!isSchema(inner.properties)) return [];
  return Object.entries(inner.properties).flatMap(([name, property]) =>
    isSchema(property) ? [`${prefix}${name}`, ...namesWithin(property, `${prefix}${name}.`)] : [],
  );
}
