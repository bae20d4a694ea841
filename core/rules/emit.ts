import { OF_EVERYBODY } from '../cascade/asking.ts';
import type { Branches, CascadeBranch, Sentence } from '../cascade/definition.ts';
import { NO_PRODUCTS, type OwnProducts } from '../cascade/own-products.ts';
import type { JsonObject } from '../json.ts';
import { PRODUCT_CODES, PRODUCTS, type BuiltInCode } from '../products/index.ts';
import { actionNode, decisionNodes, type NoticeOptions } from './action-nodes.ts';
import {
  all,
  any,
  fieldsReadBy,
  testsOfRules,
  toBranch,
  toGroups,
  wayOf,
  type Expr,
  type Rule,
  type Test,
} from './model.ts';
import { ownFieldOf, ownPulls, pullNode } from './own-reports.ts';
import type { Plan } from './plan.ts';
import { logicOf, nameOfRows, rowsOf, sentencesOf, type Row, type Rows } from './rows.ts';

/** A definition, with the nodes of each rule. */
export interface Emitted {
  readonly definition: readonly JsonObject[];
  readonly nodesOf: ReadonlyMap<Rule, readonly string[]>;
}

/** A condition that two levels of logic cannot express. */
export class TooComplicated extends Error {
  override readonly name = 'TooComplicated';
}

const SOURCE = 'applicant';
const RESULTS = 'results';
const ASK = 'ask';
/** Larger cascades are hard to follow. */
const MOST_NODES = 60;

/**
 * The definition that decides as `plan` does. Each rule is one row, tried in order, or side by side if no order is
 * stated. A review is two nodes, the row and one that asks, because a denial leaves by `fail_steps`. That edge must
 * never lead to the next row, which may approve.
 */
export function emit(plan: Plan, options: NoticeOptions, own: OwnProducts = NO_PRODUCTS): Emitted {
  const writer = new Writer(options, own);
  return writer.finish(plan, writer.chain(plan));
}

class Writer {
  readonly #options: NoticeOptions;
  readonly #own: OwnProducts;
  readonly #nodes = new Map<string, JsonObject>();
  readonly #sequences = new Map<string, string[]>();
  readonly #nodesOf = new Map<Rule, string[]>();
  /** Nodes that ask a person, by the steps before them. */
  readonly #askedBehind = new Map<string, string>();
  /** The sentence about everyone else, until the last node takes it. */
  #everyoneElse: Sentence = {};

  constructor(options: NoticeOptions, own: OwnProducts) {
    this.#options = options;
    this.#own = own;
  }

  /** Built from the last to the first. */
  chain(plan: Plan): string {
    const nodes = rowsOf(plan, nodeOfSource);
    const numbers = new Map<Rows, number>();
    for (const rows of nodes) numbers.set(rows, nodes.filter(({ does }) => does === rows.does).indexOf(rows) + 1);
    const rest = this.#rest(plan);
    return nodes.reduceRight(
      (next, rows) => this.#rows(plan, rows, { id: `${IDS[rows.does]}_${numbers.get(rows) ?? 1}`, next }),
      rest,
    );
  }

  finish(plan: Plan, entry: string): Emitted {
    const fields = testsOfRules(plan.rules).flatMap(fieldsReadBy);
    const read = new Set<Test['source']>(fields.map(({ source }) => source));
    const products = PRODUCT_CODES.filter((code) => read.has(code));
    const own = new Set(fields.flatMap((field) => ownFieldOf(field)?.code ?? []));
    const ownNodes = ownPulls([...own].toSorted(), this.#own, { idOf: nodeOfSource, next: [entry] });
    const pulled = [...products.map(productNodeId), ...ownNodes.map(({ id }) => String(id))];
    const source: JsonObject = {
      id: SOURCE,
      type: 'ApplicantSource',
      name: 'Applicant',
      next_step: pulled.length === 0 ? [entry] : pulled,
    };
    const pulls = products.map((code) => pullNode(PRODUCTS[code], { id: productNodeId(code), next: [entry] }));
    const results: JsonObject = { id: RESULTS, type: 'ShowResults', name: 'Results' };
    const decisions = [...this.#nodes.values()].filter(({ type }) => type === 'IfElse').toReversed();
    const actions = [...this.#nodes.values()].filter(({ type }) => type !== 'IfElse');
    return { definition: [source, ...pulls, ...ownNodes, ...decisions, ...actions, results], nodesOf: this.#nodesOf };
  }

  /** The target for applicants whom no rule decides. */
  #rest(plan: Plan): string {
    const { rest } = plan;
    const sentence = sentencesOf(plan).get(rest) ?? {};
    this.#everyoneElse = sentence;
    if (rest.decision !== 'review') {
      const target = this.#target(rest);
      this.#note(rest, this.#sequence(rest));
      return target;
    }
    this.#note(rest, [ASK]);
    return this.#asking(plan, rest);
  }

  #rows(plan: Plan, rows: Rows, { id, next }: Record<'id' | 'next', string>): string {
    const first = rows.rows[0]?.rule ?? plan.rest;
    const ways = rows.does === 'review' ? [this.#asking(plan, first)] : this.#sequence(first);
    const [then = RESULTS] = ways;
    const name = nameOfRows(rows.rows) || NAMES[rows.does];
    const [yes, no] = rows.does === 'require' ? [next, then] : [then, next];
    const made = this.#choices(rows, { id, name, yes, no, block: rows.block });
    for (const { rule } of rows.rows) this.#note(rule, [...made, ...ways]);
    return made[0] ?? next;
  }

  /**
   * The steps before a review, with the node that asks. All rules share it, so that a person is asked once about
   * everything.
   */
  #asking(plan: Plan, rule: Rule): string {
    if (!this.#nodes.has(ASK)) this.#ask(plan);
    const key = wayOf(rule);
    const known = this.#askedBehind.get(key) ?? this.#row(rule.before.map(actionNode), ASK)[0] ?? ASK;
    this.#askedBehind.set(key, known);
    return known;
  }

  #ask(plan: Plan): void {
    // If a policy reviews everybody, no other choice can carry the sentence.
    const isAlone = plan.rules.length === 0;
    const group = { ...(isAlone ? this.#everyoneElse : {}), logic: 'and' as const, conditions: [{ ...OF_EVERYBODY }] };
    this.#put({
      ...ifElse(ASK, 'Human review', { human_review: { group_logic: 'and', condition_groups: [group] } }),
      human_review_steps: [this.#target(plan.approved)],
      fail_steps: [this.#target(plan.denied)],
    });
  }

  #choices(rows: Rows, node: Node): string[] {
    const [only, ...others] = rows.rows;
    if (only === undefined) return [];
    const logic = logicOf(rows);
    if (others.length === 0) return this.#choose(only, only.asked, logic, node);
    const groups = rows.rows.flatMap(({ asked, sentence }) =>
      (toGroups(asked, logic, nodeOfSource) ?? []).map((group) => ({ ...sentence, ...group })),
    );
    return this.#choice({ group_logic: logic, condition_groups: groups }, node);
  }

  /** One node for the row, or several if two levels of logic cannot express it. Returns the first. */
  #choose(row: Row, expr: Expr, logic: 'and' | 'or', node: Node): string[] {
    const { id, name, yes, no } = node;
    const branch = toBranch(expr, nodeOfSource);
    const groups = branch?.condition_groups?.map((group) => ({ ...row.sentence, ...group }));
    // The logic of a single group has no effect, except that it marks a requirement or another row here.
    const joined = groups?.length === 1 ? { group_logic: logic } : branch;
    if (groups !== undefined) return this.#choice({ ...joined, condition_groups: groups }, node);
    if (expr.kind === 'test' || this.#nodes.size > MOST_NODES) throw new TooComplicated(name);
    const half = Math.ceil(expr.of.length / 2);
    const [left, right] = [expr.of.slice(0, half), expr.of.slice(half)].map((of) =>
      expr.kind === 'all' ? all(of) : any(of),
    );
    if (left === undefined || right === undefined) throw new TooComplicated(name);
    const then = this.#choose(row, right, logic, { ...node, id: `${id}_b` });
    const [begin = no] = then;
    const ways = expr.kind === 'all' ? { yes: begin, no } : { yes, no: begin };
    return [...this.#choose(row, left, logic, { ...node, id: `${id}_a`, ...ways }), ...then];
  }

  #choice(branch: CascadeBranch, { id, name, yes, no, block }: Node): string[] {
    const { id: rest, text } = this.#everyoneElse;
    this.#everyoneElse = {};
    const said: JsonObject = {
      ...(rest === undefined || text === undefined ? {} : { everyone_else: { id: rest, text } }),
      ...(block === undefined ? {} : { block }),
    };
    this.#put({ ...ifElse(id, name, { pass: branch }), ...said, pass_steps: [yes], fail_steps: [no] });
    return [id];
  }

  /** The first node of a rule's effect, shared by all rules with the same effect. */
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

  /** The steps in order, followed by that node. */
  #row(steps: readonly JsonObject[], then: string): string[] {
    const ids = steps.map((step) => this.#uniqueId(String(step.id)));
    for (const [index, step] of steps.entries())
      this.#put({ ...step, id: ids[index] ?? '', next_step: [ids[index + 1] ?? then] });
    return ids;
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

/** A choice between two ways. */
interface Node {
  readonly id: string;
  readonly name: string;
  readonly yes: string;
  readonly no: string;
  readonly block: string | undefined;
}

const IDS: Readonly<Record<Rows['does'], string>> = {
  approve: 'approve_if',
  conditional: 'terms_if',
  review: 'review_if',
  deny: 'deny_if',
  require: 'required',
};

/** Names for rows without an author. */
const NAMES: Readonly<Record<Rows['does'], string>> = {
  approve: 'Reasons to approve',
  conditional: 'Reasons to approve on conditions',
  review: 'Reasons to review',
  deny: 'Reasons to deny',
  require: 'Requirements',
};

function productNodeId(code: BuiltInCode): string {
  return code.split('_')[0] ?? code;
}

const nodeOfSource = (source: string): string => {
  if (source === 'context') return source;
  const builtIn = PRODUCT_CODES.find((code) => code === source);
  return builtIn === undefined ? `pull_${source}` : productNodeId(builtIn);
};

function ifElse(id: string, name: string, branches: Branches): JsonObject {
  // Branches are plain JSON.
  return { id, type: 'IfElse', name, branches: branches as JsonObject };
}
