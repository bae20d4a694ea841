import { isSame, leads, refOf } from './causes.ts';
import { figureOf, keyOfFigure, readIn } from './figures.ts';
import {
  BRANCH_KEYS,
  type CascadeBranch,
  type CascadeCondition,
  type NodeBase,
  type ValueSource,
  valuesOf,
} from '../../../../core/cascade/definition.ts';
import type { IfElseNode } from '../../../../core/cascade/nodes/if-else.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import type { PastVisit, RunSoFar } from '../../../../core/notices/decided/index.ts';

/*
 * Better outcomes (semantics 10.18 to 10.20), written a second time from their words: no graph, no fixpoint and no
 * evaluation of the product's is used. Slow, for small cascades.
 */
type Outcome = 'pass' | 'human_review' | 'fail';

/** A walk looks at no more steps than this: beyond, nothing is said. */
const MOST_STEPS = 20_000;

export function choiceNode(definition: readonly NodeBase[], id: string): IfElseNode | undefined {
  return definition.find((node): node is IfElseNode => node.id === id && node.type === 'IfElse');
}

export function mayMatch(branch: CascadeBranch | undefined): boolean {
  const sizes = (branch?.condition_groups ?? []).map(({ conditions }) => conditions.length);
  if (sizes.length === 0) return false;
  return branch?.group_logic === 'or' ? sizes.some((size) => size > 0) : sizes.every((size) => size > 0);
}

/** Naive group logic over the results of a branch's conditions, in order. */
export function matches(branch: CascadeBranch, results: readonly boolean[]): boolean {
  let at = 0;
  const groups = (branch.condition_groups ?? []).map(({ logic, at_least: atLeast, conditions }) => {
    const own = results.slice(at, (at += conditions.length));
    if (atLeast !== undefined) return own.filter(Boolean).length >= atLeast;
    return own.length > 0 && (logic === 'or' ? own.some(Boolean) : own.every(Boolean));
  });
  return groups.length > 0 && (branch.group_logic === 'or' ? groups.some(Boolean) : groups.every(Boolean));
}

export function outcomesOf(choice: IfElseNode): ReadonlyMap<Outcome, readonly string[]> {
  const own = choice.human_review_steps ?? [];
  const targets = new Map<Outcome, readonly string[]>([['fail', choice.fail_steps ?? []]]);
  if (mayMatch(choice.branches.pass)) targets.set('pass', choice.pass_steps ?? []);
  if (mayMatch(choice.branches.human_review)) {
    targets.set('human_review', own.length > 0 ? own : (choice.pass_steps ?? []));
  }
  return targets;
}

function nextOf(node: NodeBase): readonly string[] {
  const { next_step: next = [], target_step: jump } = node as NodeBase & { readonly target_step?: string };
  return [...next, ...(jump === undefined ? [] : [jump])];
}

/** `other_action` is less severe than all others. */
function isGrave(node: NodeBase, { definition, visit }: RunSoFar): boolean {
  const action = (each: NodeBase | undefined) =>
    (each as { adverse_action?: { action_taken?: string } } | undefined)?.adverse_action?.action_taken ?? 'denied';
  const notice = definition.find(({ id }) => id === visit.nodeId);
  return node.action_type === 'AdverseAction' && (action(node) !== 'other_action' || action(notice) === 'other_action');
}

/**
 * Ids of the nodes from which a run can avoid every grave notice. Past an offer a review leads only if its denial does,
 * too, if the entry can avoid it at all that way.
 */
export function avoidingNodes(run: RunSoFar): Avoiding {
  const notice = run.definition.find(({ id }) => id === run.visit.nodeId) as {
    adverse_action?: { action_taken?: string };
  };
  const entry = run.definition.find(({ type }) => type === 'ApplicantSource')?.id ?? '';
  const sure = avoidingWith(run, true);
  return notice.adverse_action?.action_taken === 'other_action' && sure.has(entry) ? sure : avoidingWith(run, false);
}

/** Ids of nodes. */
class Avoiding extends Set<string> {
  readonly isSure: boolean;

  constructor(isSure: boolean) {
    super();
    this.isSure = isSure;
  }
}

function avoidingWith(run: RunSoFar, isSure: boolean): Avoiding {
  const canAvoid = new Avoiding(isSure);
  for (let round = 0; round <= run.definition.length; round += 1) {
    for (const node of run.definition) {
      if (isGrave(node, run)) continue;
      const choice = choiceNode(run.definition, node.id);
      const can =
        choice === undefined
          ? nextOf(node).every((id) => canAvoid.has(id))
          : [...outcomesOf(choice).keys()].some((outcome) => leadsPast(choice, outcome, canAvoid));
      if (can) canAvoid.add(node.id);
    }
  }
  return canAvoid;
}

function leadsPast(choice: IfElseNode, outcome: Outcome, avoiding: Avoiding): boolean {
  const steps = outcomesOf(choice).get(outcome);
  const asked = outcome === 'human_review' && avoiding.isSure ? (choice.fail_steps ?? []) : [];
  return steps !== undefined && [...steps, ...asked].every((id) => avoiding.has(id));
}

/** The branch that the choice took: a denial is `fail`. Undefined if it has not decided. */
function takenBy({ output }: PastVisit): Outcome | undefined {
  const { branch, review } = (output ?? {}) as { branch?: Outcome; review?: { decision?: string } };
  if (branch !== 'human_review') return branch;
  if (review === undefined) return undefined;
  return review.decision === 'denied' ? 'fail' : 'human_review';
}

/** The outcomes that would have been better than the one taken; undefined if the cascade is too large to tell. */
export function betterByWords(run: RunSoFar, past: PastVisit): readonly string[] | undefined {
  const choice = choiceNode(run.definition, past.nodeId);
  const taken = takenBy(past);
  if (choice === undefined || taken === undefined) return [];
  const targets = outcomesOf(choice);
  const avoiding = avoidingNodes(run);
  const takenAvoids = targets.get(taken)?.every((id) => avoiding.has(id)) === true;
  const better: string[] = [];
  for (const [outcome, steps] of targets) {
    if (outcome === taken) continue;
    const isMitigating = spares(run, steps, outcome === 'human_review' ? true : run.visit.userApproved);
    if (isMitigating === undefined) return undefined;
    if ((!takenAvoids && leadsPast(choice, outcome, avoiding)) || isMitigating) better.push(outcome);
  }
  return better.toSorted();
}

/**
 * True if one value of one field, read by this choice and later ones, leads to that outcome and avoids the denial.
 * Undefined if the cascade is too large to tell.
 */
export function sparesWith(
  run: RunSoFar,
  past: PastVisit,
  outcome: Outcome,
  changed: ValueSource & { readonly value: Json },
): boolean | undefined {
  const choice = choiceNode(run.definition, past.nodeId);
  if (choice === undefined) return false;
  const then = changedRun(run, changed);
  const { userApproved: user } = run.visit;
  const targets = outcomesOf(choice).get(outcome) ?? [];
  const leadsThere = waysAt(then, choice, user).some(([to]) => to.join() === targets.join());
  return leadsThere ? spares(then, targets, outcome === 'human_review' ? true : user) : false;
}

/**
 * Semantics 10.20.10: true if the run with the value comes to a grave notice. It starts from the first choice that
 * reads the field's source and that every chain to this visit passes.
 */
export function deniedBefore(run: RunSoFar, past: PastVisit): (changed: Changed) => boolean {
  const passed = run.history.filter((other) => isPassedByAll(run, other, past));
  const firstOf = (source: string): PastVisit | undefined => {
    const readers = passed.filter(({ nodeId }) => readsSource(choiceNode(run.definition, nodeId), source));
    return readers.find(
      (each) => !readers.some((other) => other !== each && leads(run.history, refOf(other), refOf(each))),
    );
  };
  const known = new Map<string, PastVisit | undefined>();
  return (changed) => {
    const { source_node_id: source } = changed;
    if (!known.has(source)) known.set(source, firstOf(source));
    const first = known.get(source);
    return first !== undefined && isDeniedFrom(changedRun(run, changed), first.nodeId, past.nodeId);
  };
}

function isDeniedFrom(run: RunSoFar, from: string, to: string): boolean {
  const seen = new Set<string>([to]);
  for (let ids: readonly string[] = [from]; ;) {
    const [id, ...others] = ids;
    const node = run.definition.find((each) => each.id === id);
    if (id === undefined || node === undefined || others.length > 0 || seen.has(id)) return false;
    if (isGrave(node, run)) return true;
    seen.add(id);
    const choice = choiceNode(run.definition, id);
    const ways = choice === undefined ? [nextOf(node)] : waysAt(run, choice, run.visit.userApproved).map(([to]) => to);
    if (ways.length > 1) return false;
    ids = ways[0] ?? [];
  }
}

/** True if every chain of causes that leads to the visit passes the other one. */
function isPassedByAll({ history }: RunSoFar, other: PastVisit, past: PastVisit): boolean {
  if (other === past) return false;
  const seen = new Set([past]);
  for (const each of seen) {
    if (each === other) continue;
    if (each.causes.length === 0) return false;
    for (const cause of each.causes) {
      const before = history.find((found) => isSame(refOf(found), cause));
      if (before !== undefined) seen.add(before);
    }
  }
  return true;
}

function readsSource(choice: IfElseNode | undefined, source: string): boolean {
  return conditionsOf(choice)
    .flatMap(valuesOf)
    .some(({ source_node_id: id }) => id === source);
}

function conditionsOf(choice: IfElseNode | undefined): readonly CascadeCondition[] {
  const groups = BRANCH_KEYS.flatMap((key) => choice?.branches[key]?.condition_groups ?? []);
  return groups.flatMap(({ conditions }) => conditions);
}

type Changed = ValueSource & { readonly where?: CascadeCondition['where']; readonly value: Json };

function changedRun(run: RunSoFar, { source_node_id: id, field, where, value }: Changed): RunSoFar {
  const { visit } = run;
  // A figure that is to be another one stands beside its list.
  const key = keyOfFigure({ field, where });
  if (id !== 'context') {
    const outputs = new Map(visit.outputs).set(id, { ...(visit.outputs.get(id) as JsonObject), [key]: value });
    return { ...run, visit: { ...visit, outputs } };
  }
  const applicant = { ...(visit.payload.applicant as JsonObject), [key.replace('applicant.', '')]: value };
  return { ...run, visit: { ...visit, payload: { ...visit.payload, applicant } } };
}

interface Followed {
  readonly grave: boolean;
  /** Whatever is decided, an Approve follows. */
  readonly approves: boolean;
}

/** No grave notice follows and, if the definition has an Approve, one must. */
function spares(run: RunSoFar, from: readonly string[], approved: boolean | null): boolean | undefined {
  let steps = 0;
  const hasApprove = run.definition.some(({ action_type }) => action_type === 'Approve');
  const side = (ids: readonly string[], user: boolean | null, path: readonly string[]): Followed => {
    const each = ids.map((id) => follow(id, user, path));
    return { grave: each.some(({ grave }) => grave), approves: each.some(({ approves }) => approves) };
  };
  const follow = (id: string, user: boolean | null, path: readonly string[]): Followed => {
    const key = `${id} ${String(user)}`;
    const node = run.definition.find((each) => each.id === id);
    steps += 1;
    // A way that comes round again without an Approve need never come to one.
    if (node === undefined || path.includes(key) || steps > MOST_STEPS) return { grave: false, approves: false };
    const further = [...path, key];
    const choice = choiceNode(run.definition, id);
    if (choice === undefined) {
      const { grave, approves } = side(nextOf(node), user, further);
      return { grave: grave || isGrave(node, run), approves: approves || node.action_type === 'Approve' };
    }
    const ways = waysAt(run, choice, user).map(([to, then]) => side(to, then, further));
    return { grave: ways.some(({ grave }) => grave), approves: ways.every(({ approves }) => approves) };
  };
  const { grave, approves } = side(from, approved, []);
  if (steps > MOST_STEPS) return undefined;
  return !grave && (approves || !hasApprove);
}

/** The possible results of a choice: its branches, and `user_approved` afterwards. */
function waysAt(run: RunSoFar, choice: IfElseNode, user: boolean | null): [readonly string[], boolean | null][] {
  const targets = outcomesOf(choice);
  const review: [readonly string[], boolean | null][] = [
    [targets.get('human_review') ?? [], true],
    [choice.fail_steps ?? [], false],
  ];
  const conditions = conditionsOf(choice);
  const isPulled = ({ source_node_id: id }: ValueSource) => id === 'context' || run.visit.outputs.has(id);
  if (!conditions.flatMap(valuesOf).every(isPulled)) {
    return [...targets].flatMap(([outcome, to]) =>
      outcome === 'human_review' ? review : ([[to, user]] satisfies [readonly string[], boolean | null][]),
    );
  }
  const isMatched = (key: 'pass' | 'human_review') => {
    const branch = choice.branches[key];
    const own = (branch?.condition_groups ?? []).flatMap((group) => group.conditions);
    return (
      branch !== undefined &&
      matches(
        branch,
        own.map((condition) => isMet(run, condition, user)),
      )
    );
  };
  if (isMatched('pass')) return [[targets.get('pass') ?? [], user]];
  if (!isMatched('human_review')) return [[choice.fail_steps ?? [], user]];
  const last = run.history.findLast(({ nodeId }) => nodeId === choice.id);
  const decided = (last?.output as { review?: { decision: string } } | null | undefined)?.review;
  // A decision that was made is repeated; nobody else has decided.
  if (decided === undefined || last === undefined) return review;
  return [[targets.get(takenBy(last) ?? 'fail') ?? [], user]];
}

function isMet({ visit }: RunSoFar, condition: CascadeCondition, user: boolean | null) {
  const { operator, value: stated, value_from: from, isOfAll, ...own } = figureOf(condition);
  const read = (source: ValueSource & Pick<CascadeCondition, 'where'>): Json | undefined => {
    const { source_node_id: id, field } = source;
    if (id !== 'context') return readIn(visit.outputs.get(id) as JsonObject, source);
    if (field === 'user_approved') return user;
    return readIn(visit.payload.applicant as JsonObject, { ...source, field: field.replace('applicant.', '') });
  };
  const actual = read(own) ?? null;
  if (actual === null && isOfAll === true) return true;
  if (operator === 'is_empty') return actual === null;
  const other = from === undefined ? undefined : (read(from) ?? null);
  if (actual === null || other === null) return false;
  const value = other === undefined ? stated : Number(other) * (from?.times ?? 1) + (from?.plus ?? 0);
  switch (operator) {
    case 'greater_than':
      return Number(actual) > Number(value);
    case 'greater_than_or_equal':
      return Number(actual) >= Number(value);
    case 'less_than':
      return Number(actual) < Number(value);
    case 'less_than_or_equal':
      return Number(actual) <= Number(value);
    case 'equals':
      return actual === value;
    case 'is_true':
      return actual === true;
    case 'is_false':
      return actual === false;
    default:
      throw new Error(`the cases have no ${operator}`);
  }
}
