import { isKind } from '../../../core/cascade/registry.ts';
import { explainNotice, type IssuedNotice } from '../../../core/explanation/index.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import {
  answerOf,
  isWorse,
  KINDS,
  peopleOf,
  PLACES,
  POLICIES,
  reportsOf,
  type Key,
  type Person,
  type Policy,
} from './lawyer/sixty.ts';

const KEYS = Object.keys(PLACES) as Key[];
const keyOf = (node: string, field: string): Key | undefined =>
  KEYS.find((key) => PLACES[key][1] === field && PLACES[key][0].startsWith(`${node}_`));

function definitionOf({ text }: Policy) {
  const made = compilePolicy(text, { useCase: 'tenant_screening', asOf: '2026-01-05' });
  if (!made.ok) throw new Error(`${text} ${JSON.stringify(made.details)}`);
  return made.definition;
}

/** The outcome of an applicant whom every asked person denies, and the letter, in the lawyer's terms. */
function answered(definition: ReturnType<typeof definitionOf>, person: Person) {
  const choices = definition.filter((node) => isKind(node, 'IfElse'));
  const run = simulate(
    definition,
    {
      payload: { applicant: { name: 'Kim Ray', email: 'kim@example.com' } },
      ...{ reports: reportsOf(person), completesLetters: true, now: Date.UTC(2026, 0, 5) },
      decisions: Object.fromEntries(choices.map(({ id }) => [id, 'denied' as const])),
      workflow: { name: 'w', useCase: 'tenant_screening' },
      sandbox: { find: () => undefined },
    },
    plenty(),
  );
  const isAsked = run.steps.some(({ output }) => isJsonObject(output) && output.review !== undefined);
  const [notice] = run.notices;
  const letter = notice === undefined ? null : inTerms(notice);
  return { outcome: isAsked ? 'review' : run.outcome, notice, run, letter };
}

const inTerms = ({ decided }: IssuedNotice) => {
  const read = decided.choices.flatMap(({ conditions }) => conditions);
  return {
    reasons: [...new Set(read.map(({ source_node_id: node, field }) => keyOf(node, field) ?? `${node} ${field}`))],
    agencies: [...new Set(decided.reports.map(({ product_code: code }) => code))].toSorted(),
    isScoreDisclosed: decided.scores.length > 0,
  };
};

/** An order is said of several ways to be approved alone; else any will do. */
const inOrder = (kind: Policy['kind'], letter: ReturnType<typeof inTerms> | null) =>
  letter === null ? null : { ...letter, reasons: kind === 'ways' ? letter.reasons : letter.reasons.toSorted() };

const ANSWERED = POLICIES.map((policy) => {
  const definition = definitionOf(policy);
  return { policy, people: peopleOf(policy).map((person) => ({ person, ...answered(definition, person) })) };
});

describe('letters say what a lawyer answers who sees the policy and the applicant alone', () => {
  // Rules: 10.20.8, 10.20.9, 10.20.12, 10.20.15, 10.26.1
  test.each(KINDS)('policies of a kind: %s', (kind) => {
    let letters = 0;
    for (const { policy, people } of ANSWERED.filter((each) => each.policy.kind === kind)) {
      for (const { person, outcome, letter } of people) {
        const wanted = answerOf(policy, person);
        const of = [policy.text, JSON.stringify(person)];
        expect([...of, outcome, inOrder(kind, letter)]).toEqual([
          ...of,
          wanted.outcome,
          inOrder(kind, wanted.letter as ReturnType<typeof inTerms> | null),
        ]);
        if (letter !== null) letters += 1;
      }
    }
    expect(letters).toBeGreaterThanOrEqual(50);
  });

  // Rules: 10.20.10, 10.20.13, 10.20.14, 10.20.17
  test('and name no value that is worse than the one that was read', () => {
    const named = ANSWERED.flatMap(({ people }) =>
      people.flatMap(({ person, notice, run }) => {
        if (notice === undefined) return [];
        const { values } = explainNotice(run.recorded, notice, plenty()).would_have_changed as unknown as {
          values: { source_node_id: string; field: string; value: Json }[];
        };
        const cures = notice.decided.choices.flatMap(({ conditions }) =>
          conditions.map(({ source_node_id, field, cure }) => ({ source_node_id, field, value: cure })),
        );
        return [...cures, ...values].map(({ source_node_id: node, field, value }) => {
          const key = keyOf(node, field);
          return { key, had: key === undefined ? null : person[key], value };
        });
      }),
    );
    expect(named.length).toBeGreaterThan(500);
    expect(named.filter(({ key, had, value }) => key !== undefined && isWorse(key, had, value))).toEqual([]);
  });
});

// Rules: 10.20.17
test.each([[3_000], [3_500], [3_999]])(
  'an offer at either end of its band names what was enough for an approval: %i dollars',
  (monthly) => {
    const definition = definitionOf({
      ...{ kind: 'terms', rules: [], rest: 'deny' },
      text:
        'Approve if the monthly income is at least $4,000. Approve with a higher deposit if the monthly income is ' +
        'at least $3,000 and under $4,000. Deny everyone else.',
    });
    const run = simulate(
      definition,
      {
        payload: { applicant: { name: 'Kim Ray', email: 'kim@example.com' } },
        reports: { income_verification: { status: 'verified', monthly_income_usd: monthly } },
        ...{ decisions: {}, completesLetters: true, now: Date.UTC(2026, 0, 5) },
        workflow: { name: 'w', useCase: 'tenant_screening' },
        sandbox: { find: () => undefined },
      },
      plenty(),
    );
    const [notice] = run.notices;
    expect(notice?.decided.choices.flatMap(({ conditions }) => conditions.map(({ cure }) => cure))).toEqual([4_000]);
    expect(notice && explainNotice(run.recorded, notice, plenty()).would_have_changed).toMatchObject({
      values: [{ value: 4_000 }],
      leads_to: 'approved',
    });
  },
);
