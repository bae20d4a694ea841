import fc from 'fast-check';
import { describe, expect, test } from '../../../support/jest.ts';
import { explainNotice } from '../../../../core/explanation/index.ts';
import { rehearse } from '../../../../core/explanation/rerun.ts';
import type { DecidedCondition } from '../../../../core/notices/decided/index.ts';
import { declined, dualOf, policies, smallestByTrying, type Policy } from './policies.ts';
import { plenty } from '../../../support/work.ts';

/*
 * Every type of value, an applicant and a co-applicant. The fields of a letter are those that trying all values finds,
 * and the changes that it names would have avoided it. CASES=20000 runs as many policies.
 */
const HOW_MANY = Number(process.env.CASES ?? 800);
const RUNS = [true, false]
  .flatMap((isPresent) => fc.sample(policies(isPresent), { seed: 20_261_124, numRuns: HOW_MANY / 2 }))
  .flatMap((policy) => {
    const sets = smallestByTrying(policy);
    const letter = sets === undefined ? undefined : declined(policy);
    return sets === undefined || letter === undefined ? [] : [{ policy, ...letter, sets }];
  });

const keyOf = ({ source_node_id: source, field }: DecidedCondition) => `${source}.${field}`;
const shown = ({ data, ...policy }: Policy) => JSON.stringify({ ...policy, data: [...data] });

function told({ decided }: (typeof RUNS)[number]): readonly DecidedCondition[] {
  return decided.choices.flatMap(({ conditions }) => conditions);
}

describe('policies over every type of value', () => {
  test('enough people are declined, by small and by large sets of fields, to prove anything', () => {
    expect(RUNS.length).toBeGreaterThan(HOW_MANY / 4);
    expect(RUNS.filter(({ sets }) => sets.some((set) => set.length > 1)).length).toBeGreaterThan(RUNS.length / 20);
    expect(RUNS.filter(({ sets }) => sets.length > 1).length).toBeGreaterThan(RUNS.length / 10);
  });

  // Rules: 10.20.2, 10.20.3, 10.20.6
  test('the fields that decided are those of the smallest sets that trying every value finds', () => {
    for (const each of RUNS) {
      const listed = each.sets.filter((set) => set.length <= 4);
      if (listed.length === 0 && each.sets.length > 0) continue;
      const fields = told(each).map(keyOf);
      expect([shown(each.policy), fields.toSorted()]).toEqual([
        shown(each.policy),
        [...new Set(listed.flat())].toSorted(),
      ]);
    }
  });

  test('with what it asks for the notice is not issued, and with one of these left as it was it is', () => {
    const cured = (each: (typeof RUNS)[number], fields: readonly string[]) => {
      const values = told(each).filter((condition) => fields.includes(keyOf(condition)));
      const changed = values.map(({ read, field, cure = null }) => ({ read, field, value: cure }));
      return !rehearse(each.run, { values: changed }, plenty()).notices.has('decline');
    };
    for (const each of RUNS) {
      const isCure = (set: readonly string[]) =>
        cured(each, set) &&
        set.every(
          (left) =>
            !cured(
              each,
              set.filter((field) => field !== left),
            ),
        );
      const small = each.sets.filter((set) => set.length <= 4);
      if (small.length === 0) continue;
      expect([shown(each.policy), small.some(isCure)]).toEqual([shown(each.policy), true]);
    }
  });

  test('every field that decided is printed, or counted among the lines for which there was no place', () => {
    for (const { policy, decided } of RUNS) {
      // Two fields without a value may say the same: one line.
      if ([...policy.data.values()].includes(null)) continue;
      const fields = decided.choices.flatMap(({ conditions }) => conditions);
      const lines = decided.reasons.flatMap((reason) => ('source' in reason ? [reason.source] : []));
      const unsaid = fields.filter(
        ({ field, read, cure }) =>
          // That there were no score is said only if nothing else is.
          !(field === 'score' && cure === null) &&
          !lines.some((line) => line.field === field && JSON.stringify(line.read) === JSON.stringify(read)),
      );
      expect([shown(policy), unsaid.length <= (decided.left_out ?? 0)]).toEqual([shown(policy), true]);
    }
  });

  // Rules: 10.20.3
  test('a policy from the other side gives the same letter and the same explanation', () => {
    let compared = 0;
    for (const { policy, run, decided } of RUNS) {
      const other = [...policy.data.values()].includes(null) ? undefined : dualOf(policy);
      if (other === undefined) continue;
      const letter = declined(other);
      expect([shown(policy), letter?.decided.reasons]).toEqual([shown(policy), decided.reasons]);
      if (letter === undefined) continue;
      compared += 1;
      const explained = [{ run, decided }, letter].map((each) => {
        const ref = { node_id: 'decline', visit: 1 };
        const { would_have_changed: change } = explainNotice(
          each.run,
          {
            ref,
            actionTaken: 'denied',
            reasons: [],
            decided: each.decided,
          },
          plenty(),
        );
        return change;
      });
      expect([shown(policy), explained[1]]).toEqual([shown(policy), explained[0]]);
    }
    expect(compared).toBeGreaterThan(RUNS.length / 5);
  });
});
