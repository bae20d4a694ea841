import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../dev/servers/ports.ts';
import { run } from '../../dev/servers/run.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.ts';

/** The Python client as an integrator has it: the wheel, in an environment of its own. pip caches its downloads. */
const SOURCE = join(import.meta.dirname, '../../clients/python');
/** A version that is known to accept the package, so that a new release cannot fail this test. */
const MYPY = 'mypy==2.4.1';

let stack: SharedStack;
let receiver: Receiver;
let folder: string;
let python: string;
beforeAll(async () => {
  await requirePython();
  folder = await mkdtemp(join(tmpdir(), 'cascade-python-'));
  python = join(folder, 'venv/bin/python');
  [stack, receiver] = await Promise.all([sharedStack(), startReceiver(), install()]);
});
afterAll(async () => {
  await stack?.stop();
  await receiver?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function requirePython(): Promise<void> {
  const check = 'import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 9) else "it is too old")';
  await run('python3', ['-c', check]).catch((error: unknown) => {
    throw new Error(
      'The test of the Python client needs python3 3.9 or newer with venv and pip on the PATH. Install it, on Debian ' +
        `and Ubuntu by "apt-get install python3 python3-venv". ${String(error)}`,
    );
  });
}

async function install(): Promise<void> {
  const source = join(folder, 'source');
  await cp(SOURCE, source, { recursive: true });
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check'];
  await run(python, [...pip, 'wheel', '--no-deps', '--wheel-dir', folder, source]);
  await run(python, [...pip, 'install', join(folder, 'cascade_client-0.1.0-py3-none-any.whl'), MYPY]);
  const readme = await readFile(join(SOURCE, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, text]) => text);
  await writeFile(join(folder, 'readme.py'), blocks.join('\n\n'));
}

const DRIVER = `
import asyncio, json, os, sys
import cascade_client as cascade
from readme import decide, deny_all, explain, first_failures, receive

url, token, closed, hook = sys.argv[1:]
said = []
with cascade.Client(url, token) as client:
    subscription = client.webhook_subscriptions.create(url=hook, event_filter=["execution.completed"])
    source = {"id": "applicant", "type": "ApplicantSource", "next_step": ["credit"]}
    credit = {"id": "credit", "type": "BillingProduct", "billing_product_code": "credit_report", "next_step": ["approve"]}
    approve = {"id": "approve", "type": "Action", "action_type": "Approve"}
    workflow = client.workflows.create(name="Credit", definition=[source, credit, approve])
    said.append(decide(client, workflow["id"]))
    missing = {"source_node_id": "context", "field": "applicant.email", "operator": "is_empty"}
    check = {"id": "check", "type": "IfElse", "human_review_steps": ["approve"], "fail_steps": [],
             "branches": {"human_review": {"condition_groups": [{"conditions": [missing]}]}}}
    reviewed = client.workflows.create(name="Review", definition=[{**source, "next_step": ["check"]}, check, approve])
    execution = client.workflows.trigger_and_wait(reviewed["id"], payload={"applicant": {"first_name": "Bo"}})
    said.append(execution["status"])
    said.append(deny_all(client, reviewed["id"], "Too late"))
    said.append(client.executions.wait_for(execution["id"])["review_status"])
    for _ in range(2):
        client.workflows.trigger(workflow["id"], idempotency_key="once")
    rows = [{"external_reference": str(row)} for row in range(3)]
    batch = client.batches.wait_for(client.batches.create(workflow["id"], rows=rows)["id"])
    said.append([batch["status"], batch["completed_count"]])
    said.append(sorted(row["row_index"] for row in client.batches.list_executions(batch["id"], per_page=2)))
    said.append(client.batches.download_csv(batch["id"]).read().decode("utf-8-sig").split(",")[0])
    said.append(len(list(client.executions.list(workflow_id=workflow["id"], per_page=2))))
    said.append([explain(client, ""), explain(cascade.Client("http://127.0.0.1:" + closed, token, max_retries=0), "x")])
    said.append(asyncio.run(first_failures(url, token)))
print(json.dumps({"said": said, "secret": subscription["signing_secret"]}))
`;

const VERIFY = `
import json, sys
import cascade_client as cascade
from readme import receive
secret = sys.argv[1]
for delivery in json.load(open("deliveries.json")):
    body, headers = delivery["body"].encode(), delivery["headers"]
    standard = {name: value for name, value in headers.items() if name != "x-service-signature"}
    forged = receive(body + b" ", headers, secret)
    print(receive(body, headers, secret), cascade.verify_webhook(body, standard, secret)["event"], forged)
`;

test('its own tests pass on the installed wheel', async () => {
  const tests = ['-m', 'unittest', 'discover', '-s', join(folder, 'source/tests')];
  await run(python, tests, { cwd: folder });
});

test('every block of its README runs against a stack, and both kinds of signature are verified', async () => {
  const { token } = await stack.createCaller();
  await writeFile(join(folder, 'drive.py'), DRIVER);
  const closed = String(await freePort());
  const printed = await run(python, ['drive.py', stack.baseUrl, token, closed, receiver.url], { cwd: folder });
  const { said, secret } = JSON.parse(printed.trim().split('\n').at(-1)!) as { said: unknown[]; secret: string };
  expect(said).toEqual([
    expect.stringMatching(/^completed, approved, score \d{3}$/),
    'awaiting_review',
    1,
    'denied',
    ['completed', 3],
    [0, 1, 2],
    'row_index',
    5,
    [
      expect.stringMatching(/^POST \/workflows: The request is invalid\. name: must not be empty \[422 \w+, request /),
      `POST /workflows: No response from http://127.0.0.1:${closed}: ECONNREFUSED (nothing listens there). [connection_failed]`,
    ],
    0,
  ]);

  await until(() => receiver.received.length > 0);
  const deliveries = receiver.received.map(({ body, headers }) => ({ body, headers }));
  await writeFile(join(folder, 'deliveries.json'), JSON.stringify(deliveries));
  await writeFile(join(folder, 'verify.py'), VERIFY);
  const verdicts = await run(python, ['verify.py', secret], { cwd: folder });
  const lines = verdicts.split('\n').filter((line) => /^\d+ \S+ \d+$/.test(line));
  expect(lines).toEqual(deliveries.map(() => '204 execution.completed 400'));
});

test('it and its README are typed without a gap', async () => {
  const said = await run(python, ['-m', 'mypy', '--strict', '-p', 'cascade_client', '-m', 'readme'], {
    cwd: folder,
  }).catch(String);
  expect(said).toContain('Success');
});
