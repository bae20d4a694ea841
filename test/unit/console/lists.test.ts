import { listPath } from '../../../console/src/api/list-path.ts';
import { startOfDay } from '../../../console/src/executions/days.ts';
import {
  ALL_EXECUTIONS,
  executionFilterOf,
  executionParameters,
  SHOWS,
} from '../../../console/src/executions/filter.ts';
import { executionState } from '../../../console/src/executions/words.ts';
import { describe, expect, test } from '../../support/jest.ts';

describe('the path of a list', () => {
  test('has what is given, encoded, and nothing that is not', () => {
    expect(listPath('/executions', {})).toBe('/executions');
    expect(listPath('/executions', { a: null, b: '' })).toBe('/executions');
    expect(listPath('/executions', { 'filter[x]': 'a&b=c', n: 0, no: false })).toBe(
      '/executions?filter%5Bx%5D=a%26b%3Dc&n=0&no=false',
    );
  });
});

describe('the address of a view of the executions', () => {
  test('is read as far as it makes sense, whatever somebody writes there', () => {
    expect(executionFilterOf({})).toEqual(ALL_EXECUTIONS);
    const nonsense = { status: 'gone', outcome: ['approved'], mode: 1, workflow: -1, batch: 'x', reference: {} };
    expect(executionFilterOf({ ...nonsense, from: '2026-02-30', until: 'soon', show: 'constructor' })).toEqual(
      ALL_EXECUTIONS,
    );
    expect(
      executionFilterOf({ status: 'failed', outcome: 'denied', workflow: '12', reference: 77, from: '2026-11-25' }),
    ).toEqual({
      ...ALL_EXECUTIONS,
      status: 'failed',
      outcome: 'denied',
      workflow: 12,
      reference: '77',
      from: '2026-11-25',
    });
  });

  test('becomes the filters of the API, with days that include both of their ends', () => {
    const given = { ...ALL_EXECUTIONS, from: '2026-02-28', until: '2026-02-28', status: 'failed', reference: 'a&b' };
    const found = executionParameters(given, startOfDay);
    expect(found).toMatchObject({ 'filter[status]': 'failed', 'filter[external_reference]': 'a&b' });
    const [after, before] = [found['filter[created_after]'], found['filter[created_before]']];
    const at = (text: string) => new Date(text).toISOString();
    expect([after, before]).toEqual([at('2026-02-27T23:59:59.999'), at('2026-03-01T00:00:00')]);
    const views = SHOWS.map((show) => JSON.stringify(executionParameters({ ...ALL_EXECUTIONS, show }, startOfDay)));
    expect(new Set(views).size).toBe(SHOWS.length);
  });
});

// Rules: 6.7.2
test('an execution that runs and waits for a report of a vendor says so', () => {
  const report = {
    ...{ product_code: 'credit_report', node_id: 'credit', since: '2026-03-02T15:00:00.000Z' },
    ...{ until: '2026-03-16T15:00:00.000Z', ends_by: ['poll' as const] },
  };
  const state = (status: 'running' | 'awaiting_review', reports: readonly (typeof report)[]) =>
    executionState({ status, pending_review: null, pending_reports: [...reports] });
  expect([state('running', [report]), state('running', []), state('awaiting_review', [report])]).toEqual([
    'Awaits a report',
    'Running',
    'Awaits a person',
  ]);
});
