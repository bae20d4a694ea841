import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { asJsonList } from '../../../core/json.ts';
import { generate } from '../../../core/policies/generation.ts';
import {
  applicantIn,
  askedBy,
  NOBODY,
  typedOf,
  valueOf,
  valueTyped,
  withValue,
} from '../../../console/src/policy/fields.ts';
import { itemsOf, otherErrors, placeOf, withSuggestion } from '../../../console/src/policy/items.ts';
import { litBy, withNodes } from '../../../console/src/policy/lit.ts';
import { createRequest, simulateRequest, startRequest } from '../../../console/src/policy/requests.ts';
import { newWorkflowSearchOf, simulateSearchOf } from '../../../console/src/policy/search.ts';

const POLICY =
  'Approve if the credit score is at least 680 and there are no felonies. Review if the income is under 3x the rent. Otherwise deny.';
const made = (prompt: string) => {
  const generation = generate({ prompt, useCase: 'tenant_screening', now: Date.UTC(2026, 0, 5) });
  if (!generation.ok) throw new Error(JSON.stringify(generation.errors));
  return generation;
};

describe('the items of a policy', () => {
  const READ = {
    explanation: {
      sentences: [
        { text: 'Approve 700', offset: 20, decision: 'approve', node_ids: ['decide', 'approve'], read_as: 'Approve.' },
        { text: 'deny the rest', offset: 40, decision: 'deny', node_ids: ['decide', 'deny'], read_as: 'Deny.' },
      ],
      branches: [],
      branches_without_example: [],
      assumptions: [],
    },
    unrecognized: [{ text: 'Hello', offset: 0 }],
  };

  test('stand in the order of the text, each with what it was read as', () => {
    const items = itemsOf(READ);
    expect(items.map(({ kind, text }) => [kind, text])).toEqual([
      ['aside', 'Hello'],
      ['read', 'Approve 700'],
      ['read', 'deny the rest'],
    ]);
    const [, first, second] = items;
    expect(first).toMatchObject({ readAs: 'Approve.', nodeIds: ['decide', 'approve'] });
    expect(second).toMatchObject({ readAs: 'Deny.', nodeIds: ['decide', 'deny'] });
  });

  test('are without those in no rule of a model, which its readings tell', () => {
    const readings = { count: 1, models: ['m'], disagreements: [] };
    const items = itemsOf({ ...READ, explanation: { ...READ.explanation, readings } } as typeof READ);
    expect(items.map(({ kind }) => kind)).toEqual(['read', 'read']);
  });

  test('light their nodes, and nodes light the sentences that they were made of', () => {
    const items = itemsOf(READ);
    const [, approve, deny] = items.map(({ key }) => key);
    expect([...litBy({ item: approve ?? '' }, items).nodes]).toEqual(['decide', 'approve']);
    expect([...litBy({ node: 'decide' }, items).items]).toEqual([approve, deny]);
    expect([...litBy({ node: 'deny' }, items).items]).toEqual([deny]);
    expect(litBy(null, items).nodes.size).toBe(0);
    const lit = withNodes({ nodes: new Map([['deny', 'taken']]), ways: new Map() }, new Set(['deny', 'approve']));
    expect([...lit.nodes]).toEqual([
      ['deny', 'taken pointed'],
      ['approve', ' pointed'],
    ]);
  });

  test('that are not read have their message and suggestions; errors of other kinds are told apart', () => {
    const unread = [
      {
        text: '600 passes',
        offset: 5,
        message: 'It does not say what is compared.',
        suggestions: [{ text: 'Approve if the score is at least 600', read_as: 'Approve if …', left_out: [] }],
      },
    ];
    const errors = [
      { field: 'prompt', message: '"600 passes" (at 5): It does not say what is compared.' },
      { field: 'definition', message: 'It has too many nodes.' },
    ];
    const [item] = itemsOf({ unread, unrecognized: [] });
    expect(item).toMatchObject({ kind: 'unread', text: '600 passes', suggestions: unread[0]?.suggestions });
    expect(otherErrors({ errors, unread })).toEqual([errors[1]]);
  });
});

describe('words of a policy that may have been changed since', () => {
  test('are found where they stand, else at the nearest place, else nowhere', () => {
    expect(placeOf('a bb a', { text: 'bb', offset: 2 })).toBe(2);
    expect(placeOf('xx a bb a', { text: 'bb', offset: 2 })).toBe(5);
    expect(placeOf('a.. b.... a', { text: 'a', offset: 7 })).toBe(10);
    expect(placeOf('cc', { text: 'bb', offset: 2 })).toBe(null);
  });

  test('give way to a suggestion, and what is missing becomes a sentence of its own', () => {
    const deny = { text: 'Otherwise, deny' };
    expect(withSuggestion('One. two three. Four.', { text: 'two three', offset: 5 }, { text: 'Two' })).toBe(
      'One. Two. Four.',
    );
    expect(withSuggestion('Approve 700. ', { text: '', offset: 12 }, deny)).toBe('Approve 700. Otherwise, deny.');
    expect(withSuggestion('Approve 700', { text: '', offset: 11 }, deny)).toBe('Approve 700. Otherwise, deny.');
    expect(withSuggestion('Gone.', { text: 'two', offset: 0 }, deny)).toBe('Gone.');
  });
});

describe('what a form asks of an applicant', () => {
  const { definition, examples } = made(POLICY);
  const { fields } = askedBy(asJsonList(definition));

  test('is what the conditions read, with types and units', () => {
    expect(fields.map(({ label, source, path, kind, unit }) => [label, source, path.join('.'), kind, unit])).toEqual([
      ['income to rent ratio', 'income_verification', 'income_to_rent_ratio', 'number', null],
      ['credit score', 'credit_report', 'score', 'whole', 'points'],
      ['number of felonies', 'criminal_background', 'felony_count', 'whole', null],
    ]);
    expect(askedBy([{ id: 'a', type: 'Walk' }])).toEqual({ fields: [], leftOut: [] });
  });

  test('is written where the condition reads it, and taken away again without a trace', () => {
    const [, score] = fields;
    if (score === undefined) throw new Error('no field');
    const one = withValue(NOBODY, score, 640);
    expect(one).toEqual({ payload: {}, reports: { credit_report: { score: 640 } } });
    expect([valueOf(one, score), valueOf(NOBODY, score)]).toEqual([640, undefined]);
    expect(withValue(one, score, undefined)).toEqual(NOBODY);
    const rent = { source: 'context', path: ['property', 'monthly_rent'] };
    const sent = withValue(
      withValue(one, rent, 1_200),
      { source: 'context', path: ['applicant', 'email'] },
      'a@b.example',
    );
    expect(sent.payload).toEqual({ property: { monthly_rent: 1_200 }, applicant: { email: 'a@b.example' } });
    expect(NOBODY).toEqual({ payload: {}, reports: {} });
  });

  test('takes an example applicant of the table as it is', () => {
    const row = examples.tables[0]?.rows[0]?.applicant;
    const applicant = applicantIn(JSON.parse(JSON.stringify(row)));
    expect(applicant).toEqual(JSON.parse(JSON.stringify(row)));
    expect(applicantIn({})).toEqual(NOBODY);
  });

  test('is refused with what is asked for', () => {
    const [, score] = fields;
    if (score === undefined) throw new Error('no field');
    const typed = (text: string): unknown => {
      const value = valueTyped(score, text);
      return value instanceof Error ? value.message : value;
    };
    expect([typed('640'), typed(' 1,000 '), typed('6.5'), typed('good'), typed('')]).toEqual([
      640,
      'is at most 850',
      'is a whole number',
      'is a number',
      undefined,
    ]);
    expect([typedOf(640), typedOf(true), typedOf(null), typedOf(undefined)]).toEqual(['640', 'yes', '', '']);
  });
});

describe('what is sent', () => {
  const applicant = { payload: { applicant: { first_name: 'Ada' } }, reports: { credit_report: { score: 600 } } };

  test('to create is a draft with the policy as its note, as long as a note may be', () => {
    const { body } = createRequest({
      name: ' Homes ',
      useCase: 'tenant_screening',
      definition: [],
      note: 'x'.repeat(3_000),
    });
    expect(body).toMatchObject({ name: 'Homes', active: false, definition: [] });
    expect(JSON.stringify(body)).toContain(`${'x'.repeat(1_999)}…`);
  });

  test('to start gives reports in test mode alone', () => {
    const start = { workflowId: 7, applicant, reference: ' a-1 ', skipsWaits: true };
    expect(startRequest({ ...start, mode: 'test' })).toMatchObject({
      path: '/workflows/7/trigger',
      body: {
        payload: applicant.payload,
        execution_mode: 'test',
        external_reference: 'a-1',
        skip_waits: true,
        sandbox: applicant.reports,
      },
    });
    expect(startRequest({ ...start, mode: 'live', reference: '' }).body).toEqual({
      payload: applicant.payload,
      execution_mode: 'live',
    });
  });

  test('to try is of a version, or of what is not saved', () => {
    expect(simulateRequest({ workflowId: 7, version: 2 }, applicant, {})).toMatchObject({
      path: '/workflows/7/simulate',
      body: { version: 2, payload: applicant.payload, reports: applicant.reports, decisions: {} },
    });
    expect(simulateRequest({ definition: [], useCase: 'employment' }, applicant, { decide: 'denied' })).toMatchObject({
      path: '/workflows/simulate',
      body: { definition: [], use_case: 'employment', decisions: { decide: 'denied' } },
    });
  });
});

test('addresses that anybody may have written say what they can', () => {
  expect([newWorkflowSearchOf({ from: 'template' }), newWorkflowSearchOf({ from: 'x' })]).toEqual([
    { from: 'template' },
    {},
  ]);
  expect([simulateSearchOf({ version: '3' }), simulateSearchOf({ version: '-1' })]).toEqual([{ version: 3 }, {}]);
});

describe('what a form asks as the account declares it', () => {
  const definition = [
    { id: 'start', type: 'ApplicantSource', config: { fields: { 'applicant.own': { type: 'yes_no', label: 'Own' } } } },
    {
      ...{ id: 'decide', type: 'IfElse' },
      branches: {
        pass: {
          condition_groups: [
            {
              conditions: [
                { source_node_id: 'start', field: 'applicant.purpose', operator: 'equals', value: 'car' },
                { source_node_id: 'start', field: 'applicant.own', operator: 'equals', value: 'true' },
                { source_node_id: 'start', field: 'applicant.since', operator: 'is_not_empty' },
                { source_node_id: 'start', field: 'applicant.pets', operator: 'less_than', value: 3 },
              ],
            },
          ],
        },
      },
    },
  ];
  const account: FieldSpecs = new Map([
    ['applicant.purpose', { type: 'text', label: 'Purpose', values: ['car', 'house'] }],
    ['applicant.since', { type: 'date', label: 'Since' }],
    ['applicant.pets', { type: 'integer', label: 'Animals', unit: 'pets', required: true }],
    ['loan.amount', { type: 'number', label: 'Loan amount', unit: 'USD', required: true }],
    ['applicant.unread', { type: 'number' }],
  ]);

  test('has its types, labels, units and values, and asks for what is required', () => {
    const { fields } = askedBy(definition, account);
    const asked = Object.fromEntries(
      fields.map(({ path, label, kind, unit, choices, isRequired }) => [
        path.join('.'),
        [label, kind, unit, choices, isRequired],
      ]),
    );
    expect(asked).toEqual({
      'applicant.purpose': ['purpose', 'choice', null, ['car', 'house'], false],
      'applicant.own': ['own', 'yes_no', null, [], false],
      'applicant.since': ['since', 'date', null, [], false],
      'applicant.pets': ['animals', 'whole', 'pets', [], true],
      'loan.amount': ['loan amount', 'number', 'USD', [], true],
    });
  });
});
