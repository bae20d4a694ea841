import type { ConditionTrace } from '../../../../core/cascade/conditions.ts';
import { BRANCH_KEYS, type CascadeCondition } from '../../../../core/cascade/definition.ts';
import type { CascadeNode } from '../../../../core/cascade/registry.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import {
  whatDecided,
  type Decided,
  type DecidedChoice,
  type PastVisit,
  type RunSoFar,
} from '../../../../core/notices/decided/index.ts';
import { catalogueReason } from '../../../../core/notices/decided/index.ts';
import { issuedNotices, type Case } from './cases.ts';
import { isSame, keyOf, leads, productOf, refOf } from './causes.ts';
import { fieldOf, outcomeWith, smallestReversals } from './brute-force.ts';
import { avoidingNodes, betterByWords, choiceNode, deniedBefore, mayMatch, outcomesOf, sparesWith } from './words.ts';

/** A property of what one notice says. Returns what is wrong, or undefined. */
export type Property = (seen: {
  readonly run: RunSoFar;
  readonly decided: Decided;
  readonly of: Case;
  /** Index of the notice in the run. */
  readonly index: number;
}) => string | undefined;

/** True if a chain of causes leads from a visit to the notice without the visits in `isCut`. */
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
const enough: Property = ({ run, decided }) => {
  if (decided.unconditional) return undefined;
  const speaking = new Set(decided.choices.map(({ node_id, visit }) => keyOf(node_id, visit)));
  const isReached = leadsToNotice(run, { node: 'start', visit: 1 }, (past) =>
    speaking.has(keyOf(past.nodeId, past.visit)),
  );
  return isReached ? 'the notice is reached without any choice that speaks' : undefined;
};

/** Semantics 10.18.5. */
const aSourceThatCanAvoidGivesAChoice: Property = ({ run, decided }) => {
  if (!avoidingNodes(run).has('start')) return undefined;
  return decided.choices.length === 0 ? 'the entry can avoid the notice, and no choice speaks' : undefined;
};

export function tracesOf(
  run: RunSoFar,
  { node_id, visit }: Pick<DecidedChoice, 'node_id' | 'visit'>,
): readonly ConditionTrace[] {
  const past = run.history.find((each) => each.nodeId === node_id && each.visit === visit);
  const traces = ((past?.output as JsonObject | null | undefined)?.conditions ??
    []) as unknown as readonly ConditionTrace[];
  return traces.map((trace) => ({ ...trace, read: trace.read ?? null }));
}

/** The values of the choice's fields that it read. */
function readBy(run: RunSoFar, choice: DecidedChoice): Map<string, Json> {
  return new Map(valuesRead(run, choice).map((read) => [fieldOf(read), read.actual]));
}

function valuesRead(run: RunSoFar, choice: DecidedChoice) {
  return tracesOf(run, choice).flatMap((trace) => [
    trace,
    ...(trace.value_from === undefined ? [] : [trace.value_from]),
  ]);
}

/** A person who denied denies again. */
function soughtBy(run: RunSoFar, { node_id, visit, better }: DecidedChoice): readonly string[] {
  const past = run.history.find((each) => each.nodeId === node_id && each.visit === visit);
  const { review } = (past?.output ?? {}) as { review?: { decision?: string } };
  return review?.decision === 'denied' ? better.filter((outcome) => outcome !== 'human_review') : better;
}

/** Passing is better than what came, or came and could still have led to something better. */
function isPassGood(run: RunSoFar, { node_id, taken, better }: DecidedChoice): boolean {
  const node = choiceNode(run.definition, node_id);
  const avoiding = avoidingNodes(run);
  const steps = node === undefined ? [] : (outcomesOf(node).get('pass') ?? []);
  return better.includes('pass') || (taken === 'pass' && steps.every((id) => avoiding.has(id)));
}

/** Choices with only their own fields: none decides in place of a review. */
function plainChoices(run: RunSoFar, { choices }: Decided): readonly DecidedChoice[] {
  return choices.filter((choice) => ![...readBy(run, choice).keys()].some((field) => field.endsWith('user_approved')));
}

/** The fields of each choice are those of its smallest reversals, found by trying all values of all fields. */
const fieldsOfSmallestReversals: Property = ({ run, decided }) => {
  const choices = plainChoices(run, decided).map((choice) => {
    const told = choice.conditions.map((condition) => fieldOf(condition as CascadeCondition));
    return { choice, told, strict: reversalsOf(run, choice, true), loose: reversalsOf(run, choice, false) };
  });
  // Fields by which a person who was better off would have come to a review: only if there is nothing else to say.
  const isLastResort =
    choices.length === decided.choices.length &&
    choices.every(({ choice, strict }) => strict?.length === 0 && choice.denials.length === 0);
  for (const { choice, told, strict, loose } of choices) {
    // A choice in place of a review may or may not say something here; both are accepted.
    const isSilentBeside = choices.length < decided.choices.length && strict?.length === 0 && told.length > 0;
    const notAsked = strict?.length === 0 ? notAskedBy(run, decided, choice) : [];
    const found =
      notAsked.length > 0 ? reversalsOf(run, choice, false, notAsked) : isLastResort || isSilentBeside ? loose : strict;
    const small = found?.filter((fields) => fields.length <= 4);
    if (found === undefined || small === undefined || (small.length === 0 && found.length > 0)) continue;
    const expected = [...new Set(small.flat())].toSorted().join();
    if (expected !== told.toSorted().join()) return `${choice.node_id}: ${told.join()} instead of ${expected}`;
    const sizes = told.map((field) => Math.min(...small.filter((set) => set.includes(field)).map((set) => set.length)));
    if (sizes.join() !== sizes.toSorted((a, b) => a - b).join()) return `${choice.node_id}: not the fewest first`;
  }
  return undefined;
};

function reversalsOf(run: RunSoFar, choice: DecidedChoice, isStrict: boolean, sought = soughtBy(run, choice)) {
  const node = choiceNode(run.definition, choice.node_id);
  const past = run.history.find(({ nodeId, visit }) => nodeId === choice.node_id && visit === choice.visit);
  if (node === undefined || past === undefined) return undefined;
  const read = new Map(valuesRead(run, choice).map((value) => [fieldOf(value), value]));
  const isDenied = deniedBefore(run, past);
  const isDeniedBefore = (field: string, value: Json) => {
    const changed = read.get(field);
    return changed !== undefined && isDenied({ ...changed, value });
  };
  const options = { isPassGood: isStrict && isPassGood(run, choice), isDeniedBefore };
  return smallestReversals(node, readBy(run, choice), sought, options);
}

/** Semantics 10.20.9: a person was asked by this choice and denied; the outcome by which nobody would have been. */
function notAskedBy(run: RunSoFar, { choices }: Decided, { node_id, visit }: DecidedChoice): readonly string[] {
  const isDenial = choices.some(({ denials }) => denials.some((each) => isSame(each, { node_id, visit })));
  const node = choiceNode(run.definition, node_id);
  return isDenial && node !== undefined && outcomesOf(node).has('pass') ? ['pass'] : [];
}

/** With the fields of one smallest reversal at their cures, and not with one of them left out, the outcome is better. */
const cured: Property = ({ run, decided }) => withoutCure(run, decided);

function withoutCure(run: RunSoFar, decided: Decided): string | undefined {
  for (const choice of plainChoices(run, decided)) {
    const node = choiceNode(run.definition, choice.node_id);
    if (node === undefined || choice.conditions.length === 0) continue;
    const sought = [...soughtBy(run, choice), ...notAskedBy(run, decided, choice)];
    const read = readBy(run, choice);
    const cures = new Map(choice.conditions.map((each) => [fieldOf(each as CascadeCondition), each.cure ?? null]));
    const isBetter = (fields: readonly string[]) =>
      sought.includes(
        outcomeWith(node, new Map([...read, ...fields.map((field) => [field, cures.get(field) ?? null] as const)])),
      );
    const sets = Array.from({ length: 2 ** cures.size }, (_, mask) =>
      [...cures.keys()].filter((_field, bit) => mask & (1 << bit)),
    );
    const hasCure = sets.some(
      (set) => set.length > 0 && isBetter(set) && set.every((left) => !isBetter(set.filter((field) => field !== left))),
    );
    if (!hasCure) return `${choice.node_id}: ${JSON.stringify([...cures])} is no cure`;
  }
  return undefined;
}

/** Unless it has no place for them all, what the letter prints of a choice is a cure of it. */
const printedLinesCure: Property = ({ run, decided }) => {
  if (decided.left_out !== 0 || decided.missingFactors.length > 0) return undefined;
  const isPrinted = ({
    field,
    read,
    cure,
    items,
    value_from: from,
    source_node_id: source,
  }: DecidedChoice['conditions'][number]) =>
    // That there were no score is said only if nothing else is.
    (field === 'score' && cure === null) ||
    decided.reasons.some((reason) => {
      if (reason.kind === 'reviewer') return false;
      // In a live letter one line covers everything undeclared.
      if (reason.kind === 'statement' && reason.of === 'undeclared' && reason.label === '' && source === 'context') {
        return true;
      }
      // Words that hold of two reports are one line.
      if (reason.source.field === field || reason.source.field === from?.field) return true;
      // That there are no such items says that there is no highest value of them.
      if (items === 0 && reason.source.field === field.replace(/\.(?:max|min)\..*$/, '.count')) return true;
      // The words of the field may be those of a figure that another choice asked for.
      if (reason.kind === 'field' && reason.code.endsWith(`.${field}`)) return true;
      const says = reason.kind === 'factor' ? field === 'score' : 'includes' in reason && field === 'records_count';
      return says && reason.source.read?.node_id === read?.node_id;
    });
  const choices = decided.choices.map((choice) => ({ ...choice, conditions: choice.conditions.filter(isPrinted) }));
  // If nothing of a choice is printed, its denial is, or there is none to print.
  const told = choices.filter(
    ({ lines, denials, node_id: id, visit }) =>
      lines > 0 &&
      denials.length === 0 &&
      !decided.choices.some(
        (choice) =>
          choice.node_id === id &&
          choice.visit === visit &&
          choice.conditions.some((condition) => isOfOlderReport(condition, choice, run)),
      ),
  );
  return withoutCure(run, { ...decided, choices: told });
};

/** Words of counts are printed for having too many, and not for having too few. */
const wordsLieTowardsTheCure: Property = ({ decided }) => {
  for (const reason of decided.reasons) {
    if (reason.kind !== 'field' || !reason.code.endsWith('_count')) continue;
    const { field, read } = reason.source;
    const own = decided.choices
      .flatMap(({ conditions }) => conditions)
      .filter((each) => each.field === field && each.read?.visit === read?.visit);
    if (!own.some(({ actual, cure }) => Number(cure) < Number(actual))) return `${reason.code} for too few`;
  }
  return undefined;
};

/** No other choice on the way, changed alone, would have spared the person on the same data. */
const whole: Property = ({ run, decided }) => {
  if (decided.unconditional) return undefined;
  for (const past of onTheWay(run)) {
    const isHeard = decided.choices.some(({ node_id, visit }) => node_id === past.nodeId && visit === past.visit);
    if (!isHeard && (betterByWords(run, past) ?? []).length > 0) return `${past.nodeId} is silent`;
  }
  return undefined;
};

/** The better outcomes of each choice that speaks are those of semantics 10.18 to 10.20, and no others. */
const betterAsTheWordsSay: Property = ({ run, decided }) => {
  for (const { node_id, visit, better, conditions } of decided.choices) {
    const past = run.history.find((each) => each.nodeId === node_id && each.visit === visit);
    const words = past === undefined ? [] : betterByWords(run, past);
    // Avoids the denial by one value that later choices read, too.
    const isFurtherOn = conditions.every(({ source_node_id: id, field, cure = null }) =>
      better.some(
        (outcome) =>
          past !== undefined && sparesWith(run, past, outcome, { source_node_id: id, field, value: cure }) !== false,
      ),
    );
    if (words?.length === 0 && conditions.length > 0 && isFurtherOn) continue;
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

const noSupersededVisitSpeaks: Property = ({ run, decided }) => {
  const superseded = decided.choices.filter(
    ({ node_id, visit }) =>
      !leadsToNotice(run, { node: node_id, visit }, (past) => past.nodeId === node_id && past.visit > visit),
  );
  return superseded.length > 0 ? `${superseded[0]?.node_id} is superseded` : undefined;
};

/** A choice whose other outcomes can lead to no Approve, and whose own outcome can avoid, is a gate that was passed. */
const aPassedGateIsSilent: Property = ({ run, decided }) => {
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

const noEmptyAlternative: Property = ({ run, decided }) => {
  for (const { node_id, better } of decided.choices) {
    const node = choiceNode(run.definition, node_id);
    for (const key of BRANCH_KEYS) {
      if (better.includes(key) && !mayMatch(node?.branches[key])) return `${node_id}: ${key} can never match`;
    }
  }
  return undefined;
};

/**
 * Conditions on the reports of a run under which words may be printed, by their codes, written apart from the schemas.
 */
const TRUE_OF: Readonly<Record<string, (report: JsonObject, choices: readonly DecidedChoice[]) => boolean>> = {
  'credit_report.utilization_percent': (_report, choices) =>
    choices.some(({ conditions }) =>
      conditions.some(({ field, actual, cure }) => field === 'utilization_percent' && Number(actual) > Number(cure)),
    ),
  'credit_report.collections_count': ({ collections_count: count }) => Number(count) > 0,
  'credit_report.bankruptcies_count': ({ bankruptcies_count: count }) => Number(count) > 0,
  'credit_report.score.missing': ({ score }) => score === null,
  'criminal_background.felony_count': ({ felony_count: count }) => Number(count) > 0,
  'criminal_background.records': ({ records_count: count }) => Number(count) > 0,
  'criminal_background.records_count': ({ records_count: count }) => Number(count) > 0,
  'criminal_background.sex_offender_registry_match': ({ sex_offender_registry_match: match }) => match === true,
};

const printedPredicatesHold: Property = ({ run, decided }) => {
  for (const reason of decided.reasons) {
    const code = reason.kind === 'field' || reason.kind === 'reviewer' ? reason.code : null;
    if (code === null) {
      if (reason.kind === 'reviewer' && catalogueReason(reason.text) !== undefined) return `${reason.text} is no text`;
      continue;
    }
    const nodes = code.startsWith('credit') ? ['credit', 'co'] : ['criminal'];
    const read = reason.kind === 'field' ? reason.source.read : null;
    const reports = run.history.filter(
      ({ nodeId, visit, output }) =>
        nodes.includes(nodeId) &&
        output !== null &&
        (read === null || (read.node_id === nodeId && read.visit === visit)),
    );
    if (!reports.some(({ output }) => TRUE_OF[code]?.(output as JsonObject, decided.choices) === true)) {
      return `${code} is not true`;
    }
  }
  return undefined;
};

/** The cascade with a step beside each notice that leads nowhere: a Wait, or a jump to a results node. */
const aStepBesideADeclineChangesNothing: Property = ({ decided, of, index }) => {
  const beside = issuedNotices({ ...of, definition: withSteps(of.definition) })[index];
  if (beside === undefined) return undefined;
  const other = whatDecided(beside.run);
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

/** A report that was pulled again may say what is no longer so: then no line has to say it. */
function isOfOlderReport(
  { read, value_from: from }: Pick<ConditionTrace, 'read' | 'value_from'>,
  choice: DecidedChoice,
  { history }: RunSoFar,
): boolean {
  return [read, from?.read ?? null].some(
    (older) =>
      older !== null &&
      history.some(
        (past) => productOf(past.nodeId) === productOf(older.node_id) && leads(history, choice, refOf(past)),
      ),
  );
}

const eachChoiceHasALine: Property = ({ run, decided }) => {
  const left = 4 - decided.reasons.filter(({ kind }) => kind === 'reviewer').length;
  const lacking = new Set(decided.missingFactors.map(({ node_id, visit }) => keyOf(node_id, visit)));
  const speaking = decided.choices.filter(
    (choice) =>
      choice.lines > 0 ||
      choice.conditions.some(
        (condition) =>
          !isOfOlderReport(condition, choice, run) &&
          // That there were no score is said only if nothing else is.
          !(condition.field === 'score' && condition.cure === null) &&
          ![condition, condition.value_from ?? []]
            .flat()
            .some(
              ({ field, read }) => field === 'score' && read !== null && lacking.has(keyOf(read.node_id, read.visit)),
            ),
      ),
  );
  const silent = speaking.slice(0, left).find(({ lines }) => lines === 0);
  return silent === undefined ? undefined : `${silent.node_id} has no line`;
};

const aDenialHasAReviewersReasonAndACondition: Property = ({ run, decided }) => {
  const given = decided.reasons.some(({ kind }) => kind === 'reviewer');
  const hasWords = decided.choices.some((choice) =>
    choice.conditions.some((condition) => condition.field !== 'score' && !isOfOlderReport(condition, choice, run)),
  );
  if (!given || !hasWords) return undefined;
  // A condition may be printed in the reviewer's words.
  return decided.choices.some(({ lines }) => lines > 0) ? undefined : 'the reviewer has all four';
};

function isOpenReview({ output }: PastVisit): boolean {
  return isJsonObject(output) && output.branch === 'human_review' && output.review === undefined;
}

/** Whichever choice on the way read it, and whether the condition held or not. */
const aScoreThatWasReadIsDisclosed: Property = ({ run, decided }) => {
  const onPath = run.history.filter(({ nodeId, visit }) => leadsToNotice(run, { node: nodeId, visit }, () => false));
  for (const past of onPath) {
    if (isOpenReview(past)) continue;
    const traces = tracesOf(run, { node_id: past.nodeId, visit: past.visit });
    for (const { field, read } of traces.flatMap((trace) => [trace, trace.value_from ?? []].flat())) {
      if (field !== 'score' || read === null) continue;
      const is = (each: { readonly node_id: string; readonly visit: number }) =>
        each.node_id === read.node_id && each.visit === read.visit;
      if (decided.reports.some(is) && !decided.scores.some(is)) return `the score of ${read.node_id}#${read.visit}`;
    }
  }
  return undefined;
};

export const ALL = {
  enough,
  aSourceThatCanAvoidGivesAChoice,
  fieldsOfSmallestReversals,
  cured,
  printedLinesCure,
  wordsLieTowardsTheCure,
  whole,
  betterAsTheWordsSay,
  noSupersededVisitSpeaks,
  aPassedGateIsSilent,
  noEmptyAlternative,
  printedPredicatesHold,
  aStepBesideADeclineChangesNothing,
  eachChoiceHasALine,
  aDenialHasAReviewersReasonAndACondition,
  aScoreThatWasReadIsDisclosed,
} satisfies Readonly<Record<string, Property>>;
