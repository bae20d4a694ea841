import fc from 'fast-check';
import { ON_MISSING, type OnMissing } from '../../../core/cascade/on-missing.ts';
import type { OnNotComparable } from '../../../core/cascade/on-not-comparable.ts';
import { isKind, type CascadeDefinition, type CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { decides } from '../../../core/readback/domains.ts';
import { rulesOf, type Effect } from '../../../core/readback/rules.ts';
import { actionNode, decisionNodes } from '../../../core/rules/action-nodes.ts';
import { combinations, domainsOf, fieldOfKey, ruleFor, type Values } from '../../../core/rules/applicants.ts';
import { emit, TooComplicated, type Emitted } from '../../../core/rules/emit.ts';
import { exampleOf } from '../../../core/rules/examples.ts';
import { testsOfRules, type Rule } from '../../../core/rules/model.ts';
import { planOf, type Plan } from '../../../core/rules/plan.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { ruleSet } from './support/random-rules.ts';

const NOT_COMPARABLE = 'about a year';
const AS_OF = '2026-01-05';
const OPTIONS = { purpose: 'tenant', jurisdiction: null } as const;

const definitionOf = ({ definition: sent }: Emitted): CascadeDefinition => {
  const { definition, details } = validateDefinition(sent);
  if (definition === null) throw new Error(JSON.stringify(details));
  return definition;
};

/** Null where the rules have no form. */
function formOf(plan: Plan): CascadeDefinition | null {
  try {
    return definitionOf(emit(plan, OPTIONS));
  } catch (error) {
    if (error instanceof TooComplicated) return null;
    throw error;
  }
}

type Person = 'approved' | 'denied' | null;

function runOf(definition: CascadeDefinition, values: Values, person: Person, onNotComparable: OnNotComparable) {
  const { payload, reports } = exampleOf(values, AS_OF);
  const choices = definition.filter((node) => isKind(node, 'IfElse'));
  return simulate(
    definition,
    {
      ...{ payload, reports, onNotComparable, now: Date.UTC(2026, 0, 5) },
      decisions: person === null ? {} : Object.fromEntries(choices.map(({ id }) => [id, person])),
      completesLetters: true,
      workflow: { name: '', useCase: 'tenant_screening' },
      sandbox: { find: () => undefined },
    },
    plenty(),
  );
}

/** All that becomes of somebody: what is decided, what is done in which order, how often a person is asked. */
function becomes(definition: CascadeDefinition, values: Values, person: Person, onNotComparable: OnNotComparable) {
  const run = runOf(definition, values, person, onNotComparable);
  const did = run.path.flatMap((id) => {
    const node = definition.find((each) => each.id === id);
    return node === undefined || ['ApplicantSource', 'BillingProduct', 'IfElse'].includes(node.type)
      ? []
      : [contentOf(node)];
  });
  const asked = run.steps.filter(({ output }) => isReviewed(output)).length;
  const { status, outcome } = run;
  const failed = run.steps.flatMap(({ error }) => (error === null ? [] : [error.code]));
  return { status, outcome, did, asked: asked + (status === 'awaiting_review' ? 1 : 0), failed };
}

const isReviewed = (output: Json): boolean => typeof output === 'object' && output !== null && 'review' in output;

type Becomes = ReturnType<typeof becomes>;

/** The outcome that the rules give an applicant whose values can all be compared: the first rule that holds decides. */
function said(plan: Plan, values: Values, person: Person): Becomes {
  const rule = ruleFor(plan, values);
  const isReviewed = rule.decision === 'review';
  const asked = isReviewed ? 1 : 0;
  const stepsOf = ({ before, after }: Pick<Rule, 'before' | 'after'>, inner: readonly JsonObject[]) =>
    [...before.map(actionNode), ...inner, ...after.map(actionNode)].map((node) => contentOf(node as never));
  const ends = (end: Rule): readonly string[] => [...stepsOf(end, decisionNodes(end, OPTIONS)), RESULTS];
  if (isReviewed && person === null) {
    const did = stepsOf({ ...rule, after: [] }, []);
    return { status: 'awaiting_review', outcome: null, did, asked, failed: [] };
  }
  const end = !isReviewed ? rule : person === 'denied' ? plan.denied : plan.approved;
  const before = isReviewed ? stepsOf({ ...rule, after: [] }, []) : [];
  const outcome = OUTCOMES[end.decision];
  return { status: 'completed', outcome, did: [...before, ...ends(end)], asked, failed: [] };
}

const RESULTS = JSON.stringify({ type: 'ShowResults' });
const OUTCOMES = { approve: 'approved', deny: 'denied', conditional: 'conditional', review: null } as const;

/**
 * If a value cannot be compared, the rules give an outcome only if all values lead to one. Else the step fails, or a
 * person is asked once about the applicant as a whole; nobody is approved behind a denial.
 */
function isAsSaid(
  did: Becomes,
  possible: readonly Becomes[],
  person: Person,
  onNotComparable: OnNotComparable,
): boolean {
  const [first] = possible;
  const isOne = possible.every((each) => JSON.stringify(each) === JSON.stringify(first));
  if (isOne && JSON.stringify(did) === JSON.stringify(first)) return true;
  if (possible.length === 1) return false;
  const isFailure =
    did.status === 'failed' && did.outcome === null && did.failed.every((code) => code === 'value_not_comparable');
  if (did.asked === 0) return isFailure;
  // If the step would fail, a person is asked if every value would have led to that person.
  if (onNotComparable === 'fail') return possible.every((each) => each.asked === 1);
  if (person === null) return did.status === 'awaiting_review';
  return did.asked === 1 && (person === 'approved' || did.outcome === 'denied' || isFailure);
}

/** The content of a step without its name. */
function contentOf(node: CascadeNode): string {
  const { id: _id, name: _name, next_step: _next, ...content } = node;
  return JSON.stringify(content);
}

/** At and beside each threshold, without a value, and with one that cannot be compared. */
function applicants(plan: Plan, most: number): Values[] {
  const domains = domainsOf(testsOfRules([...plan.rules, plan.rest])).map((domain) =>
    domain.source === 'context' ? { ...domain, values: [...domain.values, NOT_COMPARABLE] } : domain,
  );
  return [...combinations(domains, most)];
}

/** With each value that can be compared in place of those that cannot. */
function comparableInstead(plan: Plan, values: Values): Values[] {
  const domains = domainsOf(testsOfRules([...plan.rules, plan.rest]));
  const open = domains.filter(({ key }) => values.get(key) === NOT_COMPARABLE);
  const given = open.map((domain) => ({ ...domain, values: domain.values.filter((value) => value !== null) }));
  return [...combinations(given, 64)].map((each) => new Map([...values, ...each]));
}

const RUNS = Number(process.env.RUNS ?? 15);
const SETTINGS = { numRuns: RUNS, seed: Number(process.env.SEED ?? 48) };

describe('the form of rows', () => {
  // Rules: 2.6.22, 2.6.23, 4.6.2, 4.7.6
  test.each(['fail', 'review'] as const)(
    'decides, does and asks as the rules say, where what cannot be compared is to %s',
    (onNotComparable) => {
      let compared = 0;
      fc.assert(
        fc.property(ruleSet, (set) => {
          const plan = planOf(set);
          const form = formOf(plan);
          if (form === null) return;
          for (const values of applicants(plan, 12)) {
            const standingFor = comparableInstead(plan, values);
            for (const person of ['approved', 'denied', null] as const) {
              const possible = standingFor.map((each) => said(plan, each, person));
              const did = becomes(form, values, person, onNotComparable);
              if (!isAsSaid(did, possible, person, onNotComparable)) {
                const rules = set.rules.map(({ decision, when }) => [decision, when]);
                throw new Error(JSON.stringify([[...values], person, { did, possible }, rules]));
              }
              compared += 1;
            }
          }
        }),
        SETTINGS,
      );
      expect(compared).toBeGreaterThan(1_000 * (RUNS / 50));
    },
  );

  // Rules: 2.6.22, 2.6.25
  test('is read as the same rules, in the words of their author', () => {
    let compared = 0;
    fc.assert(
      fc.property(ruleSet, (set) => {
        const plan = planOf(set);
        const form = formOf(plan);
        const read = form === null ? null : rulesOf(form, plenty());
        if (read?.rules == null) return;
        const texts = new Set([...plan.rules, plan.rest].map(({ quote }) => quote.text));
        expect(read.rules.filter(({ sentence }) => sentence.text !== undefined && !texts.has(sentence.text))).toEqual(
          [],
        );
        for (const values of applicants(plan, 12)) {
          if ([...values.values()].includes(NOT_COMPARABLE)) continue;
          const found = read.rules.find(
            ({ when, effect }) => effect.kind !== 'act' && decides(when, asRead(values), plenty()),
          );
          expect([...values, found === undefined ? null : DECISIONS[decisionOf(found.effect)]]).toEqual([
            ...values,
            ruleFor(plan, values).decision,
          ]);
          compared += 1;
        }
      }),
      SETTINGS,
    );
    expect(compared).toBeGreaterThan(200 * (RUNS / 50));
  });

  // Rules: 4.13.2, 4.13.4, 4.13.5, 4.13.6
  test('decides as it is read where rows say what a missing value does', () => {
    let compared = 0;
    const asking = fc.array(fc.constantFrom(undefined, ...ON_MISSING), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(ruleSet, asking, (set, asks) => {
        const plan = planOf(set);
        const form = formOf(plan);
        const saying = form === null ? null : validateDefinition(withMissing(form, asks)).definition;
        const read = saying === null ? null : rulesOf(saying, plenty());
        if (saying === null || read?.rules == null) return;
        for (const values of applicants(plan, 16)) {
          if ([...values.values()].includes(NOT_COMPARABLE)) continue;
          const found = read.rules.find(
            ({ when, effect }) => effect.kind !== 'act' && decides(when, asRead(values), plenty()),
          );
          const { status, outcome } = runOf(saying, values, null, 'fail');
          const said = found === undefined ? undefined : DECISIONS[decisionOf(found.effect)];
          expect([asks, ...values, status === 'awaiting_review' ? 'review' : outcome]).toEqual([
            asks,
            ...values,
            { approve: 'approved', deny: 'denied', conditional: 'conditional', review: 'review' }[said ?? ''],
          ]);
          compared += 1;
        }
      }),
      { ...SETTINGS, numRuns: 4 * RUNS },
    );
    expect(compared).toBeGreaterThan(100 * (RUNS / 50));
  });

  // Rules: 10.20.10, 10.20.13
  test('has letters that rest on the rules that decided, and name nothing with which it is denied all the same', () => {
    let letters = 0;
    fc.assert(
      fc.property(ruleSet, (set) => {
        const plan = planOf(set);
        const form = formOf(plan);
        if (form === null) return;
        for (const values of applicants(plan, 12)) {
          if ([...values.values()].includes(NOT_COMPARABLE)) continue;
          const rule = ruleFor(plan, values);
          const run = runOf(form, values, 'denied', 'fail');
          const denials = run.notices.filter(({ actionTaken }) => actionTaken === 'denied');
          const isDenied = rule.decision === 'deny' || rule.decision === 'review';
          expect([...values, denials.length]).toEqual([...values, isDenied ? 1 : 0]);
          for (const notice of denials) {
            letters += 1;
            const { values: changed, leads_to: leadsTo } = explainNotice(run.recorded, notice, plenty())
              .would_have_changed as unknown as {
              values: { source_node_id: string; field: string; value: Json }[];
              leads_to: string;
            };
            const then = new Map([...values, ...changed.map((each) => [keyOf(each), each.value] as const)]);
            if (changed.length === 0) continue;
            const better = ruleFor(plan, then).decision;
            expect([...then, leadsTo, better === 'deny']).toEqual([...then, leadsTo, false]);
            if (better === 'review') expect(leadsTo).toBe('review');
            const used = new Set(notice.decided.reports.map(({ product_code: code }) => code));
            const read = new Set(testsOfRules(plan.rules).map(({ source }) => source as string));
            expect([...used].filter((code) => !read.has(code))).toEqual([]);
          }
        }
      }),
      SETTINGS,
    );
    expect(letters).toBeGreaterThan(100 * (RUNS / 50));
  });
});

/** The definition with the `on_missing` of its groups, in order. */
function withMissing(definition: CascadeDefinition, asks: readonly (OnMissing | undefined)[]): Json {
  let at = 0;
  return JSON.parse(JSON.stringify(definition), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('conditions' in value) || !('id' in value)) return value;
    const said = asks[(at += 1) % asks.length];
    return said === undefined ? value : { ...value, on_missing: said };
  }) as Json;
}

const nodeOf = (source: string): string => source.split('_')[0] ?? source;

/** The names by which the reading knows the values. */
const asRead = (values: Values): Values =>
  new Map(
    [...values].map(([key, value]) => {
      const { source, field } = fieldOfKey(key);
      return [`${source} ${field}`, value];
    }),
  );

const SOURCES = ['credit_report', 'eviction_history', 'context'];
const keyOf = ({ source_node_id: id, field }: { readonly source_node_id: string; readonly field: string }): string =>
  `${SOURCES.find((source) => nodeOf(source) === id) ?? id}:${field}`;

const DECISIONS: Readonly<Record<string, string>> = {
  approve: 'approve',
  deny: 'deny',
  other_terms: 'conditional',
  ask: 'review',
};
const decisionOf = (effect: Effect): string => (effect.kind === 'end' ? effect.sequence.decision : effect.kind);
