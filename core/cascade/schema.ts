import type { JsonObject, JsonSchema } from '../json.ts';
import { remembered } from '../remembered.ts';
import { componentRef, type NodeSpec } from './contract.ts';
import { MAX_NODE_ID_LENGTH, type EdgeKey } from './definition.ts';
import { ACTION, type NodeRegistry } from './kinds.ts';
import { NODES } from './registry.ts';

/*
 * The definition as JSON Schema 2020-12, made from the registry. It serves the OpenAPI document, editors, and
 * `validateDefinition`, which also checks ids, fields and cycles.
 */

export const MAX_NODES = 500;

const EDGE_DESCRIPTIONS: Record<EdgeKey, string> = {
  next_step: 'Ids of the nodes that follow; all of them are run.',
  pass_steps: 'Ids of the nodes that are run when `pass` matches.',
  human_review_steps:
    'Ids of the nodes that are run when `human_review` matched and the review approved; `pass_steps` if this is empty.',
  fail_steps: 'Ids of the nodes that are run when no branch matches, or the review denied.',
};

function baseProperties(types: readonly string[]): Record<string, JsonSchema> {
  return {
    id: { type: 'string', minLength: 1, maxLength: MAX_NODE_ID_LENGTH, description: 'Unique in the definition.' },
    type: { type: 'string', enum: types, description: 'Kind of the node.' },
    name: { type: 'string', description: 'Label.' },
    config: {
      type: 'object',
      description: 'Settings of the node; other keys are kept.',
      properties: {
        store_result_as: { type: 'string', maxLength: 200, description: 'Name of the output in `{{…}}` paths.' },
      },
    },
  };
}

const EDGES: Record<EdgeKey, JsonSchema> = {
  next_step: edge('next_step'),
  pass_steps: edge('pass_steps'),
  human_review_steps: edge('human_review_steps'),
  fail_steps: edge('fail_steps'),
};

function edge(key: EdgeKey): JsonSchema {
  return { type: 'array', items: { type: 'string', minLength: 1 }, description: EDGE_DESCRIPTIONS[key] };
}

const isAction = (spec: NodeSpec): boolean => spec.namedBy === 'action_type';

/** The published schema of one kind. */
export function publishedSchema(spec: NodeSpec, registry: NodeRegistry): JsonSchema {
  const { description, required = [], properties = {} } = spec.schema;
  return {
    type: 'object',
    description: `${description} Other keys are kept and ignored.`,
    required: ['id', 'type', ...(isAction(spec) ? ['action_type'] : []), ...required],
    properties: {
      ...baseProperties(registry.typeNamesOf(spec)),
      ...(isAction(spec)
        ? { action_type: { type: 'string', enum: [spec.kind], description: 'Kind of the action.' } }
        : {}),
      ...Object.fromEntries(spec.edges.map((key) => [key, EDGES[key]])),
      ...properties,
    },
  };
}

function schemaNameOf(spec: NodeSpec): string {
  return `${spec.kind}Node`;
}

const ACTION_NODE = 'ActionNode';

/** The name of a schema, and the values that identify it. */
type Form = readonly [string, readonly string[]];

/** A union of named objects, told apart by the values of one member: a generated client cannot try them all. */
function unionBy(propertyName: string, description: string, forms: readonly Form[]): JsonSchema {
  const mapping = forms.flatMap(([name, values]) => values.map((value) => [value, componentRef(name).$ref] as const));
  return {
    description,
    oneOf: forms.map(([name]) => componentRef(name)),
    discriminator: { propertyName, mapping: Object.fromEntries(mapping) },
  };
}

type Components = Readonly<Record<string, JsonSchema>>;

/** By name in `#/components/schemas`: the definition, its nodes as a union of one schema per kind, and their parts. */
export function definitionComponents(registry: NodeRegistry = NODES): Components {
  return componentsOf(registry);
}

// Cached, because lint looks up parts of it for each node.
const componentsOf = remembered(makeComponents);

function makeComponents(registry: NodeRegistry): Components {
  return {
    CascadeDefinition: {
      type: 'array',
      maxItems: MAX_NODES,
      items: componentRef('CascadeNode'),
      description:
        `The nodes in order, at most ${MAX_NODES} and 256 KiB of JSON. Exactly one is the ApplicantSource, where a run ` +
        'begins. Edges must resolve inside the array and form no cycle. An empty array can be saved but not run.',
    },
    CascadeNode: unionBy('type', 'One node. `type` tells the kind, and `action_type` the kind of an Action.', [
      ...registry.specs
        .filter((spec) => !isAction(spec))
        .map((spec): Form => [schemaNameOf(spec), registry.typeNamesOf(spec)]),
      [ACTION_NODE, [ACTION]],
    ]),
    [ACTION_NODE]: unionBy(
      'action_type',
      'An Action. `action_type` tells the kind.',
      registry.specs.filter(isAction).map((spec): Form => [schemaNameOf(spec), [spec.kind]]),
    ),
    ...Object.fromEntries(registry.specs.map((spec) => [schemaNameOf(spec), publishedSchema(spec, registry)])),
    ...Object.assign({}, ...registry.specs.map((spec) => spec.components ?? {})),
  };
}

/** The definition as one JSON Schema 2020-12 document, which lets editors complete definitions in files. */
export function definitionJsonSchema(registry: NodeRegistry = NODES): JsonSchema {
  const { CascadeDefinition, ...others } = definitionComponents(registry);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Cascade definition',
    ...withLocalRefs(CascadeDefinition),
    $defs: withLocalRefs(others),
  };
}

function withLocalRefs<T>(value: T): T;
function withLocalRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withLocalRefs(item));
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? value.replace(/^#\/components\/schemas\//, '#/$defs/') : value;
  }
  // `discriminator` is a keyword of OpenAPI, not of JSON Schema.
  const members = Object.entries(value).filter(([key]) => key !== 'discriminator');
  return Object.fromEntries(members.map(([key, inner]) => [key, withLocalRefs(inner)]));
}

/**
 * The schema that a node's members are checked against. It is the published schema of the node's kind, plus the type of
 * the edge keys that the kind does not use. For an unknown kind it is just enough to report the `type` or
 * `action_type`.
 */
export function checkedSchema(node: JsonObject, registry: NodeRegistry): JsonSchema {
  const spec = registry.find(node);
  if (spec !== undefined) {
    const published = publishedSchema(spec, registry);
    return { ...published, properties: { ...EDGES, ...(published.properties as object) } };
  }
  const isOfAction = node.type === ACTION;
  const actionType: JsonSchema = { type: 'string', enum: registry.actionTypes };
  return {
    required: ['id', 'type', ...(isOfAction ? ['action_type'] : [])],
    properties: {
      ...baseProperties(registry.typeNames),
      ...(isOfAction ? { action_type: actionType } : {}),
      ...EDGES,
    },
  };
}
