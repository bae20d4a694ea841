import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { FieldSpec, FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { branch, documentOf, letterOf, oneChoice } from './letter-of.ts';

/* The effect of each member of a declaration on a letter. Names say nothing: those here are made up. */

const FACT: FieldSpec = { type: 'number', label: 'Qux', kind: 'fact' };

interface Asked {
  readonly fields: FieldSpecsJson;
  readonly condition: object;
  readonly payload: JsonObject;
  readonly notice?: JsonObject;
}

const caseOf = ({ fields, condition, payload, notice = { purpose: 'tenant' } }: Asked) => {
  const { applicant = {}, ...rest } = payload;
  const conditions = [{ source_node_id: 'start', ...condition }];
  return {
    definition: oneChoice({}, { branches: { pass: branch({ conditions } as never) } }, notice),
    applicant: { first_name: 'Mara', email: 'mara@example.com', ...(applicant as JsonObject) },
    payload: rest,
    fields,
  };
};
const linesOf = (asked: Asked): readonly string[] => documentOf(caseOf(asked)).reasons;

/** The line about `applicant.zz`, which had to be at least 10. */
const lineOf = (spec: Partial<FieldSpec>, value: Json = 3, condition: object = {}): string =>
  linesOf({
    fields: { 'applicant.zz': { ...FACT, ...spec } },
    condition: { field: 'applicant.zz', operator: 'greater_than_or_equal', value: 10, ...condition },
    payload: value === null ? {} : { applicant: { zz: value } },
  }).join('\n');
const said = (words: string): string => `Information in your application: ${words}`;

describe('the label', () => {
  test('is what the line calls the field', () => {
    expect(lineOf({ label: 'Net tenure' })).toBe(said('net tenure, 3 (required: at least 10)'));
  });
  test('of a figure is made of those of the list and the member', () => {
    const lines = linesOf({
      fields: {
        'applicant.qq': { type: 'list', item: { one: 'gig', many: 'gigs' }, kind: 'fact' },
        'applicant.qq.zz': { ...FACT, label: 'Fee', unit: 'USD' },
      },
      condition: { field: 'applicant.qq.sum.zz', operator: 'greater_than', value: 50 },
      payload: { applicant: { qq: [{ zz: 4 }, { zz: 5 }] } },
    });
    expect(lines).toEqual([said('total fee of the gigs, $9 (required: more than $50)')]);
  });
});

// Rules: 10.23.42
test.each([
  [{ operator: 'greater_than', value: 4_321 }, 'zz', 'fee'],
  [{ operator: 'is_true' }, 'open', 'open: yes'],
  [{ operator: 'is_false' }, 'open', 'open: no'],
  [{ operator: 'equals', value: false }, 'open', 'open: no'],
  [{ operator: 'not_equals', value: true }, 'open', 'open: no'],
  [{ operator: 'is_not_empty' }, 'open', 'open, yes or no'],
])('items that are taken by %j say so, and no limit', (test, field, kind) => {
  const lines = linesOf({
    fields: {
      'applicant.qq': { type: 'list', item: { one: 'gig', many: 'gigs' }, kind: 'fact' },
      'applicant.qq.zz': { ...FACT, label: 'Fee' },
      'applicant.qq.open': { type: 'yes_no', label: 'Open', kind: 'fact' },
    },
    condition: { field: 'applicant.qq.count', operator: 'greater_than', value: 5, where: [{ field, ...test }] },
    payload: {
      applicant: {
        qq: [
          { zz: 5_000, open: true },
          { zz: 5_000, open: false },
        ],
      },
    },
  });
  expect(lines).toEqual([expect.stringContaining(`number of gigs of the kind considered (${kind}), `)]);
});

// Rules: 20.9.1
test.each([
  ['USD', '$3 (required: at least $10)'],
  ['cents', '$0.03 (required: at least $0.10)'],
  ['percent', '3% (required: at least 10%)'],
  ['hours', '3 hours (required: at least 10 hours)'],
  ['weeks', '3 weeks (required: at least 10 weeks)'],
  ['dogs', '3 dogs (required: at least 10 dogs)'],
  ['count', '3 (required: at least 10)'],
  ['ratio', '3 (required: at least 10)'],
  [undefined, '3 (required: at least 10)'],
])('the unit %s is printed with each number', (unit, words) => {
  expect(lineOf(unit === undefined ? {} : { unit })).toBe(said(`qux, ${words}`));
});

test('one of a noun is one of them', () => {
  const one = (unit: string) => lineOf({ unit }, 1);
  expect([one('dogs'), one('boxes'), one('families'), one('glass')]).toEqual(
    ['1 dog', '1 box', '1 family', '1 glass'].map((words) => expect.stringContaining(`, ${words} (`)),
  );
});

describe('the kind', () => {
  test.each(['fact', 'score'] as const)('%s prints the value', (kind) => {
    expect(lineOf({ kind })).toBe(said('qux, 3 (required: at least 10)'));
  });
  // Rules: 20.9.2
  test.each(['name', 'contact', 'birth', 'age', 'identifier', undefined] as const)('%s prints none', (kind) => {
    const { label, type } = FACT;
    const fields = {
      'applicant.zz': { type, ...(label === undefined ? {} : { label }), ...(kind === undefined ? {} : { kind }) },
    };
    const condition = { field: 'applicant.zz', operator: 'greater_than_or_equal', value: 10 };
    expect(linesOf({ fields, condition, payload: { applicant: { zz: 3 } } })).toEqual([said('qux')]);
  });
  // Rules: 20.3.7
  test.each<[Json, string | null, string | null]>([
    ['523456781', 'USD', null],
    ['523456781', null, null],
    ['523456781.0', null, null],
    [523456781, null, null],
    [523456781, 'USD', '$523,456,781'],
    [523456781, 'cents', '$5,234,567.81'],
    [52345678, null, '52,345,678'],
    ['1234567.09', 'USD', '$1,234,567.09'],
  ])('fact prints no nine digits that may be a national number: %j in %s', (value, unit, printed) => {
    const line = lineOf(unit === null ? {} : { unit }, value, { operator: 'less_than', value: 10 });
    if (printed === null) expect(line).not.toMatch(/523|234/);
    else expect(line).toContain(printed);
  });
  // Rules: 20.9.3
  test('score is no reason of a creditor, and a fact is one, whatever the name', () => {
    const asked = (kind: 'fact' | 'score', field: string): Asked => ({
      fields: { [field]: { ...FACT, kind } },
      condition: { field, operator: 'greater_than_or_equal', value: 10 },
      payload: { applicant: { zz: 3, fico: 3 } },
      notice: { purpose: 'credit' },
    });
    expect(letterOf(caseOf(asked('score', 'applicant.zz'))).result).toMatchObject({ ok: false, needs: 'reasons' });
    expect(linesOf(asked('fact', 'applicant.fico'))).toEqual([said('qux, 3 (required: at least 10)')]);
  });
});

describe('a reason', () => {
  const reason = {
    above: 'Too many wards',
    below: 'Too few wards',
    is: 'Kind of ward',
    missing: 'No wards were named',
  };
  // Rules: 20.9.4
  test.each([
    ['below', 3, {}, 'Too few wards'],
    ['above', 30, { operator: 'less_than' }, 'Too many wards'],
    ['missing', null, {}, 'No wards were named'],
    ['missing', '', {}, 'No wards were named'],
    ['missing', '', { operator: 'equals', value: 'a' }, 'No wards were named'],
    ['missing', '', { operator: 'is_true', value: null }, 'No wards were named'],
  ] as const)('%s is printed where it is true', (_is, value, condition, line) => {
    expect(lineOf({ reason }, value, condition)).toBe(line);
  });
  test.each([
    ['a text', 'text', 'b', { operator: 'equals', value: 'a' }],
    ['a yes or no', 'yes_no', false, { operator: 'is_true', value: null }],
  ] as const)('is: %s that was not allowed', (_what, type, value, condition) => {
    expect(lineOf({ type, reason }, value, condition)).toBe('Kind of ward');
  });
  test.each([null, ''])('missing: of the value that another one was compared with, where it is %j', (other) => {
    const lines = linesOf({
      fields: { 'applicant.zz': { ...FACT, reason }, 'applicant.aa': FACT },
      condition: {
        ...{
          field: 'applicant.aa',
          operator: 'greater_than',
          value_from: { source_node_id: 'start', field: 'applicant.zz' },
        },
      },
      payload: { applicant: { aa: 3, ...(other === null ? {} : { zz: other }) } },
    });
    expect(lines).toEqual([reason.missing]);
  });
  // Rules: 20.9.4
  test('that is not declared leaves the neutral statement', () => {
    expect(lineOf({ reason: { above: reason.above } })).toBe(said('qux, 3 (required: at least 10)'));
    expect(lineOf({ reason: { below: reason.below } }, null)).toBe(said('qux, not provided (required: at least 10)'));
  });
  test('is not told to another person', () => {
    const lines = linesOf({
      fields: { 'guest.zz': { ...FACT, reason }, guest: { type: 'person' } },
      condition: { field: 'context.guest.zz', operator: 'greater_than_or_equal', value: 10 },
      payload: { guest: { zz: 3 } },
    });
    expect(lines).toEqual(['Information about another person on the application: qux']);
  });
});

describe('of_person', () => {
  const linesIf = (fields: FieldSpecsJson) =>
    linesOf({
      fields,
      condition: { field: 'context.zz', operator: 'greater_than_or_equal', value: 10 },
      payload: { zz: 3, guest: { first_name: 'Ada' } },
    });
  test('names the person who alone is told the value', () => {
    expect(linesIf({ guest: { type: 'person' }, zz: { ...FACT, of_person: 'guest' } })).toEqual([
      'Information about another person on the application: qux',
    ]);
    expect(linesIf({ zz: { ...FACT, of_person: 'applicant' } })).toEqual([said('qux, 3 (required: at least 10)')]);
  });
  // Rules: 10.5.13
  test.each([
    ['Zest', "co-guest's zest", 'zest'],
    ["Co-guest's zest", "co-guest's zest", 'zest'],
    ['Co-guest zest', 'co-guest zest', 'zest'],
    ['Zest of the guest', "co-guest's zest of the guest", 'zest of the guest'],
  ])('has %j told to others with the label of the person, and to that person without', (label, others, own) => {
    const fields = {
      'applicant.guest': { type: 'person', label: 'Co-guest' },
      zz: { ...FACT, label, of_person: 'applicant.guest' },
    } as const;
    const told = {
      fields,
      condition: { field: 'context.zz', operator: 'greater_than_or_equal', value: 10 } as const,
      payload: { zz: 3, applicant: { guest: { first_name: 'Ada' } } },
    };
    expect(linesOf(told)).toEqual([`Information about another person on the application: ${others}`]);
    expect(linesOf({ ...told, notice: { purpose: 'tenant', applicant: 'applicant.guest' } })).toEqual([
      said(`${own}, 3 (required: at least 10)`),
    ]);
  });
  test('nobody is told to all', () => {
    expect(linesIf({ zz: { ...FACT, of_person: 'nobody' } })).toEqual([said('qux, 3 (required: at least 10)')]);
  });
});

test('absent says that there is none on record', () => {
  expect(lineOf({ absent: 'none_on_record' }, null)).toContain('none on record');
});

describe('saving warns by', () => {
  const warned = (asked: Asked) =>
    lintDefinition(
      caseOf(asked).definition as unknown as CascadeDefinition,
      plenty(),
      noticeRules(null, dictionaryIn(asked.fields).dictionary),
    ).map(({ code }) => code);
  const about = (field: string, spec: Partial<FieldSpec>): Asked => ({
    fields: { [field]: { ...FACT, ...spec } },
    condition: { field, operator: 'greater_than', value: 10 },
    payload: {},
  });
  // Rules: 20.9.5
  test('the basis that is declared, and by no name of a field that is declared without one', () => {
    expect(warned(about('applicant.zz', { basis: 'sex' }))).toContain('prohibited_basis');
    expect(warned(about('applicant.zz', { basis: 'proxy' }))).toContain('proxy_of_prohibited_basis');
    expect(warned(about('applicant.zz', { kind: 'age' }))).toContain('prohibited_basis');
    expect(warned(about('applicant.zz', {}))).not.toContain('prohibited_basis');
    expect(warned(about('applicant.church_size', {}))).not.toContain('prohibited_basis');
  });
  test('what it says of a list that it is empty', () => {
    const list = (empty: 'best' | 'worst') => ({
      fields: { 'applicant.qq': { type: 'list', empty, item: { one: 'debt', many: 'debts' } } as FieldSpec },
      condition: { field: 'applicant.qq.all.zz', operator: 'greater_than', value: 10 },
      payload: {},
    });
    expect(warned(list('worst'))).toContain('empty_list_decides');
    expect(warned(list('best'))).not.toContain('empty_list_decides');
  });
});
