import { Registry } from 'prom-client';
import { executorMetrics } from '../../../services/executor/metrics.ts';
import { expect, test } from '../../support/jest.ts';

test('a run that failed because of a value that cannot be compared is counted once, by its mode', async () => {
  const registry = new Registry();
  const metrics = executorMetrics(registry);
  const read = async () => {
    const text = await registry.getSingleMetricAsString('cascade_values_not_comparable_total');
    return [...text.matchAll(/mode="(\w+)"\} (\d+)/g)].map(([, mode, count]) => `${mode} ${count}`);
  };
  // A rate needs a value before the first failure.
  expect(await read()).toEqual(['test 0', 'live 0']);
  type Saved = Parameters<typeof metrics.saved>[0];
  const ended = (status: string, code: string | null) =>
    ({ run: { status, outcome: null, first_error_code: code }, steps: [] }) as unknown as Saved;
  metrics.saved(ended('failed', 'value_not_comparable'), 'live');
  metrics.saved(ended('failed', 'vendor_error'), 'live');
  metrics.saved(ended('running', 'value_not_comparable'), 'live');
  metrics.saved(ended('failed', 'value_not_comparable'), 'test');
  expect(await read()).toEqual(['test 1', 'live 1']);
});
