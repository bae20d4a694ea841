import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { NodeBase } from '../../cascade/definition.ts';
import type { LintRule, LintWarning } from '../../cascade/lint.ts';
import { productCodeOf } from '../../cascade/own-products.ts';
import { conditionsOf, type IfElseNode } from '../../cascade/nodes/if-else.ts';
import { isKind, NODES } from '../../cascade/registry.ts';
import { placeOf, type Dictionary } from '../../fields/dictionary.ts';
import { PERSON_SPECS } from '../../fields/person.ts';
import { STANDARD, STANDARD_SPECS } from '../../fields/standard.ts';
import { isJsonObject, type Json } from '../../json.ts';
import { faultOfPlace } from '../places.ts';

/*
 * Warns where the law of a state or a city may limit a decision, whoever wrote the definition. Saved definitions are
 * warned about too, because the person who puts one live may not have read its policy.
 */

const RECORDS =
  'Criminal or eviction records decide here; many states and cities limit their use. Have the policy reviewed.';

/** The choices that read a report whose use is limited by states and cities. */
export function choicesByRecords(definition: readonly NodeBase[]): LintWarning[] {
  const limited = new Set(
    definition.flatMap((node) => {
      const read = NODES.sourceOf(node);
      return read?.kind === 'report' && read.product?.hasLocalRules === true ? [node.id] : [];
    }),
  );
  return definition.flatMap((node) =>
    isKind(node, 'IfElse') && conditionsOf(node).some(({ source_node_id: id }) => limited.has(id))
      ? [{ node_id: node.id, code: 'jurisdiction_review' as const, message: RECORDS }]
      : [],
  );
}

/** The choices that treat people of one state differently from others. */
function choicesByState(definition: readonly NodeBase[], dictionary: Dictionary): LintWarning[] {
  return definition.flatMap((node) => {
    if (!isKind(node, 'IfElse')) return [];
    const states = conditionsOf(node).flatMap(({ field, value }) =>
      holdsState(dictionary, field) ? statesIn(value) : [],
    );
    if (states.length === 0) return [];
    const named = [...new Set(states)].map((state) => `US-${state}`).join(', ');
    const message = `People of ${named} are told apart, which may have rules of its own. Have the policy reviewed.`;
    return [{ node_id: node.id, code: 'jurisdiction_review' as const, message }];
  });
}

const STANDARD_STATES = [
  PERSON_SPECS.get('address.state'),
  ...['property.state', 'job.state'].map((path) => STANDARD_SPECS.get(path)),
];

/**
 * True for fields that the standard dictionary or a person declares as a state, and fields declared to have only codes
 * of states.
 */
function holdsState(dictionary: Dictionary, field: string): boolean {
  const { path } = placeOf(dictionary, field);
  const spec = dictionary.at(path);
  const { values = [] } = spec ?? {};
  const isListed = values.length > 0 && values.every((value) => faultOfPlace(`US-${value}`) === null);
  return isListed || [spec, STANDARD.at(path)].some((each) => each !== undefined && STANDARD_STATES.includes(each));
}

const statesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && /^[A-Z]{2}$/.test(one));

/**
 * Warns of each choice until a person acknowledges it in `jurisdiction_review`, and again as soon as the choice is
 * changed. The note is part of the definition, like `prohibited_basis_note`, so its version tells who wrote it and
 * when.
 */
export const warnOfLocalRules =
  (dictionary: Dictionary): LintRule =>
  (definition) =>
    [...choicesByRecords(definition), ...choicesByState(definition, dictionary)].flatMap((warning) => {
      const node = definition.find(({ id }) => id === warning.node_id);
      if (node === undefined || !isKind(node, 'IfElse')) return [warning];
      const acknowledgeAs = reviewedAs(definition, node);
      const { of = null, note = '' } = node.jurisdiction_review ?? {};
      if (of === acknowledgeAs && note.trim() !== '') return [];
      const before = of === null || of === acknowledgeAs ? '' : ' It was reviewed as it was before.';
      const how = ` Then say so in the node: \`jurisdiction_review\` {"of": "${acknowledgeAs}", "note": who reviewed it, and why it may be}.`;
      return [{ ...warning, message: `${warning.message}${before}${how}`, acknowledge_as: acknowledgeAs }];
    });

const HASH_CHARACTERS = 16;

/** A hash of the choice, without its name and its review, and of the reports that it reads. */
function reviewedAs(definition: readonly NodeBase[], node: IfElseNode): string {
  const { name: _name, jurisdiction_review: _said, ...choice } = node;
  const sources = new Set(conditionsOf(node).map(({ source_node_id: id }) => id));
  const products = definition.flatMap((one) =>
    sources.has(one.id) && isKind(one, 'BillingProduct') ? [[one.id, productCodeOf(one) ?? null] as const] : [],
  );
  const text = JSON.stringify([choice, products.toSorted(([a], [b]) => (a < b ? -1 : 1))], inOrder);
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, HASH_CHARACTERS);
}

/** Sorts members, because a program that rewrites a definition may change their order. */
function inOrder(_key: string, value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The notes on choices that local law may limit, by node. */
export function jurisdictionReviews(definition: readonly NodeBase[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    definition.flatMap((node) =>
      isKind(node, 'IfElse') && node.jurisdiction_review !== undefined
        ? [[node.id, node.jurisdiction_review.note] as const]
        : [],
    ),
  );
}
