import { asJsonObject, type Json } from '../json.ts';
import { nearest } from '../nearest.ts';
import { fieldSchema, listPathOf, type Product } from '../products/index.ts';
import { fieldHint } from './branches.ts';
import { nodesNamed, quote } from './checks.ts';
import type { NodeSpec } from './contract.ts';
import { MAX_NODE_ID_LENGTH, type NodeBase, type ValueSource } from './definition.ts';
import type { NodeRegistry } from './kinds.ts';
import { RESERVED_ROOTS } from '../path.ts';
import { BUILT_IN_PATHS, rootsWith } from './scope.ts';

/** The variables that `{{…}}` and conditions can read in one definition. */
export interface Variables {
  readonly nodeIds: ReadonlySet<string>;
  /** Product by `store_result_as`; undefined if the node is not a product. */
  readonly stored: ReadonlyMap<string, Product | undefined>;
  /** Ids of the nodes that use each `store_result_as`. */
  readonly storing: ReadonlyMap<string, readonly string[]>;
  productOf(nodeId: string): Product | undefined;
  /** True if one node can have run before another. */
  readonly precedes: (from: string, to: string) => boolean;
  /** As `didYouMean`. */
  readonly hint: (word: string, candidates: readonly string[]) => string;
  /** True for conditions, which can also read figures of lists. */
  readonly readsLists?: boolean;
}

export function variablesOf(
  definition: readonly NodeBase[],
  registry: NodeRegistry,
  { precedes, hint }: Pick<Variables, 'precedes' | 'hint'>,
): Variables {
  const stored = new Map<string, Product | undefined>();
  const storing = new Map<string, string[]>();
  const products = new Map<string, Product>();
  for (const node of definition) {
    const name = node.config?.store_result_as;
    const source = registry.sourceOf(node);
    const product = source?.kind === 'report' ? source.product : undefined;
    if (typeof name === 'string') {
      stored.set(name, product);
      storing.set(name, [...(storing.get(name) ?? []), node.id]);
    }
    if (product !== undefined) products.set(node.id, product);
  }
  const nodeIds = new Set(definition.map(({ id }) => id));
  return { nodeIds, stored, storing, productOf: (id) => products.get(id), precedes, hint };
}

/**
 * Messages for the first `most` unknown placeholders in the node's texts, each with the nearest or the valid choices.
 */
export function unknownPlaceholders(node: NodeBase, spec: NodeSpec, variables: Variables, most: number): string[] {
  if (spec.schema.properties?.on_unresolved === undefined) return [];
  const settings = Object.keys(spec.schema.properties).map((key) => asJsonObject(node)[key]);
  const paths = new Set(settings.flatMap((value) => (value === undefined ? [] : placeholdersIn(value))));
  const unclosed = new Set(settings.flatMap((value) => (value === undefined ? [] : unclosedIn(value))));
  const found: string[] = [];
  for (const path of paths) {
    if (found.length >= most) break;
    const problem = problemOf(path, node.id, variables);
    if (problem !== undefined) found.push(`{{${path.slice(0, 80)}}}: ${problem}`);
  }
  return [
    ...found,
    ...[...unclosed]
      .slice(0, most)
      .map(
        (text) =>
          `${quote(text.slice(0, 80))} is not a variable, and stays as it is: write {{path}}, with two braces on each side.`,
      ),
  ];
}

/** A message if the name under which a node stores its output is reserved, so that nothing can read it. */
export function hiddenNames({ config }: NodeBase): string[] {
  const name = RESERVED_ROOTS.find((root) => root === config?.store_result_as);
  if (name === undefined) return [];
  const others = RESERVED_ROOTS.join(', ');
  return [
    `\`config.store_result_as\` ${quote(name)}: a built-in name, which wins, so {{${name}.…}} never reads this node's output; any name but ${others} will do.`,
  ];
}

/** The message for a condition on an unknown built-in variable, which would always be missing. */
export function unknownInCondition(nodeId: string, { field }: ValueSource, variables: Variables): string | undefined {
  const problem = problemOf(field, nodeId, { ...variables, readsLists: true });
  return problem === undefined ? undefined : `the field ${quote(field)} of a condition: ${problem}`;
}

/** The paths of all placeholders in a setting, as written. */
export function placeholdersIn(value: Json): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(/\{\{([^{}]*)\}\}/g)].map((match) => (match[1] ?? '').trim());
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner) => placeholdersIn(inner));
}

/**
 * Finds `{{path` without an end, `{{path}` and `{path}}`. It ignores `path}}`, which occurs in style sheets. Takes time
 * linear in the length of the text.
 */
function unclosedIn(value: Json): string[] {
  if (typeof value === 'string') {
    // Alternates texts and the runs of braces between them.
    const parts = value.replaceAll(/\{\{[^{}]*\}\}/g, ' ').split(/([{}]+)/);
    return parts.flatMap((part, index) => {
      const after = parts[index + 1] ?? '';
      const next = parts[index + 2] ?? '';
      const path = /^\s*[\w.-]+\s*/.exec(after)?.[0];
      if (path === undefined || !part.endsWith('{')) return [];
      const isWhole = path === after;
      if (part.endsWith('{{')) return [`{{${path}${isWhole && next.startsWith('}') ? '}' : ''}`.trim()];
      return isWhole && next.startsWith('}}') ? [`{${path}}}`] : [];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner) => unclosedIn(inner));
}

/** `nodeId` is the node that reads the path. */
function problemOf(path: string, nodeId: string, variables: Variables): string | undefined {
  const { nodeIds, stored, storing } = variables;
  const [head = '', ...rest] = path.split('.');
  const tail = rest.join('.');
  if (head === 'applicant') return problemOfApplicant(rest);
  if (head === 'property') return undefined;
  if (head === 'context') return rest[0] === 'applicant' ? problemOfApplicant(rest.slice(1)) : undefined;
  if (head === 'steps') return problemOfStep(rest, nodeId, variables);
  if (stored.has(head) && !RESERVED_ROOTS.some((root) => root === head)) {
    return problemOfField(stored.get(head), tail, variables) ?? notBefore(storing.get(head) ?? [], nodeId, variables);
  }
  if (BUILT_IN_PATHS.some((known) => known === path)) return undefined;
  const known = [...BUILT_IN_PATHS, ...stored.keys()];
  const roots = rootsWith(stored.keys());
  const ofApplicant = APPLICANT_KEYS.includes(head) ? `; did you mean ${quote(`applicant.${path}`)}?` : '';
  const hint = ofApplicant || variables.hint(path, known) || variables.hint(head, roots);
  // `co_applicant.email` is close to `applicant`, but is more likely an object of the caller's own.
  const own = tail === '' ? '' : ` What else the payload has is read by ${quote(`context.${path}`)}.`;
  if (hint !== '') return `no such variable${hint}${own}`;
  const id = nodeIds.has(head) ? `; the output of a step is steps.${head}` : '';
  return `no such variable${id}; begin with one of ${roots.join(', ')}.${own}`;
}

/** An applicant may have any key, so only a close misspelling of a known key is reported. */
function problemOfApplicant([key = '']: readonly string[]): string | undefined {
  if (key === '' || APPLICANT_KEYS.includes(key) || /\d/.test(key)) return undefined;
  const found = nearest(key, APPLICANT_KEYS);
  if (found === undefined || sameWord(found, key)) return undefined;
  return `did you mean "applicant.${found}"? An applicant may have any key; these have a meaning: ${APPLICANT_KEYS.join(', ')}.`;
}

/** True for plurals and other spellings (`names`, `e_mail`), which may be keys of the caller's own. */
function sameWord(known: string, key: string): boolean {
  return key.startsWith(known) || key.replaceAll('_', '') === known.replaceAll('_', '');
}

/** The applicant's keys that products, letters and the sandbox read. */
const APPLICANT_KEYS = [
  'first_name',
  'last_name',
  'name',
  'email',
  'phone',
  'date_of_birth',
  'ssn',
  'address',
  'monthly_income',
  'esign_consent',
  'application_completed_at',
];

function problemOfStep(rest: readonly string[], nodeId: string, variables: Variables): string | undefined {
  const { nodeIds, productOf } = variables;
  const tail = rest.join('.');
  // Ids may contain dots, so the longest match wins (semantics 5.1.5).
  const id = longestIn(rest, nodeIds);
  if (id === undefined)
    return `no node has that id${variables.hint(rest[0] ?? '', [...nodeIds]) || `; ${nodesNamed(nodeIds)}.`}`;
  return problemOfField(productOf(id), tail.slice(id.length + 1), variables) ?? notBefore([id], nodeId, variables);
}

/** The longest id that is a prefix of the path. */
function longestIn(names: readonly string[], ids: ReadonlySet<string>): string | undefined {
  for (let length = Math.min(names.length, MAX_NODE_ID_LENGTH); length > 0; length -= 1) {
    const id = names.slice(0, length).join('.');
    if (ids.has(id)) return id;
  }
  return undefined;
}

/** Most nodes with one `store_result_as` that a message names. */
const MAX_NAMED = 3;

/** The message for a value that no run has yet at this node. */
function notBefore(ids: readonly string[], nodeId: string, { precedes }: Variables): string | undefined {
  if (ids.some((id) => precedes(id, nodeId))) return undefined;
  const named = ids.slice(0, MAX_NAMED).map(quote).join(' or ');
  return `no edge or jump leads from ${named} to this node, so it has no value yet.`;
}

function problemOfField(
  product: Product | undefined,
  path: string,
  { readsLists = false }: Variables,
): string | undefined {
  if (product === undefined || path === '') return undefined;
  const isFigure = listPathOf(product, path) !== undefined;
  if (isFigure && !readsLists) return `${quote(path)} is read by conditions, and is no variable of a text.`;
  if (fieldSchema(product, path) !== undefined) return undefined;
  return `the product ${product.code} has no field ${quote(path)}${fieldHint(product, path)}.`;
}
