import fc from 'fast-check';
import { dictionaryOf } from '../../../core/fields/dictionary.ts';
import { proposalsOf, seeTypes, type SeenType } from '../../../core/fields/proposals.ts';
import { questionsOf } from '../../../core/fields/questions.ts';
import type { FieldSpec } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

const dictionary = dictionaryOf(STANDARD_SPECS, new Map([['applicant.jobs', { type: 'list' } satisfies FieldSpec]]));

function seenIn(...payloads: JsonObject[]) {
  const seen = new Map<string, Set<SeenType>>();
  for (const payload of payloads) seeTypes(payload, seen, plenty());
  return seen;
}

describe('a proposal', () => {
  // Rules: 20.6.1
  test('is made for what is read or arrives and is declared nowhere, with the types that were seen', () => {
    const seen = seenIn(
      { applicant: { dti: 0.4, first_name: 'Dana', jobs: [{ pay: 7 }, { pay: 'x' }], employer: { size: 3 } } },
      { applicant: { dti: null, jobs: [{ pay: null }], pets: [true] }, 'Move in': '2026-01-01' },
    );
    const found = proposalsOf(dictionary, ['applicant.jobs.sum.bonus', 'context.applicant.dti', 'loan.amount'], seen);
    expect(found.map(({ path, types, is_read: isRead }) => [path, types, isRead])).toEqual([
      ['Move in', ['text'], false],
      ['applicant.dti', ['number', 'null'], true],
      ['applicant.employer.size', ['number'], false],
      ['applicant.jobs.bonus', [], true],
      ['applicant.jobs.pay', ['number', 'text', 'null'], false],
      ['applicant.pets', ['list'], false],
    ]);
  });

  test('has a label split out of the name, for a person to correct', () => {
    const labels = proposalsOf(
      dictionary,
      ['applicant.debtToIncome_ratio', 'applicant.größeDerWohnung', 'applicant.収入'],
      new Map(),
    );
    expect(labels.map(({ label }) => label)).toEqual(['Debt to income ratio', 'Größe der wohnung', '収入']);
  });

  test('is not made for what stands in an address or a name, nor for a path that nobody can declare', () => {
    const seen = seenIn({ applicant: { address: { county: 'x' }, name: { nick: 'y' } }, steps: { x: 1 } });
    expect(proposalsOf(dictionary, ['steps.x', 'execution.id'], seen)).toEqual([]);
  });

  // Rules: 20.6.2
  test('never holds a value, nor a name that may be one', () => {
    const value = fc.oneof(fc.constantFrom('123-45-6789', 'dana@example.com', 'Zephyrine'), fc.integer());
    fc.assert(
      fc.property(value, value, (one, other) => {
        const seen = seenIn({
          a: { [String(one).replace('Zephyrine', '900-12-3456')]: { x: other } },
          b: [other],
          c: one,
        });
        const text = JSON.stringify(proposalsOf(dictionary, [], seen));
        for (const each of ['123-45-6789', 'dana@example.com', 'Zephyrine', '900-12-3456'])
          expect(text).not.toContain(each);
      }),
    );
  });

  test('is made of no more paths than so many, whatever arrives', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    expect(seenIn(wide).size).toBe(2_000);
  });
});

const declaredAs = (spec: Partial<FieldSpec>): FieldSpec => ({ type: 'text', ...spec });

// Rules: 20.6.3
describe('the words of a name ask', () => {
  test.each([
    ['applicant.social', undefined],
    ['applicant.ss_number', 'identifier'],
    ['applicant.sin_number', 'identifier'],
    ['applicant.tax_id', 'identifier'],
    ['applicant.account_number', 'identifier'],
    ['applicant.dob', 'birth'],
    ['applicant.gender', 'sex'],
    ['applicant.household.children', 'familial_status'],
    ['applicant.zip', 'proxy'],
    ['applicant.risk_score', 'score'],
    ['guarantor', 'person'],
    ['applicant.work_email', 'contact'],
    ['applicant.dti', undefined],
  ] as const)('%s: %s', (path, code) => {
    const codes = questionsOf(path).map((question) => question.code);
    if (code === undefined) expect(codes).toEqual([]);
    else expect(codes).toContain(code);
  });

  test.each([
    ['applicant.ss_number', { kind: 'identifier' }],
    ['applicant.dob', { kind: 'birth' }],
    ['applicant.gender', { kind: 'fact', basis: 'sex' }],
    ['applicant.zip', { kind: 'contact', basis: 'proxy' }],
    ['applicant.risk_score', { kind: 'score' }],
    ['guarantor', { type: 'person' }],
    ['applicant.work_email', { kind: 'contact' }],
  ] as [string, Partial<FieldSpec>][])('nothing of %s that the declaration answers: %j', (path, spec) => {
    expect(questionsOf(path).length).toBeGreaterThan(0);
    expect(questionsOf(path, declaredAs(spec))).toEqual([]);
  });

  test('of a fact that looks like a number of a person, what it is', () =>
    expect(questionsOf('applicant.ssn_2', declaredAs({ kind: 'fact' })).map(({ code }) => code)).toEqual([
      'identifier',
    ]));
});
