import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { BUILT_IN_ROOTS, readPath, readSegments, RESERVED_ROOTS } from '../path.ts';
import { absentOf } from '../fields/dictionary.ts';
import { STANDARD } from '../fields/standard.ts';
import { dayOfReport, fieldSchema, productByCode } from '../products/index.ts';
import { listPathIn } from '../quantifiers.ts';
import type { Reading, VisitRef } from './conditions.ts';
import type { VisitContext } from './contract.ts';
import { MAX_NODE_ID_LENGTH, type ValueSource } from './definition.ts';

/**
 * Looks up what `{{…}}` and conditions on built-in variables read. Built-in names win over a `store_result_as` of the
 * same name. Source: semantics 5.1.
 */
export function lookUp(visit: VisitContext, path: string): Json | undefined {
  const sent = segmentsInPayload(path);
  if (sent !== undefined) return readSegments(visit.payload, sent, visit.work);
  const [head = '', ...rest] = path.split('.');
  switch (head) {
    case 'context':
      return builtIn(visit, rest);
    case 'steps':
      return stepOutput(visit, path.slice('steps.'.length));
    default:
      // Also if the value is null: a result stored under such a name must not replace it.
      if (isBuiltIn([head])) return builtIn(visit, [head, ...rest]);
      return readSegments(visit.stored.get(head), rest, visit.work);
  }
}

/**
 * The segments within the payload, if the path reads the caller's data; otherwise undefined. `context.applicant` is
 * another name for the payload's `applicant`. A payload cannot hide the built-in names.
 */
export function segmentsInPayload(path: string): readonly string[] | undefined {
  const [head = '', ...rest] = path.split('.');
  if (head === 'applicant' || head === 'property') return [head, ...rest];
  return head === 'context' && !isBuiltIn(rest) ? rest : undefined;
}

/** True if the path is about the run itself, which says nothing about an applicant. */
export function isOfRun(field: string): boolean {
  return /^(?:context\.)?(?:execution|workflow)\./.test(field);
}

/** The valid first segments of paths, if nodes store their outputs under these names. */
export function rootsWith(stored: Iterable<string>): readonly string[] {
  return [...RESERVED_ROOTS, ...stored];
}

/**
 * The paths of the built-in variables. Everything below `applicant`, `property`, `context` and `steps` is valid too.
 */
export const BUILT_IN_PATHS = [
  'execution.id',
  'execution.external_reference',
  'execution.mode',
  'workflow.name',
  'user_approved',
] as const;

function isBuiltIn([root]: readonly string[]): boolean {
  return BUILT_IN_ROOTS.some((name) => name === root);
}

/** The value that a condition reads, from a product's output or from the built-in variables. */
export function resolveCondition(visit: VisitContext, { source_node_id: id, field }: ValueSource): Reading {
  if (visit.sourceOf(id)?.kind !== 'report') {
    const behind = reportBehind(visit, field);
    if (behind === undefined) {
      const read = isUserApproved(field) ? visit.decidedBy : null;
      const isNoneOnRecord = () => absentOf(visit.dictionary ?? STANDARD, field) === NONE;
      return { ...valueOrList(field, (path) => lookUp(visit, path)), read, isNoneOnRecord, ...whatIf(visit, null) };
    }
    const { source_node_id: source, field: own } = behind.stands;
    const reading = readReport(visit.outputs.get(source), own, visit);
    return { ...reading, ...behind, isNoneOnRecord: noneOf(visit, source, own), ...whatIf(visit, behind.read) };
  }
  const pulledBy = visit.outputVisit(id);
  const read = pulledBy === null ? null : { node_id: id, visit: pulledBy };
  const isNoneOnRecord = noneOf(visit, id, field);
  return { ...readReport(visit.outputs.get(id), field, visit), read, isNoneOnRecord, ...whatIf(visit, read) };
}

const NONE = 'none_on_record';

function noneOf(visit: VisitContext, id: string, field: string): () => boolean {
  return () => {
    const source = visit.sourceOf(id);
    const product = source?.kind === 'report' ? productByCode(source.productCode ?? '') : undefined;
    return product !== undefined && fieldSchema(product, field)?.['x-absent'] === NONE;
  };
}

function readReport(
  output: Json | undefined,
  field: string,
  { work }: VisitContext,
): Pick<Reading, 'value' | 'list' | 'asOf'> {
  const asOf = dayOfReport(output);
  return { ...valueOrList(field, (path) => readPath(output, path, work)), ...(asOf === undefined ? {} : { asOf }) };
}

/** The value at the path or, if the path has a quantifier, the list before it. */
export function valueOrList(
  field: string,
  valueAt: (path: string) => Json | undefined,
): Pick<Reading, 'value' | 'list'> {
  const isListOrNone = (before: string) => {
    const value = valueAt(before);
    return !isJsonObject(value) || asksOfItems(value, field.slice(before.length + 1));
  };
  const list = listPathIn(field, isListOrNone);
  return list === undefined ? { value: valueAt(field) } : { list, value: valueAt(list.list) };
}

/**
 * True if `jobs.any.pay` asks about items, although one job was sent instead of a list: the value cannot be compared.
 */
function asksOfItems(value: JsonObject, rest: string): boolean {
  return /^(?:any|all)(?:\.|$)/.test(rest) && !Object.hasOwn(value, rest.slice(0, 'any'.length));
}

function whatIf({ instead }: VisitContext, read: VisitRef | null): Pick<Reading, 'instead'> {
  return instead === undefined ? {} : { instead: (key) => instead(read, key) };
}

/** The report that `steps.<node>.<field>` or `<store_result_as>.<field>` reads; undefined if it is not a report. */
export function reportBehind(
  visit: VisitContext,
  path: string,
): Required<Pick<Reading, 'read' | 'stands'>> | undefined {
  const [head = ''] = path.split('.');
  const isNamed = !RESERVED_ROOTS.some((root) => root === head);
  if (head !== 'steps' && !(isNamed && visit.stored.has(head))) return undefined;
  visit.work.spend(visit.outputs.size);
  let found: { readonly id: string; readonly prefix: string } | undefined;
  for (const id of visit.outputs.keys()) {
    if (visit.sourceOf(id)?.kind !== 'report') continue;
    const { config } = visit.node(id) ?? {};
    const name = isJsonObject(config) ? config.store_result_as : undefined;
    const prefix = isNamed ? `${typeof name === 'string' ? name : ''}.` : `steps.${id}.`;
    // Follows the look-up: the longest matching id wins, and among nodes with one name the one whose output is stored
    // under it.
    const isMeant = isNamed
      ? name === head && visit.stored.get(head) === visit.outputs.get(id)
      : found === undefined || id.length > found.id.length;
    if (path.startsWith(prefix) && isMeant) found = { id, prefix };
  }
  const pulledBy = found === undefined ? null : visit.outputVisit(found.id);
  if (found === undefined || pulledBy === null) return undefined;
  return {
    read: { node_id: found.id, visit: pulledBy },
    stands: { source_node_id: found.id, field: path.slice(found.prefix.length) },
  };
}

/** The node ids, or the `store_result_as`, that the path may mean. An id may contain dots. */
export function outputNamesIn(path: string): readonly string[] {
  const [head = '', ...rest] = path.split('.');
  if (head !== 'steps') return RESERVED_ROOTS.some((root) => root === head) ? [] : [head];
  const names = rest.map((_, index) => rest.slice(0, index + 1).join('.'));
  return names.filter((name) => name.length <= MAX_NODE_ID_LENGTH);
}

/** True if the path reads the decision of the last review. */
export function isUserApproved(field: string): boolean {
  return field === 'user_approved' || field === 'context.user_approved';
}

/** The reports that a visit can see, each with the visit that pulled it. */
export function reportsHeld(visit: VisitContext): { node_id: string; visit: number }[] {
  return [...visit.outputs.keys()].flatMap((id) => {
    const pulledBy = visit.sourceOf(id)?.kind === 'report' ? visit.outputVisit(id) : null;
    return pulledBy === null ? [] : [{ node_id: id, visit: pulledBy }];
  });
}

function builtIn(visit: VisitContext, segments: readonly string[]): Json | undefined {
  switch (segments.join('.')) {
    case 'execution.id':
      return visit.execution.id;
    case 'execution.external_reference':
      return visit.execution.externalReference;
    case 'execution.mode':
      return visit.execution.mode;
    case 'workflow.name':
      return visit.workflow.name;
    case 'user_approved':
      return visit.userApproved;
    default:
      return undefined;
  }
}

/** `rest` is `<node id>.<path>`. A node id may contain dots, so the longest matching id is used. */
function stepOutput(visit: VisitContext, rest: string): Json | undefined {
  const segments = rest.split('.');
  let found: Json | undefined;
  let id = '';
  for (const [index, segment] of segments.entries()) {
    id = index === 0 ? segment : `${id}.${segment}`;
    if (id.length > MAX_NODE_ID_LENGTH) break;
    if (visit.outputs.has(id)) found = readSegments(visit.outputs.get(id), segments.slice(index + 1), visit.work);
  }
  return found;
}
