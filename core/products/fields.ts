import type { JsonSchema } from '../json.ts';
import { listPathIn, type ListPath } from '../quantifiers.ts';
import { isAge, withMonthsSince } from './ages.ts';
import type { FieldReason, ItemTest, Product, ReasonPredicate } from './contract.ts';
import { unreleasedReasons } from './unreleased.ts';

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

/**
 * The schema of one field of the output, or undefined where the product has no such field. Paths are those of
 * conditions: dotted, an array's items by index (`records.0.severity`) or all at once (`records.severity`), and its
 * figures (`records.count`); of `any` and `all` the schema is that of the member that is asked for.
 */
export function fieldSchema(product: Product, path: string): JsonSchema | undefined {
  const list = listPathOf(product, path);
  return list === undefined ? schemasAlong(product.schema, path)?.at(-1) : figureSchema(product, list);
}

/** The list and the figure of it that the path names; undefined if it names no figure. */
export function listPathOf(product: Product, path: string): ListPath | undefined {
  return listPathIn(path, (before) => itemSchema(product, before) !== undefined);
}

/** The schema of the items of a list, with the months since their dates; undefined if the path leads to none. */
export function itemSchema(product: Product, list: string): JsonSchema | undefined {
  const items = schemasAlong(product.schema, list)?.at(-1)?.items;
  return isSchema(items) ? withMonthsSince(items) : undefined;
}

/** Of a member of the items; an empty path means the items themselves. */
export function memberSchema(items: JsonSchema, member: string): JsonSchema | undefined {
  return member === '' ? items : schemasAlong(items, member)?.at(-1);
}

const NUMBERS = ['number', 'integer'];
/** Of a figure that no member is: a report is on the run's applicant. */
const FACT = { 'x-kind': 'fact', 'x-person': 'applicant' };

/** Undefined where there is no such figure: no sum of texts, and no highest object. */
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
      // Of no items there is none.
      return { ...member, type: [...types, 'null'], ...(isBestEmpty ? { 'x-absent': 'none_on_record' } : {}) };
    }
  }
}

/** The reason behind a value of the field: its own, else that of what holds it. */
export function reasonOf(product: Product, path: string): FieldReason | undefined {
  return nearestReason(product, path, 'x-reason', 'x-reason-when', '');
}

/**
 * Whether the words of `reasonOf` speak of this figure of a list, or of one item of it. Those of a whole list ("the most
 * recent") do not of a part (`where`), nor of another figure; and those for the list do not if a date of an item decided.
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

/** The reason if the field had no value, or undefined if only a neutral statement can be made. */
export function missingReasonOf(product: Product, path: string): FieldReason | undefined {
  return nearestReason(product, path, 'x-reason-missing', 'x-reason-missing-when', '.missing');
}

/**
 * The list that holds the factors of a score, and when they are the reasons (undefined: always). Undefined if the field is
 * no score.
 */
export function factorsOf(
  product: Product,
  path: string,
): { readonly path: string; readonly when: ReasonPredicate | undefined } | undefined {
  const schema = fieldSchema(product, path);
  const factors = schema?.['x-factors'];
  // Our own schemas: core/products/schema.ts wrote the predicate. An account's have none.
  return typeof factors === 'string'
    ? { path: factors, when: schema?.['x-factors-when'] as ReasonPredicate | undefined }
    : undefined;
}

/** What the reason catalogue offers to a reviewer: every reason of the product, each code once. */
export function reasonCatalogue(product: Product): readonly FieldReason[] {
  const ofFields = fieldNames(product).flatMap((path) => [reasonOf(product, path), missingReasonOf(product, path)]);
  const all = [...ofFields, ...unreleasedReasons(product)];
  return [...new Map(all.flatMap((reason) => (reason === undefined ? [] : [[reason.code, reason]]))).values()];
}

/** How a notice names the field, such as "Felony count" or "Income to rent ratio". */
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

/** Where the words of the path say something else than the field does. */
const OTHER_LABELS: ReadonlyMap<string, string> = new Map([['employer status', 'Employment status']]);

function nearestReason(
  product: Product,
  path: string,
  words: 'x-reason' | 'x-reason-missing',
  when: 'x-reason-when' | 'x-reason-missing-when',
  suffix: string,
): FieldReason | undefined {
  // A figure has the words of the member that it is made of, or of the list.
  const list = listPathOf(product, path);
  const names = (list === undefined ? path : [list.list, ...(list.item === '' ? [] : [list.item])].join('.')).split(
    '.',
  );
  const along = (list === undefined ? schemasAlong(product.schema, path) : figureAlong(product, list)) ?? [];
  for (let depth = along.length - 1; depth > 0; depth -= 1) {
    const text = along[depth]?.[words];
    if (typeof text !== 'string') continue;
    const holder = names.slice(0, depth).filter((name) => !INDEX.test(name));
    // Our own schemas: core/products/schema.ts wrote the predicate.
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

/** Down to the list, then to the member of its items. */
function figureAlong(product: Product, { list, item }: ListPath): readonly JsonSchema[] | undefined {
  const toList = schemasAlong(product.schema, list);
  const items = itemSchema(product, list);
  const members = item === '' || items === undefined ? [] : schemasAlong(items, item)?.slice(1);
  return toList === undefined || members === undefined ? undefined : [...toList, ...members];
}

/** The schemas from the whole output down to the field, or undefined where a segment leads nowhere. */
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

/** The paths of all fields of the output, those inside lists and objects included (`records.severity`). */
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
