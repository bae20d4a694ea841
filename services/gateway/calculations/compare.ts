import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';

/** Further differences are counted but not listed. */
const MAX_DIFFERENCES = 200;

/** Compares two executions, each an ExecutionDetail: outcome, branches, values and reasons. */
export function compareExecutions(a: JsonObject, b: JsonObject): JsonObject {
  const [outputsA, outputsB] = [outputsOf(a), outputsOf(b)];
  const nodeIds = [...new Set([...Object.keys(outputsA), ...Object.keys(outputsB)])];
  const nodes = nodeIds.map((nodeId) => compareNode(nodeId, outputsA[nodeId], outputsB[nodeId]));
  return {
    object: 'execution_comparison',
    left: headOf(a),
    right: headOf(b),
    is_same_workflow: a.workflow_id === b.workflow_id,
    is_same_version: a.workflow_id === b.workflow_id && a.workflow_version === b.workflow_version,
    is_same_outcome: a.outcome === b.outcome,
    nodes: nodes.filter(({ differs }) => differs === true).map(({ differs: _differs, ...node }) => node),
    unchanged_nodes: nodes.filter(({ differs }) => differs !== true).map(({ node_id }) => node_id ?? null),
  };
}

function headOf(execution: JsonObject): JsonObject {
  const { id, workflow_id, workflow_version, status, review_status, outcome, completed_at, corrections } = execution;
  return {
    id: id ?? null,
    workflow_id: workflow_id ?? null,
    workflow_version: workflow_version ?? null,
    status: status ?? null,
    review_status: review_status ?? null,
    outcome: outcome ?? null,
    completed_at: completed_at ?? null,
    reasons: reasonsOf(outputsOf(execution)),
    corrections: corrections ?? [],
  };
}

function outputsOf({ step_outputs: outputs }: JsonObject): JsonObject {
  return isJsonObject(outputs) ? outputs : {};
}

/** Reasons of the notices, in the order of the letters. */
function reasonsOf(outputs: JsonObject): Json[] {
  return Object.values(outputs).flatMap((output) =>
    isJsonObject(output) && Array.isArray(output.reasons) ? output.reasons : [],
  );
}

function compareNode(nodeId: string, left: Json | undefined, right: Json | undefined): JsonObject {
  const [a, b] = [flatten(left), flatten(right)];
  const paths = [...new Set([...a.keys(), ...b.keys()])].filter((path) => !same(a.get(path), b.get(path)));
  const conditions = compareConditions(left, right);
  const values = paths.filter((path) => !path.startsWith('conditions['));
  return {
    node_id: nodeId,
    ran: { left: left !== undefined, right: right !== undefined },
    branch: { left: memberOf(left, 'branch'), right: memberOf(right, 'branch') },
    conditions,
    values: values.slice(0, MAX_DIFFERENCES).map((path) => ({
      path,
      left: a.get(path) ?? null,
      right: b.get(path) ?? null,
    })),
    differences: values.length,
    differs: paths.length > 0 || (left === undefined) !== (right === undefined),
  };
}

function memberOf(output: Json | undefined, name: string): Json {
  return isJsonObject(output) ? (output[name] ?? null) : null;
}

/** Conditions whose required value, actual value or result differs, or that only one execution has. */
function compareConditions(left: Json | undefined, right: Json | undefined): JsonObject[] {
  const [a, b] = [conditionsOf(left), conditionsOf(right)];
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) => {
    const [one, other] = [a.get(key), b.get(key)];
    const pair = (name: string) => ({ left: one?.[name] ?? null, right: other?.[name] ?? null });
    if (one !== undefined && other !== undefined && same(one, other)) return [];
    const entry = one ?? other ?? {};
    const { branch = null, group = null, source_node_id = null, field = null, where, operator = null } = entry;
    const shown = { branch, group, source_node_id, field, ...(where === undefined ? {} : { where }), operator };
    return [{ ...shown, required: pair('value'), actual: pair('actual'), result: pair('result') }];
  });
}

function conditionsOf(output: Json | undefined): ReadonlyMap<string, JsonObject> {
  const conditions = memberOf(output, 'conditions');
  const entries = (Array.isArray(conditions) ? conditions : []).filter(isJsonObject);
  return new Map(
    entries.map((entry) => {
      const { branch, group, source_node_id, field, where = null, operator, value_from: from = null } = entry;
      const other = isJsonObject(from) ? [from.source_node_id, from.field, from.times, from.plus] : null;
      return [JSON.stringify([branch, group, source_node_id, field, where, operator, other]), entry];
    }),
  );
}

function same(left: Json | undefined, right: Json | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Scalars by their dotted paths. */
function flatten(root: Json | undefined): ReadonlyMap<string, Json> {
  const flat = new Map<string, Json>();
  const open: [string, Json][] = root === undefined ? [] : [['', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    if (Array.isArray(value)) for (const [index, item] of value.entries()) open.push([`${path}[${index}]`, item]);
    else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) open.push([path === '' ? key : `${path}.${key}`, item]);
    } else flat.set(path, value);
  }
  return new Map([...flat].sort(([a], [b]) => (a < b ? -1 : 1)));
}
