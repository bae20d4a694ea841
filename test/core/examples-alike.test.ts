import { choiceOutput } from '../../core/cascade/nodes/if-else.ts';
import { isKind, type CascadeDefinition } from '../../core/cascade/registry.ts';
import { alikeApplicant } from '../../core/examples/alike.ts';
import { simulate } from '../../core/explanation/simulate.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { readPath } from '../../core/path.ts';
import type { Subject } from '../../core/readback/subject.ts';
import { describe, expect, test } from '../support/jest.ts';
import { plenty } from '../support/work.ts';
import { compiled } from './rows/support.ts';

const DEFINITION = compiled(
  'Deny if the credit score is below 600. Deny if there are more than 2 evictions. Deny if the income is less than 2.5 times ' +
    'the rent. Review scores from 600 to 679. Approve everyone else.',
);

interface Person {
  readonly payload: JsonObject;
  readonly reports: Readonly<Record<string, JsonObject>>;
}

function run(definition: CascadeDefinition, { payload, reports }: Person) {
  const decisions = Object.fromEntries(
    definition.filter((node) => isKind(node, 'IfElse')).map(({ id }) => [id, 'approved' as const]),
  );
  const input = { payload, reports, decisions, completesLetters: true, now: Date.parse('2026-03-01T12:00:00Z') };
  return simulate(
    definition,
    { ...input, workflow: { name: '', useCase: null }, sandbox: { find: () => undefined } },
    plenty(),
  );
}

function alike(person: Person): { readonly made: Person; readonly done: ReturnType<typeof run> } {
  const done = run(DEFINITION, person);
  const actual = ({ source, field, nodeId }: Subject): Json =>
    readPath(source === 'context' ? person.payload : done.outputs.get(nodeId ?? ''), field, plenty()) ?? null;
  return { made: alikeApplicant(DEFINITION, actual, undefined, plenty()).applicant, done };
}

/** Figures that are no limits, nor beside one. */
const planted = (score: number | null, ratio: number, filings: number): Person => ({
  payload: {
    applicant: {
      ...{ first_name: 'Wilhelmina', last_name: 'Quackenbush', email: 'w.q@harbor.example', phone: '207 555 0177' },
      ...{ date_of_birth: '1971-11-23', ssn: '900-55-1234', monthly_income: 7_413.37, note: 'came with two dogs' },
    },
    property: { monthly_rent: 1_913 },
  },
  reports: {
    credit_report: { score, utilization_percent: 41.7 },
    eviction_history: { filings_count: filings, judgments_count: 0 },
    income_verification: { income_to_rent_ratio: ratio },
  },
});
const WORDS = ['Wilhelmina', 'Quackenbush', 'harbor', '0177', '1971', '1234', '7413', 'dogs', '1913', '41.7'];

// Rules: 2.13.15
describe('a made-up applicant in place of one who was decided', () => {
  test.each([
    ['denied for the score', planted(547, 3.87, 0), ['547', '3.87']],
    ['denied for evictions', planted(733, 3.87, 7), ['733', '3.87']],
    ['denied for the income', planted(733, 1.43, 1), ['733', '1.43']],
    ['reviewed', planted(637, 3.87, 1), ['637', '3.87']],
    ['approved', planted(733, 3.87, 1), ['733', '3.87']],
    ['without a score', planted(null, 3.87, 1), ['3.87']],
  ])('who was %s is decided on the same way, and has nothing of them', (_, person, figures) => {
    const { made, done } = alike(person);
    const again = run(DEFINITION, made);
    const branches = ({ outputs }: typeof done) =>
      [...outputs.values()].map((output) => choiceOutput(output)?.branch ?? null);
    expect([again.outcome, branches(again)]).toEqual([done.outcome, branches(done)]);
    const text = JSON.stringify(made);
    for (const word of [...WORDS, ...figures]) expect(text).not.toContain(word);
  });
});
