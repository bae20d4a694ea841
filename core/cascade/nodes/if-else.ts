import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { isoTime } from '../../time.ts';
import { BRANCH_COMPONENTS, checkBranches, SENTENCE_PROPERTIES } from '../branches.ts';
import type { ReviewDecision } from '../../states.ts';
import type { BranchDecision, ConditionTrace, VisitRef } from '../conditions.ts';
import { componentRef, type NodeSpec, type Turn, type VisitContext } from '../contract.ts';
import {
  BRANCH_KEYS,
  type Branches,
  type CascadeCondition,
  type NodeBase,
  type Sentence,
  type ValueSource,
  valuesOf,
} from '../definition.ts';
import type { ChoiceOutcome } from '../decided.ts';
import { VALUE_MISSING } from '../on-missing.ts';
import {
  askingOf,
  decidedAt,
  failureOf,
  isAsking,
  outcomeToPerson,
  sharedOutcome,
  stepsBehind,
  stepsOf,
  type Asked,
} from '../not-comparable.ts';
import { NOT_COMPARABLE, ON_NOT_COMPARABLE, type OnNotComparable } from '../on-not-comparable.ts';
import { checkReview, REVIEW_SCHEMA } from '../review.ts';
import { outputNamesIn, reportsHeld, resolveCondition } from '../scope.ts';

export interface IfElseNode extends NodeBase {
  readonly type: 'IfElse' | 'Condition';
  readonly branches: Branches;
  readonly on_not_comparable?: OnNotComparable;
  readonly everyone_else?: Sentence;
  /** Marks rows whose order the author did not define: those with the same `block`. */
  readonly block?: string;
  readonly prohibited_basis_note?: string;
  readonly jurisdiction_review?: { readonly of: string; readonly note: string };
}

/** The output of a choice, once it has compared. */
export interface ChoiceOutput {
  /** Null if the step failed because of a value that cannot be compared. */
  readonly branch: ChoiceOutcome | null;
  readonly conditions: readonly ConditionTrace[];
  /** Set if a person was asked because of such a value. */
  readonly asked?: Asked;
  /** Set if all outcomes that such a value left open lead to the same steps. */
  readonly is_shared?: true;
  /** Set if a person further on decides in place of the comparison. */
  readonly is_left_to_person?: true;
  /** Set if a person decided. */
  readonly review?: { readonly decision: string; readonly reasons?: readonly string[] };
  /** The reports that the run had when a person was asked. */
  readonly reports_held?: readonly VisitRef[];
}

/** The output of an IfElse visit, which only this file writes; null for any other output. */
export function choiceOutput(output: Json | undefined): ChoiceOutput | null {
  if (!isJsonObject(output) || !Array.isArray(output.conditions)) return null;
  return output as JsonObject & ChoiceOutput;
}

/**
 * Decides: tries `pass`, then `human_review`, else takes `fail`. A match of `human_review` parks the run. An approval
 * goes on at `human_review_steps`, or at `pass_steps` if there are none. A denial goes on at `fail_steps`, so it never
 * runs steps that only an approval may run. `next_step` is not used. Source: semantics 4.1 and 9.4.
 */
export const ifElse: NodeSpec<IfElseNode, 'IfElse'> = {
  kind: 'IfElse',
  namedBy: 'type',
  aliases: ['Condition'],
  schema: {
    description: 'Compares outputs and takes a branch. `next_step` is not used.',
    required: ['branches'],
    properties: {
      branches: {
        type: 'object',
        description: '`pass` is tried first, then `human_review`; a match of neither takes `fail_steps`.',
        properties: {
          pass: { ...componentRef('CascadeBranch'), description: 'Matching it takes `pass_steps`.' },
          human_review: { ...componentRef('CascadeBranch'), description: 'Matching it asks a person.' },
        },
      },
      review: REVIEW_SCHEMA,
      on_not_comparable: {
        type: 'string',
        enum: ON_NOT_COMPARABLE,
        description:
          'What happens if the branch depends on a value that is there and cannot be compared, such as "$4,200" with ' +
          '3000: the step fails with `value_not_comparable`, or a person decides (`review`), where a denial cannot come ' +
          'to an approval. Default: the setting of the account, which is `fail` at first.',
      },
      everyone_else: {
        type: 'object',
        description: 'The sentence about everybody whom no rule decides. It belongs on the last choice.',
        properties: SENTENCE_PROPERTIES,
      },
      block: {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        description:
          'The author gave the rules of these choices no order. Choices of one `block` follow each other. An applicant whom ' +
          'one of them decides is also told of each later one that would have decided the same.',
      },
      prohibited_basis_note: {
        type: 'string',
        maxLength: 2000,
        description:
          'Why the law allows a condition on age, sex, disability or the like here. Without it a choice that reads one ' +
          'does not go live (15 USC 1691(a); 42 USC 3604).',
      },
      jurisdiction_review: {
        type: 'object',
        description: 'A person has looked at what the law of the place says: ends the warning `jurisdiction_review`.',
        required: ['of', 'note'],
        properties: {
          of: {
            type: 'string',
            maxLength: 64,
            description: 'The `acknowledge_as` of the warning. It changes when the choice is changed.',
          },
          note: { type: 'string', minLength: 1, maxLength: 2000, description: 'Who reviewed it, and why it may be.' },
        },
      },
    },
  },
  components: BRANCH_COMPONENTS,
  edges: ['pass_steps', 'human_review_steps', 'fail_steps'],
  keptOutput: [
    ...['branch', 'is_shared', 'is_left_to_person', 'asked.approved', 'asked.denied'],
    ...['review.decision', 'review.decided_by_user_id', 'review.decided_at'],
  ],

  validate(node, at, scope, report) {
    checkBranches(node, at, scope, report);
    checkReview(node, at, report);
  },

  reads: (node) => [...new Set(valuesRead(node).map(({ source_node_id }) => source_node_id))],

  start(node, visit) {
    const missing = missingSource(node, visit);
    if (missing !== undefined) return { ...missing, do: 'fail' };
    const decided = decidedAt(node, visit, (from) => resolveCondition(visit, from));
    if (decided.branch === null) return undecided(node, decided, visit);
    const output = decision(decided.branch, decided.trace);
    return decided.branch === 'human_review'
      ? askPerson(node, output, visit)
      : { do: 'finish', output, next: stepsOf(node, decided.branch) };
  },

  resume(node, visit, _memo, happened) {
    if (happened.kind !== 'decision') throw new Error(`a review does not wait for a ${happened.kind}`);
    const before = visit.outputs.get(node.id);
    const output: JsonObject = {
      ...(isJsonObject(before) ? before : {}),
      review: {
        decision: happened.decision,
        decided_by_user_id: happened.decidedByUserId,
        decided_at: isoTime(happened.decidedAt),
        note: happened.note,
        ...(happened.reasons.length === 0 ? {} : { reasons: [...happened.reasons] }),
      },
    };
    const next = stepsAfter(node, happened.decision, choiceOutput(before));
    // Between the two letters of employment nothing is decided yet: the final one records the denial (15 USC
    // 1681b(b)(3)).
    const isDenial = happened.decision === 'denied' && !leadsToTwoLetters(next, visit);
    return { do: 'finish', output, next, ...(isDenial ? { aside: { outcome: 'denied' as const } } : {}) };
  },
};

/**
 * Handles a choice whose branch depends on a value that cannot be compared, or on a missing one for which a person is
 * asked.
 */
function undecided(node: IfElseNode, decided: BranchDecision, visit: VisitContext): Turn {
  const shared = sharedOutcome(node, decided, visit);
  if (shared !== undefined) {
    const output = { ...decision(shared, decided.trace), is_shared: true };
    return { do: 'finish', output, next: stepsOf(node, shared) };
  }
  const isReviewed = isAsking(node, decided, visit);
  const further = isReviewed ? outcomeToPerson(node, decided, visit) : undefined;
  if (further !== undefined) {
    const output = { ...decision(further, decided.trace), is_left_to_person: true };
    return { do: 'finish', output, next: stepsOf(node, further) };
  }
  const asked = isReviewed ? askingOf(node, (id) => visit.node(id)) : null;
  const why = decided.isOfMissing === true ? VALUE_MISSING : NOT_COMPARABLE;
  if (asked !== null) return askPerson(node, { ...decision('human_review', decided.trace), asked }, visit, why);
  return { do: 'fail', ...failureOf(node.id, decided.trace), output: decision(null, decided.trace) };
}

function askPerson(node: IfElseNode, output: JsonObject, visit: VisitContext, why?: string): Turn {
  const metadata: JsonObject = { node_id: node.id, ...(why === undefined ? {} : { why }) };
  return {
    do: 'park',
    review: { kind: 'decision', key: 'decision', artifactId: null, dueAt: null },
    memo: {},
    output: { ...output, reports_held: reportsHeld(visit) },
    aside: { reviewEvents: [{ type: 'flagged', key: 'flagged', metadata }] },
  };
}

function leadsToTwoLetters(steps: readonly string[], visit: VisitContext): boolean {
  return stepsBehind(steps, (id) => visit.node(id)).some((node) => {
    const { adverse_action: settings } = node as NodeBase & { readonly adverse_action?: Json };
    return isJsonObject(settings) && settings.action_taken === 'adverse_employment';
  });
}

/** The steps that follow a person's decision. */
export function stepsAfter(node: IfElseNode, review: ReviewDecision, output: ChoiceOutput | null): readonly string[] {
  return stepsOf(node, outcomeAfter(review, output));
}

/** The outcome whose steps follow a person's decision. A denial means `fail`, unless `asked` reverses the choice. */
export function outcomeAfter(review: string, output: Pick<ChoiceOutput, 'asked'> | null): ChoiceOutcome {
  const { approved, denied } = output?.asked ?? { approved: 'human_review', denied: 'fail' };
  return review === 'denied' ? denied : approved;
}

export function stepsAfterApproval(node: IfElseNode): readonly string[] {
  return stepsOf(node, 'human_review');
}

/** The output of an IfElse (semantics 4.1.3). */
export type IfElseOutput = Pick<ChoiceOutput, 'branch'> & { readonly conditions: ConditionTrace[] };

export function decision(branch: IfElseOutput['branch'], trace: readonly ConditionTrace[]): JsonObject {
  return { branch, conditions: trace.map((entry) => ({ ...entry })) };
}

/** Fails if a source has no report or its step never ran: a vendor outage must not end in a denial. */
function missingSource(node: IfElseNode, visit: VisitContext): { code: string; message: string } | undefined {
  for (const { source_node_id: id, field } of valuesRead(node)) {
    if (visit.sourceOf(id)?.kind !== 'report') {
      const lost = visit.failed.size === 0 ? undefined : lostStep(field, visit);
      if (lost !== undefined) return sourceFailed(lost, visit);
    } else if (visit.failed.has(id) || visit.stopped.has(id)) {
      return sourceFailed(id, visit);
    } else if (!visit.outputs.has(id)) {
      return { code: 'source_not_run', message: `The step ${id}, whose output is compared, has not run.` };
    }
  }
  return undefined;
}

function sourceFailed(id: string, { failed }: VisitContext): { code: string; message: string } {
  const how = failed.has(id) ? 'has failed' : 'was stopped because a step before it failed';
  return { code: 'source_failed', message: `The step ${id}, whose output is compared, ${how}.` };
}

/** The step whose output a path reads, if it failed or lacks an output because a step before it failed. */
function lostStep(field: string, { node, failed, outputs, work }: VisitContext): string | undefined {
  const names = outputNamesIn(field);
  if (names.length === 0) return undefined;
  const behind = stepsBehind([...failed], node);
  work.spend(behind.length);
  const isById = field.startsWith('steps.');
  const isRead = ({ id, config }: NodeBase) => names.some((name) => name === (isById ? id : config?.store_result_as));
  return behind.find((each) => isRead(each) && (failed.has(each.id) || !outputs.has(each.id)))?.id;
}

/** Every condition of the node, in the order of evaluation. */
export function conditionsOf(node: Pick<IfElseNode, 'branches'>): readonly CascadeCondition[] {
  return BRANCH_KEYS.flatMap((key) =>
    (node.branches[key]?.condition_groups ?? []).flatMap((group) => group.conditions),
  );
}

/** True if one of its rows asks a person about a missing value. */
export function asksOfMissing({ branches }: Pick<IfElseNode, 'branches'>): boolean {
  return BRANCH_KEYS.some((key) => branches[key]?.condition_groups?.some((group) => group.on_missing === 'review'));
}

/** Every value that its conditions read, including those that they compare with. */
export function valuesRead(node: IfElseNode): readonly ValueSource[] {
  return conditionsOf(node).flatMap(valuesOf);
}
