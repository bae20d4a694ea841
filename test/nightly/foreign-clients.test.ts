import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findGo } from '../../dev/servers/fetch.ts';
import { run } from '../../dev/servers/run.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { documentForOgen, documentOfOlderRelease } from './foreign-clients/documents.ts';
import { jarsOfJava, works } from './foreign-clients/jars.ts';

/*
 * Clients that other people's generators make from our document, up to real calls. The versions are those of the guide.
 * They and their dependencies are pinned by checksums, so a new release of one cannot fail this test.
 */
const go = await findGo();
const hasJava = (await works('javac')) && (await works('mvn'));
const testWithGo = testIf(go !== undefined, 'oapi-codegen and ogen: Go is not installed');
const testWithJava = testIf(hasJava, 'openapi-generator: a JDK or Maven is not installed');

function testIf(isThere: boolean, what: string) {
  if (!isThere) process.stderr.write(`test/nightly/foreign-clients is skipped for ${what}\n`);
  return isThere ? test : test.skip;
}

let stack: SharedStack;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-foreign-'));
  stack = await sharedStack();
  await cp(join(import.meta.dirname, 'foreign-clients'), folder, { recursive: true });
  const document = await (await fetch(`${stack.baseUrl}/api/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.json'), document);
  await writeFile(join(folder, 'older.json'), documentOfOlderRelease(document));
  await writeFile(join(folder, 'ogen.json'), documentForOgen(document));
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
  const pinned = ['--require-hashes', '--requirement', 'python/requirements.txt'];
  await run(python, ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'install', ...pinned], { cwd: folder });
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

/** A driver's output: the name, that the execution is the one that it triggered, its status and its outcome. */
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

// Rules: 15.15.1, 15.15.2
testWithGo('ogen makes a client of the document for it that creates, triggers and reads', async () => {
  const cwd = join(folder, 'ogen');
  const made = ['--config', 'ogen.yml', '--target', 'made', '--package', 'made', '../ogen.json'];
  await run(go ?? '', ['tool', 'ogen', ...made], { cwd });
  await run(go ?? '', ['build', '-o', 'drive', '.'], { cwd });
  expect(await drive(join(cwd, 'drive'), [])).toEqual(['Made', true, 'completed', 'approved']);
});

// Rules: 15.15.1, 15.15.2
testWithJava('openapi-generator makes a Java client that creates, triggers and reads an unknown status', async () => {
  const jars = await jarsOfJava();
  const generator = (await readdir(jars)).find((name) => name.startsWith('openapi-generator-cli')) ?? '';
  const options = [
    '-g',
    'java',
    '--library',
    'native',
    '--additional-properties',
    'enumUnknownDefaultCase=true,useOneOfDiscriminatorLookup=true',
  ];
  const parts = ['--global-property', 'models,apis,supportingFiles,apiDocs=false,modelDocs=false,modelTests=false'];
  const cwd = join(folder, 'java');
  await run(
    'java',
    ['-jar', join(jars, generator), 'generate', ...options, ...parts, '-i', '../older.json', '-o', 'made'],
    {
      cwd,
    },
  );
  const sources = (await readdir(join(cwd, 'made/src/main/java'), { recursive: true })).filter((name) =>
    name.endsWith('.java'),
  );
  await writeFile(join(cwd, 'sources'), sources.map((name) => `made/src/main/java/${name}`).join('\n'));
  const classpath = `${jars}/*`;
  await run('javac', ['-nowarn', '-proc:none', '-cp', classpath, '-d', 'classes', '@sources', 'Drive.java'], { cwd });
  const said = await drive('java', ['-cp', `${classpath}:${join(cwd, 'classes')}`, 'Drive']);
  expect(said).toEqual(['Made', true, 'unknown_default_open_api', 'approved']);
});
