import { lintDefinition } from '../../../core/cascade/lint.ts';
import { reportsIn } from '../../../core/cascade/pulled-reports.ts';
import { NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { Masks } from '../../../core/masks/index.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { CASES, run, type Case } from '../notices/lawyer/cases.ts';
import { Renamer } from './renamed.ts';

/*
 * Only a declaration says what a field is. With every name of the payload outside the standard dictionary changed, in payload,
 * definition, dictionary and variables, all that is said and shown is the same.
 */

const OWN = CASES.filter(({ fields }) => fields !== undefined);
/** Each case is as good as another one; all of them take a minute. */
const every = (step: number) => OWN.filter((_, index) => index % step === 0);
const renamed = (of: Case, seed: number) => {
  const renamer = new Renamer(of, seed);
  return { other: renamer.renamed as Case, renamer };
};
const dictionaryOf = ({ fields }: Case) => dictionaryIn(fields ?? null).dictionary;

function told(of: Case): string {
  const { outcome, letters, due } = run(of);
  return JSON.stringify([outcome, letters, due]);
}

function warned(of: Case): string {
  const found = lintDefinition(of.definition, plenty(), noticeRules(of.use_case ?? null, dictionaryOf(of)));
  // Those are about the nearest name; and a warning is acknowledged by a digest of the conditions.
  const others = found.filter(({ code }) => code !== 'unknown_variable');
  return JSON.stringify(others).replaceAll(/\b[0-9a-f]{16}\b/g, '');
}

function masked(of: Case): string {
  const reports = reportsIn(of.definition, NODES);
  return JSON.stringify(
    (['hidden', 'shown', 'without_numbers'] as const).map((undeclared) =>
      new Masks({ dictionaries: [dictionaryOf(of)], undeclared, reports }, { payload: of.payload }).payload(of.payload),
    ),
  );
}

const read = (of: Case) => JSON.stringify(readingOf(of.definition as CascadeDefinition, plenty(), dictionaryOf(of)));

// Rules: 20.9.1
describe('with other names the same is', () => {
  const differing = (say: (of: Case) => string, cases: readonly Case[]) =>
    cases.flatMap((of, index) => {
      const { other, renamer } = renamed(of, index + 1);
      const [one, two] = [say(of), renamer.back(say(other))];
      return one === two ? [] : [[of.id, one, two]];
    });

  test('told in letters, decided and owed', () => expect(differing(told, every(4))).toEqual([]));
  test('warned of', () => expect(differing(warned, every(2))).toEqual([]));
  test('masked', () => expect(differing(masked, OWN)).toEqual([]));
  test('read back', () => expect(differing(read, every(4))).toEqual([]));

  test('of what nobody declared', () => {
    const undeclared = every(6).map(({ fields: _, ...of }): Case => of);
    expect(differing(told, undeclared)).toEqual([]);
    expect(differing(warned, undeclared)).toEqual([]);
    expect(differing(masked, undeclared)).toEqual([]);
  });
});

// Rules: 10.23.38
test('a letter of live mode says nothing of a field that nobody declared', () => {
  let holes = 0;
  for (const [index, of] of every(3).entries()) {
    const entries = Object.entries(of.fields ?? {});
    const isLeft = (at: number) => (index + at) % 3 !== 0;
    const fields: FieldSpecsJson = Object.fromEntries(entries.filter((_, at) => isLeft(at)));
    const gone = entries.filter(([path], at) => !isLeft(at) && dictionaryIn(fields).dictionary.at(path) === undefined);
    const said = run({ ...of, fields }).letters.flatMap(({ reasons, corrections = [] }) => [
      ...reasons,
      ...corrections.map(({ label }) => label),
    ]);
    for (const [path, { label }] of gone) {
      holes += 1;
      expect([of.id, said.filter((line) => line.includes(`\`${path}`))]).toEqual([of.id, []]);
      const isOthers = Object.values(fields).some((spec) => spec.label === label);
      if (label === undefined || isOthers) continue;
      const line = `application: ${label.charAt(0).toLowerCase()}${label.slice(1)},`;
      expect([of.id, said.filter((each) => each.includes(line))]).toEqual([of.id, []]);
    }
  }
  expect(holes).toBeGreaterThan(50);
});
