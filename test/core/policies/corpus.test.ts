import { afterAll, describe, expect, test } from '../../support/jest.ts';
import { compilePolicy, type Compiled } from '../../../core/policies/compile.ts';
import { CORPUS } from '../../generator/policies/corpus.ts';
import { applicantOf, run } from '../../generator/policies/harness.ts';
import { processorMs } from '../../support/processor-time.ts';
import type { Expected, Policy } from '../../generator/policies/policy.ts';

const compiled = (policy: Policy): Compiled =>
  compilePolicy(policy.prompt, { useCase: policy.useCase ?? 'tenant_screening', asOf: '2026-01-05' });

const decided = CORPUS.filter(({ refuse }) => refuse === undefined);
const refused = CORPUS.filter(({ refuse }) => refuse !== undefined);

describe.each(decided.map((policy) => [policy.name, policy] as const))('%s', (_, policy) => {
  const result = compiled(policy);

  test('compiles', () => {
    expect(result.ok ? [] : result.details).toEqual([]);
  });

  test.each(policy.cases.map(([applicant, expected, more]) => [applicant, expected, more ?? {}] as const))(
    '%j is %s',
    (applicant, expected, more) => {
      if (!result.ok) throw new Error('not compiled');
      const ran = run(result.definition, applicantOf(applicant), 'approved');
      const deniedByReviewer = run(result.definition, applicantOf(applicant), 'denied');
      expect([ran.decision, deniedByReviewer.decision]).toEqual(outcomes(expected));
      expect(ran).toMatchObject(more);
    },
  );
});

function outcomes(expected: Expected): [ifApproved: string, ifDenied: string] {
  return expected === 'review' ? ['review:approved', 'review:denied'] : [expected, expected];
}

test.each(refused.map((policy) => [policy.name, policy] as const))('refuses %s and quotes the words', (_, policy) => {
  const result = compiled(policy);
  if (result.ok) throw new Error('compiled');
  const messages = result.details.map(({ message }) => message).join('\n');
  for (const words of policy.refuse ?? []) expect(messages).toContain(words);
});

test('the corpus is large enough, and more than half of it is compiled', () => {
  const share = CORPUS.filter((policy) => compiled(policy).ok).length / CORPUS.length;
  process.stdout.write(`policies compiled: ${(share * 100).toFixed(1)} % of ${CORPUS.length}\n`);
  expect(CORPUS.length).toBeGreaterThanOrEqual(60);
  expect(share).toBeGreaterThanOrEqual(0.54);
});

describe('a prompt of 5,000 characters', () => {
  const took: number[] = [];
  afterAll(() => {
    process.stdout.write(`slowest compilation: ${Math.round(Math.max(...took))} ms\n`);
  });
  test.each([
    ['of rules', 'Deny if the score is below 600 or there is an eviction in the last 24 months. '],
    ['of unknown words', 'aproov denyed scroe evicshun flarb glorp unvelievable monthlyish '],
    ['of one long word', 'a'.repeat(5_000)],
    ['of figures', '650 700 3x 40% $5,000 '],
    ['of commas and ands', 'approve if a, b and c or '],
    ['of opening quotes', '"“"“'],
    ['of bands', 'between 600 and 649 or between 700 and 749 and '],
    [
      'of many fields',
      'Review if score under 600 and income under 3x rent or any felony and more than 2 late payments. ',
    ],
  ])('%s compiles or is refused in under a second', async (_, words) => {
    const prompt = words.repeat(5_000).slice(0, 5_000);
    took.push(await processorMs(() => compilePolicy(prompt, { useCase: 'tenant_screening', asOf: '2026-01-05' })));
    expect(took.at(-1)).toBeLessThan(1_000);
  });
});
