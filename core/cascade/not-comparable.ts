import { isJsonObject, type Json } from '../json.ts';
import { onlyAsks } from './asking.ts';
import { COMPARABLE_WORDS } from './comparable-words.ts';
import { evaluateBranches, type BranchDecision, type ConditionResolver, type ConditionTrace } from './conditions.ts';
import type { PassLeadsTo } from './missing-values.ts';
import type { VisitContext } from './contract.ts';
import type { ChoiceOutcome } from './decided.ts';
import { EDGE_KEYS, type Branches, type NodeBase } from './definition.ts';
import { canMatch } from './groups.ts';
import { NOT_COMPARABLE, type OnNotComparable } from './on-not-comparable.ts';
import { resolveCondition } from './scope.ts';

/*
 * A choice whose branch depends on a value that cannot be compared. If all open branches lead to the same steps, it
 * goes on. Otherwise a person decides, or the step fails. Source: semantics 4.6 and 4.7.
 */

type NodeAt = (id: string) => NodeBase | undefined;

/** A node with branches. */
export interface Choice extends NodeBase {
  readonly branches: Branches;
  readonly on_not_comparable?: OnNotComparable;
}

/**
 * The outcomes of a person's decisions, if a person was asked in place of the comparison. A type alias, so that it is
 * plain JSON.
 */
export type Asked = { readonly approved: ChoiceOutcome; readonly denied: ChoiceOutcome };

/** Evaluates the choice on the data that `resolve` gives. */
export function decidedAt(
  node: Choice,
  visit: Pick<VisitContext, 'work' | 'node'>,
  resolve: ConditionResolver,
): BranchDecision {
  return evaluateBranches(node.branches, resolve, visit.work, () => passLeadsTo(node, (id) => visit.node(id)));
}

function decided(node: Choice, visit: VisitContext): BranchDecision {
  return decidedAt(node, visit, (from) => resolveCondition(visit, from));
}

export function passLeadsTo(node: Choice, nodeAt: NodeAt): PassLeadsTo {
  if (askingOf(node, nodeAt)?.denied === 'pass') return 'denial';
  return leadsToPerson(node.pass_steps ?? [], nodeAt) ? 'person' : 'further';
}

/** True if the single path from here ends at a choice that only asks. */
function leadsToPerson(ids: readonly string[], nodeAt: NodeAt): boolean {
  const seen = new Set<string>();
  for (let [id = '', ...others] = ids; others.length === 0 && !seen.has(id);) {
    seen.add(id);
    const next = nodeAt(id);
    if (next === undefined) return false;
    if ('branches' in next) return onlyAsks((next as Choice).branches);
    [id = '', ...others] = next.next_step ?? [];
  }
  return false;
}

/** The steps of an outcome. An approved review without steps of its own takes those of `pass`. */
export function stepsOf(node: Choice, outcome: ChoiceOutcome): readonly string[] {
  if (outcome === 'fail') return node.fail_steps ?? [];
  const own = outcome === 'human_review' ? (node.human_review_steps ?? []) : [];
  return own.length > 0 ? own : (node.pass_steps ?? []);
}

/**
 * The outcome to take if all open ones lead to the same steps, through choices on data that the run has; otherwise
 * undefined. It prefers an outcome with a further choice, and among these one that could still approve. The letter then
 * gives that choice's reasons, and none that depends on the value.
 */
export function sharedOutcome(
  node: Choice,
  { possible, isOfMissing }: BranchDecision,
  visit: VisitContext,
): ChoiceOutcome | undefined {
  // A row that asks a person stays open, whatever the later rows say.
  if (isOfMissing === true) return undefined;
  // A reader of the taken branch could tell the open ones apart. A review is not a step that they could share.
  if (possible.includes('human_review') || visit.isOutputRead(node.id)) return undefined;
  const known: Reached = new Map();
  const reached = possible.map((outcome) => stepsReached(stepsOf(node, outcome), visit, known));
  const [first] = reached;
  if (first === undefined || !reached.every((each) => each !== undefined && isSame(each, first))) return undefined;
  const further = possible.filter((outcome) => !isSame(new Set(stepsOf(node, outcome)), first));
  return further.find((outcome) => mayApprove(stepsOf(node, outcome), visit)) ?? further[0] ?? possible[0];
}

/**
 * The open outcome that leads to a person on the data that the run has. That is a choice that only asks, or a later
 * choice that is open too. The person decides about the whole applicant and is asked once. All steps on the way are
 * choices.
 */
export function outcomeToPerson(
  node: Choice,
  decided: Pick<BranchDecision, 'possible'>,
  visit: VisitContext,
): ChoiceOutcome | undefined {
  return openOutcomeToPerson(node, decided, visit, new Map());
}

/** For each choice that was examined, whether it leads to a person. Many paths may lead to one choice. */
type ToPerson = Map<string, boolean>;

function openOutcomeToPerson(
  node: Choice,
  { possible }: Pick<BranchDecision, 'possible'>,
  visit: VisitContext,
  known: ToPerson,
): ChoiceOutcome | undefined {
  if (possible.includes('human_review') || visit.isOutputRead(node.id)) return undefined;
  return possible.find((outcome) => comesToPerson(stepsOf(node, outcome), visit, known));
}

function comesToPerson(ids: readonly string[], visit: VisitContext, known: ToPerson): boolean {
  const [id = ''] = ids;
  const choice = ids.length === 1 && visit.decidesNow(id) && !visit.isOutputRead(id) ? choiceAt(id, visit) : undefined;
  if (choice === undefined) return false;
  const asks = known.get(id) ?? asksOnward(choice, visit, known);
  known.set(id, asks);
  return asks;
}

/** True if the choice asks a person. It decides as the run will; if all its open outcomes agree, nobody is asked. */
function asksOnward(choice: Choice, visit: VisitContext, known: ToPerson): boolean {
  if (onlyAsks(choice.branches)) return true;
  const found = decided(choice, visit);
  const outcome = found.branch ?? sharedOutcome(choice, found, visit);
  if (outcome !== undefined) return outcome !== 'human_review' && comesToPerson(stepsOf(choice, outcome), visit, known);
  if (!isAsking(choice, found, visit)) return false;
  const further = openOutcomeToPerson(choice, found, visit, known);
  return further !== undefined || askingOf(choice, (each) => visit.node(each)) !== null;
}

/** True if a person is to decide what is open, provided that one can be asked. */
export function isAsking(
  node: Choice,
  { isOfMissing }: Pick<BranchDecision, 'isOfMissing'>,
  { onNotComparable }: Pick<VisitContext, 'onNotComparable'>,
): boolean {
  return isOfMissing === true || (node.on_not_comparable ?? onNotComparable) === 'review';
}

/**
 * For each choice, the first steps after it that are not choices. It is kept, because many paths may lead to one
 * choice.
 */
type Reached = Map<string, ReadonlySet<string> | undefined>;

/**
 * The first steps that are not choices; undefined if that depends on a value that cannot be compared. A choice counts
 * as a step if it may wait for other branches or for a report, because it cannot be evaluated yet. It also counts as a
 * step if a condition reads its output, which would reveal whether the run came there.
 */
function stepsReached(ids: readonly string[], visit: VisitContext, known: Reached): ReadonlySet<string> | undefined {
  const [id = ''] = ids;
  const isPassedOver = ids.length === 1 && visit.decidesNow(id) && !visit.isOutputRead(id);
  const choice = isPassedOver ? choiceAt(id, visit) : undefined;
  if (choice === undefined) return new Set(ids);
  if (!known.has(id)) known.set(id, stepsBehindChoice(choice, visit, known));
  return known.get(id);
}

function stepsBehindChoice(choice: Choice, visit: VisitContext, known: Reached): ReadonlySet<string> | undefined {
  const { possible, isOfMissing } = decided(choice, visit);
  if (isOfMissing === true) return new Set([choice.id]);
  // A person is asked there, so the path ends at the choice itself.
  if (possible.includes('human_review')) return possible.length === 1 ? new Set([choice.id]) : undefined;
  const [first, ...others] = possible.map((outcome) => stepsReached(stepsOf(choice, outcome), visit, known));
  return first !== undefined && others.every((each) => each !== undefined && isSame(each, first)) ? first : undefined;
}

export function choiceAt(id: string, visit: Pick<VisitContext, 'node'>): Choice | undefined {
  const node = visit.node(id);
  return node !== undefined && 'branches' in node ? (node as Choice) : undefined;
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}

/**
 * How a person's decision replaces the comparison. A choice is reversed if `pass` denies and `fail` does not. Null, so
 * that nobody can be asked, if a denial could still reach an Approve, or an approval leads only to a denial.
 */
export function askingOf(node: Choice, nodeAt: NodeAt): Asked | null {
  const behind = (outcome: ChoiceOutcome) => stepsBehind(stepsOf(node, outcome), nodeAt);
  const hasReview = canMatch(node.branches.human_review);
  const ownSteps = node.human_review_steps ?? [];
  const isTurned = denies(behind('pass')) && !denies(behind('fail'));
  const asked: Asked = isTurned
    ? { approved: hasReview && ownSteps.length > 0 ? 'human_review' : 'fail', denied: 'pass' }
    : { approved: hasReview ? 'human_review' : 'pass', denied: 'fail' };
  const isMistaken = behind(asked.denied).some(isApproval) || denies(behind(asked.approved));
  return isMistaken ? null : asked;
}

/** All nodes that may follow, over edges and jumps. */
export function stepsBehind(steps: readonly string[], nodeAt: NodeAt): NodeBase[] {
  const found = new Set(steps);
  for (const id of found) {
    const node = nodeAt(id);
    if (node === undefined) continue;
    for (const key of EDGE_KEYS) for (const to of node[key] ?? []) found.add(to);
    if ('target_step' in node && typeof node.target_step === 'string') found.add(node.target_step);
  }
  return [...found].flatMap((id) => nodeAt(id) ?? []);
}

function mayApprove(steps: readonly string[], { node, work }: VisitContext): boolean {
  const behind = stepsBehind(steps, node);
  work.spend(behind.length);
  return behind.some(isApproval);
}

function isApproval(node: NodeBase): boolean {
  return node.action_type === 'Approve';
}

/** True if a denial can follow but no approval. A letter about other terms is not a denial. */
function denies(behind: readonly NodeBase[]): boolean {
  return behind.some(isDenial) && !behind.some(isApproval);
}

function isDenial({ action_type: type, ...node }: NodeBase & { readonly adverse_action?: Json }): boolean {
  const { adverse_action: settings } = node;
  return type === 'AdverseAction' && !(isJsonObject(settings) && settings.action_taken === 'other_action');
}

/** The traces whose result is open. */
function openTraces(traces: readonly ConditionTrace[]): ConditionTrace[] {
  return traces.filter(({ result }) => result === null);
}

/** Names paths and what is expected there, but never a value. */
export function failureOf(id: string, traces: readonly ConditionTrace[]): { code: string; message: string } {
  const faults = openTraces(traces).flatMap(({ not_comparable: fault }) => fault ?? []);
  const said = [...new Set(faults.map((fault) => `${fault.path} has to be ${COMPARABLE_WORDS[fault.expected]}`))];
  const more = said.length > MOST_FAULTS ? `; and ${said.length - MOST_FAULTS} more` : '';
  const which = said.slice(0, MOST_FAULTS).join('; ');
  return {
    code: NOT_COMPARABLE,
    message: `The step ${id} decides nothing on what it cannot compare: ${which}${more}.`,
  };
}
const MOST_FAULTS = 3;
