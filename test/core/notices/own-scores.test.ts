import { describe, expect, test } from '../../support/jest.ts';
import type { FieldKind, FieldSpec, FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { branch, documentOf, group, letterOf, oneChoice, type Rule } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

/* A model's result about a person is no reason of a creditor: r025, r026 of the held-out sets. 12 CFR 1002.9(b)(2). */

const SCORE = 'ml.pd_12m';
const FACT = 'applicant.open_loans';
const figure = (label: string, kind: FieldKind): FieldSpec => ({ type: 'number', label, kind });
const FIELDS: FieldSpecsJson = {
  [SCORE]: figure('Probability of default', 'score'),
  [FACT]: figure('Open loans', 'fact'),
  ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`applicant.${name}`, figure(name, 'fact')])),
};

const place = (field: string, value: number): JsonObject => {
  const names = field.replace(/^context\./, '').split('.');
  return names.reduceRight<JsonObject | number>((held, name) => ({ [name]: held }), value) as JsonObject;
};
const cascade = (purpose: string, rules: readonly Rule[], notice: JsonObject = {}) => {
  const definition = oneChoice({}, { branches: { pass: branch(group('and', ...rules)) } }, { purpose, ...notice });
  const payload = rules.reduce<JsonObject>((held, [, field]) => {
    const [[root = '', value = null] = []] = Object.entries(place(field, 1));
    return { ...held, [root]: { ...(held[root] as JsonObject), ...(value as JsonObject) } };
  }, {});
  const { applicant = {}, ...rest } = payload;
  return { definition, applicant: applicant as JsonObject, payload: rest, fields: FIELDS };
};
const asks = (field: string): Rule => ['start', field, 'greater_than', 600];

describe('of a creditor', () => {
  // Rules: 10.21.1, 10.21.2
  test('alone it waits for the reasons of a person, whose letter does not name it', () => {
    expect(letterOf(cascade('credit', [asks(SCORE)])).result).toMatchObject({ ok: false, needs: 'reasons' });
  });

  // Rules: 10.21.2
  test('beside a fact it is left out, and the fact stands', () => {
    const { reasons } = documentOf(cascade('credit', [asks(SCORE), asks(FACT)]));
    expect(reasons).toEqual(['Information in your application: open loans, 1 (required: more than 600)']);
  });

  // Rules: 10.21.4
  test('it takes no place from one of four facts', () => {
    const facts = ['a', 'b', 'c', 'd'].map((name) => asks(`applicant.${name}`));
    const { reasons } = documentOf(cascade('credit', [asks(SCORE), ...facts]));
    expect(reasons).toHaveLength(4);
    expect(reasons.join()).not.toContain('robability');
  });

  // Rules: 2.9.22, 10.21.2
  test('it is warned of', () => {
    const warned = (purpose: string, field: string) =>
      lintDefinition(
        cascade(purpose, [asks(field)]).definition as never,
        plenty(),
        noticeRules(null, dictionaryIn(FIELDS).dictionary),
      ).filter(({ code }) => code === 'own_score_decides');
    expect(warned('credit', SCORE)).toEqual([
      expect.objectContaining({ node_id: 'decide', message: expect.stringContaining('"ml.pd_12m"') }),
    ]);
    expect(warned('tenant', SCORE)).toEqual([]);
    expect(warned('credit', FACT)).toEqual([]);
  });
});

// Rules: 10.21.3
test.each(['tenant', 'employment'])('of purpose %s it is stated as any other figure', (purpose) => {
  const notice: JsonObject = purpose === 'employment' ? { action_taken: 'adverse_employment' } : {};
  expect(documentOf(cascade(purpose, [asks(SCORE)], notice)).reasons).toHaveLength(1);
});
