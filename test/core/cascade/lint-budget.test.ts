import { lintDefinition, MAX_WARNINGS } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { MAX_WORK_OF_LINT, Work } from '../../../core/work.ts';
import { describe, expect, test } from '../../support/jest.ts';

/** Definitions that may be saved and that have far more wrong with them than anybody reads. */

const series = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, n) => make(n));
const steps = (length: number, make: (index: number) => object) => [
  { id: 'a', type: 'ApplicantSource', next_step: ['m0'] },
  ...series(length, (n) => ({ id: `m${n}`, next_step: [n + 1 < length ? `m${n + 1}` : 'ok'], ...make(n) })),
  { id: 'ok', type: 'Action', action_type: 'Approve' },
];
const telling = (message: string) => ({
  ...{ type: 'Action', action_type: 'InternalNotification' },
  internal_notification: { channel: 'none', message },
});
const texts = (length: number, path: (index: number) => string) => series(length, (n) => `{{${path(n)}}}`).join('');

const DEFINITIONS: Readonly<Record<string, readonly object[]>> = {
  'a text with thousands of steps that there are not': steps(490, (n) =>
    telling(n === 0 ? texts(8_000, (k) => `steps.q${k}.x`) : 'x'),
  ),
  'a text with thousands of names beside hundreds of stored ones': steps(300, (n) => ({
    ...telling(n === 0 ? texts(10_000, (k) => `s${k}`) : 'x'),
    config: { store_result_as: `stored_${n}` },
  })),
  'thousands of keys that are unknown': [
    { id: 'a', type: 'ApplicantSource', next_step: ['ok'], ...Object.fromEntries(series(20_000, (n) => [`k${n}`, 1])) },
    { id: 'ok', type: 'Action', action_type: 'Approve' },
  ],
  'choices side by side that lead to many notices': [
    { id: 'a', type: 'ApplicantSource', next_step: series(150, (n) => `s${n}`) },
    ...series(150, (n) => ({
      ...{ id: `s${n}`, type: 'IfElse', branches: {} },
      pass_steps: series(60, (m) => `n${(n + m) % 150}`),
      fail_steps: [`n${n}`],
    })),
    ...series(150, (n) => ({
      ...{ id: `n${n}`, type: 'Action', action_type: 'AdverseAction' },
      adverse_action: { recipient: '{{applicant.email}}', applicant: `p${n}` },
    })),
  ],
};

describe.each(Object.entries(DEFINITIONS))('%s', (_name, sent) => {
  const definition = sent as CascadeDefinition;

  test('may be saved, and is warned of within the budget', () => {
    expect(validateDefinition(definition).details).toEqual([]);
    const work = new Work(MAX_WORK_OF_LINT);
    const warnings = lintDefinition(definition, work, noticeRules('credit'));
    expect(work.isExceeded).toBe(false);
    expect(warnings).toHaveLength(MAX_WARNINGS);
  });
});

// Rules: 2.9.29
test('a check that is too much work is named, and the others are made', () => {
  const [definition = []] = Object.values(DEFINITIONS).slice(-1) as CascadeDefinition[];
  const found = lintDefinition(definition, new Work(20_000), noticeRules('credit'));
  expect(found[0]).toMatchObject({ code: 'too_much_work', node_id: 'a' });
  expect(found.length).toBeGreaterThan(1);
});
