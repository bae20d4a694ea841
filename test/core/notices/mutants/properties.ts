import fc from 'fast-check';
import { whatDecided } from '../../../../core/notices/decided/index.ts';
import { cases, casesPulledAgain, casesWithDuals, issuedNotices } from '../decided/cases.ts';
import { dual } from '../decided/dual.ts';
import { explained } from '../decided/explained.ts';
import { noLineThatANewerReportMends } from '../decided/newer.ts';
import { ALL } from '../decided/properties.ts';

export const OF_NAME = { ...ALL, dual, explained, noLineThatANewerReportMends };
export type PropertyName = keyof typeof OF_NAME;

const SEED = 20_261_125;
/** Cases that are made at once. */
const CHUNK = 150;
/** A wrong rule may do harm so seldom that it takes many cases to see it. */
export const MOST_CASES = 9_000;

const OF_OWN_CASES: Partial<Record<PropertyName, typeof cases>> = {
  dual: casesWithDuals,
  noLineThatANewerReportMends: casesPulledAgain,
};

/** The first case, of the same ones each time, in which the property does not hold; undefined if there is none. */
export function firstViolation(name: PropertyName, mostCases: number, firstCase = 0): string | undefined {
  const property = OF_NAME[name];
  const arbitrary = OF_OWN_CASES[name] ?? cases;
  for (let made = firstCase; made < firstCase + mostCases; made += CHUNK) {
    for (const of of fc.sample(arbitrary, { seed: SEED + made, numRuns: CHUNK })) {
      for (const [index, { run }] of issuedNotices(of).slice(0, 6).entries()) {
        const wrong = property({ run, decided: whatDecided(run), of, index });
        if (wrong !== undefined) return wrong;
      }
    }
  }
  return undefined;
}
