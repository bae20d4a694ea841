import { answeredIn, answerFault, NONE_ANSWERED, openQuestions, QUESTION_CODES } from '../../../core/fields/answers.ts';
import { dictionaryOf } from '../../../core/fields/dictionary.ts';
import { proposalsOf } from '../../../core/fields/proposals.ts';
import { questionsOf } from '../../../core/fields/questions.ts';
import type { FieldSpec } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { describe, expect, test } from '../../support/jest.ts';

const declaring = (own: Readonly<Record<string, FieldSpec>> = {}) =>
  dictionaryOf(STANDARD_SPECS, new Map(Object.entries(own)));

const askedOf = (fields: readonly string[], own = {}, isAnswered = NONE_ANSWERED) =>
  openQuestions(declaring(own), fields, isAnswered).map(({ path, code }) => `${path} ${code}`);

// Rules: 20.6.5
describe('a question', () => {
  test('is asked of each field that is read and not answered, by its path as declarations have it', () =>
    expect(askedOf(['context.applicant.risk_score', 'applicant.jobs.0.gender', 'applicant.dti'])).toEqual([
      'applicant.jobs.gender sex',
      'applicant.risk_score score',
    ]));

  test.each([
    ['by the kind that it asks for', { 'applicant.risk_score': { type: 'number', kind: 'score' } }, []],
    [
      'not by another kind',
      { 'applicant.risk_score': { type: 'number', kind: 'fact' } },
      ['applicant.risk_score score'],
    ],
  ] as const)('is answered %s', (_name, own, asked) => expect(askedOf(['applicant.risk_score'], own)).toEqual(asked));

  test('is answered by a reason, whatever is declared, and of this field and question alone', () => {
    const isAnswered = answeredIn([{ path: 'applicant.risk_score', code: 'score' }]);
    const own: Readonly<Record<string, FieldSpec>> = { 'applicant.risk_score': { type: 'number', kind: 'fact' } };
    expect(askedOf(['applicant.risk_score', 'applicant.x.risk_score'], own, isAnswered)).toEqual([
      'applicant.x.risk_score score',
    ]);
    const [proposal] = proposalsOf(declaring(), ['applicant.risk_score'], new Map(), isAnswered);
    expect(proposal).toMatchObject({ path: 'applicant.risk_score', questions: [] });
  });

  test('is not asked of what the standard dictionary or a person brings', () =>
    expect(
      askedOf(['applicant.first_name', 'applicant.ssn', 'tenant.date_of_birth'], { tenant: { type: 'person' } }),
    ).toEqual([]));
});

describe('an answer', () => {
  test.each([
    ['applicant.age', 'age', null],
    ['applicant.dti', 'age', 'code'],
    ['applicant.age', 'score', 'code'],
    ['steps.x.age', 'age', 'field'],
    ['x'.repeat(201), 'age', 'field'],
  ])('of %s to %s: fault of %s', (path, code, field) => expect(answerFault(path, code)?.field ?? null).toBe(field));

  test('can be given to every question that a name raises', () => {
    const names = ['ssn_2', 'dob', 'phone', 'risk_score', 'guarantor', 'zip', 'race', 'religion', 'wheelchair'];
    const codes = names.flatMap((name) => questionsOf(`x.${name}`).map(({ code }) => code));
    expect(codes.filter((code) => !QUESTION_CODES.includes(code))).toEqual([]);
  });
});
