import type { CascadeBranch } from '../../../../core/cascade/definition.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { PRODUCT_CODES, PRODUCTS, type ProductCode } from '../../../../core/products/index.ts';
import { actionNode, decisionNodes, type NoticeOptions } from '../../../../core/rules/action-nodes.ts';
import {
  all,
  any,
  not,
  testsOfRules,
  toBranch,
  wayOf,
  type Decision,
  type Expr,
  type Rule,
  type Test,
} from '../../../../core/rules/model.ts';
import { areDisjoint, type Plan } from '../../../../core/rules/plan.ts';

/** A definition, and which of its nodes each rule became. */
export interface Emitted {
  readonly definition: readonly JsonObject[];
  readonly nodesOf: ReadonlyMap<Rule, readonly string[]>;
}

/** A condition that two levels of logic cannot say. */
class TooComplicated extends Error {
  override readonly name = 'TooComplicated';
}

const SOURCE = 'applicant';
const RESULTS = 'results';
/** No person follows a cascade with more. */
const MOST_NODES = 60;

/**
 * The form in which rules stood before: one decision node where one is enough, else one for each kind of rule, with the
 * complements of other rules among their conditions. Kept to compare the form of rows with.
 */
export function emit(plan: Plan, options: NoticeOptions): Emitted {
  const writer = new Writer(options);
  const entry = writer.single(plan) ?? writer.chain(plan);
  return writer.finish(plan, entry);
}

class Writer {
  readonly #options: NoticeOptions;
  readonly #nodes = new Map<string, JsonObject>();
  readonly #sequences = new Map<string, string[]>();
  readonly #nodesOf = new Map<Rule, string[]>();

  constructor(options: NoticeOptions) {
    this.#options = options;
  }

  /** One IfElse for the whole policy, or undefined where it takes more. */
  single(plan: Plan): string | undefined {
    const { denials, reviews, approvals, rest } = plan;
    const denied = withRest(denials, rest, 'deny');
    const approved = withRest(approvals, rest, 'approve');
    if (!isOfOneNode(plan, [denied, approved])) return undefined;
    // A person's denial had the reason of a rule that did not hold, and waited as that rule says: no longer.
    const [own, other] = [denied[0] ?? plan.denied, approved[0] ?? plan.approved];
    if (wayOf(own) !== wayOf(plan.denied) || wayOf(other) !== wayOf(plan.approved)) return undefined;
    const [deny, review, approve] = [whenAny(denials), whenAny(reviews), whenAny(approvals)];
    if ([deny, review].some((when) => when !== null && isChoiceAlone(when))) return undefined;
    const passing = passingOf(rest, { deny, review, approve });
    const reviewing = reviewingOf(rest, { deny, review, passing });
    const node = this.#ifElse('decide', 'Decide', { passing, reviewing });
    if (node === undefined) return undefined;
    const ways = { approve: approved[0] ?? plan.approved, deny: denied[0] ?? plan.denied };
    if (passing === null && reviewing === null)
      return this.#target(ways[rest.decision === 'approve' ? 'approve' : 'deny']);
    const target = this.#target(ways.approve);
    this.#put({
      ...node,
      pass_steps: passing === null ? [] : [target],
      human_review_steps: reviewing === null ? [] : [target],
      fail_steps: [this.#target(ways.deny)],
    });
    for (const rule of [...denials, ...reviews, ...approvals, rest]) {
      const way = rule.decision === 'review' ? [] : this.#sequence(ways[rule.decision === 'deny' ? 'deny' : 'approve']);
      this.#note(rule, ['decide', ...way]);
    }
    return 'decide';
  }

  /** One node for each kind of rule, in the order in which they are tried. Built from the last to the first. */
  chain(plan: Plan): string {
    let next = this.#rest(plan);
    const made = new Map<string, number>();
    for (const rules of groups(plan.rules).toReversed()) {
      const [first] = rules;
      if (first === undefined) continue;
      const gate = GATES[first.decision];
      const isReview = first.decision === 'review';
      made.set(gate.id, (made.get(gate.id) ?? 0) + 1);
      const id = `${gate.id}_${made.get(gate.id) ?? 1}`;
      next = isReview ? this.#reviewGate(plan, rules, next, id) : this.#gate({ ...gate, id }, rules, next);
    }
    return next;
  }

  finish(plan: Plan, entry: string): Emitted {
    const read = new Set<Test['source']>(
      testsOfRules(plan.rules).flatMap(({ source, from }) => (from === undefined ? [source] : [source, from.source])),
    );
    const products = PRODUCT_CODES.filter((code) => read.has(code));
    const source: JsonObject = {
      id: SOURCE,
      type: 'ApplicantSource',
      name: 'Applicant',
      next_step: products.length === 0 ? [entry] : products.map(productNodeId),
    };
    const pulls = products.map((code): JsonObject => {
      const id = productNodeId(code);
      return {
        id,
        type: 'BillingProduct',
        name: PRODUCTS[code].name,
        billing_product_code: code,
        config: { store_result_as: code },
        next_step: [entry],
      };
    });
    const results: JsonObject = { id: RESULTS, type: 'ShowResults', name: 'Results' };
    const decisions = [...this.#nodes.values()].filter(({ type }) => type === 'IfElse').toReversed();
    const actions = [...this.#nodes.values()].filter(({ type }) => type !== 'IfElse');
    return { definition: [source, ...pulls, ...decisions, ...actions, results], nodesOf: this.#nodesOf };
  }

  /** Where those go whom no rule decides. */
  #rest(plan: Plan): string {
    const { rest } = plan;
    if (rest.decision !== 'review') {
      const target = this.#target(rest);
      this.#note(rest, this.#sequence(rest));
      return target;
    }
    const id = this.#review(plan, 'review_rest', ALWAYS);
    this.#note(rest, [id]);
    return this.#before(rest, id);
  }

  #gate({ id, name, on }: Gate, rules: readonly Rule[], next: string): string {
    const [first] = rules;
    const when = whenAny(rules);
    if (first === undefined || when === null) return next;
    const target = this.#target(first);
    const isSaid = on === 'pass' || isChoiceAlone(when);
    const [expr, yes, no] = isSaid ? ([when, target, next] as const) : ([not(when), next, target] as const);
    const made = this.#choose({ id, name }, expr, { yes, no });
    for (const rule of rules) this.#note(rule, [...made, ...this.#sequence(first)]);
    return made[0] ?? next;
  }

  /** One node for the condition, or several where two levels of logic cannot say it; the first is where it begins. */
  #choose({ id, name }: Pick<Gate, 'id' | 'name'>, expr: Expr, { yes, no }: { yes: string; no: string }): string[] {
    const node = this.#ifElse(id, name, { passing: expr, reviewing: null });
    if (node !== undefined) {
      this.#put({ ...node, pass_steps: [yes], fail_steps: [no] });
      return [id];
    }
    if (expr.kind === 'test' || this.#nodes.size > MOST_NODES) throw new TooComplicated(name);
    const half = Math.ceil(expr.of.length / 2);
    const [left, right] = [expr.of.slice(0, half), expr.of.slice(half)].map((of) =>
      expr.kind === 'all' ? all(of) : any(of),
    );
    if (left === undefined || right === undefined) throw new TooComplicated(name);
    const then = this.#choose({ id: `${id}_b`, name }, right, { yes, no });
    const [begin = no] = then;
    return [
      ...this.#choose({ id: `${id}_a`, name }, left, expr.kind === 'all' ? { yes: begin, no } : { yes, no: begin }),
      ...then,
    ];
  }

  #reviewGate(plan: Plan, rules: readonly Rule[], next: string, id: string): string {
    const [first] = rules;
    const when = whenAny(rules);
    if (first === undefined || when === null) return next;
    const isPlain = first.before.length === 0;
    const node = this.#ifElse(id, 'Reasons to review', { passing: not(when), reviewing: when });
    const isSaid = isChoiceAlone(when);
    if (isPlain && node !== undefined && !isSaid) {
      for (const rule of rules) this.#note(rule, [id]);
      this.#put({
        ...node,
        pass_steps: [next],
        human_review_steps: [this.#target(plan.approved)],
        fail_steps: [this.#target(plan.denied)],
      });
      return id;
    }
    const person = this.#review(plan, `${id}_person`, node === undefined ? ALWAYS : when);
    const gate = { id, name: 'Reasons to review' };
    const reviewed = this.#before(first, person);
    const made = isSaid
      ? this.#choose(gate, when, { yes: reviewed, no: next })
      : this.#choose(gate, not(when), { yes: next, no: reviewed });
    for (const rule of rules) this.#note(rule, [...made, person]);
    return made[0] ?? next;
  }

  #review(plan: Plan, id: string, when: Expr): string {
    const node = this.#ifElse(id, 'Human review', { passing: null, reviewing: when });
    if (node === undefined) throw new TooComplicated('Human review');
    this.#put({
      ...node,
      pass_steps: [],
      human_review_steps: [this.#target(plan.approved)],
      fail_steps: [this.#target(plan.denied)],
    });
    return id;
  }

  #ifElse(id: string, name: string, when: { passing: Expr | null; reviewing: Expr | null }): JsonObject | undefined {
    const branch = (expr: Expr | null): CascadeBranch | null | undefined =>
      expr === null ? null : toBranch(expr, nodeOfSource);
    const [pass, review] = [branch(when.passing), branch(when.reviewing)];
    if (pass === undefined || review === undefined) return undefined;
    return {
      id,
      type: 'IfElse',
      name,
      branches: {
        ...(pass === null ? {} : { pass: asJson(pass) }),
        ...(review === null ? {} : { human_review: asJson(review) }),
      },
    };
  }

  /** The first node of what a rule does; made once for all rules that do the same. */
  #target(rule: Rule): string {
    return this.#sequence(rule)[0] ?? RESULTS;
  }

  #sequence(rule: Rule): string[] {
    const key = wayOf(rule);
    const made = this.#sequences.get(key);
    if (made !== undefined) return made;
    const steps: JsonObject[] = [
      ...rule.before.map(actionNode),
      ...decisionNodes(rule, this.#options),
      ...rule.after.map(actionNode),
    ];
    const ids = this.#row(steps, RESULTS);
    this.#sequences.set(key, ids);
    return ids;
  }

  /** The steps, one after the other, and then that node. */
  #row(steps: readonly JsonObject[], then: string): string[] {
    const ids = steps.map((step) => this.#uniqueId(String(step.id)));
    for (const [index, step] of steps.entries())
      this.#put({ ...step, id: ids[index] ?? '', next_step: [ids[index + 1] ?? then] });
    return ids;
  }

  #before(rule: Rule, then: string): string {
    return this.#row(rule.before.map(actionNode), then)[0] ?? then;
  }

  #note(rule: Rule, ids: readonly string[]): void {
    this.#nodesOf.set(rule, [...(this.#nodesOf.get(rule) ?? []), ...ids]);
  }

  #put(node: JsonObject): void {
    this.#nodes.set(String(node.id), node);
  }

  #uniqueId(wanted: string): string {
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? wanted : `${wanted}_${number}`;
      if (!this.#nodes.has(id) && ![...this.#sequences.values()].some((ids) => ids.includes(id))) {
        this.#put({ id });
        return id;
      }
    }
  }
}

/** A node for rules that decide alike, and the way that whoever they hold for takes. */
interface Gate {
  readonly id: string;
  readonly name: string;
  readonly on: 'pass' | 'fail' | 'review';
}

const GATES: Readonly<Record<Decision, Gate>> = {
  approve: { id: 'approve_check', name: 'Reasons to approve', on: 'pass' },
  conditional: { id: 'conditional_check', name: 'Reasons to approve on conditions', on: 'pass' },
  review: { id: 'review_check', name: 'Reasons to review', on: 'review' },
  deny: { id: 'deny_check', name: 'Reasons to deny', on: 'fail' },
};

const ALWAYS: Expr = { kind: 'test', test: { source: 'context', field: 'execution.id', operator: 'is_not_empty' } };

const withRest = (rules: readonly Rule[], rest: Rule, decision: Decision): readonly Rule[] =>
  rest.decision === decision ? [...rules, rest] : rules;

/** Nobody is decided before or beside the rest, and whoever is decided alike is told alike. */
function isOfOneNode({ conditionals, reviews, rest, isWritten }: Plan, decided: readonly (readonly Rule[])[]): boolean {
  if (isWritten) return false;
  const isPlain = [...reviews, rest].every(({ decision, before }) => decision !== 'review' || before.length === 0);
  if (conditionals.length > 0 || rest.decision === 'conditional' || !isPlain) return false;
  return decided.every((rules) => new Set(rules.map(wayOf)).size <= 1);
}

/** "At least two of", whose opposite would be all the ways not to have two: a value that may be missing has two opposites. */
function isChoiceAlone(when: Expr): boolean {
  const [said, opposite] = [when, not(when)].map((expr) => hasChoice(toBranch(expr, nodeOfSource)));
  return said === true && opposite === false;
}

const hasChoice = (branch: CascadeBranch | undefined): boolean =>
  branch?.condition_groups?.some((group) => group.at_least !== undefined) === true;

type Kinds = Readonly<Record<'deny' | 'review' | 'approve', Expr | null>>;

/** Who passes where one node decides. */
function passingOf(rest: Rule, { deny, review, approve }: Kinds): Expr | null {
  if (rest.decision === 'approve') return notEither(review, deny);
  return approve === null ? null : except(except(approve, review, not), deny, not);
}

function notEither(a: Expr | null, b: Expr | null): Expr | null {
  const parts = [a, b].flatMap((expr) => (expr === null ? [] : [not(expr)]));
  return parts.length === 0
    ? null
    : { kind: 'all', of: parts.flatMap((part) => (part.kind === 'all' ? part.of : [part])) };
}

/** Who is reviewed where one node decides; `pass` is tried before it. */
function reviewingOf(
  rest: Rule,
  { deny, review, passing }: { deny: Expr | null; review: Expr | null; passing: Expr | null },
): Expr | null {
  switch (rest.decision) {
    case 'review':
      return deny === null ? (passing === null ? ALWAYS : not(passing)) : not(deny);
    case 'approve':
      return review === null ? null : deny === null ? review : except(review, deny, not);
    default:
      return review === null ? null : except(review, deny, not);
  }
}

/** Rules one after the other that do the same, together: of two that hold, the first one says what is done. */
function groups(rules: readonly Rule[]): Rule[][] {
  const made: Rule[][] = [];
  for (const rule of rules) {
    const last = made.at(-1);
    const [first] = last ?? [];
    const isAlike = first !== undefined && wayOf(first) === wayOf(rule);
    if (last !== undefined && isAlike) last.push(rule);
    else made.push([rule]);
  }
  return made;
}

function productNodeId(code: ProductCode): string {
  return code.split('_')[0] ?? code;
}

function nodeOfSource(source: Test['source']): string {
  return source === 'context' ? 'context' : productNodeId(source);
}

function asJson(branch: CascadeBranch): JsonObject {
  return {
    group_logic: branch.group_logic ?? 'and',
    condition_groups: (branch.condition_groups ?? []).map((group) => ({
      ...(group.at_least === undefined ? { logic: group.logic ?? 'and' } : { at_least: group.at_least }),
      conditions: group.conditions.map((condition): JsonObject => ({ ...condition })),
    })),
  };
}

function whenAny(rules: readonly Rule[]): Expr | null {
  const exprs = rules.flatMap(({ when }) => (when === null ? [] : [when]));
  return exprs.length === 0 ? null : any(exprs);
}

/** `expr`, and not `other`; without the latter where nobody is in both. */
function except(expr: Expr, other: Expr | null, negate: (expr: Expr) => Expr): Expr {
  return other === null || areDisjoint(expr, other) ? expr : all([expr, negate(other)]);
}
