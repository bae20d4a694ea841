import fc from 'fast-check';
import { describe, expect, test } from '../../../support/jest.ts';
import type { ConditionTrace } from '../../../../core/cascade/conditions.ts';
import type { ReadField, Reversals } from '../../../../core/notices/decided/reversals.ts';
import { RULES, whatDecided, type Rules } from '../../../../core/notices/decided/index.ts';
import { cases, casesWithDuals, issuedNotices, type Case, type Issued } from './cases.ts';
import { dual } from './dual.ts';
import {
  aDenialHasAReviewersReasonAndACondition,
  aPassedGateIsSilent,
  aScoreThatWasReadIsDisclosed,
  aSourceThatCanAvoidGivesAChoice,
  aStepBesideADeclineChangesNothing,
  betterAsTheWordsSay,
  cured,
  eachChoiceHasALine,
  enough,
  fieldsOfSmallestReversals,
  noEmptyAlternative,
  noSupersededVisitSpeaks,
  printedPredicatesHold,
  whole,
  wordsLieTowardsTheCure,
  type Property,
} from './properties.ts';
import { unique } from '../../../../core/notices/decided/order.ts';

/**
 * The rules of section 10 on random cascades. Beside each property stands the wrong rule that must break it on some of
 * the same cases: a property that nothing can break says nothing.
 */
type Sample = readonly { readonly of: Case; readonly issued: readonly Issued[] }[];
const HOW_MANY = Number(process.env.CASES ?? 1_800);

function sampleOf(arbitrary: fc.Arbitrary<Case>, howMany: number, seed = 20_261_122): Sample {
  return fc
    .sample(arbitrary, { seed, numRuns: howMany })
    .map((of) => ({ of, issued: issuedNotices(of).slice(0, 6) }))
    .filter(({ issued }) => issued.length > 0);
}
const SAMPLE = sampleOf(cases, HOW_MANY);
const DUALS = sampleOf(casesWithDuals, HOW_MANY);

function isUnmet({ conditions }: ReadField, traces: readonly ConditionTrace[]): boolean {
  return conditions.some((index) => traces[index]?.result === false);
}

/** A reversal of each field that is picked. */
function ofAll(fields: readonly ReadField[], isPicked: (field: ReadField) => boolean): Reversals {
  return {
    smallest: fields.filter(isPicked).map((field) => ({ changes: [{ field, value: 0 }] })),
    isExact: true,
  };
}

const PROPERTIES: readonly (readonly [name: string, property: Property, wrong: string, mutant: Partial<Rules>])[] = [
  [
    'enough: with the choices that speak decided otherwise, the notice is not reached',
    enough,
    'look at the last visit of a node only',
    {
      mayContribute: (past, _path, history) =>
        !history.some(({ nodeId, visit }) => nodeId === past.nodeId && visit > past.visit),
    },
  ],
  [
    'a source that can avoid the notice gives a choice',
    aSourceThatCanAvoidGivesAChoice,
    'ignore severity',
    { isAtLeastAsSevere: () => true },
  ],
  [
    'needed: the fields are those of the smallest reversals, by brute force',
    fieldsOfSmallestReversals,
    'take the fields of all false conditions',
    { smallestReversals: (_formula, traces, fields) => ofAll(fields, (field) => isUnmet(field, traces)) },
  ],
  [
    'cure: the values asked for avoid the notice, and none of them can be left out',
    cured,
    'any other value of each field',
    {
      smallestReversals: (...input) => {
        const { smallest, isExact } = RULES.smallestReversals(...input);
        const wrong = smallest.map(({ changes }) => ({
          changes: changes.map(({ field }) => ({ field, value: -999 })),
        }));
        return { smallest: wrong, isExact };
      },
    },
  ],
  [
    'dual: a decline rule gives the letter of the requirement that it stands for',
    dual,
    'decline rules say nothing of conditions that matched',
    {
      smallestReversals: (...input) => {
        const { smallest, isExact } = RULES.smallestReversals(...input);
        const isTold = ({ changes }: (typeof smallest)[number]) =>
          changes.every(({ field }) => isUnmet(field, input[1]));
        return { smallest: smallest.filter(isTold), isExact };
      },
    },
  ],
  [
    'direction: words of a count are not printed for having too few',
    wordsLieTowardsTheCure,
    'the state of the report alone',
    {
      predicateHolds: (when, report, decided, schema) =>
        RULES.predicateHolds(when, report, when.is === 'state' ? null : decided, schema),
    },
  ],
  ['whole: no silent choice would have spared the person', whole, 'drop what spares', { mitigatingIsBetter: false }],
  [
    'the better outcomes are those of the words, written a second time',
    betterAsTheWordsSay,
    'ignore severity',
    { isAtLeastAsSevere: () => true },
  ],
  ['no superseded visit speaks', noSupersededVisitSpeaks, 'count all visits', { mayContribute: () => true }],
  ['a passed gate is silent', aPassedGateIsSilent, 'no Approve must follow', { mustApprove: false }],
  [
    'no empty alternative',
    noEmptyAlternative,
    'let an empty branch match',
    { canMatch: (branch) => branch !== undefined },
  ],
  ['printed predicates hold, codes included', printedPredicatesHold, 'always true', { predicateHolds: () => true }],
  [
    'a step beside a decline changes nothing',
    aStepBesideADeclineChangesNothing,
    'some target for all targets',
    { targetsAvoid: (targets, canAvoid) => targets.length === 0 || targets.some(canAvoid) },
  ],
  [
    'each choice that speaks has a line, up to four',
    eachChoiceHasALine,
    'concatenate, then cut',
    {
      arrange: ({ reviewer, choices, furtherFactors }) =>
        unique([...reviewer.slice(0, 3), ...choices.flat(), ...furtherFactors]).slice(0, 4),
    },
  ],
  [
    "a denial has both a reviewer's reason and a condition",
    aDenialHasAReviewersReasonAndACondition,
    'let the reviewer speak alone',
    {
      arrange: (lines) => (lines.reviewer.length === 0 ? RULES.arrange(lines) : unique(lines.reviewer).slice(0, 4)),
    },
  ],
  [
    'a score that was read, met or not, in a used report is disclosed',
    aScoreThatWasReadIsDisclosed,
    'contributed conditions only',
    { unmetScoresOnly: true },
  ],
];

function sampleFor(property: Property): Sample {
  if (property === dual) return DUALS;
  // Running the cascade once more for each notice takes long.
  return property === aStepBesideADeclineChangesNothing ? SAMPLE.slice(0, 250) : SAMPLE;
}

/** A wrong rule may do harm so seldom that it takes more cases to see it. */
const MOST_SAMPLES_OF_A_MUTANT = 5;

function violationsOfMutant(property: Property, rules: Rules): string[] {
  const found = violations(property, rules, 1);
  for (let extra = 1; extra < MOST_SAMPLES_OF_A_MUTANT && found.length === 0; extra += 1) {
    const arbitrary = property === dual ? casesWithDuals : cases;
    found.push(...violations(property, rules, 1, sampleOf(arbitrary, HOW_MANY, extra)));
  }
  return found;
}

function violations(property: Property, rules: Rules, most: number, sample = sampleFor(property)): string[] {
  const found: string[] = [];
  for (const { of, issued } of sample) {
    for (const [index, { run }] of issued.entries()) {
      const wrong = property({ run, decided: whatDecided(run, [], rules), rules, of, index });
      if (wrong !== undefined) found.push(`${wrong}\n${JSON.stringify(of)}\n${run.visit.nodeId}#${run.visit.visit}`);
      if (found.length >= most) return found;
    }
  }
  return found;
}

describe('on random cascades', () => {
  test('enough notices are issued, from several kinds of cascades, to prove anything', () => {
    const all = SAMPLE.flatMap(({ issued }) => issued.map(({ request }) => request.decided));
    expect(all.length).toBeGreaterThan(SAMPLE.length);
    expect(all.filter(({ unconditional }) => unconditional).length).toBeGreaterThan(5);
    expect(all.filter(({ choices }) => choices.length > 1).length).toBeGreaterThan(5);
    expect(all.filter(({ choices }) => choices.some(({ denials }) => denials.length > 0)).length).toBeGreaterThan(5);
  });

  describe.each(PROPERTIES)('%s', (_name, property, wrong, mutant) => {
    test('holds', () => {
      expect(violations(property, RULES, 1)).toEqual([]);
    });

    test(`fails with the wrong rule: ${wrong}`, () => {
      expect(violationsOfMutant(property, { ...RULES, ...mutant })).toHaveLength(1);
    });
  });
});

test('of four reasons of a reviewer three are printed, if a field has a line too', () => {
  const said = (text: string) => ({ kind: 'reviewer' as const, code: null, text });
  const reviewer = ['one', 'two', 'three', 'four'].map(said);
  const texts = (choices: readonly (readonly ReturnType<typeof said>[])[]) =>
    RULES.arrange({ reviewer, choices, furtherFactors: [] }).map(({ text }) => text);
  expect(texts([[said('of a field')]])).toEqual(['one', 'two', 'three', 'of a field']);
  expect(texts([])).toEqual(['one', 'two', 'three', 'four']);
});
