import fc from 'fast-check';
import type { VisitContext } from '../../../../core/cascade/contract.ts';
import type { NoticeRequest } from '../../../../core/cascade/notice-request.ts';
import {
  valuesOf,
  type Branches,
  type CascadeBranch,
  type CascadeCondition,
  type ConditionGroup,
  type ConditionOperator,
} from '../../../../core/cascade/definition.ts';
import { NODES, type CascadeNode } from '../../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { noticeTurns } from '../../../../core/notices/flow.ts';
import type { RunSoFar } from '../../../../core/notices/decided/index.ts';
import { Masks, STANDARD_RULES } from '../../../../core/masks/index.ts';
import { Work } from '../../../../core/work.ts';
import { World } from '../../interpreter/world.ts';

/**
 * Random cascades over random reports: gates, second chances by jumps, loops, inverted branches, parallel branches and
 * several notices. They also have reviews, a co-applicant, and/or groups, threshold groups, comparisons with another
 * value, conditions on items of lists and on `user_approved`. All randomness of a run (reports, decisions) depends only
 * on the seed, the node and the visit, so that two similar cascades can be compared.
 */
export interface Case {
  readonly definition: readonly CascadeNode[];
  readonly seed: number;
}

/** A notice that was issued in a run, with the run as it then was. */
export interface Issued {
  readonly run: RunSoFar;
  readonly request: NoticeRequest;
  /** False of a loop that was cut. */
  readonly isEnded: boolean;
}

const KINDS = ['choice', 'choice', 'choice', 'notice', 'notice', 'approve', 'wait', 'goto', 'step'] as const;

const CONDITIONS: readonly CascadeCondition[] = [
  { source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: 600 },
  { source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: 680 },
  { source_node_id: 'credit', field: 'score', operator: 'is_empty' },
  { source_node_id: 'credit', field: 'score', operator: 'less_than', value: 600 },
  { source_node_id: 'credit', field: 'utilization_percent', operator: 'less_than_or_equal', value: 30 },
  { source_node_id: 'credit', field: 'utilization_percent', operator: 'greater_than', value: 60 },
  { source_node_id: 'credit', field: 'collections_count', operator: 'equals', value: 0 },
  { source_node_id: 'credit', field: 'bankruptcies_count', operator: 'less_than', value: 0 },
  { source_node_id: 'co', field: 'score', operator: 'greater_than_or_equal', value: 600 },
  { source_node_id: 'co', field: 'collections_count', operator: 'greater_than', value: 0 },
  { source_node_id: 'criminal', field: 'felony_count', operator: 'equals', value: 0 },
  { source_node_id: 'criminal', field: 'felony_count', operator: 'greater_than', value: 0 },
  { source_node_id: 'criminal', field: 'records_count', operator: 'equals', value: 0 },
  { source_node_id: 'criminal', field: 'records_count', operator: 'equals', value: 7 },
  { source_node_id: 'criminal', field: 'sex_offender_registry_match', operator: 'is_false' },
  { source_node_id: 'criminal', field: 'sex_offender_registry_match', operator: 'is_true' },
  { source_node_id: 'context', field: 'user_approved', operator: 'is_true' },
  { source_node_id: 'context', field: 'applicant.income', operator: 'greater_than', value: 2000 },
  { source_node_id: 'credit', field: 'tradelines.any.days_past_due', operator: 'greater_than', value: 60 },
  { source_node_id: 'credit', field: 'tradelines.all.days_past_due', operator: 'less_than_or_equal', value: 30 },
  { source_node_id: 'co', field: 'tradelines.all.days_past_due', operator: 'greater_than', value: 0 },
  { source_node_id: 'credit', field: 'tradelines.count', operator: 'greater_than_or_equal', value: 2 },
  { source_node_id: 'credit', field: 'tradelines.any.status', operator: 'equals', value: 'charged_off' },
  { source_node_id: 'credit', field: 'tradelines.all.status', operator: 'equals', value: 'open' },
  {
    source_node_id: 'criminal',
    field: 'records.count',
    where: [
      { field: 'severity', operator: 'equals', value: 'felony' },
      { field: 'months', operator: 'less_than', value: 84 },
    ],
    operator: 'less_than',
    value: 1,
  },
  { source_node_id: 'context', field: 'applicant.debts.sum', operator: 'less_than_or_equal', value: 1000 },
  compared('co.score', 'greater_than_or_equal', 'credit.score'),
  compared('credit.tradelines.sum.days_past_due', 'less_than', 'co.tradelines.count', { times: 30 }),
  compared('context.applicant.income', 'greater_than', 'credit.score', { times: 3, plus: 100 }),
  compared('credit.utilization_percent', 'less_than_or_equal', 'co.utilization_percent', { times: 0.5, plus: 10 }),
  compared('criminal.records_count', 'less_than', 'criminal.felony_count', { times: 2 }),
  compared('co.collections_count', 'equals', 'credit.collections_count'),
  compared('context.applicant.income', 'less_than', 'credit.collections_count', { times: -1000, plus: 3000 }),
];

/** `own operator other`, each as `source.field`. */
function compared(
  own: string,
  operator: ConditionOperator,
  other: string,
  more: { readonly times?: number; readonly plus?: number } = {},
): CascadeCondition {
  const from = (path: string) => {
    const [source_node_id = '', ...field] = path.split('.');
    return { source_node_id, field: field.join('.') };
  };
  return { ...from(own), operator, value_from: { ...from(other), ...more } };
}

const logic = fc.constantFrom('and', 'or') as fc.Arbitrary<'and' | 'or'>;

function branchesOf(condition: fc.Arbitrary<CascadeCondition>): fc.Arbitrary<Branches> {
  const some = (most: number) => fc.array(condition, { minLength: 1, maxLength: most });
  const group: fc.Arbitrary<ConditionGroup> = fc.oneof(
    { weight: 12, arbitrary: fc.record({ logic, conditions: some(3) }) },
    {
      weight: 2,
      arbitrary: fc
        .record({ conditions: some(4), pick: fc.nat(11) })
        .map(({ conditions, pick }) => ({ at_least: 1 + (pick % conditions.length), conditions })),
    },
    { weight: 1, arbitrary: fc.record({ logic, conditions: fc.constant([]) }) },
  );
  const branch: fc.Arbitrary<CascadeBranch> = fc.record({
    group_logic: logic,
    condition_groups: fc.array(group, { minLength: 1, maxLength: 3 }),
  });
  return fc
    .record({ pass: fc.option(branch, { freq: 6, nil: undefined }), review: fc.option(branch, { nil: undefined }) })
    .map(({ pass, review }) => ({
      ...(pass === undefined ? {} : { pass }),
      ...(review === undefined ? {} : { human_review: review }),
    }));
}

const sketchOf = (conditions: readonly CascadeCondition[]) =>
  fc.record({
    kind: fc.constantFrom(...KINDS),
    branches: branchesOf(fc.constantFrom(...conditions)),
    pass: fc.array(fc.nat(40), { maxLength: 2 }),
    review: fc.array(fc.nat(40), { maxLength: 1 }),
    fail: fc.array(fc.nat(40), { maxLength: 2 }),
    action: fc.constantFrom('denied', 'denied', 'revoked', 'other_action'),
  });
type Sketch = ReturnType<typeof sketchOf> extends fc.Arbitrary<infer S> ? S : never;

const casesOf = (conditions: readonly CascadeCondition[]): fc.Arbitrary<Case> =>
  fc
    .record({ nodes: fc.array(sketchOf(conditions), { minLength: 3, maxLength: 11 }), seed: fc.nat(1_000_000) })
    .map(({ nodes, seed }) => ({ definition: definitionOf(seed % 4 === 0 ? nodes : begunByChoices(nodes)), seed }));

/** Else hardly a notice could be avoided, and few conditions would decide. */
function begunByChoices(nodes: readonly Sketch[]): readonly Sketch[] {
  return nodes.map((node, index) => (index < 2 ? { ...node, kind: 'choice' } : node));
}

export const cases = casesOf(CONDITIONS);

/** Negating `user_approved` or `is_empty` is another policy for whoever has no value. */
export const casesWithDuals = casesOf(
  CONDITIONS.filter(({ field, operator }) => field !== 'user_approved' && operator !== 'is_empty'),
);

/**
 * Half of the way down, a step of its own pulls the credit report again. All or every second of the later choices read
 * the newer one.
 */
export const casesPulledAgain: fc.Arbitrary<Case> = casesOf(
  CONDITIONS.filter((condition) => valuesOf(condition).some(({ source_node_id: id }) => id === 'credit')),
).map((of) => ({ ...of, definition: pulledAgain(of) }));

function pulledAgain({ definition, seed }: Case): CascadeNode[] {
  const own = definition.filter(({ id }) => /^n\d+$/.test(id));
  const behind = own.slice(1 + (seed % own.length));
  const isBehind = (id: string) => behind.some((node) => node.id === id);
  const redirected = (targets: readonly string[] = []) => [
    ...new Set(targets.map((id) => (isBehind(id) ? 'again' : id))),
  ];
  const nodes = definition.map((node, index): CascadeNode => {
    if (node.id.startsWith('n') && isBehind(node.id))
      return seed % 3 === 0 && index % 2 === 0 ? node : readingAgain(node);
    const edges = (['next_step', 'pass_steps', 'human_review_steps', 'fail_steps'] as const).filter(
      (key) => node[key] !== undefined,
    );
    return { ...node, ...Object.fromEntries(edges.map((key) => [key, redirected(node[key])])) };
  });
  const next_step = behind.slice(0, 1 + (seed % 2)).map(({ id }) => id);
  return [...nodes, { id: 'again', type: 'BillingProduct', billing_product_code: 'credit_report', next_step }];
}

function readingAgain(node: CascadeNode): CascadeNode {
  const text = JSON.stringify(node).replaceAll('"source_node_id":"credit"', '"source_node_id":"again"');
  return JSON.parse(text) as CascadeNode;
}

/** All reports are pulled first, so that every condition can be read; a jump back to `credit` pulls it anew. */
function definitionOf(nodes: readonly Sketch[]): CascadeNode[] {
  const id = (index: number) => `n${index}`;
  const forward = (from: number, picks: readonly number[]) => {
    const left = nodes.length - from - 1;
    return left === 0 ? [] : [...new Set(picks.map((pick) => id(from + 1 + (pick % left))))];
  };
  const built = nodes.map(({ kind, branches: own, pass, review, fail, action }, index): CascadeNode => {
    const base = { id: id(index) };
    const next = forward(index, pass);
    switch (kind) {
      case 'choice':
        return {
          ...base,
          type: 'IfElse',
          branches: own,
          pass_steps: next,
          human_review_steps: forward(index, review),
          fail_steps: forward(index, fail),
        };
      case 'notice':
        return {
          ...base,
          type: 'Action',
          action_type: 'AdverseAction',
          adverse_action: {
            recipient: 'ada@example.com',
            send_strategy: 'auto_send',
            action_taken: action as 'denied',
            purpose: 'credit',
          },
          next_step: next,
        };
      case 'approve':
        return { ...base, type: 'Action', action_type: 'Approve', next_step: next };
      case 'wait':
        return { ...base, type: 'Wait', wait: { duration: 1, unit: 'seconds' }, next_step: next };
      case 'goto':
        return { ...base, type: 'GoTo', target_step: index % 2 === 0 ? 'credit' : id((pass[0] ?? 0) % nodes.length) };
      case 'step':
        return { ...base, type: 'ShowResults' };
    }
  });
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['criminal'] },
    {
      id: 'criminal',
      type: 'BillingProduct',
      billing_product_code: 'criminal_background',
      next_step: ['co'],
    },
    {
      id: 'co',
      type: 'BillingProduct',
      billing_product_code: 'credit_report',
      next_step: [id(0), ...(nodes.length > 1 ? [id(1)] : [])],
    },
    ...built,
  ];
}

/** Loops without end say nothing new. */
const MOST_TURNS = 40;

/** Runs a case to its end, and gives back every notice that was issued, each with the run as it then was. */
export function issuedNotices(of: Case): readonly Issued[] {
  const issued = ISSUED.get(of) ?? runOf(of);
  ISSUED.set(of, issued);
  return issued;
}

/** A case is run once for all callers. */
const ISSUED = new WeakMap<Case, readonly Issued[]>();

function runOf({ definition, seed }: Case): Issued[] {
  const debts = [[], [500], [500, 700]][seed % 3] ?? [];
  const payload = { applicant: { email: 'ada@example.com', income: seed % 2 === 0 ? 1500 : 2500, debts } };
  const world = new World(definition, { mode: 'live', payload, skipWaits: true });
  const issued: Omit<Issued, 'isEnded'>[] = [];
  const take = () => {
    for (const { nodeId, visit, request } of world.last?.effects ?? []) {
      if (request.kind !== 'notice' || request.operation !== 'prepare') continue;
      issued.push({ run: runSoFar(world, payload, nodeId, visit), request: request.notice });
    }
  };
  world.advance();
  take();
  for (
    let turn = 0;
    turn < MOST_TURNS && world.last?.status !== 'completed' && world.last?.status !== 'failed';
    turn += 1
  ) {
    const [effect] = world.openEffects.values();
    const [round] = world.openRounds;
    if (effect !== undefined) {
      const report = reportOf(effect.nodeId, random(seed, effect.nodeId, effect.visit));
      world.settle(effect.key, {
        status: 'done',
        at: world.now,
        result: { artifact_id: 1, delivery: 'email', report },
      });
    } else if (round !== undefined) {
      const drawn = random(seed, round, 0);
      const howMany = drawn(2) === 0 ? 0 : 3 + drawn(3);
      const first = drawn(REVIEWERS_REASONS.length);
      const reasons = [...REVIEWERS_REASONS.slice(first), ...REVIEWERS_REASONS].slice(0, howMany);
      world.settleRound(round, drawn(3) === 0 ? 'approved' : 'denied', { reasons });
    } else break;
    world.advance();
    take();
  }
  const isEnded = world.last?.status === 'completed' || world.last?.status === 'failed';
  return issued.map((each) => ({ ...each, isEnded }));
}

const REVIEWERS_REASONS = [
  'Reference of the last landlord',
  'Incomplete application',
  'criminal_background.felony_count',
  'credit_report.collections_count',
  'Length of residence',
  'criminal_background.sex_offender_registry_match',
  'Unable to reach the employer',
] as const;

function reportOf(node: string, drawn: (bound: number) => number): JsonObject {
  if (node !== 'criminal') {
    const score = [null, 500, 620, 640, 700][drawn(5)] ?? null;
    const factors = ['Accounts past due', 'High balances', 'Collections', 'Short history', 'Inquiries'];
    return {
      score,
      key_factors: factors.slice(0, drawn(8) === 0 ? 0 : 5).map((text, index) => ({ code: `K${index}`, text })),
      utilization_percent: [10, 45, 80][drawn(3)] ?? 0,
      collections_count: drawn(2),
      bankruptcies_count: drawn(2),
      tradelines: Array.from({ length: drawn(4) }, () => ({
        days_past_due: [0, 45, 90][drawn(3)] ?? 0,
        status: drawn(4) === 0 ? 'charged_off' : 'open',
      })),
    };
  }
  const felonies = drawn(2);
  return {
    records_count: felonies + drawn(2),
    felony_count: felonies,
    violent_count: 0,
    sex_offender_registry_match: drawn(4) === 0,
    records: Array.from({ length: drawn(3) }, () => ({
      severity: drawn(2) === 0 ? 'felony' : 'misdemeanor',
      months: [20, 100][drawn(2)] ?? 0,
    })),
  };
}

/** Numbers that depend on the parts alone. */
function random(seed: number, name: string, visit: number): (bound: number) => number {
  let state = seed ^ (visit * 2_654_435_761);
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619);
  return (bound) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) % bound;
  };
}

function runSoFar(world: World, payload: JsonObject, nodeId: string, visit: number): RunSoFar {
  const { definition } = world;
  const outputs = new Map(world.outputs);
  const history = [...world.history.values()];
  const nodes = new Map(definition.map((node) => [node.id, node]));
  const { decided, decidedBy } = world.state;
  const context: VisitContext = {
    decidesNow: () => false,
    isOutputRead: () => false,
    work: new Work(),
    now: world.now,
    nodeId,
    visit,
    execution: { id: 1, mode: 'live', externalReference: null, skipWaits: true },
    workflow: { name: 'Test', useCase: null },
    payload,
    userApproved: decided === null ? null : decided === 'approved',
    decidedBy,
    outputs,
    outputVisit: (id) => history.findLast((past) => past.nodeId === id && past.output !== null)?.visit ?? null,
    failed: new Set(world.state.failed),
    stopped: new Set(world.state.stopped),
    node: (id) => nodes.get(id),
    sourceOf(id) {
      const node = nodes.get(id);
      return node === undefined ? undefined : NODES.sourceOf(node);
    },
    reachesByEdges: () => false,
    stored: new Map(),
    masks: new Masks(STANDARD_RULES, { payload }),
    sandbox: { find: () => undefined },
    reusedReports: new Map(),
    notices: noticeTurns(() => {
      throw new Error('not asked');
    }),
  };
  return { visit: context, definition, registry: NODES, history };
}
