import fc from 'fast-check';
import { describe, expect, test } from '../../../support/jest.ts';
import { IS_WHOLE } from '../../../support/sample.ts';
import { whatDecided, type Decided, type RunSoFar } from '../../../../core/notices/decided/index.ts';
import { arrange } from '../../../../core/notices/decided/order.ts';
import { cases, casesPulledAgain, casesWithDuals, issuedNotices, type Case, type Issued } from './cases.ts';
import { dual } from './dual.ts';
import { explained } from './explained.ts';
import { noLineThatANewerReportMends } from './newer.ts';
import { ALL, type Property } from './properties.ts';

/**
 * Semantics 10.17 to 10.23 on random cascades. `test/nightly/mutants.test.ts` breaks the code so that each property must
 * fail: one that nothing can break says nothing.
 */
type Sample = readonly { readonly of: Case; readonly issued: readonly Issued[] }[];
const HOW_MANY = Number(process.env.CASES ?? (IS_WHOLE ? 1_200 : 300));

function sampleOf(arbitrary: fc.Arbitrary<Case>, howMany: number, seed = 20_261_122): Sample {
  return fc
    .sample(arbitrary, { seed, numRuns: howMany })
    .map((of) => ({ of, issued: issuedNotices(of).slice(0, 6) }))
    .filter(({ issued }) => issued.length > 0);
}
const SAMPLE = sampleOf(cases, HOW_MANY);
const DUALS = sampleOf(casesWithDuals, HOW_MANY);
const PULLED_AGAIN = sampleOf(casesPulledAgain, HOW_MANY);

const PROPERTIES: Readonly<
  Record<
    keyof typeof ALL | 'dual' | 'explained' | 'noLineThatANewerReportMends',
    readonly [holds: string, property: Property]
  >
> = {
  enough: ['with the choices that speak decided otherwise, the notice is not reached', ALL.enough],
  aSourceThatCanAvoidGivesAChoice: [
    'a source that can avoid the notice gives a choice',
    ALL.aSourceThatCanAvoidGivesAChoice,
  ],
  fieldsOfSmallestReversals: [
    'the fields are those of the smallest reversals, by brute force',
    ALL.fieldsOfSmallestReversals,
  ],
  cured: ['the values asked for avoid the notice, and none of them can be left out', ALL.cured],
  printedLinesCure: ['so do those that are printed, if all are', ALL.printedLinesCure],
  dual: ['a decline rule gives the letter of the requirement that it stands for', dual],
  explained: ['the explanation is the smallest set of changes after which the run comes to no such notice', explained],
  wordsLieTowardsTheCure: ['words of a count are not printed for having too few', ALL.wordsLieTowardsTheCure],
  whole: ['no silent choice would have spared the person', ALL.whole],
  betterAsTheWordsSay: ['the better outcomes are those of the words, written a second time', ALL.betterAsTheWordsSay],
  noSupersededVisitSpeaks: ['no superseded visit speaks', ALL.noSupersededVisitSpeaks],
  aPassedGateIsSilent: ['a passed gate is silent', ALL.aPassedGateIsSilent],
  noEmptyAlternative: ['no empty alternative', ALL.noEmptyAlternative],
  printedPredicatesHold: ['printed predicates hold, codes included', ALL.printedPredicatesHold],
  aStepBesideADeclineChangesNothing: ['a step beside a decline changes nothing', ALL.aStepBesideADeclineChangesNothing],
  eachChoiceHasALine: ['each choice that speaks has a line, up to four', ALL.eachChoiceHasALine],
  aDenialHasAReviewersReasonAndACondition: [
    "a denial has both a reviewer's reason and a condition",
    ALL.aDenialHasAReviewersReasonAndACondition,
  ],
  noLineThatANewerReportMends: [
    'no line says what a newer report shows as mended, if anything else is left',
    noLineThatANewerReportMends,
  ],
  aScoreThatWasReadIsDisclosed: [
    'a score that was read, met or not, in a used report is disclosed',
    ALL.aScoreThatWasReadIsDisclosed,
  ],
};

/** To try all values of all fields takes long, and so does running the cascade once more for each notice. */
const SLOW: readonly Property[] = [explained, ALL.aStepBesideADeclineChangesNothing, ALL.fieldsOfSmallestReversals];

function sampleFor(property: Property): Sample {
  if (property === dual) return DUALS;
  if (property === noLineThatANewerReportMends) return PULLED_AGAIN;
  return SLOW.includes(property) ? SAMPLE.slice(0, HOW_MANY / 5) : SAMPLE;
}

/** The deciding facts are computed once for each notice, not again by each property. */
const known = new WeakMap<RunSoFar, Decided>();

function decidedOf(run: RunSoFar): Decided {
  const decided = known.get(run) ?? whatDecided(run);
  known.set(run, decided);
  return decided;
}

function firstViolation(property: Property): string | undefined {
  for (const { of, issued } of sampleFor(property)) {
    for (const [index, { run }] of issued.entries()) {
      const wrong = property({ run, decided: decidedOf(run), of, index });
      if (wrong !== undefined) return `${wrong}\n${JSON.stringify(of)}\n${run.visit.nodeId}#${run.visit.visit}`;
    }
  }
  return undefined;
}

describe('on random cascades', () => {
  test('enough notices are issued, from several kinds of cascades, to prove anything', () => {
    const all = SAMPLE.flatMap(({ issued }) => issued.map(({ request }) => request.decided));
    expect(all.length).toBeGreaterThan(SAMPLE.length);
    expect(all.filter(({ unconditional }) => unconditional).length).toBeGreaterThan(5);
    expect(all.filter(({ choices }) => choices.length > 1).length).toBeGreaterThan(5);
    expect(all.filter(({ choices }) => choices.some(({ denials }) => denials.length > 0)).length).toBeGreaterThan(5);
  });

  // Rules: 10.17.3, 10.18.1, 10.18.2, 10.18.3, 10.18.5, 10.19.1, 10.19.4, 10.20.1, 10.20.2, 10.20.3, 10.20.7, 10.23.1
  // Rules: 10.23.8, 10.23.9, 10.27.2, 10.28.1
  test.each(Object.values(PROPERTIES))('%s', (_holds, property) => {
    expect(firstViolation(property)).toBeUndefined();
  });
});

// Rules: 10.26.1
test('of four reasons of a reviewer three are printed, if a field has a line too', () => {
  const said = (text: string) => ({ kind: 'reviewer' as const, code: null, text });
  const reviewer = ['one', 'two', 'three', 'four'].map(said);
  const texts = (choices: readonly (readonly ReturnType<typeof said>[])[]) =>
    arrange({ reviewer, choices, furtherFactors: [] }).map(({ text }) => text);
  expect(texts([[said('of a field')]])).toEqual(['one', 'two', 'three', 'of a field']);
  expect(texts([])).toEqual(['one', 'two', 'three', 'four']);
});
