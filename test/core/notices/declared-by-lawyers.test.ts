import { readFileSync } from 'node:fs';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { dictionaryFaults } from '../../../core/fields/faults.ts';
import { specsIn } from '../../../core/fields/spec.ts';
import { dictionaryIn, STANDARD } from '../../../core/fields/standard.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { run, type Case } from './lawyer/cases.ts';

/** See lawyer/README.md. */
interface Declared extends Omit<Case, 'letters'> {
  readonly letters: number;
  readonly to: string;
  readonly must_state: readonly { readonly line: string; readonly law: string }[];
  readonly must_not_state: readonly { readonly line: string; readonly law: string }[];
  readonly nowhere?: readonly { readonly text: string; readonly law: string }[];
  readonly lines?: number;
  readonly agencies: readonly string[];
  readonly score_disclosed: boolean;
  readonly warns?: string;
}

const CASES = ['declared', 'declared-second'].flatMap((name) =>
  readFileSync(new URL(`lawyer/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Declared => JSON.parse(line)),
);

/** Prefix of application values, as the letter's data words it. */
const FRAME = /^Information in your application: /;

describe('letters say what is declared of a field, whatever its name', () => {
  test.each(CASES.map((each) => [`${each.id} ${each.title}`, each] as const))('%s', (_, each) => {
    const { fields = {} } = each;
    expect(validateDefinition(each.definition).details).toEqual([]);
    expect(dictionaryFaults(specsIn(fields), { before: (path) => STANDARD.at(path) })).toEqual([]);
    const { outcome, letters } = run(each);
    expect(letters).toHaveLength(each.letters);
    expect(outcome).toBe(each.outcome);
    const whole = JSON.stringify(letters);
    const { ssn, date_of_birth: birth } = each.payload.applicant;
    for (const secret of [ssn, birth]) expect(whole).not.toContain(String(secret));
    for (const { text } of each.nowhere ?? []) expect(whole).not.toMatch(new RegExp(text));
    for (const letter of letters) {
      expect(letter.addressee.name).toBe(each.to);
      const said = letter.reasons.map((reason) => reason.replace(FRAME, ''));
      for (const { line } of each.must_state) {
        expect(said).toContainEqual(expect.stringMatching(new RegExp(line, 'i')));
      }
      for (const { line } of each.must_not_state) {
        expect(said).not.toContainEqual(expect.stringMatching(new RegExp(line, 'i')));
      }
      if (each.lines !== undefined) expect(letter.reasons).toHaveLength(each.lines);
      expect([...new Set(letter.agencies.map(({ product_code: code }) => code))].sort()).toEqual(each.agencies);
      expect(letter.score !== null).toBe(each.score_disclosed);
    }
    const { dictionary } = dictionaryIn(fields, fieldsOfCascade(each.definition));
    const warned = lintDefinition(each.definition, plenty(), noticeRules(each.use_case ?? null, dictionary));
    if (each.warns !== undefined) {
      expect(warned.map(({ code }) => code)).toContainEqual(expect.stringMatching(each.warns));
    }
  });
});
