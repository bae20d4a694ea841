import type { Json, JsonObject } from '../json.ts';
import { readSegments } from '../path.ts';
import type { Product } from '../products/contract.ts';
import { isQuantifier } from '../quantifiers.ts';
import type { Work } from '../work.ts';
import { evaluateBranches, type ConditionResolver, type ConditionTrace } from './conditions.ts';
import type { ChoiceOutcome } from './decided.ts';
import { BRANCH_KEYS, valuesOf, type Branches, type CascadeCondition, type ValueSource } from './definition.ts';
import { kindOfField } from './field-kinds.ts';
import { branchMatches, groupMatches } from './groups.ts';
import type { NotComparable } from './lists.ts';
import type { PassLeadsTo } from './missing-values.ts';
import { conditionsOf, valuesRead, type IfElseNode } from './nodes/if-else.ts';
import { askingOf, passLeadsTo, stepsOf, type Asked } from './not-comparable.ts';
import { asks, operatorOf, type FieldKind } from './operators/index.ts';
import { isKind, NODES, type CascadeDefinition } from './registry.ts';
import { segmentsInPayload, valueOrList } from './scope.ts';

/*
 * Finds, before a run, the values of a payload that a choice depends on and cannot compare. Conditions on reports may
 * turn out either way. Source: semantics 4.6 and 17.6.
 */

export interface PayloadCheck {
  /** True if a condition reads the value at this path, a part of it, or a value that contains it. */
  readonly isRead: (path: readonly string[]) => boolean;
  /**
   * Paths are within the payload. Choices that the run cannot reach, and choices that ask a person about such a value,
   * are ignored.
   */
  readonly faultsOf: (payload: JsonObject, work: Work) => readonly NotComparable[];
}

/** `definition` is one that `validateDefinition` accepted. */
export function checkPayloadsOf(definition: CascadeDefinition): PayloadCheck {
  const nodes = new Map(definition.map((node) => [node.id, node]));
  const reports = new Map(
    definition.flatMap((node) => {
      const source = NODES.sourceOf(node);
      return source?.kind === 'report' ? [[node.id, source.product] as const] : [];
    }),
  );
  const own = definition.filter((node) => isKind(node, 'IfElse'));
  const choices = new Map(own.map((node) => [node.id, choiceOf(node, reports, (id) => nodes.get(id))]));
  const ways = new Map(
    definition.map((node) => [node.id, [...NODES.edgesOf(node).map(({ to }) => to), ...NODES.jumpsOf(node)]]),
  );
  const paths = own
    .flatMap(valuesRead)
    .map((from) => pathOf(from, reports))
    .filter((path) => path !== undefined);
  const entry = NODES.entryOf(definition);
  const comparisons: Branches = {
    pass: { condition_groups: [{ conditions: distinctComparisons([...choices.values()], reports) }] },
  };
  return {
    isRead: (path) => paths.some((read) => isWithin(read, path) || isWithin(path, read)),
    faultsOf(payload, work) {
      const resolve = resolverOf(payload, reports, work);
      // Most payloads are fine. This skips the walk for them.
      if (!evaluateBranches(comparisons, resolve, work).trace.some(({ not_comparable: fault }) => fault !== undefined))
        return [];
      const faults = new Map<string, NotComparable>();
      const reached = new Set(entry === undefined ? [] : [entry.id]);
      // The set grows while it is walked.
      for (const id of reached) {
        work.spend(1);
        const choice = choices.get(id);
        const found = choice === undefined ? undefined : assess(choice, resolve, reports, work);
        for (const fault of found?.faults ?? []) faults.set(`${fault.expected} ${fault.path}`, fault);
        for (const to of found?.next ?? ways.get(id) ?? []) reached.add(to);
      }
      return [...faults.values()];
    },
  };
}

type Reports = ReadonlyMap<string, Product | undefined>;

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((segment, index) => inner[index] === segment);
}

function pathOf({ source_node_id: id, field }: ValueSource, reports: Reports): readonly string[] | undefined {
  return reports.has(id) ? undefined : segmentsInPayload(field);
}

/** The conditions that read the payload, without those that can only repeat the result of another. */
function distinctComparisons(choices: readonly Choice[], reports: Reports): readonly CascadeCondition[] {
  const own = choices
    .flatMap(({ branches }) => conditionsOf({ branches }))
    .filter((condition) => valuesOf(condition).some((from) => pathOf(from, reports) !== undefined));
  return [...new Map(own.map((condition) => [comparisonKey(condition), condition])).values()];
}

function comparisonKey(condition: CascadeCondition): string {
  const { operator, where, value_from: from, value, ...read } = condition;
  const isPlain = where === undefined && from === undefined && asks(operator, 'order', 'equality');
  if (!isPlain || read.field.split('.').some(isQuantifier)) return JSON.stringify(condition);
  const { source_node_id: id, field } = read;
  return JSON.stringify([id, field, operator, operatorOf(operator).expects(value ?? null)]);
}

interface Choice {
  readonly node: IfElseNode;
  readonly branches: Branches;
  /** For each condition, in order: true if it reads only the payload. */
  readonly isOfPayload: readonly boolean[];
  /** Set if a person decides about values that cannot be compared. */
  readonly asked: Asked | null;
  readonly passLeadsTo: () => PassLeadsTo;
}

function choiceOf(node: IfElseNode, reports: Reports, nodeAt: Parameters<typeof askingOf>[1]): Choice {
  // A stand-in has no items.
  const withoutItems = ({ where, ...rest }: CascadeCondition): CascadeCondition =>
    where === undefined || reports.has(rest.source_node_id) ? rest : { ...rest, where };
  const branches = Object.fromEntries(
    BRANCH_KEYS.flatMap((key) => {
      const { condition_groups: groups = [], ...branch } = node.branches[key] ?? {};
      const written = groups.map((group) => ({ ...group, conditions: group.conditions.map(withoutItems) }));
      return node.branches[key] === undefined ? [] : [[key, { ...branch, condition_groups: written }]];
    }),
  ) as Branches;
  return {
    node,
    branches,
    isOfPayload: conditionsOf(node).map((condition) =>
      valuesOf(condition).every((from) => pathOf(from, reports) !== undefined),
    ),
    asked: node.on_not_comparable === 'review' ? askingOf(node, nodeAt) : null,
    passLeadsTo: () => passLeadsTo(node, nodeAt),
  };
}

/**
 * One value of each kind. It shows whether a value can be compared with a report's, not how the comparison turns out.
 */
const STAND_INS: Readonly<Partial<Record<FieldKind, Json>>> = {
  number: 1,
  integer: 1,
  date: '2026-01-01',
  boolean: true,
};

function resolverOf(payload: JsonObject, reports: Reports, work: Work): ConditionResolver {
  const valueAt = (path: string) => readSegments(payload, segmentsInPayload(path) ?? [], work);
  return (from) => {
    if (pathOf(from, reports) !== undefined) return { ...valueOrList(from.field, valueAt), read: null };
    const product = reports.get(from.source_node_id);
    const kind = product === undefined ? undefined : kindOfField(product, from.field);
    return { value: kind === undefined ? undefined : STAND_INS[kind], read: null };
  };
}

interface Assessment {
  readonly faults: readonly NotComparable[];
  /** The steps that may follow. */
  readonly next: readonly string[];
}

/** Ignores conditions that the branch cannot depend on. */
function assess(
  { node, branches, isOfPayload, asked, passLeadsTo: way }: Choice,
  resolve: ConditionResolver,
  reports: Reports,
  work: Work,
): Assessment {
  const { trace } = evaluateBranches(branches, resolve, work, way);
  const possible = new Set<ChoiceOutcome>();
  const open: ConditionTrace[] = [];
  let at = 0;
  let isTaken = false;
  for (const name of BRANCH_KEYS) {
    const branch = branches[name];
    if (branch === undefined || isTaken) continue;
    const groups = (branch.condition_groups ?? []).map((group) => {
      const from = at;
      at += group.conditions.length;
      const seen = trace.slice(from, at);
      const results = seen.map(({ result }, index) => (isOfPayload[from + index] === true ? result : null));
      return { seen, results, isOpen: groupMatches(group, results) === null };
    });
    const matches = branchMatches(
      branch,
      groups.map(({ results }) => results),
    );
    if (matches !== false) possible.add(name);
    const openGroups = matches === null ? groups.filter(({ isOpen }) => isOpen) : [];
    open.push(...openGroups.flatMap(({ seen, results }) => seen.filter((_, index) => results[index] === null)));
    isTaken = matches === true;
  }
  if (!isTaken) possible.add('fail');
  // The person may deny.
  if (possible.has('human_review')) possible.add('fail');
  const faults = open.flatMap((condition) => faultOf(condition, reports) ?? []);
  if (asked !== null && faults.length > 0) for (const outcome of Object.values(asked)) possible.add(outcome);
  return {
    faults: asked === null ? faults : [],
    next: [...possible].flatMap((outcome) => stepsOf(node, outcome)),
  };
}

function faultOf({ not_comparable: fault }: ConditionTrace, reports: Reports): NotComparable | undefined {
  const path = fault === undefined || reports.has(fault.source_node_id) ? undefined : segmentsInPayload(fault.path);
  return fault === undefined || path === undefined ? undefined : { path: path.join('.'), expected: fault.expected };
}
