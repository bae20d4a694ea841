import { isNumberOfItems, kindAround, kindOfParts, placeOf, type Dictionary } from '../fields/dictionary.ts';
import { fieldPath } from '../fields/path.ts';
import type { FieldKind } from '../fields/spec.ts';
import type { Json, JsonSchema } from '../json.ts';
import { RESERVED_ROOTS } from '../path.ts';
import type { Product } from '../products/contract.ts';
import { fieldSchema } from '../products/fields.ts';

/*
 * The declarations for places in an execution's data: dictionaries for the payload, the product's schema for a report.
 * Members of the service's own responses have no kind.
 */

/** The rules for masking, apart from the caller. */
export interface MaskRules {
  /** The declarations at acceptance and those of today. The stricter kind counts. */
  readonly dictionaries: readonly Dictionary[];
  /**
   * How values without a declared kind are shown. Callers: `shown` in test mode, `hidden` in live mode. Texts that are
   * sent: `without_numbers` in both, because nobody has said that a number in them does not identify a person.
   */
  readonly undeclared: 'shown' | 'without_numbers' | 'hidden';
  /** The reports that the nodes pull. */
  readonly reports: readonly PulledReport[];
}

export interface PulledReport {
  readonly nodeId: string;
  /** Undefined if the product is no longer offered. */
  readonly product: Product | undefined;
  /** The node's `store_result_as`. */
  readonly name: string | undefined;
}

/** One kind per dictionary, undefined if undeclared; a report has exactly one. */
export type Kinds = readonly (FieldKind | undefined)[];

export interface Place {
  /** The name of the member. */
  readonly key: string;
  /** Null for a member of a response, or text. */
  readonly kinds: Kinds | null;
  /** True if its name is declared, or leads to a declared one. */
  readonly isNamed: boolean;
  /** True if a number there is an amount. Any other nine-digit number identifies a person. */
  readonly isAmount: boolean;
  /**
   * For members of a value that a response names by path, such as marks of corrections: the report that the paths are
   * in.
   */
  readonly product?: Product | undefined;
  member(key: string): Place;
}

/** Caches members: all items of a long list have the same ones. */
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

const UNDECLARED = innerPlace([undefined]);

/** One place for everything undeclared inside a value, however many members a caller sends. */
function innerPlace(kinds: Kinds): Place {
  const place: Place = {
    key: '',
    kinds,
    isNamed: false,
    isAmount: false,
    member: (key) => (key.includes('.') ? UNDECLARED : place),
  };
  return place;
}

/** `product`: the report that paths in it belong to. */
export function answerPlace(key: string, product?: Product): Place {
  return placed({ key, kinds: null, isNamed: true, isAmount: true, product }, (member) => answerPlace(member, product));
}

export function payloadPlace(dictionaries: readonly Dictionary[], path = ''): Place {
  const key = path.slice(path.lastIndexOf('.') + 1);
  const found = dictionaries.map((dictionary) => declaredAt(dictionary, path));
  const inner = innerPlace(found.map(({ kindInside }) => kindInside));
  const place = {
    ...{ key, kinds: found.map(({ kind }) => kind), isNamed: found.some(({ isNamed }) => isNamed) },
    isAmount: found.every(({ isAmount }) => isAmount),
  };
  return placed(place, (member) => {
    // No declared name contains a dot, and no payload member is named `context`, which conditions use for the payload.
    if (member.includes('.') || (path === '' && member === 'context')) return UNDECLARED;
    const at = path === '' ? member : `${path}.${member}`;
    return dictionaries.some((each) => isDeclared(each, at)) ? payloadPlace(dictionaries, at) : inner;
  });
}

/** True if the value or anything inside it is declared. */
function isDeclared(dictionary: Dictionary, field: string): boolean {
  const { path } = placeOf(dictionary, field);
  return dictionary.at(path) !== undefined || dictionary.holds(path);
}

interface DeclaredAt extends Pick<Place, 'isNamed' | 'isAmount'> {
  readonly kind: FieldKind | undefined;
  /** The kind of undeclared members. */
  readonly kindInside: FieldKind | undefined;
}

function declaredAt(dictionary: Dictionary, field: string): DeclaredAt {
  const { path, figure } = placeOf(dictionary, field);
  const own = dictionary.at(path);
  const kindInside = own === undefined ? kindAround(dictionary, path) : kindOfParts(own.kind);
  if (own === undefined) return { kind: kindInside, isNamed: dictionary.holds(path), isAmount: false, kindInside };
  const isCount = isNumberOfItems(figure);
  const isAmount = isCount || own.unit !== undefined;
  return { kind: isCount ? 'fact' : own.kind, isNamed: true, isAmount, kindInside };
}

/** The member of a report that marks the values that a person corrected. */
const CORRECTED = 'corrected_values';

function reportPlace(product: Product | undefined, key = ''): Place {
  if (product === undefined) return UNDECLARED;
  const root = schemaPlace(product.schema, key, isOwn(product));
  return placed(root, (member) => (member === CORRECTED ? answerPlace(member, product) : root.member(member)));
}

const isOwn = ({ declared }: Product): boolean => declared !== undefined;

/** `isOfAccount`: an account wrote the schema, so a number is an amount only if it has a unit. */
function schemaPlace(schema: JsonSchema, key: string, isOfAccount: boolean): Place {
  const items = isSchema(schema.items) ? schema.items : undefined;
  // A schema of our own: a test checks every kind against the list.
  const kind = (schema['x-kind'] ?? items?.['x-kind']) as FieldKind | undefined;
  const members = items?.properties ?? schema.properties;
  const isAmount = !isOfAccount || schema['x-unit'] !== undefined;
  return placed({ key, kinds: [kind], isNamed: true, isAmount }, (member) => {
    const found: unknown = isSchema(members) && Object.hasOwn(members, member) ? members[member] : undefined;
    return isSchema(found) ? schemaPlace(found, member, isOfAccount) : UNDECLARED;
  });
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Outputs of steps by node id. */
export function outputsPlace({ reports }: MaskRules): Place {
  const products = new Map(reports.map(({ nodeId, product }) => [nodeId, product]));
  return placed({ key: '', kinds: null, isNamed: true, isAmount: true }, (nodeId) =>
    products.has(nodeId) ? reportPlace(products.get(nodeId)) : answerPlace(nodeId),
  );
}

/** A field named by a condition, a text or a correction. */
export interface NamedField {
  readonly field: string;
  readonly nodeId?: Json | undefined;
  readonly product?: Product | undefined;
}

/** The place that a path of a condition or a text leads to. `payload` is the place of the whole payload. */
export function fieldPlace(rules: MaskRules, payload: Place, { field, nodeId, product }: NamedField): Place {
  const pulled = rules.reports.find((report) => report.nodeId === nodeId);
  if (pulled !== undefined) return reportFieldPlace(pulled.product, field);
  if (product !== undefined) return reportFieldPlace(product, field);
  const [head = '', ...rest] = field.split('.');
  if (head === 'steps') return stepPlace(rules, rest.join('.'));
  // About the run itself, which says nothing about an applicant.
  if (/^(?:context\.)?(?:execution\.|workflow\.|user_approved$)/.test(field)) return answerPlace(field);
  const named = RESERVED_ROOTS.some((root) => root === head)
    ? undefined
    : rules.reports.find(({ name }) => name === head);
  if (named !== undefined) return reportFieldPlace(named.product, rest.join('.'));
  const path = fieldPath(field);
  return path === 'context' ? payload : path.split('.').reduce((at, name) => at.member(name), payload);
}

/** A node id may contain dots, so the longest match wins. */
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
  return schema === undefined ? UNDECLARED : schemaPlace(schema, key, isOwn(product));
}

/** The field that an object of a response (a trace, a needed change, a correction) names next to its values. */
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
  return placed({ ...one, kinds: [...one.kinds, ...other.kinds], isAmount: one.isAmount && other.isAmount }, (key) =>
    bothPlaces(one.member(key), other.member(key)),
  );
}
