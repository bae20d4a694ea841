import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { SERVICES } from '../../dev/stack/services.ts';
import { PULL_DECIDE_MAIL } from '../faults/cascades.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** Parsed text, whose shape the test assumes. */
type Parsed = ReturnType<typeof JSON.parse>;

const RUNBOOK = join(import.meta.dirname, '../../docs/runbook/alerts');
const MONITORING = join(import.meta.dirname, '../../deploy/k8s/components/prometheus');
/** The SDK exports these from the first failure on; the test finds their names in its library. */
const AFTER_A_FAILURE = [
  'temporal_workflow_task_execution_failed_total',
  'temporal_request_failure_total',
  'temporal_long_request_failure_total',
];

let stack: SharedStack;
beforeAll(async () => {
  stack = await sharedStack();
});
afterAll(() => stack?.stop());

/** Names of metrics in the expressions of all rules and panels, and on the pages of the runbook. */
function namedMetrics(): readonly string[] {
  const { groups } = parse(readFileSync(join(MONITORING, 'rules/cascade.rules.yml'), 'utf8')) as Parsed;
  const rules: string[] = groups.flatMap((group: Parsed) => group.rules.map((rule: Parsed) => rule.expr));
  const { panels } = JSON.parse(readFileSync(join(MONITORING, 'dashboards/cascade.json'), 'utf8')) as Parsed;
  const queries: string[] = panels.flatMap((panel: Parsed) =>
    (panel.targets ?? []).map((target: Parsed) => target.expr),
  );
  const pages = readdirSync(RUNBOOK).map((file) => readFileSync(join(RUNBOOK, file), 'utf8'));
  const names = [...rules, ...queries, ...pages].flatMap((expression) => {
    const withoutTexts = expression.replaceAll(/"[^"]*"/g, '');
    return [...withoutTexts.matchAll(/\b(?:cascade|temporal|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  });
  return [...new Set(names)].toSorted();
}

async function exportedMetrics(): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(
    SERVICES.map(async (service) => (await fetch(`${stack.opsUrl(service)}/metrics`)).text()),
  );
  const samples = texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => {
      const [, type] = /^# TYPE (\S+)/.exec(line) ?? [];
      return [type ?? /^[a-z_0-9]+/.exec(line)?.[0] ?? ''];
    });
  return new Set(samples);
}

test('a running stack exports every metric that a rule, a panel or a page of the runbook names', async () => {
  const { token } = await stack.createCaller();
  const call = async (path: string, body?: object): Promise<Parsed> => {
    const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return JSON.parse(text).data;
  };
  const workflow = await call('/workflows', {
    name: 'All',
    use_case: 'tenant_screening',
    definition: PULL_DECIDE_MAIL,
  });
  const applicant = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  await call(`/workflows/${workflow.id}/trigger`, { payload: { applicant } });

  const library = readFileSync(
    join(
      dirname(createRequire(import.meta.url).resolve('@temporalio/core-bridge/package.json')),
      'releases/x86_64-unknown-linux-gnu/index.node',
    ),
  );
  for (const name of AFTER_A_FAILURE) {
    const ofTheSdk = name.replace(/^temporal_/, '').replace(/_total$/, '');
    expect([name, library.includes(ofTheSdk)]).toEqual([name, true]);
  }

  const named = namedMetrics();
  expect(named.length).toBeGreaterThan(30);
  let missing: readonly string[] = named;
  const look = async (): Promise<boolean> => {
    const exported = await exportedMetrics();
    missing = named.filter(
      (name) =>
        !exported.has(name) &&
        !exported.has(name.replace(/_(bucket|count|sum)$/, '')) &&
        !AFTER_A_FAILURE.includes(name),
    );
    return missing.length === 0;
  };
  await until(look, 60_000).catch(() => undefined);
  expect(missing).toEqual([]);
  const exported = [...(await exportedMetrics())];
  expect(exported.filter((name) => /_total_total|_milliseconds|_ms$/.test(name))).toEqual([]);
});
