import type { ExampleResult } from './queries.ts';

export const OUTCOME_WORDS: Readonly<Record<ExampleResult['expected']['outcome'], string>> = {
  approved: 'approved',
  denied: 'denied',
  conditional: 'approved on other terms',
  review: 'to a person',
  undecided: 'not decided',
  failed: 'a step fails',
};

export function outcomeWords({ expected, got }: Pick<ExampleResult, 'expected' | 'got'>): string {
  const wanted = OUTCOME_WORDS[expected.outcome];
  if (got === null) return `expected: ${wanted}; it cannot be tried`;
  if (got.outcome !== expected.outcome) return `expected: ${wanted}; now: ${OUTCOME_WORDS[got.outcome]}`;
  return wanted;
}

/** The differences other than the outcome, which `outcomeWords` gives. */
export const otherDifferences = ({ differences }: ExampleResult): readonly string[] =>
  differences.filter((line) => !line.startsWith('outcome: '));
