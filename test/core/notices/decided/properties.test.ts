import fc from 'fast-check';
import { describe, expect, test } from '../../../support/jest.ts';
import { RULES, whatDecided, type Rules } from '../../../../core/notices/decided/index.ts';
import { cases, issuedNotices, type Case, type Issued } from './cases.ts';
import {
  aDenialHasAReviewersReasonAndACondition,
  aPassedGateIsSilent,
  aScoreThatWasReadIsDisclosed,
  aSourceThatCanAvoidGivesAChoice,
  aStepBesideADeclineChangesNothing,
  betterAsTheWordsSay,
  eachChoiceHasALine,
  enough,
  needed,
  noEmptyAlternative,
  noSupersededVisitSpeaks,
  printedPredicatesHold,
  whole,
  type Property,
} from './properties.ts';
import { unique } from '../../../../core/notices/decided/order.ts';

/**
 * The rules of section 10 on random cascades. Beside each property stands the wrong rule that must break it on some of
 * the same cases: a property that nothing can break says nothing.
 */
const SAMPLE: readonly { readonly of: Case; readonly issued: readonly Issued[] }[] = fc
  .sample(cases, { seed: 20_261_122, numRuns: Number(process.env.CASES ?? 1_800) })
  .map((of) => ({ of, issued: issuedNotices(of).slice(0, 6) }))
  .filter(({ issued }) => issued.length > 0);

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
    'needed: each unmet condition belongs to a smallest set of changes',
    needed,
    'take all false conditions, without group logic',
    { unmetConditions: (_branch, traces) => traces.filter(({ result }) => !result) },
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
    'let the reviewer fill four',
    {
      arrange: (lines) => unique([...lines.reviewer, ...RULES.arrange({ ...lines, reviewer: [] })]).slice(0, 4),
    },
  ],
  [
    'a score that was read, met or not, in a used report is disclosed',
    aScoreThatWasReadIsDisclosed,
    'contributed conditions only',
    { unmetScoresOnly: true },
  ],
];

function violations(property: Property, rules: Rules, most: number): string[] {
  const found: string[] = [];
  // Running the cascade once more for each notice takes long.
  const sample = property === aStepBesideADeclineChangesNothing ? SAMPLE.slice(0, 250) : SAMPLE;
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
      expect(violations(property, { ...RULES, ...mutant }, 1)).toHaveLength(1);
    });
  });
});
