import { isOfEverybody } from '../cascade/asking.ts';
import { figureKey, type ConditionTrace, type VisitRef } from '../cascade/conditions.ts';
import { choiceOutput } from '../cascade/nodes/if-else.ts';
import type { EffectRequest } from '../cascade/contract.ts';
import type { ChoiceOutcome, Comparison, Decided, DecidedCondition, UsedReport } from '../cascade/decided.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { Product } from '../products/index.ts';
import { isKind, NODES } from '../cascade/registry.ts';
import { neededText, statementText } from '../notices/decided/index.ts';
import { comparedAs, labelOf, statedOf, unitOfCondition } from '../notices/decided/labels.ts';
import { isAfterIn } from '../notices/decided/notice-path.ts';
import { comparisonOf, metBy } from '../notices/decided/reasons.ts';
import { pathTo, visitKey, refOf } from '../notices/decided/notice-path.ts';
import { within, type Work } from '../work.ts';
import { outcomeWith, otherDecisions, smallestChange, type ChangedOutcome, type NeededChange } from './changes.ts';
import type { RecordedRun } from './rerun.ts';

export type { RecordedRun } from './rerun.ts';

/** A notice of a recorded run, with the data that it was compiled from. */
export interface IssuedNotice {
  readonly ref: VisitRef;
  readonly actionTaken: string;
  readonly reasons: readonly string[];
  readonly decided: Decided;
}

/**
 * The notices among the effects of a run, in the order of their first requests. Each is as last requested, because
 * reasons that a person gives change it.
 */
export function issuedNotices(
  effects: readonly { readonly nodeId: string; readonly visit: number; readonly request: EffectRequest }[],
): IssuedNotice[] {
  const notices = new Map<string, IssuedNotice>();
  for (const { nodeId, visit, request } of effects) {
    if (request.kind !== 'notice' || request.operation !== 'prepare') continue;
    const { decided, action_taken: actionTaken, reasons } = request.notice;
    notices.set(`${nodeId}#${visit}`, { ref: { node_id: nodeId, visit }, actionTaken, reasons, decided });
  }
  return [...notices.values()];
}

/**
 * Explains why a notice was issued: the way taken, the choices that decided, the reviewers' reasons, and what would
 * have changed the outcome. Choices have the required and the actual values.
 *
 * `summary` can be read aloud to the applicant and never quotes a rule. With `hidesThresholds` it names no values that
 * others were compared with. If finding out what would have changed the outcome is too much work, that part is left
 * out. If the rest is too much work, it throws TooMuchWork.
 */
export function explainNotice(run: RecordedRun, notice: IssuedNotice, work: Work, hidesThresholds = false): JsonObject {
  const { decided, ref } = notice;
  const choices = decided.choices.map((choice) => explainChoice(run, choice, work, hidesThresholds));
  work.spend(run.history.length + 1);
  const { change, leadsTo } = changeOf(run, notice, work);
  const others = within(work, WORK_OF_DECISIONS, (part) => otherDecisions(run, decided, ref, part)) ?? [];
  const changes = change === null ? [] : change.values.map((needed) => explainChange(run, needed));
  const needed = hidesThresholds
    ? `another value of ${changes.map(({ label }) => label).join(' and of ')}`
    : changes.map(({ text }) => text).join('; ');
  return {
    node_id: ref.node_id,
    visit: ref.visit,
    action_taken: notice.actionTaken,
    reasons: [...notice.reasons],
    unconditional: decided.unconditional,
    way: wayOf(run, ref),
    choices: choices.map(({ json }) => json),
    reports_used: decided.reports.map((report: UsedReport) => ({ ...report })),
    would_have_changed: {
      values: changes.map(({ json }) => json),
      exact: change?.exact ?? false,
      leads_to: leadsTo,
      decisions: others.map(({ of }) => ({ ...of, decision: 'approved' })),
    },
    summary: [
      ...(decided.unconditional ? ['This notice goes to everybody who reaches it; no condition decided.'] : []),
      ...choices.flatMap(({ sentences }) => sentences),
      ...(leadsTo === null
        ? []
        : [`For a different outcome: ${needed}.`, `The application would then ${LEADS_TO_WORDS[leadsTo]}.`]),
      ...others.map(
        ({ of, isDenied }) =>
          `A reviewer who approved${isRow(run, of.node_id) ? '' : ` at ${nameOf(run, of.node_id)}`} would have ` +
          `${isDenied ? 'spared this notice, but not the denial' : 'changed the outcome'}.`,
      ),
    ],
  };
}

/** Units of work for other decisions of reviewers, and for where a change leads. */
const WORK_OF_DECISIONS = 100_000;

/** The change of values that would have changed the outcome, and where it leads: both or neither. */
function changeOf(run: RecordedRun, { decided, ref }: IssuedNotice, work: Work) {
  const change = smallestChange(run, decided, ref, work);
  const leadsTo =
    change === null ? undefined : within(work, WORK_OF_DECISIONS, (part) => outcomeWith(run, change.values, part));
  return leadsTo === undefined ? { change: null, leadsTo: null } : { change, leadsTo };
}

function wayOf(run: RecordedRun, ref: VisitRef): JsonObject[] {
  const path = pathTo(ref, run.history, () => false);
  return run.history
    .filter((past) => path.visits.has(visitKey(refOf(past))))
    .map((past) => ({ ...refOf(past), name: nameOf(run, past.nodeId), kind: kindOf(run, past.nodeId) }));
}

interface Explained {
  readonly json: JsonObject;
  readonly sentences: readonly string[];
}

/** Cost of wording a condition. */
const UNITS_OF_TRACE = 4;

function explainChoice(
  run: RecordedRun,
  choice: Decided['choices'][number],
  work: Work,
  hidesThresholds: boolean,
): Explained {
  const { node_id, visit, taken, better } = choice;
  const output = run.history.find((past) => past.nodeId === node_id && past.visit === visit)?.output;
  // A row that the run never reached has no output: an earlier row of its block decided.
  const traces = (choiceOutput(output)?.conditions ?? choice.conditions).filter((trace) => !isOfEverybody(trace));
  const reviews = choice.denials.map((denial) => reviewAt(run, denial));
  work.spend((traces.length + choice.conditions.length) * UNITS_OF_TRACE);
  const byField = Map.groupBy(choice.conditions, ({ branch, group, field }) => JSON.stringify([branch, group, field]));
  const isDeciding = (trace: ConditionTrace) => {
    const { branch, group } = trace;
    const near = [trace.field, trace.value_from?.field].flatMap((field) =>
      field === undefined ? [] : (byField.get(JSON.stringify([branch, group, field])) ?? []),
    );
    return near.some((condition) => isOn(condition, trace));
  };
  const name = nameOf(run, node_id);
  return {
    json: {
      node_id,
      visit,
      name,
      taken,
      better: [...better],
      conditions: traces.map((trace) => ({
        branch: trace.branch,
        group: trace.group,
        source_node_id: trace.source_node_id,
        field: trace.field,
        where: trace.where === undefined ? null : [...trace.where],
        items: trace.items ?? null,
        operator: trace.operator,
        required: trace.value,
        value_from: trace.value_from === undefined ? null : { ...trace.value_from },
        actual: trace.actual,
        missing: trace.missing,
        result: trace.result,
        on_missing: trace.on_missing ?? null,
        not_comparable: trace.not_comparable === undefined ? null : { ...trace.not_comparable },
        decided: isDeciding(trace),
        text: textOf(run, trace, 'required'),
      })),
      reviews,
    },
    sentences: [
      isRow(run, node_id) ? `${ROW_WORDS[taken]}.` : `At ${name} ${OUTCOME_WORDS[taken]}.`,
      ...choice.conditions.map((condition) => `${textOf(run, condition, condition.is, !hidesThresholds)}.`),
      ...reviews.flatMap(({ reasons }) =>
        reasons.length === 0
          ? ['A reviewer denied it, without giving reasons.']
          : [`A reviewer denied it. The reasons given: ${reasons.join('; ')}.`],
      ),
    ],
  };
}

/** True if `condition` decided in `trace`, or is the other side of the comparison in it. */
function isOn({ is_other: isOther, ...condition }: DecidedCondition, trace: ConditionTrace): boolean {
  if (isOther === true) {
    return condition.field === trace.value_from?.field && condition.value_from?.field === trace.field;
  }
  return (
    figureKey(condition) === figureKey(trace) &&
    condition.operator === trace.operator &&
    condition.value === trace.value &&
    condition.value_from?.field === trace.value_from?.field
  );
}

const LEADS_TO_WORDS: Readonly<Record<ChangedOutcome, string>> = {
  review: 'have gone to a reviewer, who decides',
  conditional: 'have been offered other terms',
  approved: 'have been approved',
  report: 'have gone on to a report that was never pulled',
  no_notice: 'not have come to this notice',
};

const OUTCOME_WORDS: Readonly<Record<ChoiceOutcome, string>> = {
  pass: 'the conditions to pass were met',
  human_review: 'a reviewer approved',
  fail: 'the application did not pass',
};

/** Words for a node whose name is its rule. */
const ROW_WORDS: Readonly<Record<ChoiceOutcome, string>> = {
  pass: 'A rule of the policy applied',
  human_review: 'A reviewer approved',
  fail: 'The application did not meet a requirement of the policy',
};

function isRow({ definition }: RecordedRun, id: string): boolean {
  const node = definition.find((each) => each.id === id);
  if (node === undefined || !isKind(node, 'IfElse')) return false;
  return Object.values(node.branches).some((branch) =>
    branch?.condition_groups?.some(({ text }) => text !== undefined),
  );
}

function reviewAt(run: RecordedRun, ref: VisitRef) {
  const output = run.history.find((past) => past.nodeId === ref.node_id && past.visit === ref.visit)?.output;
  const review = isJsonObject(output) && isJsonObject(output.review) ? output.review : {};
  const reasons = (Array.isArray(review.reasons) ? review.reasons : []).filter((each) => typeof each === 'string');
  return {
    ...ref,
    decision: 'denied',
    decided_by_user_id: review.decided_by_user_id ?? null,
    decided_at: review.decided_at ?? null,
    note: review.note ?? null,
    reasons,
  };
}

function explainChange(run: RecordedRun, { condition, value }: NeededChange) {
  const { source_node_id, field, where, actual, read, value_from: from } = condition;
  const words = wordsOf(run, condition);
  const text = neededText({ ...words, comparison: asked(run, condition, condition.is) });
  return {
    label: words.label,
    json: {
      source_node_id,
      visit: read?.visit ?? null,
      field,
      where: where === undefined ? null : [...where],
      actual,
      value,
      // The value may come from another field, which tells the masks how to hide it.
      value_from: from === undefined ? null : { ...from },
      text,
    },
    text,
  };
}

function textOf(run: RecordedRun, trace: ConditionTrace, is: 'required' | 'matched', withThresholds = true): string {
  const parts = {
    ...wordsOf(run, trace),
    ...statedOf(trace, productOf(run, trace.source_node_id), run.context.dictionary, comparedAs(trace)),
    comparison: asked(run, trace, is),
  };
  return statementText(parts, withThresholds);
}

function asked(run: RecordedRun, trace: ConditionTrace | DecidedCondition, is: Comparison['is']): Comparison {
  const isOther = 'is_other' in trace && trace.is_other === true;
  const other = {
    product: productOf(run, trace.value_from?.source_node_id ?? ''),
    own: productOf(run, trace.source_node_id),
    dictionary: run.context.dictionary,
    isAfter: isAfterIn(run.history),
  };
  const cure = 'is_one_of_several' in trace && trace.is_one_of_several === true ? trace.cure : undefined;
  return { ...comparisonOf(trace, is, isOther, other), ...metBy(cure) };
}

function wordsOf(run: RecordedRun, trace: ConditionTrace) {
  const product = productOf(run, trace.source_node_id);
  const { dictionary } = run.context;
  const other = productOf(run, trace.value_from?.source_node_id ?? '');
  return { ...labelOf(trace, product, dictionary), unit: unitOfCondition(trace, product, other, dictionary) };
}

function productOf({ definition }: RecordedRun, id: string): Product | undefined {
  const node = definition.find((each) => each.id === id);
  const source = node === undefined ? undefined : NODES.sourceOf(node);
  return source?.kind === 'report' ? source.product : undefined;
}

function nameOf({ definition }: RecordedRun, id: string): string {
  const name = definition.find((node) => node.id === id)?.name;
  return name === undefined || name.trim() === '' ? id : `“${name}”`;
}

function kindOf({ definition }: RecordedRun, id: string): string {
  const node = definition.find((each) => each.id === id);
  return node === undefined ? 'unknown' : NODES.specOf(node).kind;
}
