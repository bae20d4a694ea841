import type { VisitRef } from '../cascade/conditions.ts';
import type { NodeSpec, VisitContext } from '../cascade/contract.ts';
import type { NodeBase } from '../cascade/definition.ts';
import { createNodeRegistry } from '../cascade/kinds.ts';
import { NOT_COMPARABLE } from '../cascade/on-not-comparable.ts';
import { isKind, NODES } from '../cascade/registry.ts';
import { sizeOfDefinition } from '../cascade/size.ts';
import { initialState } from '../interpreter/advance.ts';
import type { PastVisit, RoundFact, RunContext } from '../interpreter/types.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { ReviewDecision } from '../states.ts';
import type { Work } from '../work.ts';
import { chargedAdvance } from './charged.ts';

/** A recorded run: everything that the interpreter needs to run it again. */
export interface RecordedRun {
  readonly definition: readonly NodeBase[];
  readonly history: readonly PastVisit[];
  readonly context: RunContext;
}

/** Another value for a field: of the report that the visit pulled, or of the caller's data if `read` is null. */
export interface ChangedValue {
  readonly read: VisitRef | null;
  readonly field: string;
  readonly value: Json;
  /** The value is for this figure of a list (`figureKey`); no items need to be made up for it. */
  readonly figure?: string;
}

export interface Changes {
  readonly values: readonly ChangedValue[];
  /** Another decision for one review. */
  readonly decision?: { readonly of: VisitRef; readonly decision: ReviewDecision };
}

/** More passes than any run of 1,000 visits needs. */
const MOST_PASSES = 200;

const UNITS_OF_REHEARSAL = 100;
/** Nodes, edges and conditions that are walked for one unit. */
const PASSED_FOR_UNIT = 4;

/** The nodes that a run with changed values reaches. */
export interface Rehearsal {
  readonly notices: ReadonlySet<string>;
  readonly approvals: ReadonlySet<string>;
  /** Reviews that nobody had decided. They count as approved, to see what may follow. */
  readonly newReviews: ReadonlySet<string>;
  /** Reports that were never pulled. Their content is unknown, so their branch ends. */
  readonly unknownReports: ReadonlySet<string>;
  /** True if a person's denial remains the outcome, whatever its steps do. */
  readonly isDenied: boolean;
  /** True if a value that cannot be compared would decide: where the run would end is unknown. */
  readonly isUndecided: boolean;
}

/**
 * Runs the interpreter again over a recorded run with some values changed. Reports and decisions are the recorded ones,
 * new reviews are approved, and nothing is sent. Throws TooMuchWork.
 */
export function rehearse(run: RecordedRun, changes: Changes, work: Work): Rehearsal {
  // Each rehearsal creates a registry and a graph.
  work.spend(UNITS_OF_REHEARSAL + Math.ceil(sizeOfDefinition(run.definition) / PASSED_FOR_UNIT));
  const reached = {
    notices: new Set<string>(),
    approvals: new Set<string>(),
    newReviews: new Set<string>(),
    unknownReports: new Set<string>(),
  };
  const registry = createNodeRegistry(NODES.specs.map((spec) => rehearsed(spec, run, changes, { reached, work })));
  const context: RunContext = {
    ...run.context,
    execution: { ...run.context.execution, skipWaits: true },
    payload: changes.values
      .filter(({ read, figure }) => read === null && figure === undefined)
      .reduce<JsonObject>((payload, each) => withPayloadValue(payload, each, work), run.context.payload),
  };
  const rounds = new Map<string, RoundFact>();
  const outputs = new Map<string, Json>();
  const history = new Map<string, PastVisit>();
  let isDenied = false;
  let isUndecided = false;
  let state = initialState(run.definition, registry);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const result = chargedAdvance(
      {
        definition: run.definition,
        state,
        run: context,
        outputs,
        history: [...history.values()],
        facts: { effects: new Map(), rounds },
        now: 0,
      },
      work,
      registry,
    );
    state = result.state;
    // Notices in a rehearsal record no outcome, so a denial is a person's.
    isDenied = result.outcome === 'denied';
    isUndecided ||= result.steps.some(({ error }) => error?.code === NOT_COMPARABLE);
    for (const { nodeId, visit, causes, output } of result.steps) {
      history.set(`${nodeId}#${visit}`, { nodeId, visit, causes, output });
      const node = run.definition.find(({ id }) => id === nodeId);
      if (node !== undefined && isKind(node, 'Approve') && output !== null) reached.approvals.add(nodeId);
      if (output !== null) outputs.set(nodeId, output);
    }
    if (result.rounds.length === 0) break;
    for (const { key, nodeId, visit } of result.rounds) {
      const decision = decisionAt(run, changes, { node_id: nodeId, visit });
      if (decision === null) reached.newReviews.add(nodeId);
      rounds.set(key, {
        decision: decision ?? 'approved',
        decidedByUserId: null,
        decidedAt: 0,
        note: null,
        reasons: [],
        posted: null,
        variables: null,
      });
    }
  }
  return { ...reached, isDenied, isUndecided };
}

interface Reached {
  readonly notices: Set<string>;
  readonly unknownReports: Set<string>;
}

interface Rehearsing {
  readonly reached: Reached;
  readonly work: Work;
}

/** A node kind without side effects: what it would send counts as sent. */
function rehearsed(spec: NodeSpec, run: RecordedRun, changes: Changes, { reached, work }: Rehearsing): NodeSpec {
  if (spec.kind === 'IfElse') return withFigures(spec, run, changes);
  if (spec.resume === undefined) return spec;
  const start = (node: NodeBase, visit: VisitContext) => {
    if (isKind(node, 'AdverseAction')) reached.notices.add(node.id);
    const report = isKind(node, 'BillingProduct')
      ? reportOf(run, changes, { node_id: node.id, visit: visit.visit }, work)
      : {};
    if (report === undefined) reached.unknownReports.add(node.id);
    return { do: 'finish' as const, output: report ?? {}, next: report === undefined ? [] : (node.next_step ?? []) };
  };
  return { ...spec, start };
}

/** A choice that reads the changed figures directly, so no items have to be made up for them. */
function withFigures(spec: NodeSpec, run: RecordedRun, { values }: Changes): NodeSpec {
  const figures = values.filter(({ figure }) => figure !== undefined);
  if (figures.length === 0) return spec;
  const plain = (key: string | undefined) => key?.replace(/^context\./, '');
  const instead = (read: VisitRef | null, key: string): Json | undefined => {
    const past = read === null ? undefined : pulledAt(run, read.node_id, read.visit);
    return figures.find(
      (each) =>
        plain(each.figure) === plain(key) &&
        (each.read === null ? read === null : each.read.node_id === past?.nodeId && each.read.visit === past.visit),
    )?.value;
  };
  return { ...spec, start: (node: NodeBase, visit: VisitContext) => spec.start(node, { ...visit, instead }) };
}

/** The recorded pull to use for one in the rehearsal, which may repeat a loop more often. */
function pulledAt(run: RecordedRun, nodeId: string, visit: number) {
  const pulled = run.history.filter((past) => past.nodeId === nodeId && past.output !== null);
  return pulled.find((each) => each.visit === visit) ?? pulled.at(-1);
}

function reportOf(run: RecordedRun, { values }: Changes, at: VisitRef, work: Work): Json | undefined {
  const past = pulledAt(run, at.node_id, at.visit);
  if (past === undefined) return undefined;
  return values
    .filter(({ read, figure }) => figure === undefined && read?.node_id === at.node_id && read.visit === past.visit)
    .reduce<Json>((report, { field, value }) => withValue(report, field.split('.'), value, work), past.output);
}

/** The decision of a review; null if nobody has decided it. */
function decisionAt({ history }: RecordedRun, { decision }: Changes, at: VisitRef): ReviewDecision | null {
  if (decision !== undefined && decision.of.node_id === at.node_id && decision.of.visit === at.visit) {
    return decision.decision;
  }
  const output = history.find(({ nodeId, visit }) => nodeId === at.node_id && visit === at.visit)?.output;
  const review = isJsonObject(output) && isJsonObject(output.review) ? output.review : {};
  return review.decision === 'denied' || review.decision === 'approved' ? review.decision : null;
}

function withPayloadValue(payload: JsonObject, { field, value }: ChangedValue, work: Work): JsonObject {
  const changed = withValue(payload, field.replace(/^context\./, '').split('.'), value, work);
  return isJsonObject(changed) ? changed : payload;
}

/** A copy of the data with another value at the path. A path through all items of a list changes nothing. */
function withValue(data: Json, [head, ...rest]: readonly string[], value: Json, work: Work): Json {
  if (head === undefined) return value;
  if (Array.isArray(data)) {
    work.spend(1 + Math.ceil(data.length / PASSED_FOR_UNIT));
    return data.map((item, index) => (String(index) === head ? withValue(item, rest, value, work) : item));
  }
  if (!isJsonObject(data) && data !== null) return data;
  work.spend(1 + Math.ceil(Object.keys(data ?? {}).length / PASSED_FOR_UNIT));
  const before = data === null || !Object.hasOwn(data, head) ? null : (data[head] ?? null);
  return { ...data, [head]: withValue(before, rest, value, work) };
}
