import type { ConditionTrace } from '../cascade/conditions.ts';
import { figureKey } from '../cascade/conditions.ts';
import { BRANCH_KEYS, type BranchKey } from '../cascade/definition.ts';
import { branchMatches } from '../cascade/groups.ts';
import type { Held } from '../cascade/operators/index.ts';
import { onlyAsks } from '../cascade/asking.ts';
import { choiceOutput, type ChoiceOutput } from '../cascade/nodes/if-else.ts';
import { isKind, NODES, type CascadeDefinition, type CascadeNode, type NodeOfKind } from '../cascade/registry.ts';
import { declared, type Dictionary } from '../fields/dictionary.ts';
import { questionsOf } from '../fields/questions.ts';
import type { PastVisit } from '../interpreter/types.ts';
import type { Json } from '../json.ts';
import { fieldSchema } from '../products/index.ts';
import { remembered } from '../remembered.ts';
import { waitKey } from '../interpreter/types.ts';
import type { Outcome } from '../states.ts';
import { requirementsOf } from './requirements.ts';

/** An ended run, as far as statistics of decisions need it. */
export interface EndedRun {
  readonly definition: CascadeDefinition;
  readonly dictionary: Dictionary;
  /** In the order in which they began. */
  readonly visits: readonly PastVisit[];
  readonly outcome: Outcome | null;
}

export type FactValue = number | string | boolean;

/**
 * The part of a decision's path that statistics keep. A rule is named by the `id` of its sentence; without one, by its
 * node and the branch taken (`check:pass`).
 */
export interface DecisionFact {
  /** Null if nothing was decided. */
  readonly decided_by: string | null;
  /** The tried rules whose condition held. */
  readonly held: readonly string[];
  /** The branch taken at each choice, without duplicates: `check:pass`. */
  readonly taken: readonly string[];
  /**
   * Declared facts that the rules compared, by their last reading: `credit_report/score`, `applicant.monthly_income`.
   */
  readonly facts: Readonly<Record<string, FactValue>>;
}

/** For a run that is only known to have ended. */
export const NOTHING_TOLD: DecisionFact = { decided_by: null, held: [], taken: [], facts: {} };

const MOST_HELD = 60;
const MOST_TAKEN = 60;
const MOST_FACTS = 50;
const MOST_CHARACTERS = 64;
const MOST_KEY_CHARACTERS = 200;

export function decisionFact(run: EndedRun): DecisionFact {
  const nodes = nodesOf(run.definition);
  const choices = choicesOf(run.visits, nodes);
  const { decidedBy, tried } = rulesOf(run, choices);
  return {
    decided_by: decidedBy,
    held: [...tried].flatMap(([id, is]) => (is ? [id] : [])).slice(0, MOST_HELD),
    taken: [...new Set(choices.flatMap((choice) => takenBy(choice)))].slice(0, MOST_TAKEN),
    facts: factsOf(choices, nodes, run.dictionary),
  };
}

export interface DecidedRules {
  /** Null if nothing was decided. */
  readonly decidedBy: string | null;
  /** The tried rules, in order, and if their condition held. Branches without a rule are listed if they were taken. */
  readonly tried: ReadonlyMap<string, boolean>;
}

/** The rules on the path to a decision, without the facts that they read. */
export function decidedRules(run: Omit<EndedRun, 'dictionary'>): DecidedRules {
  return rulesOf(run, choicesOf(run.visits, nodesOf(run.definition)));
}

function rulesOf(run: Omit<EndedRun, 'dictionary'>, choices: readonly ChoiceMade[]): DecidedRules {
  return { decidedBy: decidedBy(run), tried: triedBy(choices, requirementsOf(run.definition)) };
}

type WentThrough = Pick<EndedRun, 'definition' | 'visits'>;

/** The visits of a run, by the key of each (`waitKey`). */
type VisitsByKey = ReadonlyMap<string, PastVisit>;

const keyOf = ({ nodeId, visit }: Pick<PastVisit, 'nodeId' | 'visit'>): string => waitKey(nodeId, visit, '');

const nodesOf = remembered(
  (definition: CascadeDefinition): ReadonlyMap<string, CascadeNode> =>
    new Map(definition.map((node) => [node.id, node])),
);

/** The rule for which the last visit of a node asks a person; null if it is not a choice. */
export function ruleThatAsked({ definition, visits }: WentThrough, nodeId: string): string | null {
  const nodes = nodesOf(definition);
  const asking = visits.findLast((past) => past.nodeId === nodeId && choiceOf(past, nodes) !== null);
  return asking === undefined
    ? null
    : ruleOfVisit(definition, new Map(visits.map((past) => [keyOf(past), past])), asking);
}

/** The rule for which a visit asks a person; null if it is not a choice. */
export function ruleOfVisit(
  definition: CascadeDefinition,
  visits: VisitsByKey,
  asking: Pick<PastVisit, 'nodeId' | 'visit'>,
): string | null {
  const nodes = nodesOf(definition);
  const past = visits.get(keyOf(asking));
  const isChoice = past !== undefined && choiceOf(past, nodes) !== null;
  const choice = isChoice ? choiceBehind(past, visits, nodes) : undefined;
  return choice === undefined ? null : ruleTaken(choice, requirementsOf(definition));
}

function choicesOf(visits: readonly PastVisit[], nodes: ReadonlyMap<string, CascadeNode>): readonly ChoiceMade[] {
  return visits.flatMap((past) => choiceOf(past, nodes) ?? []);
}

function choiceOf(past: PastVisit, nodes: ReadonlyMap<string, CascadeNode>): ChoiceMade | null {
  const node = nodes.get(past.nodeId);
  const output = choiceOutput(past.output ?? undefined);
  return node === undefined || output === null || !isKind(node, 'IfElse') ? null : { node, past, output };
}

interface ChoiceMade {
  readonly node: NodeOfKind<'IfElse'>;
  readonly past: PastVisit;
  readonly output: ChoiceOutput;
}

interface RowHeld {
  readonly id: string;
  readonly branch: BranchKey;
  readonly held: Held;
}

/** The rows of a choice, and if their comparisons held. */
function rowsOf({ node, output }: Pick<ChoiceMade, 'node' | 'output'>): readonly RowHeld[] {
  return BRANCH_KEYS.flatMap((branch) => {
    const { group_logic: logic, condition_groups: groups = [] } = node.branches[branch] ?? {};
    const results = groups.map((group, index) => ({
      group,
      results: output.conditions
        .filter((trace) => trace.branch === branch && trace.group === index)
        .map(({ result }) => result),
    }));
    const byId = Map.groupBy(results, ({ group }) => group.id);
    return [...byId].flatMap(([id, own]): RowHeld[] => {
      if (id === undefined) return [];
      const part = {
        condition_groups: own.map(({ group }) => group),
        ...(logic === undefined ? {} : { group_logic: logic }),
      };
      return [
        {
          id,
          branch,
          held: branchMatches(
            part,
            own.map((each) => each.results),
          ),
        },
      ];
    });
  });
}

/** For a row in several nodes the last one counts, because each is tried only if those before leave it open. */
function triedBy(choices: readonly ChoiceMade[], requirements: ReadonlySet<string>): ReadonlyMap<string, boolean> {
  const held = new Map<string, boolean>();
  for (const choice of choices) {
    const rows = rowsOf(choice);
    for (const { id, held: is } of rows) held.set(id, is === !requirements.has(id));
    const { branch } = choice.output;
    if (rows.length === 0 && branch !== null && !onlyAsks(choice.node.branches)) held.set(nameOf(choice, branch), true);
  }
  return held;
}

const takenBy = (choice: ChoiceMade): readonly string[] =>
  choice.output.branch === null ? [] : [nameOf(choice, choice.output.branch)];

const nameOf = ({ node }: ChoiceMade, taken: string): string => `${node.id}:${taken}`;

/** The rule that led to the step that set the outcome. */
function decidedBy({ definition, outcome, visits }: Omit<EndedRun, 'dictionary'>): string | null {
  if (outcome === null) return null;
  const nodes = nodesOf(definition);
  const deciding = visits.find((past) => outcomeOf(past, nodes) === outcome);
  if (deciding === undefined) return null;
  const choice = choiceBehind(deciding, new Map(visits.map((past) => [keyOf(past), past])), nodes);
  return choice === undefined ? null : ruleTaken(choice, requirementsOf(definition));
}

function outcomeOf({ nodeId, output }: PastVisit, nodes: ReadonlyMap<string, CascadeNode>): Outcome | undefined {
  const node = nodes.get(nodeId);
  if (node === undefined) return undefined;
  if (isKind(node, 'Approve')) return 'approved';
  if (isKind(node, 'AdverseAction'))
    return node.adverse_action?.action_taken === 'other_action' ? 'conditional' : 'denied';
  return choiceOutput(output ?? undefined)?.review?.decision === 'denied' ? 'denied' : undefined;
}

/** The nearest earlier choice that compared, or the one that asked if none did. */
function choiceBehind(
  from: PastVisit,
  visits: VisitsByKey,
  nodes: ReadonlyMap<string, CascadeNode>,
): ChoiceMade | undefined {
  let asked: ChoiceMade | undefined;
  const way = new Set([from]);
  for (const past of way) {
    const choice = choiceOf(past, nodes);
    if (choice !== null && choice.output.branch !== null) {
      if (!onlyAsks(choice.node.branches)) return choice;
      asked ??= choice;
    }
    for (const { node_id: nodeId, visit } of past.causes) {
      const before = visits.get(keyOf({ nodeId, visit }));
      if (before !== undefined) way.add(before);
    }
  }
  return asked;
}

function ruleTaken(choice: ChoiceMade, requirements: ReadonlySet<string>): string {
  const { node, output } = choice;
  const taken = output.branch ?? 'fail';
  const rows = rowsOf(choice);
  const found = rows.find(({ id, branch, held }) => {
    const isRequirement = requirements.has(id);
    if (taken === 'human_review') return branch === taken && held === true;
    return branch === 'pass' && (taken === 'pass' ? held === true && !isRequirement : held === false && isRequirement);
  });
  if (found !== undefined) return found.id;
  // The sentence is on the last choice, which is reached by applicants whom no row decides.
  return (taken === 'human_review' ? undefined : node.everyone_else?.id) ?? nameOf(choice, taken);
}

function factsOf(
  choices: readonly ChoiceMade[],
  nodes: ReadonlyMap<string, CascadeNode>,
  dictionary: Dictionary,
): DecisionFact['facts'] {
  const facts = new Map<string, FactValue>();
  for (const { output } of choices) {
    for (const trace of output.conditions) {
      if (facts.size >= MOST_FACTS) break;
      const read = [trace, ...(trace.value_from === undefined ? [] : [trace.value_from])];
      for (const each of read) {
        const key = factKey(each, nodes, dictionary);
        const value = key === null ? null : scalarOf(each.actual);
        if (key !== null && value !== null) facts.set(key, value);
      }
    }
  }
  return Object.fromEntries(facts);
}

type Read = Pick<ConditionTrace, 'source_node_id' | 'field' | 'where' | 'actual'>;

/**
 * The key of a declared fact. Null for everything else, such as an age, a date of birth, an address, or a proxy for a
 * basis.
 */
function factKey(
  { source_node_id: id, field, where }: Omit<Read, 'actual'>,
  nodes: ReadonlyMap<string, CascadeNode>,
  dictionary: Dictionary,
): string | null {
  const node = nodes.get(id);
  const source = node === undefined ? undefined : NODES.sourceOf(node);
  const figure = figureKey({ field: field.replace(/^context\./, ''), ...(where === undefined ? {} : { where }) });
  if (figure.length > MOST_KEY_CHARACTERS) return null;
  if (source?.kind === 'report') {
    const { product } = source;
    const schema = product === undefined ? undefined : fieldSchema(product, field);
    const isFact = schema?.['x-kind'] === 'fact' && schema['x-basis'] === undefined;
    return product === undefined || !isFact ? null : `${product.code}/${figure}`;
  }
  const found = declared(dictionary, field);
  if (found === undefined || found.spec.kind !== 'fact' || found.spec.basis !== undefined) return null;
  const isDoubtful = questionsOf(found.path, found.spec).some(({ code }) => code !== 'score' && code !== 'person');
  return isDoubtful ? null : figure;
}

function scalarOf(actual: Json): FactValue | null {
  if (typeof actual === 'number' || typeof actual === 'boolean') return actual;
  return typeof actual === 'string' && actual.length <= MOST_CHARACTERS ? actual : null;
}
