import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findGo } from '../../dev/servers/fetch.ts';
import { run } from '../../dev/servers/run.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { documentOfOlderRelease } from './foreign-clients/documents.ts';

/*
 * Clients that generators of other people make of our document, up to real calls. The versions are those of the guide:
 * a new release of one of them cannot fail this test.
 */
const GENERATOR = 'openapi-python-client==0.29.1';

const go = await findGo();
if (go === undefined)
  process.stderr.write('test/nightly/foreign-clients is skipped for oapi-codegen: Go is not installed\n');
const testWithGo = go === undefined ? test.skip : test;

let stack: SharedStack;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-foreign-'));
  stack = await sharedStack();
  await cp(join(import.meta.dirname, 'foreign-clients'), folder, { recursive: true });
  const document = await (await fetch(`${stack.baseUrl}/api/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.json'), document);
  await writeFile(join(folder, 'older.json'), documentOfOlderRelease(document));
});
afterAll(async () => {
  await stack?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const DRIVER = `
import json, sys, uuid
from made import AuthenticatedClient
from made.api.workflows import create_workflow, trigger_workflow
from made.api.executions import get_execution
from made.models import CreateWorkflowBody, TriggerWorkflowBody

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)
definition = [
    {"id": "applicant", "type": "ApplicantSource", "next_step": ["approve"]},
    {"id": "approve", "type": "Action", "action_type": "Approve"},
]
workflow = create_workflow.sync(client=client, body=CreateWorkflowBody.from_dict({"name": "Made", "definition": definition}))
body = TriggerWorkflowBody.from_dict({"payload": {"applicant": {"first_name": "Ada"}}})
accepted = trigger_workflow.sync(workflow.data.id, client=client, body=body, idempotency_key=str(uuid.uuid4()))
execution = get_execution.sync(accepted.data.id, client=client, wait=20)
print(json.dumps([workflow.data.name, accepted.data.id == execution.data.id, str(execution.data.status), str(execution.data.outcome)]))
`;

// Rules: 15.15.1
test('openapi-python-client makes a client that creates, triggers and reads', async () => {
  const python = join(folder, 'venv/bin/python');
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  await run(python, ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'install', GENERATOR]);
  const made = ['--path', 'openapi.json', '--output-path', 'made', '--meta', 'none', '--overwrite'];
  await run(join(folder, 'venv/bin/openapi-python-client'), ['generate', ...made], { cwd: folder, timeoutMs: 300_000 });
  await writeFile(join(folder, 'drive.py'), DRIVER);
  const { token } = await stack.createCaller();
  const said = await run(python, ['drive.py', `${stack.baseUrl}/api/v1`, token], { cwd: folder });
  expect(JSON.parse(said) as unknown).toEqual(['Made', true, 'completed', 'approved']);
});

const CREATE = JSON.stringify({
  name: 'Made',
  definition: [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['approve'] },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
  ],
});
const TRIGGER = JSON.stringify({ payload: { applicant: { first_name: 'Ada' } } });

/** What a driver says: the name, that the execution is the one that it triggered, its status and its outcome. */
async function drive(command: string, args: readonly string[]): Promise<unknown> {
  const { token } = await stack.createCaller();
  return JSON.parse(await run(command, [...args, `${stack.baseUrl}/api/v1`, token, CREATE, TRIGGER])) as unknown;
}

// Rules: 15.15.1
testWithGo('oapi-codegen makes a client that creates, triggers and reads a status that it does not know', async () => {
  const cwd = join(folder, 'oapi');
  await run(go ?? '', ['tool', 'oapi-codegen', '-config', 'oapi-codegen.yml', '../older.json'], { cwd });
  await run(go ?? '', ['build', '-o', 'drive', '.'], { cwd });
  expect(await drive(join(cwd, 'drive'), [])).toEqual(['Made', true, 'completed', 'approved']);
});
