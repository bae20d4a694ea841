import { placeOf, kindOf, type Dictionary } from '../fields/dictionary.ts';
import { fieldPath } from '../fields/path.ts';
import type { FieldKind } from '../fields/spec.ts';
import type { Json, JsonSchema } from '../json.ts';
import { RESERVED_ROOTS } from '../path.ts';
import type { Product } from '../products/contract.ts';
import { fieldSchema } from '../products/fields.ts';

/*
 * What is declared of the places of an execution's data: of its payload by dictionaries, of a report by the schema of its
 * product. Members of the service's own answers have no kind.
 */

/** What masks decide by, beside who looks. */
export interface MaskRules {
  /** What was declared when the execution was accepted, and what is declared now: of their kinds the stricter counts. */
  readonly dictionaries: readonly Dictionary[];
  /**
   * How a value of no declared kind is shown: to callers `shown` in test mode and `hidden` in live mode. Texts that go out
   * are `without_numbers` in both: nobody has said that a number in them identifies no person.
   */
  readonly undeclared: 'shown' | 'without_numbers' | 'hidden';
  /** What the nodes that pull reports pull. */
  readonly reports: readonly PulledReport[];
}

export interface PulledReport {
  readonly nodeId: string;
  /** Undefined: one that is not offered any more. */
  readonly product: Product | undefined;
  /** `store_result_as`. */
  readonly name: string | undefined;
}

/** A kind for each dictionary; undefined: not declared. Of a report there is one. */
export type Kinds = readonly (FieldKind | undefined)[];

export interface Place {
  /** The name of the member. */
  readonly key: string;
  /** Null: a member of an answer, or words. */
  readonly kinds: Kinds | null;
  /** Whether its name is declared, or leads to what is. */
  readonly isNamed: boolean;
  /** Of members of a value that an answer names by its path, such as marks of corrections: where paths lead. */
  readonly product?: Product | undefined;
  member(key: string): Place;
}

/** Each item of a long list has the same members: they are placed once. */
function placed(place: Omit<Place, 'member'>, member: (key: string) => Place): Place {
  let known: Map<string, Place> | undefined;
  return {
    ...place,
    member(key) {
      known ??= new Map();
      const found = known.get(key) ?? member(key);
      known.set(key, found);
      return found;
    },
  };
}

const NO_KINDS: Kinds = [undefined];

function undeclaredPlace(key: string): Place {
  return placed({ key, kinds: NO_KINDS, isNamed: false }, undeclaredPlace);
}

/** `product`: the report that the paths in it are of. */
export function answerPlace(key: string, product?: Product): Place {
  return placed({ key, kinds: null, isNamed: true, product }, (member) => answerPlace(member, product));
}

export function payloadPlace(dictionaries: readonly Dictionary[], path = ''): Place {
  const key = path.slice(path.lastIndexOf('.') + 1);
  const isNamed = dictionaries.some((dictionary) => {
    const at = placeOf(dictionary, path).path;
    return dictionary.at(at) !== undefined || dictionary.holds(at);
  });
  return placed({ key, kinds: dictionaries.map((each) => kindAt(each, path)), isNamed }, (member) => {
    // No declared name has a dot, and none of the payload begins with what conditions call it by.
    if (member.includes('.') || (path === '' && member === 'context')) return undeclaredPlace(member);
    return payloadPlace(dictionaries, path === '' ? member : `${path}.${member}`);
  });
}

/** How many items a declared list has is a fact, whatever its items are. */
function kindAt(dictionary: Dictionary, path: string): FieldKind | undefined {
  const { path: at, figure } = placeOf(dictionary, path);
  if (figure?.quantifier === 'count' && figure.item === '') {
    return dictionary.at(at) === undefined ? undefined : 'fact';
  }
  return kindOf(dictionary, path);
}

/** The member of a report that says which of its values a person corrected. */
const CORRECTED = 'corrected_values';

function reportPlace(product: Product | undefined, key = ''): Place {
  if (product === undefined) return undeclaredPlace(key);
  const root = schemaPlace(product.schema, key);
  return placed(root, (member) => (member === CORRECTED ? answerPlace(member, product) : root.member(member)));
}

function schemaPlace(schema: JsonSchema, key: string): Place {
  const items = isSchema(schema.items) ? schema.items : undefined;
  // Our own schemas: a test holds each kind against the list.
  const kind = (schema['x-kind'] ?? items?.['x-kind']) as FieldKind | undefined;
  const members = items?.properties ?? schema.properties;
  return placed({ key, kinds: [kind], isNamed: true }, (member) => {
    const found: unknown = isSchema(members) && Object.hasOwn(members, member) ? members[member] : undefined;
    return isSchema(found) ? schemaPlace(found, member) : undeclaredPlace(member);
  });
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Outputs of steps by node id. */
export function outputsPlace({ reports }: MaskRules): Place {
  const products = new Map(reports.map(({ nodeId, product }) => [nodeId, product]));
  return placed({ key: '', kinds: null, isNamed: true }, (nodeId) =>
    products.has(nodeId) ? reportPlace(products.get(nodeId)) : answerPlace(nodeId),
  );
}

/** What a condition, a text or a correction names. */
export interface NamedField {
  readonly field: string;
  readonly nodeId?: Json | undefined;
  readonly product?: Product | undefined;
}

/** Where a path of a condition or a text leads. */
export function fieldPlace(rules: MaskRules, { field, nodeId, product }: NamedField): Place {
  const pulled = rules.reports.find((report) => report.nodeId === nodeId);
  if (pulled !== undefined) return reportFieldPlace(pulled.product, field);
  if (product !== undefined) return reportFieldPlace(product, field);
  const [head = '', ...rest] = field.split('.');
  if (head === 'steps') return stepPlace(rules, rest.join('.'));
  // Of the run itself, which says nothing of an applicant.
  if (/^(?:context\.)?(?:execution\.|workflow\.|user_approved$)/.test(field)) return answerPlace(field);
  const named = RESERVED_ROOTS.some((root) => root === head)
    ? undefined
    : rules.reports.find(({ name }) => name === head);
  if (named === undefined) return payloadPlace(rules.dictionaries, fieldPath(field));
  return reportFieldPlace(named.product, rest.join('.'));
}

/** A node id may hold dots, so the longest one that fits is meant. */
function stepPlace({ reports }: MaskRules, path: string): Place {
  const fitting = reports.filter(({ nodeId }) => path === nodeId || path.startsWith(`${nodeId}.`));
  const pulled = fitting.toSorted((a, b) => b.nodeId.length - a.nodeId.length)[0];
  return pulled === undefined
    ? answerPlace('')
    : reportFieldPlace(pulled.product, path.slice(pulled.nodeId.length + 1));
}

function reportFieldPlace(product: Product | undefined, field: string): Place {
  if (product === undefined || field === '') return reportPlace(product);
  const schema = fieldSchema(product, field.replaceAll(/\[(\d+)\]/g, '.$1'));
  const key = field.slice(field.lastIndexOf('.') + 1);
  return schema === undefined ? undeclaredPlace(key) : schemaPlace(schema, key);
}

/** What an object of an answer names, beside its values: of a trace, a needed change or a correction. */
export function namedBy(
  value: Readonly<Record<string, Json>>,
  productByCode: (code: string) => Product | undefined,
  around: Product | undefined,
): NamedField | null {
  const { field, path, source_node_id: nodeId, product_code: code } = value;
  const product = typeof code === 'string' ? productByCode(code) : around;
  if (typeof field === 'string') return { field, nodeId, product };
  return typeof path === 'string' ? { field: path, product } : null;
}

/** The stricter of two places that one value comes from. */
export function bothPlaces(one: Place, other: Place): Place {
  if (one.kinds === null) return other;
  if (other.kinds === null) return one;
  return placed({ ...one, kinds: [...one.kinds, ...other.kinds] }, (key) =>
    bothPlaces(one.member(key), other.member(key)),
  );
}
