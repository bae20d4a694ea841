import { MAX_NODE_ID_LENGTH, type CascadeCondition, type ItemCondition } from '../cascade/definition.ts';
import { isKind, NODES, type CascadeDefinition } from '../cascade/registry.ts';
import { RESERVED_ROOTS } from '../path.ts';
import { absentOf, declared, kindOf, type Declared, type Dictionary } from '../fields/dictionary.ts';
import { isMaskedKind } from '../fields/kinds.ts';
import { declaredLabel, inSentence } from '../fields/labels.ts';
import { STANDARD, STANDARD_SPECS } from '../fields/standard.ts';
import { isJsonObject, type JsonSchema } from '../json.ts';
import {
  fieldSchema,
  listPathOf,
  PRODUCT_CODES,
  productByCode,
  type Product,
  type BuiltInCode,
} from '../products/index.ts';
import { pathOf } from '../quantifiers.ts';
import { fieldPhrase, isNameInReports, itemPhrase } from './names.ts';
import { predicate, typesOf, valueWords } from './predicate.ts';

/** The value that a condition asks about: a field of a report, or a variable. */
export interface Subject {
  /** Two conditions have the same key exactly if they read the same value. */
  readonly key: string;
  /** The name with its article: `the felony count`. */
  readonly phrase: string;
  /** Code of the product, or `context`. */
  readonly source: string;
  /** The product of the report; null for a variable, and if the product no longer exists. */
  readonly product: Product | null;
  /** Dotted path in the report or the payload. */
  readonly field: string;
  /** For a list: the tests that select its items; empty for all. The phrase includes them. */
  readonly where: readonly ItemCondition[];
  /** The step whose report is read; null for a variable. */
  readonly nodeId: string | null;
  /** Schema of the field, if its product has one. */
  readonly schema: JsonSchema | null;
  /** True if texts may show the value: false for identifiers, births, ages, and undeclared fields. */
  readonly isShown: boolean;
  /** True if a missing value means that none is on record. */
  readonly isNoneOnRecord: boolean;
}

/** A subject of a built-in report or a variable, which policies in plain English can name. */
export interface KnownSubject extends Subject {
  readonly source: BuiltInCode | 'context';
}

const NONE = 'none_on_record';

/** A subject of a report that the account describes, in its declared words. */
function ownSubject(product: Product, declares: Dictionary, field: string): Subject {
  const schema = fieldSchema(product, field) ?? null;
  const label = declaredLabel(declares, field);
  return {
    ...subjectOf('context', field),
    source: product.code,
    product,
    phrase: label === undefined ? `the field ${product.code}.${field}` : `the ${inSentence(product.name)}'s ${label}`,
    schema,
    isShown: schema?.['x-kind'] !== undefined && !isMaskedKind(schema['x-kind']),
    isNoneOnRecord: schema?.['x-absent'] === NONE,
  };
}

/** A field of a report or of the payload. */
export function subjectOf(
  source: BuiltInCode | 'context',
  field: string,
  where: readonly ItemCondition[] = [],
): KnownSubject {
  const product = productByCode(source);
  const schema = product === undefined ? null : (fieldSchema(product, field) ?? null);
  const subject: KnownSubject = {
    key: JSON.stringify([source, field]),
    phrase: fieldPhrase(source, field),
    source,
    product: product ?? null,
    field,
    where: [],
    nodeId: null,
    schema,
    isShown: product !== undefined && !isMaskedKind(schema?.['x-kind']),
    isNoneOnRecord: schema?.['x-absent'] === NONE,
  };
  return where.length === 0 ? subject : ofItems(subject, where);
}

/** Subjects of the conditions of a definition. Two names of one value give one subject (semantics 4.12.2 and 5.1). */
export class Subjects {
  readonly #pulls: ReadonlyMap<string, Product | null>;
  readonly #stored = new Map<string, string | null>();
  readonly #dictionary: Dictionary;
  /** The number of steps that pull each product's report. */
  readonly #pullsOf = new Map<string, number>();
  /** The number of the account's fields with each name. */
  readonly #called = new Map<string, number>();
  /** Cached, because many conditions ask about one value. */
  readonly #known = new Map<string, Subject>();

  /** `dictionary`: declarations of payload fields. */
  constructor(definition: CascadeDefinition, dictionary: Dictionary = STANDARD) {
    this.#dictionary = dictionary;
    const pulls = definition.filter((node) => isKind(node, 'BillingProduct'));
    this.#pulls = new Map(
      pulls.map((node) => {
        const source = NODES.sourceOf(node);
        return [node.id, source?.kind === 'report' ? (source.product ?? null) : null];
      }),
    );
    for (const product of this.#pulls.values())
      if (product !== null) this.#pullsOf.set(product.code, (this.#pullsOf.get(product.code) ?? 0) + 1);
    for (const { label } of dictionary.specs.values()) {
      const words = inSentence(label ?? '');
      this.#called.set(words, (this.#called.get(words) ?? 0) + 1);
    }
    for (const { id, config } of pulls) {
      const name = isJsonObject(config) ? config.store_result_as : undefined;
      if (typeof name !== 'string' || RESERVED_ROOTS.some((root) => root === name)) continue;
      // If two steps store under one name, the run decides which one is read.
      this.#stored.set(name, this.#stored.has(name) ? null : id);
    }
    // A node of another kind may have the same name; then it is no report.
    for (const node of definition) if (NODES.sourceOf(node)?.kind !== 'report') this.#stored.delete(node.id);
  }

  of({ source_node_id: id, field, where = [] }: Pick<CascadeCondition, 'source_node_id' | 'field' | 'where'>): Subject {
    const isReport = this.#pulls.has(id);
    const key = JSON.stringify([isReport ? id : null, field, where]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const subject = isReport ? this.#inReport(id, field) : this.#variable(field);
    const made = where.length === 0 ? subject : ofItems(subject, where);
    this.#known.set(key, made);
    return made;
  }

  #inReport(nodeId: string, field: string): Subject {
    const product = this.#pulls.get(nodeId) ?? undefined;
    if (product === undefined) return { ...this.#named(`steps.${nodeId}.${field}`), nodeId, isShown: false };
    const which = (this.#pullsOf.get(product.code) ?? 0) > 1 ? ` of the step ${JSON.stringify(nodeId)}` : '';
    const subject =
      product.declared === undefined
        ? subjectOf(builtIn(product), field)
        : ownSubject(product, product.declared, field);
    return { ...subject, key: JSON.stringify([nodeId, field]), phrase: `${subject.phrase}${which}`, nodeId };
  }

  #variable(field: string): Subject {
    const [head = '', ...rest] = field.split('.');
    const stored = this.#stored.get(head);
    if (typeof stored === 'string' && rest.length > 0) return this.#inReport(stored, rest.join('.'));
    if (head === 'steps') {
      // Ids may contain dots: the longest match is read (semantics 5.1.5).
      for (let length = Math.min(rest.length - 1, MAX_NODE_ID_LENGTH); length > 0; length -= 1) {
        const id = rest.slice(0, length).join('.');
        if (this.#pulls.has(id)) return this.#inReport(id, rest.slice(length).join('.'));
      }
    }
    // `context.applicant.x` is `applicant.x`.
    return this.#named(head === 'context' && rest.length > 0 ? rest.join('.') : field);
  }

  #named(field: string): Subject {
    const kind = kindOf(this.#dictionary, field);
    const subject = {
      ...subjectOf('context', field),
      isShown: isOfService(field) || (kind !== undefined && !isMaskedKind(kind)),
      isNoneOnRecord: absentOf(this.#dictionary, field) === NONE,
    };
    const found = declared(this.#dictionary, field);
    const isOwn = found !== undefined && this.#dictionary.specs.get(found.path) === found.spec;
    // Policies can name fields of the standard dictionary by path.
    if (!isOwn || STANDARD_SPECS.get(found.path) === found.spec) return subject;
    const label = declaredLabel(this.#dictionary, field);
    const schema = schemaOf(found);
    return { ...subject, ...(label === undefined ? {} : { phrase: this.#phrase(field, label) }), schema };
  }

  /** A field that shares its name with another is distinguished by its path. */
  #phrase(field: string, words: string): string {
    const isShared = isNameInReports(words) || (this.#called.get(words) ?? 0) > 1;
    return `the ${words}${isShared ? ` (${field})` : ''}`;
  }
}

function builtIn({ code }: Product): BuiltInCode {
  const known = PRODUCT_CODES.find((each) => each === code);
  if (known === undefined) throw new Error(`${code} is neither built in nor described by an account`);
  return known;
}

/** The schema of a declared number; null for other types, which have no numeric limits. An integer has no cents. */
function schemaOf({ spec: { type }, unit, figure }: Declared): JsonSchema | null {
  const isWhole = figure?.quantifier === 'count' || type === 'integer';
  if (unit === undefined && !isWhole) return null;
  return { type: isWhole ? 'integer' : 'number', ...(unit === undefined ? {} : { 'x-unit': unit }) };
}

/** Root names under which callers send nothing. */
const SENT = ['context', 'applicant', 'property'];

function isOfService(field: string): boolean {
  const [root = ''] = field.split('.');
  return RESERVED_ROOTS.some((name) => name === root) && !SENT.includes(root);
}

/** The subject restricted to the items that meet all of these tests. */
function ofItems<S extends Subject>(subject: S, where: readonly ItemCondition[]): S {
  const product = subject.product ?? undefined;
  const list = product === undefined ? undefined : listPathOf(product, subject.field);
  const tests = where.map(({ field, operator, value = null }) => {
    const path = list === undefined ? undefined : pathOf({ ...list, quantifier: 'any', item: field });
    const schema = product === undefined || path === undefined ? null : (fieldSchema(product, path) ?? null);
    const title = product?.declared === undefined ? undefined : schema?.title;
    const phrase = typeof title === 'string' ? inSentence(title) : itemPhrase(field, schema);
    const member = { schema, phrase };
    return `${member.phrase} ${predicate(member, operator, value, valueWords(member, value))}`;
  });
  return {
    ...subject,
    key: JSON.stringify([subject.key, where]),
    phrase: `${subject.phrase} whose ${tests.join(' and whose ')}`,
    where,
  };
}

/** True if a report that satisfies its product's schema may lack the field. A payload may lack anything. */
export function canBeMissing({ product, field, schema }: Pick<Subject, 'product' | 'field' | 'schema'>): boolean {
  if (product === null || schema === null) return true;
  const required: unknown = product.schema.required;
  const isRequired = Array.isArray(required) && required.includes(field);
  return !isRequired || typesOf(schema).includes('null');
}

/** True if the value can be unknown. */
export const canBeUnknown = (subject: Subject): boolean =>
  canBeMissing(subject) && !subject.isNoneOnRecord && !asksOfItems(subject);

/** True if the value may be missing for some items only, so that there is no single unknown value. */
export function asksOfItems({ field }: Subject): boolean {
  return field.split('.').some((segment) => segment === 'any' || segment === 'all');
}
