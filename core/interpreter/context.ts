import type { VisitContext } from '../cascade/contract.ts';
import type { Graph } from '../cascade/graph.ts';
import type { NodeRegistry } from '../cascade/kinds.ts';
import { valuesRead } from '../cascade/nodes/if-else.ts';
import { reportsIn } from '../cascade/pulled-reports.ts';
import { isKind } from '../cascade/registry.ts';
import { outputNamesIn } from '../cascade/scope.ts';
import { STANDARD } from '../fields/standard.ts';
import type { Json, JsonObject } from '../json.ts';
import { remembered } from '../remembered.ts';
import { Masks } from '../masks/index.ts';
import { noticeTurns } from '../notices/flow.ts';
import type { Work } from '../work.ts';
import type { AdvanceInput, Arrival, RunContext, Token } from './types.ts';
import type { Visits } from './visits.ts';

/** The current state of the run. */
interface Standing
  extends Pick<VisitContext, 'outputs' | 'failed' | 'stopped' | 'decidedBy'>, Pick<AdvanceInput['state'], 'decided'> {
  readonly tokens: ReadonlyMap<string, Token>;
  /** Tokens that have arrived at a node and not begun there. */
  readonly left: readonly Arrival[];
  readonly input: AdvanceInput;
  readonly visits: Visits;
  readonly graph: Graph;
  readonly registry: NodeRegistry;
  readonly masks: Masks;
}

/** Masks for texts that the run sends. Undeclared numbers are hidden too, because they may identify a person. */
export function masksOf({ run, definition }: AdvanceInput, registry: NodeRegistry): Masks {
  return masksBy(run)(registry)(definition);
}

/** Cached: a run in memory asks for its masks in each advance, and its payload never changes. */
const masksBy = remembered(({ payload, dictionary = STANDARD }: RunContext) =>
  remembered((registry: NodeRegistry) =>
    remembered((definition: AdvanceInput['definition']) => {
      const reports = reportsIn(definition, registry);
      return new Masks({ dictionaries: [dictionary], undeclared: 'without_numbers', reports }, { payload });
    }),
  ),
);

/** The data that a visit can read, for the current state of the run. */
export function visitContext(standing: Standing, nodeId: string, visit: number, work: Work): VisitContext {
  const { input, outputs, visits, failed, stopped, graph, decided, decidedBy, registry, tokens, left } = standing;
  const { run, now, definition } = input;
  let stored: ReadonlyMap<string, Json> | undefined;
  let readOutputs: ReadonlySet<string> | undefined;
  const context: VisitContext = {
    ...run,
    now,
    nodeId,
    visit,
    userApproved: decided === null ? null : decided === 'approved',
    decidedBy,
    outputs,
    work,
    outputVisit: (id) => visits.outputVisitOf(id),
    failed,
    stopped,
    node: (id) => graph.node(id),
    sourceOf(id) {
      const source = graph.node(id);
      return source === undefined ? undefined : registry.sourceOf(source);
    },
    reachesByEdges: (from, to) => graph.reachesByEdges(from, to),
    decidesNow(id) {
      const node = graph.node(id);
      const isAlone = left.length === 0 && [...tokens.keys()].every((at) => at === nodeId);
      const isThere = (source: string) =>
        context.sourceOf(source)?.kind !== 'report' ||
        (outputs.has(source) && !failed.has(source) && !stopped.has(source));
      return node !== undefined && isAlone && registry.readsOf(node).every(isThere);
    },
    isOutputRead(id) {
      const { config } = graph.node(id) ?? {};
      readOutputs ??= outputsReadBy(definition, work);
      return [id, config?.store_result_as].some((name) => typeof name === 'string' && readOutputs?.has(name));
    },
    get stored() {
      // Computed once: a text may ask hundreds of times, and nothing is stored during a visit.
      return (stored ??= storedResults(definition, outputs));
    },
    get masks() {
      return standing.masks;
    },
    notices: noticeTurns(() => ({ visit: context, definition, registry, history: visits.all() })),
  };
  return context;
}

/** The ids and names by which conditions read outputs of steps. An id may contain dots. */
function outputsReadBy(definition: AdvanceInput['definition'], work: Work): Set<string> {
  const read = new Set<string>();
  for (const node of definition) {
    if (!isKind(node, 'IfElse')) continue;
    const values = valuesRead(node);
    work.spend(values.length);
    for (const { field } of values) for (const name of outputNamesIn(field)) read.add(name);
  }
  return read;
}

function storedResults(definition: AdvanceInput['definition'], outputs: ReadonlyMap<string, Json>): Map<string, Json> {
  const stored = new Map<string, Json>();
  for (const node of definition) {
    const config: JsonObject | undefined = node.config;
    const output = outputs.get(node.id);
    if (typeof config?.store_result_as === 'string' && output !== undefined) stored.set(config.store_result_as, output);
  }
  return stored;
}
