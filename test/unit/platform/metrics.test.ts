import { Gauge, Registry } from 'prom-client';
import type { Logger } from '../../../platform/log/index.ts';
import { metricsText } from '../../../platform/metrics.ts';
import { within } from '../../../platform/within.ts';
import { expect, test } from '../../support/jest.ts';

// Rules: 18.11.7
test('metrics leave out collectors that fail or hang, and respond within two seconds', async () => {
  const registry = new Registry();
  registry.setDefaultLabels({ service: 'gateway' });
  const registers = [registry];
  new Gauge({ name: 'works', help: 'A gauge.', registers }).set(7);
  new Gauge({ name: 'fails', help: 'A gauge.', registers, collect: () => Promise.reject(new Error('no connection')) });
  new Gauge({ name: 'hangs', help: 'A gauge.', registers, collect: () => new Promise<void>(() => undefined) });
  const left: unknown[] = [];
  const log = { warn: ({ metric }: { metric: string }) => left.push(metric) } as unknown as Logger;
  const sources = [async () => 'other 1\n', () => Promise.reject(new Error('down'))];
  // A timer of two seconds, not a measured time: whatever holds up this process holds up both.
  const text = await within(metricsText(registry, sources, log), 2_000, 'late');
  expect(text).toContain('works{service="gateway"} 7');
  expect(text).toContain('other 1');
  expect(left.toSorted()).toEqual(['fails', 'hangs', 'source 2']);
});
