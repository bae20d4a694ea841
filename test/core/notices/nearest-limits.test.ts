import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { branch, group, letterOf } from './letter-of.ts';

/*
 * q026 of the held-out sets: one field that several choices read has one line. Its limit is the nearest of all that
 * alone avoid the notice, by trying every value.
 */

const NODES = { approve: 'Approve', decline: 'AdverseAction' } as const;

interface Limit {
  readonly operator: 'less_than_or_equal' | 'greater_than_or_equal';
  readonly limit: number;
  /** A person who may approve beside it, and denies. */
  readonly isReviewed: boolean;
}

/** The choices at which nobody was asked: a person who is asked there with another value may approve. */
function unasked(shape: Shape, limits: readonly Limit[], x: number): readonly string[] {
  const failing = limits.flatMap(({ operator, limit }, index) =>
    (operator === 'greater_than_or_equal' ? x >= limit : x <= limit) ? [] : [index],
  );
  const asked = shape === 'and' ? failing.slice(0, 1) : failing;
  return limits.flatMap((_, index) => (asked.includes(index) ? [] : [`c${index}`]));
}

/** `else`: who fails is asked the next one; `and`: who passes is; `beside`: all are asked at once. */
type Shape = 'else' | 'and' | 'beside';

function cascade(shape: Shape, limits: readonly Limit[]): readonly object[] {
  const next = (index: number, end: string) => [index + 1 < limits.length ? `c${index + 1}` : end];
  const choices = limits.map(({ operator, limit, isReviewed }, index) => ({
    id: `c${index}`,
    type: 'IfElse',
    branches: {
      pass: branch(group('and', ['start', 'applicant.x', operator, limit])),
      ...(isReviewed ? { human_review: branch(group('and', ['start', 'applicant.x', 'less_than', 99])) } : {}),
    },
    pass_steps: shape === 'and' ? next(index, 'approve') : ['approve'],
    ...(isReviewed ? { human_review_steps: shape === 'and' ? next(index, 'approve') : ['approve'] } : {}),
    fail_steps: shape === 'else' ? next(index, 'decline') : ['decline'],
  }));
  return [
    { id: 'start', type: 'ApplicantSource', next_step: shape === 'beside' ? choices.map(({ id }) => id) : ['c0'] },
    ...choices,
    { id: 'approve', type: 'Action', action_type: NODES.approve },
    {
      id: 'decline',
      type: 'Action',
      action_type: NODES.decline,
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
    },
  ];
}

/** `approving`: choices at which a person approves, if one is asked there; at the others one denies. */
function linesFor(
  definition: readonly object[],
  x: number,
  approving: readonly string[] = [],
): readonly string[] | undefined {
  const denied = Object.fromEntries(
    ['c0', 'c1', 'c2'].map((id) => {
      const decision = approving.includes(id) ? ('approved' as const) : ('denied' as const);
      return [id, { decision, reasons: decision === 'denied' ? ['A gap in the employment history'] : [] }];
    }),
  );
  const applicant: JsonObject = { x };
  return letterOf({ definition, applicant, reviews: denied }).request?.decided.reasons.map(({ text }) => text);
}

const MOST = 12;
const VALUES = Array.from({ length: MOST + 3 }, (_, index) => index - 1);

describe.each(['else', 'and', 'beside'] as const)('choices that are asked: %s', (shape) => {
  // Rules: 10.23.1, 10.23.7
  test('the limit of the line is the nearest that alone keeps the notice away, or comes to a person', () => {
    let state = 11;
    const upTo = (count: number) => (state = (state * 48_271) % 2_147_483_647) % count;
    let told = 0;
    for (let round = 0; round < 160; round += 1) {
      const limits = Array.from({ length: 2 + upTo(2) }, (): Limit => ({
        operator: upTo(4) === 0 ? 'greater_than_or_equal' : 'less_than_or_equal',
        limit: upTo(MOST),
        isReviewed: upTo(3) === 0,
      }));
      const definition = cascade(shape, limits);
      const had = upTo(MOST);
      const lines = linesFor(definition, had);
      const own = (lines ?? []).filter((line) => line.includes(': x, '));
      const isFree = (x: number) => linesFor(definition, x, unasked(shape, limits, had)) === undefined;
      if (lines === undefined || !VALUES.some(isFree)) continue;
      expect(own.length).toBeLessThan(2);
      const [, limit] = /(?:at most|at least|requirement:) (-?\d+)\)$/.exec(own[0] ?? '') ?? [];
      if (limit === undefined) continue;
      told += 1;
      const nearest = Math.min(...VALUES.filter(isFree).map((x) => Math.abs(x - had)));
      expect({ limits, had, line: own[0], distance: Math.abs(Number(limit) - had) }).toEqual({
        ...{ limits, had, line: own[0] },
        distance: nearest,
      });
    }
    expect(told).toBeGreaterThan(20);
  });
});

// Rules: 10.23.7
test('of a score that is not known the limit is said that was enough, and not only that a score is required', () => {
  const score = (...rules: readonly (readonly [operator: string, value: number])[]) =>
    branch(group('and', ...rules.map(([operator, value]) => ['credit', 'score', operator, value] as const)));
  const choice = (id: string, pass: object, fail: string) => ({
    ...{ id, type: 'IfElse', branches: { pass }, pass_steps: [id === 'high' ? 'approve' : 'ask'], fail_steps: [fail] },
  });
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['high'] },
    choice('high', score(['greater_than_or_equal', 680]), 'band'),
    choice('band', score(['greater_than_or_equal', 620], ['less_than', 680]), 'decline'),
    {
      ...{ id: 'ask', type: 'IfElse', human_review_steps: ['approve'], fail_steps: ['decline'] },
      branches: { human_review: branch(group('and', ['context', 'execution.id', 'is_not_empty'])) },
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      ...{ id: 'decline', type: 'Action', action_type: 'AdverseAction' },
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
    },
  ];
  const { request } = letterOf({ definition, reports: { credit: { score: null, file_status: 'no_score' } } });
  expect(request?.reasons).toEqual(['Score: not available (required: at least 680)']);
});
