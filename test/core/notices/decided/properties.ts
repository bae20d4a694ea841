import { isDeepStrictEqual } from 'node:util';
import type { ConditionTrace } from '../../../../core/cascade/conditions.ts';
import { BRANCH_KEYS } from '../../../../core/cascade/definition.ts';
import type { CascadeNode } from '../../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../../core/json.ts';
import {
  whatDecided,
  type Decided,
  type DecidedChoice,
  type PastVisit,
  type Rules,
  type RunSoFar,
} from '../../../../core/notices/decided/index.ts';
import { catalogueReason } from '../../../../core/notices/decided/index.ts';
import { issuedNotices, type Case } from './cases.ts';
import { avoidingNodes, betterByWords, choiceNode, matches, mayMatch, outcomesOf } from './words.ts';

/** A property of what one notice says. Returns what is wrong, or undefined. */
export type Property = (seen: {
  readonly run: RunSoFar;
  readonly decided: Decided;
  readonly rules: Rules;
  readonly of: Case;
  /** Which of the notices of the run it is. */
  readonly index: number;
}) => string | undefined;

const keyOf = (node: string, visit: number) => `${node}#${visit}`;

/** Whether a chain of causes leads from a visit to the notice, without the visits that `isCut` names. */
function leadsToNotice(
  { history, visit }: RunSoFar,
  from: { readonly node: string; readonly visit: number },
  isCut: (past: PastVisit) => boolean,
): boolean {
  const target = keyOf(visit.nodeId, visit.visit);
  const seen = new Set<string>();
  const open = [keyOf(from.node, from.visit)];
  for (const key of open) {
    if (key === target) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const past of history) {
      const follows = past.causes.some((cause) => keyOf(cause.node_id, cause.visit) === key);
      if (follows && !isCut(past)) open.push(keyOf(past.nodeId, past.visit));
    }
  }
  return false;
}

/** With the contributing choices decided otherwise, no chain of the recorded run leads to the notice any more. */
export const enough: Property = ({ run, decided }) => {
  if (decided.unconditional) return undefined;
  const speaking = new Set(decided.choices.map(({ node_id, visit }) => keyOf(node_id, visit)));
  const isReached = leadsToNotice(run, { node: 'start', visit: 1 }, (past) =>
    speaking.has(keyOf(past.nodeId, past.visit)),
  );
  return isReached ? 'the notice is reached without any choice that speaks' : undefined;
};

/** Severity as section 10 has it. */
export const aSourceThatCanAvoidGivesAChoice: Property = ({ run, decided }) => {
  if (!avoidingNodes(run).has('start')) return undefined;
  return decided.choices.length === 0 ? 'the entry can avoid the notice, and no choice speaks' : undefined;
};

function tracesOf(run: RunSoFar, { node_id, visit }: DecidedChoice): readonly ConditionTrace[] {
  const past = run.history.find((each) => each.nodeId === node_id && each.visit === visit);
  const traces = ((past?.output as JsonObject | null)?.conditions ?? []) as unknown as readonly ConditionTrace[];
  return traces.map((trace) => ({ ...trace, read: trace.read ?? null }));
}

/** Each unmet condition belongs to a set of changes by which its branch matches, and none of which could be left out. */
export const needed: Property = ({ run, decided }) => {
  for (const choice of decided.choices) {
    const node = choiceNode(run.definition, choice.node_id);
    const traces = tracesOf(run, choice);
    for (const key of BRANCH_KEYS) {
      const branch = node?.branches[key];
      if (branch === undefined || !choice.better.includes(key)) continue;
      const own = traces.filter((trace) => trace.branch === key);
      const results = own.map(({ result }) => result);
      const wrong = results.flatMap((result, index) => (result ? [] : [index]));
      const helpful = minimalSets(wrong, (set) =>
        matches(
          branch,
          results.map((result, index) => result || set.includes(index)),
        ),
      );
      for (const { is, ...condition } of choice.conditions) {
        if (is !== 'required' || condition.branch !== key) continue;
        const indexes = own.flatMap((trace, index) => (isDeepStrictEqual(trace, condition) ? [index] : []));
        // A condition of another review (`user_approved`) is none of this branch: it read another visit, be it of the
        // same nodes.
        if (indexes.length > 0 && !indexes.some((index) => helpful.some((set) => set.includes(index)))) {
          return `${choice.node_id}: ${condition.field} is not needed`;
        }
      }
    }
  }
  return undefined;
};

function minimalSets(items: readonly number[], isEnough: (set: readonly number[]) => boolean): number[][] {
  const sets = Array.from({ length: 2 ** items.length }, (_, mask) => items.filter((_item, bit) => mask & (1 << bit)));
  const enoughSets = sets.filter(isEnough);
  return enoughSets.filter(
    (set) => !enoughSets.some((other) => other.length < set.length && other.every((item) => set.includes(item))),
  );
}

/** No other choice on the way, changed alone, would have spared the person on the same data. */
export const whole: Property = ({ run, decided }) => {
  if (decided.unconditional) return undefined;
  for (const past of onTheWay(run)) {
    const isHeard = decided.choices.some(({ node_id, visit }) => node_id === past.nodeId && visit === past.visit);
    if (!isHeard && (betterByWords(run, past) ?? []).length > 0) return `${past.nodeId} is silent`;
  }
  return undefined;
};

/** The better outcomes of each choice that speaks are those of the words of section 10, and no others. */
export const betterAsTheWordsSay: Property = ({ run, decided }) => {
  for (const { node_id, visit, better } of decided.choices) {
    const past = run.history.find((each) => each.nodeId === node_id && each.visit === visit);
    const words = past === undefined ? [] : betterByWords(run, past);
    if (words !== undefined && words.join() !== better.toSorted().join()) {
      return `${node_id}: ${better.join()} is better, and by the words ${words.join()}`;
    }
  }
  return undefined;
};

/** The visits with a chain of causes to the notice that passes no later visit of the same node. */
function onTheWay(run: RunSoFar): readonly PastVisit[] {
  return run.history.filter(({ nodeId, visit }) =>
    leadsToNotice(run, { node: nodeId, visit }, (other) => other.nodeId === nodeId && other.visit > visit),
  );
}

export const noSupersededVisitSpeaks: Property = ({ run, decided }) => {
  const superseded = decided.choices.filter(
    ({ node_id, visit }) =>
      !leadsToNotice(run, { node: node_id, visit }, (past) => past.nodeId === node_id && past.visit > visit),
  );
  return superseded.length > 0 ? `${superseded[0]?.node_id} is superseded` : undefined;
};

/** A choice whose other outcomes can lead to no Approve, and whose own outcome can avoid, is a gate that was passed. */
export const aPassedGateIsSilent: Property = ({ run, decided }) => {
  const hasApproval = run.definition.some(({ action_type }) => action_type === 'Approve');
  if (!hasApproval) return undefined;
  const avoiding = avoidingNodes(run);
  const approves = (from: readonly string[]): boolean => {
    const seen = new Set(from);
    for (const id of seen) {
      const node = run.definition.find((each) => each.id === id);
      if (node === undefined) continue;
      if (node.action_type === 'Approve') return true;
      const jump = (node as { target_step?: string }).target_step;
      const steps = [node.next_step, node.pass_steps, node.human_review_steps, node.fail_steps].flatMap(
        (to) => to ?? [],
      );
      for (const to of [...steps, ...(jump === undefined ? [] : [jump])]) seen.add(to);
    }
    return false;
  };
  for (const { node_id, taken, better } of decided.choices) {
    const choice = choiceNode(run.definition, node_id);
    if (choice === undefined) continue;
    const targets = outcomesOf(choice);
    if (targets.get(taken)?.every((id) => avoiding.has(id)) !== true) continue;
    const wrong = better.find((outcome) => !approves(targets.get(outcome) ?? []));
    if (wrong !== undefined) return `${node_id} speaks of ${wrong}, which never approves`;
  }
  return undefined;
};

export const noEmptyAlternative: Property = ({ run, decided }) => {
  for (const { node_id, better } of decided.choices) {
    const node = choiceNode(run.definition, node_id);
    for (const key of BRANCH_KEYS) {
      if (better.includes(key) && !mayMatch(node?.branches[key])) return `${node_id}: ${key} can never match`;
    }
  }
  return undefined;
};

/** What must be true of the reports of a run for words to be printed, by their codes: written apart from the schemas. */
const TRUE_OF: Readonly<Record<string, (report: JsonObject, choices: readonly DecidedChoice[]) => boolean>> = {
  'credit_report.utilization_percent': (_report, choices) =>
    choices.some(({ conditions }) =>
      conditions.some(
        ({ field, actual, is, operator, value }) =>
          field === 'utilization_percent' &&
          (is === 'required') === operator.startsWith('less') &&
          Number(actual) >= Number(value),
      ),
    ),
  'credit_report.collections_count': ({ collections_count: count }) => Number(count) > 0,
  'credit_report.bankruptcies_count': ({ bankruptcies_count: count }) => Number(count) > 0,
  'credit_report.score.missing': ({ score }) => score === null,
  'criminal_background.felony_count': ({ felony_count: count }) => Number(count) > 0,
  'criminal_background.records_count': ({ records_count: count }) => Number(count) > 0,
  'criminal_background.sex_offender_registry_match': ({ sex_offender_registry_match: match }) => match === true,
};

export const printedPredicatesHold: Property = ({ run, decided }) => {
  for (const reason of decided.reasons) {
    const code = reason.kind === 'field' || reason.kind === 'reviewer' ? reason.code : null;
    if (code === null) {
      if (reason.kind === 'reviewer' && catalogueReason(reason.text) !== undefined) return `${reason.text} is no text`;
      continue;
    }
    const node = code.startsWith('credit') ? 'credit' : 'criminal';
    const read = reason.kind === 'field' ? reason.source.read : null;
    const reports = run.history.filter(
      ({ nodeId, visit, output }) => nodeId === node && output !== null && (read === null || read.visit === visit),
    );
    if (!reports.some(({ output }) => TRUE_OF[code]?.(output as JsonObject, decided.choices) === true)) {
      return `${code} is not true`;
    }
  }
  return undefined;
};

/** The same cascade with a step beside each notice that leads nowhere: a Wait, a jump to a results node. */
export const aStepBesideADeclineChangesNothing: Property = ({ decided, rules, of, index }) => {
  const beside = issuedNotices({ ...of, definition: withSteps(of.definition) })[index];
  if (beside === undefined) return undefined;
  const other = whatDecided(beside.run, [], rules);
  const voice = ({ choices, reasons }: Decided) =>
    JSON.stringify([choices.map(({ node_id, visit, better }) => [node_id, visit, better]), reasons]);
  return voice(decided) === voice(other) ? undefined : `${voice(decided)} became ${voice(other)}`;
};

function withSteps(definition: readonly CascadeNode[]): CascadeNode[] {
  const notices = new Set(definition.flatMap(({ id, action_type }) => (action_type === 'AdverseAction' ? [id] : [])));
  const added: CascadeNode[] = [];
  const changed = definition.map((node): CascadeNode => {
    const copy: Record<string, unknown> = { ...node };
    for (const key of ['next_step', 'pass_steps', 'human_review_steps', 'fail_steps'] as const) {
      const targets = node[key] ?? [];
      if (!targets.some((target) => notices.has(target))) continue;
      const id = `beside-${node.id}-${key}`;
      added.push({ id, type: 'Wait', wait: { duration: 1, unit: 'seconds' } });
      copy[key] = [...targets, id];
    }
    return copy as unknown as CascadeNode;
  });
  return [...changed, ...added];
}

export const eachChoiceHasALine: Property = ({ decided }) => {
  const left = 4 - decided.reasons.filter(({ kind }) => kind === 'reviewer').length;
  const lacking = new Set(decided.missingFactors.map(({ node_id, visit }) => keyOf(node_id, visit)));
  const speaking = decided.choices.filter(({ conditions }) =>
    conditions.some(
      ({ field, read }) => field !== 'score' || read === null || !lacking.has(keyOf(read.node_id, read.visit)),
    ),
  );
  const silent = speaking.slice(0, left).find(({ lines }) => lines === 0);
  return silent === undefined ? undefined : `${silent.node_id} has no line`;
};

export const aDenialHasAReviewersReasonAndACondition: Property = ({ decided }) => {
  const given = decided.reasons.some(({ kind }) => kind === 'reviewer');
  const hasWords = decided.choices.some(({ conditions }) => conditions.some(({ field }) => field !== 'score'));
  if (!given || !hasWords) return undefined;
  // A condition may be printed in the reviewer's words.
  return decided.choices.some(({ lines }) => lines > 0) ? undefined : 'the reviewer has all four';
};

export const aScoreThatWasReadIsDisclosed: Property = ({ run, decided }) => {
  for (const choice of decided.choices) {
    for (const { field, read } of tracesOf(run, choice)) {
      if (field !== 'score' || read === null) continue;
      const is = (each: { readonly node_id: string; readonly visit: number }) =>
        each.node_id === read.node_id && each.visit === read.visit;
      if (decided.reports.some(is) && !decided.scores.some(is)) return `the score of ${read.node_id}#${read.visit}`;
    }
  }
  return undefined;
};
