import fc from 'fast-check';
import type { OnNotComparable } from '../../../core/cascade/on-not-comparable.ts';
import { isKind, type CascadeDefinition, type CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { Json } from '../../../core/json.ts';
import { combinations, domainsOf, type Values } from '../../../core/rules/applicants.ts';
import { emit, TooComplicated, type Emitted } from '../../../core/rules/emit.ts';
import { exampleOf } from '../../../core/rules/examples.ts';
import { testsOfRules } from '../../../core/rules/model.ts';
import { planOf, type Plan } from '../../../core/rules/plan.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { emit as emitComplements } from './support/complements.ts';
import { ruleSet } from './support/random-rules.ts';

const NOT_COMPARABLE = 'about a year';
const AS_OF = '2026-01-05';
const OPTIONS = { purpose: 'tenant', jurisdiction: null } as const;

const definitionOf = ({ definition: sent }: Emitted): CascadeDefinition => {
  const { definition, details } = validateDefinition(sent);
  if (definition === null) throw new Error(JSON.stringify(details));
  return definition;
};

/** The same rules in the two forms; null where one of them has no form. */
function bothForms(plan: Plan): readonly [CascadeDefinition, CascadeDefinition] | null {
  try {
    return [definitionOf(emitComplements(plan, OPTIONS)), definitionOf(emit(plan, OPTIONS))];
  } catch (error) {
    if (error instanceof TooComplicated || (error instanceof Error && error.name === 'TooComplicated')) return null;
    throw error;
  }
}

type Person = 'approved' | 'denied' | null;

/** All that becomes of somebody: what is decided, what is done in which order, how often a person is asked. */
function becomes(definition: CascadeDefinition, values: Values, person: Person, onNotComparable: OnNotComparable) {
  const { payload, reports } = exampleOf(values, AS_OF);
  const choices = definition.filter((node) => isKind(node, 'IfElse'));
  const run = simulate(
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

interface Compared {
  readonly before: Becomes;
  readonly after: Becomes;
  readonly onNotComparable: OnNotComparable;
  /** What the form of rows does with each value that the one that cannot be compared may stand for. */
  readonly standsFor: () => readonly Becomes[];
}

/**
 * Where a person decides what cannot be compared, one may be asked where the step failed before, and once where it was
 * twice, about the applicant as a whole and not about one rule: what is done beside the decision may differ. Where the
 * step fails, one is asked all the same if every value would have come to that person.
 */
function isAlike({ before, after, onNotComparable, standsFor }: Compared): boolean {
  if (JSON.stringify(before) === JSON.stringify(after)) return true;
  if (after.asked === 0) return false;
  if (onNotComparable === 'fail') {
    return before.status === 'failed' && standsFor().every((each) => JSON.stringify(each) === JSON.stringify(after));
  }
  if (before.status === 'failed') return true;
  return after.asked <= before.asked && after.status === before.status && after.outcome === before.outcome;
}

/** What a step does, whatever it is called. */
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

describe('the form of rows', () => {
  // Rules: 4.6.2, 4.7.6
  test.each(['fail', 'review'] as const)(
    'decides, does and asks as the form of complements did, where what cannot be compared is to %s',
    (onNotComparable) => {
      let compared = 0;
      fc.assert(
        fc.property(ruleSet, (set) => {
          const plan = planOf(set);
          const forms = bothForms(plan);
          if (forms === null) return;
          for (const values of applicants(plan, 12)) {
            for (const person of ['approved', 'denied', null] as const) {
              const [before, after] = forms.map((form) => becomes(form, values, person, onNotComparable)) as [
                Becomes,
                Becomes,
              ];
              const standsFor = () =>
                comparableInstead(plan, values).map((each) => becomes(forms[1], each, person, onNotComparable));
              if (!isAlike({ before, after, onNotComparable, standsFor })) {
                const said = set.rules.map(({ decision, when }) => [decision, when]);
                throw new Error(JSON.stringify([[...values], person, { before, after }, said]));
              }
              compared += 1;
            }
          }
        }),
        { numRuns: Number(process.env.RUNS ?? 15), seed: Number(process.env.SEED ?? 48) },
      );
      expect(compared).toBeGreaterThan(1_000 * (Number(process.env.RUNS ?? 15) / 50));
    },
  );
});
