import fc from 'fast-check';
import { describe, expect, test } from '../support/jest.ts';
import { correctRun, readCorrections, type CorrectableRun, type Correction } from '../../core/corrections.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { recipientPaths } from '../../core/notices/recipients.ts';
import { readPath } from '../../core/path.ts';
import { plenty } from '../support/work.ts';

const AS = { reason: 'typed wrongly', corrected_by_user_id: 7, corrected_at: '2026-03-02T10:00:00.000Z' };
const RUN: CorrectableRun = {
  payload: {
    applicant: { monthly_income: '$4,200', incomes: [{ amount: 'n/a' }, { amount: 100 }], note: null },
    steps: { credit: { score: 1 } },
  },
  reports: new Map<string, Json>([['credit_report', { score: 640, tradelines: [{ balance_usd: 5 }] }]]),
  products: new Map([['credit.v2', 'credit_report']]),
  otherNodes: new Set(['credit']),
  addable: new Set(['applicant.email', 'applicant.contact.email', 'co_applicant.email']),
  earlier: [],
};
const correct = (given: JsonObject, run: CorrectableRun = RUN) => {
  const { wanted, faults } = readCorrections(given);
  if (faults.length > 0) return { faults, corrected: null };
  return correctRun(run, wanted, AS);
};
const messagesOf = (given: JsonObject, run?: CorrectableRun) =>
  correct(given, run).faults.map(({ path, message }) => `${path} ${message}`);

describe('a correction', () => {
  // Rules: 13.4.1, 13.4.2
  test('replaces a value of the payload, also an item of a list, and keeps what was received', () => {
    const { corrected } = correct({ 'applicant.monthly_income': 4200, 'context.applicant.incomes.0.amount': 300 });
    expect(corrected?.payload).toEqual({
      ...RUN.payload,
      applicant: { monthly_income: 4200, incomes: [{ amount: 300 }, { amount: 100 }], note: null },
    });
    expect(corrected?.corrections).toEqual([
      { product_code: null, field: 'applicant.monthly_income', value: 4200, previous: '$4,200', note: null, ...AS },
      { product_code: null, field: 'applicant.incomes.0.amount', value: 300, previous: 'n/a', note: null, ...AS },
    ]);
    // The input stays unchanged.
    expect((RUN.payload.applicant as JsonObject).monthly_income).toBe('$4,200');
  });

  // Rules: 13.4.3
  test.each(['applicant.email', 'context.applicant.email', 'applicant.contact.email', 'co_applicant.email'])(
    'adds the address that a letter lacked altogether, where a notice reads it: %s',
    (path) => {
      const { corrected, faults } = correct({ [path]: 'ada@example.com' });
      const field = path.replace('context.', '');
      expect([faults, corrected?.corrections[0]]).toEqual([
        [],
        { product_code: null, field, value: 'ada@example.com', previous: null, note: null, ...AS },
      ]);
      expect(readPath(corrected?.payload ?? {}, field, plenty())).toBe('ada@example.com');
      // It changes nothing else.
      expect(corrected?.payload).toMatchObject(RUN.payload);
    },
  );

  // Rules: 13.4.3
  test.each([
    ['an address at a path that no notice reads', 'applicant.mail', 'ada@example.com', 'is not there'],
    ['no address', 'applicant.email', 'ada', 'must be a mail address'],
    ['a number', 'applicant.email', 7, 'must be a mail address'],
    ['nothing', 'applicant.email', null, 'must be a mail address'],
    ['an address of a report', 'steps.credit.v2.email', { value: 'ada@example.com', note: 'x' }, 'is not there'],
  ])('adds nothing else: %s', (_what, path, value, message) => {
    expect(messagesOf({ [path]: value } as JsonObject).join()).toContain(message);
  });

  // Rules: 13.4.3
  test('adds no address within a value that is no object', () => {
    const run = { ...RUN, payload: { applicant: 'Ada' } };
    expect(messagesOf({ 'applicant.email': 'ada@example.com' }, run).join()).toContain(
      'is within a value that is no object',
    );
  });

  // Rules: 13.4.3
  test('adds an address where null stands in place of what it is a member of', () => {
    const run = { ...RUN, payload: { applicant: { contact: null }, co_applicant: null } };
    const { corrected, faults } = correct(
      { 'applicant.contact.email': 'ada@example.com', 'co_applicant.email': 'ben@example.com' },
      run,
    );
    expect([faults, corrected?.payload]).toEqual([
      [],
      { applicant: { contact: { email: 'ada@example.com' } }, co_applicant: { email: 'ben@example.com' } },
    ]);
  });

  test('knows from the cascade alone which addresses its notices read', () => {
    const notice = (recipient: string) => ({
      id: recipient,
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient },
    });
    const mail = { id: 'm', type: 'Action', action_type: 'SendEmail', email: { to: '{{applicant.work_email}}' } };
    const definition = [notice('{{applicant.email}}'), notice('{{ context.co.mail }}'), notice('a@example.com'), mail];
    expect([...recipientPaths(definition)]).toEqual(['applicant.email', 'co.mail']);
  });

  // Rules: 13.5.3
  test('of a report is marked in the report itself', () => {
    const { corrected } = correct({ 'steps.credit.v2.score': { value: 700, note: 'letter of the bureau' } });
    expect(corrected?.reports.get('credit_report')).toEqual({
      ...{ score: 700, tradelines: [{ balance_usd: 5 }] },
      corrected_values: [
        {
          ...{ path: 'score', reported: 640, corrected_to: 700 },
          ...{ corrected_at: AS.corrected_at, note: 'letter of the bureau' },
        },
      ],
    });
  });

  // Rules: 13.4.2
  test("reaches the payload's own member `steps` by `context.`", () => {
    const { corrected } = correct({ 'context.steps.credit.score': 2 });
    expect(corrected?.payload.steps).toEqual({ credit: { score: 2 } });
  });

  // Rules: 13.4.3, 13.4.4, 13.4.5, 13.4.7
  test.each([
    ['applicant.monthly_incom', 4200, 'is not there; did you mean "monthly_income"?'],
    ['applicant.incomes.2.amount', 1, 'is not there'],
    ['applicant.incomes.amount', 1, 'is not there'],
    ['applicant.monthly_income.x', 1, 'is not there'],
    ['applicant', 1, 'is an object'],
    ['applicant.monthly_income', '$4,200', 'has that value already'],
    ['applicant.monthly_income', { amount: 1 }, 'unknown member `amount`'],
    ['applicant.monthly_income', { value: { amount: 1 } }, 'the members of an object are corrected one by one'],
    ['applicant.monthly_income', [[1]], 'the members of an object are corrected one by one'],
    ['applicant.monthly_income', { value: 1, note: ' ' }, '`note` must be a text'],
    ['applicant.monthly_income', { note: 'x' }, 'needs `value`'],
    ['applicant.monthly_income', 'x'.repeat(10_001), 'at most 10000 characters'],
    ['applicant..x', 1, 'must be a dotted path'],
    ['', 1, 'must be a dotted path'],
    ['applicant.__proto__.x', 1, 'is no path of a value'],
    ['applicant.constructor', 1, 'is no path of a value'],
    ['context.user_approved', true, 'is set by the service'],
    ['execution_mode', 'live', 'is set by the service'],
    ['applicant.toString', 1, 'is not there'],
    ['steps.credit.v2.score', 700, 'the note says where the value comes from'],
    ['steps.credit.v2.nothing', { value: 1, note: 'x' }, 'is not there'],
    ['steps.credit.v2.corrected_values', { value: 1, note: 'x' }, 'is written by the service'],
    ['steps.credit.score', { value: 1, note: 'x' }, 'is of a report that is not used again'],
    ['steps.other.score', { value: 1, note: 'x' }, 'these are: steps.credit.v2'],
    ['steps.credit.v2', { value: 1, note: 'x' }, 'is of a report that is not used again'],
  ] as const)('of %s is refused and says why', (path, value, message) => {
    expect(messagesOf({ [path]: value as Json })).toEqual([expect.stringContaining(message)]);
  });

  test('is refused beside another one of the same value', () => {
    expect(messagesOf({ 'applicant.incomes': 1, 'applicant.incomes.0.amount': 2 })).toEqual([
      expect.stringContaining('applicant.incomes.0.amount is within the correction of applicant.incomes'),
    ]);
    expect(messagesOf({ 'applicant.note': 1, 'context.applicant.note': 2 })).toHaveLength(1);
    // Two nodes that use one report.
    const twice = { ...RUN, products: new Map([...RUN.products, ['again', 'credit_report']]) };
    const sourced = (value: number) => ({ value, note: 'letter of the bureau' });
    expect(messagesOf({ 'steps.again.score': sourced(1), 'steps.credit.v2.score': sourced(2) }, twice)).toEqual([
      'steps.credit.v2.score is within the correction of steps.again.score',
    ]);
    const item = 'steps.again.tradelines.0.balance_usd';
    expect(messagesOf({ [item]: sourced(1), 'steps.credit.v2.tradelines': sourced(2) }, twice)).toEqual([
      `${item} is within the correction of steps.credit.v2.tradelines`,
    ]);
  });

  // Rules: 13.5.2
  test('stands in the next run too, and what was received first stays', () => {
    const earlier: Correction[] = [
      { product_code: null, field: 'applicant.monthly_income', value: 4200, previous: '$4,200', note: null, ...AS },
      { product_code: null, field: 'applicant.note', value: null, previous: 'x', note: null, ...AS },
      { product_code: 'eviction_history', field: 'filings', value: 1, previous: 'x', note: 'y', ...AS },
    ];
    const payload = { ...RUN.payload, applicant: { monthly_income: 4200, note: null } };
    const { corrected } = correct({ 'applicant.monthly_income': 4300 }, { ...RUN, payload, earlier });
    // The other report is not used again, so its correction is no more.
    expect(corrected?.corrections.map(({ field, value, previous }) => ({ field, value, previous }))).toEqual([
      { field: 'applicant.note', value: null, previous: 'x' },
      { field: 'applicant.monthly_income', value: 4300, previous: '$4,200' },
    ]);
  });

  test('changes nothing but the value at its path, whatever the payload is', () => {
    const key = fc.constantFrom('a', 'b', 'c', '0', '__proto__', 'constructor');
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.string(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, tree), fc.array(key, { minLength: 1, maxLength: 4 }), (payload, segments) => {
        const run = { ...RUN, payload: payload as JsonObject, reports: new Map(), products: new Map() };
        const path = segments.join('.');
        const { faults, corrected } = correct({ [path]: 'corrected' }, run);
        if (faults.length > 0 || corrected === null) return;
        const back = correct({ [path]: { value: 'x' } }, { ...run, payload: corrected.payload }).corrected;
        expect(corrected.corrections[0]?.previous).not.toBe('corrected');
        expect(withoutValueAt(corrected.payload, segments)).toBe(withoutValueAt(payload as JsonObject, segments));
        expect(withoutValueAt(back?.payload ?? {}, segments)).toBe(withoutValueAt(payload as JsonObject, segments));
        expect(Object.prototype).not.toHaveProperty('corrected');
      }),
    );
  });
});

/** The data as JSON with a mark in place of the value. */
function withoutValueAt(data: Json, [head = '', ...rest]: readonly string[]): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  return JSON.stringify(
    Object.entries(data).map(([key, value]) => [
      key,
      key !== head ? value : rest.length === 0 ? '#' : withoutValueAt(value, rest),
    ]),
  );
}
