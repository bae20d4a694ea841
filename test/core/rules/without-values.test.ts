import { describe, expect, test } from '../../support/jest.ts';
import { fileURLToPath } from 'node:url';
import { simulate } from '../../../core/explanation/simulate.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import * as applicants from '../../../core/rules/applicants.ts';
import type { Built } from '../../../core/rules/build.ts';
import { canBeMissing, isNoneOnRecord, testsOf, type Rule } from '../../../core/rules/model.ts';
import { sentencesOf } from '../../../core/rules/rows.ts';
import { subjectsOf } from '../../../core/rules/say.ts';
import { approvedWithout } from '../../../core/rules/without-values.ts';
import { CORPUS } from '../../generator/policies/corpus.ts';
import { foreignPolicies, USE_CASES } from '../../generator/policies/foreign.ts';
import { plenty } from '../../support/work.ts';

const AS_OF = '2026-01-05';
const found = (built: Built) => approvedWithout(built, { asOf: AS_OF });

function built(prompt: string, useCase = 'tenant_screening'): Built | null {
  const compiled = compilePolicy(prompt, { useCase, asOf: AS_OF });
  return compiled.ok ? compiled : null;
}

// Rules: 2.6.27
describe('who is approved by a later rule because a value is missing', () => {
  test.each([
    ['a number is not known', 'Deny if there are more than 2 collections.', 'number of collections is'],
    ['a list is not known', 'Deny if there are more than 2 unpaid collections.', 'collections are'],
    [
      'another row stands between',
      'Deny if there are collections. Deny if there are evictions.',
      'number of collections is',
    ],
  ])('is named where %s', (_, denial, what) => {
    const policy = built(`${denial} Approve if the score is at least 680. Deny everyone else.`);
    const texts = policy === null ? [] : found(policy).map(({ text }) => text);
    expect(texts[0]).toContain(`An applicant whose ${what} not known is approved, because`);
  });
});

const AUTHORS = fileURLToPath(new URL('../../generator/policies/authors.jsonl', import.meta.url));
const POLICIES = [
  ...CORPUS.map(({ name, prompt, useCase }) => ({ name, policy: built(prompt, useCase) })),
  ...[...foreignPolicies(), ...foreignPolicies(AUTHORS)].map(({ id, text, domain }) => ({
    name: id,
    policy: built(text, USE_CASES[domain]),
  })),
].flatMap(({ name, policy }) => (policy === null ? [] : [[name, policy] as const]));

// Rules: 2.6.27
describe('of each policy of the corpora', () => {
  test('all rows are named without whose value somebody is approved, and no other ones', () => {
    expect(POLICIES.length).toBeGreaterThan(100);
    for (const [name, policy] of POLICIES) {
      const named = found(policy).map(({ rule_id: id, field }) => `${id}: ${field}`);
      expect([name, named.toSorted()]).toEqual([name, [...tried(policy)].toSorted()]);
    }
  }, 60_000);

  test('each applicant that is shown is approved', () => {
    for (const [name, policy] of POLICIES)
      for (const { applicant, outcome, text } of found(policy)) {
        const input = {
          ...{ ...applicant, decisions: {}, workflow: { name: '', useCase: null }, completesLetters: true },
          sandbox: { find: () => undefined },
          now: Date.parse(AS_OF),
        };
        const ran = simulate(policy.definition, input, plenty());
        expect([name, text, ran.outcome]).toEqual([name, text, outcome]);
      }
  });
});

const isStopping = ({ decision }: Rule): boolean => decision === 'deny' || decision === 'review';

/** Found by trying everybody at and beside each threshold: the rows that stop them, and the values without which they are approved. */
function tried({ plan }: Built): ReadonlySet<string> {
  const MOST = 20_000;
  const domains = applicants.domainsOfRules(plan.rules);
  const sentences = sentencesOf(plan);
  const said = new Set<string>();
  const people = applicants.combinations(domains, MOST);
  for (const values of [...people, ...applicants.aboutEach(plan.rules, domains, 200)]) {
    const rule = applicants.ruleFor(plan, values);
    if (!applicants.isConsistent(values) || rule === plan.rest || !isStopping(rule)) continue;
    for (const key of keysOf(rule, values)) {
      const without = new Map([...values, [key, null]]);
      if (!applicants.isConsistent(without) || isStopping(applicants.ruleFor(plan, without))) continue;
      const { source, field } = applicants.fieldOfKey(key);
      said.add(`${sentences.get(rule)?.id ?? ''}: ${subjectsOf(undefined)(source, field).phrase}`);
    }
  }
  return said;
}

function keysOf({ when }: Rule, values: applicants.Values): readonly string[] {
  const fields = testsOf(when).flatMap((each) => [each, ...(each.from === undefined ? [] : [each.from])]);
  return fields
    .filter((field) => canBeMissing(field) && !isNoneOnRecord(field))
    .flatMap((field) => applicants.keysOf(field).find((key) => values.has(key)) ?? [])
    .filter((key) => values.get(key) !== null);
}
