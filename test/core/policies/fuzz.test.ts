import { expect, test } from '../../support/jest.ts';
import { restated, type Restated } from './support/restated.ts';
import { policyOf, sentencesOf } from './support/sentences.ts';

/** A nightly test reads 100,000, and measures the time that each takes (`test/nightly/policies.test.ts`). */
const SENTENCES = 1_500;

test(`${SENTENCES} sentences of the lexicon: none crashes, and each that compiles restates to a policy that decides alike`, () => {
  const counts = new Map<Restated['is'], number>();
  const others: string[] = [];
  for (const text of sentencesOf(SENTENCES, 30)) {
    const result = restated(policyOf(text), 'tenant_screening', '2026-01-05');
    counts.set(result.is, (counts.get(result.is) ?? 0) + 1);
    if (result.is === 'other') others.push(result.what);
  }
  expect(others).toEqual([]);
  expect(counts.get('alike') ?? 0).toBeGreaterThan(200);
});
