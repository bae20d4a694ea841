import { expect, test } from '../../support/jest.ts';
import { branch, documentOf, group, letterOf, oneChoice } from './letter-of.ts';

/* The mode of a run and the name of its workflow are in nobody's application. */
const gate = (...rules: Parameters<typeof group>[1][]) => ({
  definition: oneChoice({}, { branches: { pass: branch(group('and', ...rules)) } }, { purpose: 'tenant' }),
  applicant: { first_name: 'Vera', savings: 2 },
});

test.each(['execution.mode', 'context.execution.external_reference', 'workflow.name'])(
  'a letter does not say that %s decided, but what else did',
  (field) => {
    const { reasons } = documentOf(
      gate(['start', field, 'equals', 'pilot'], ['start', 'applicant.savings', 'greater_than', 5]),
    );
    expect(reasons).toEqual(['Information in your application: savings, 2 (required: more than 5)']);
  },
);

// Rules: 10.26.3
test('a letter that would have nothing else to say is not issued', () => {
  expect(letterOf(gate(['start', 'execution.mode', 'equals', 'pilot'])).result).toEqual({
    ok: false,
    missing: ['a principal reason'],
    needs: null,
  });
});

test("a member of the payload that is called so is the applicant's", () => {
  const { reasons } = documentOf(gate(['start', 'applicant.execution.mode', 'equals', 'pilot']));
  expect(reasons).toHaveLength(1);
});
