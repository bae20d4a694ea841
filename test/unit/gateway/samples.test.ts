import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { CascadeClient } from '../../../clients/typescript/src/index.ts';
import { openApiDocument } from '../../../services/gateway/docs/openapi/index.ts';
import { endpointsOf, type ApiDocument } from '../../../services/gateway/docs/reference/document.ts';
import { samplesOf } from '../../../services/gateway/docs/reference/samples.ts';
import { ROUTES } from '../../../services/gateway/routes.ts';
import { expect, test } from '../../support/jest.ts';

const settings = { baseUrl: 'http://api.test', docsUrl: 'http://api.test/docs' };
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES, settings))) as ApiDocument;
const samples = endpointsOf(document).map((endpoint) => {
  const [, typescript, python] = samplesOf(document, endpoint);
  return { id: endpoint.operation.operationId, typescript: typescript?.text ?? '', python: python?.text ?? '' };
});

test('each operation has an example for TypeScript that calls a method of the client', () => {
  const client: object = new CascadeClient({ baseUrl: 'http://api.test', token: 'none' });
  for (const { id, typescript } of samples) {
    const [, resource = '', method = ''] = /cascade\.(\w+)\.(\w+)\(/.exec(typescript) ?? [];
    const operations: unknown = Reflect.get(client, resource);
    expect([id, typeof operations]).toEqual([id, 'object']);
    expect([id, typeof Reflect.get(operations as object, method)]).toEqual([id, 'function']);
    // As the body of an async function: it is valid code, and nothing is run.
    expect(() => new Script(`async () => {${typescript}}`)).not.toThrow();
  }
});

test('each operation has an example for Python that compiles and calls a method of the client', () => {
  const program =
    'import json, sys\nfor text in json.load(sys.stdin): compile(text, "sample", "exec")\nprint("compiled")';
  const input = JSON.stringify(samples.map(({ python }) => python));
  expect(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' }).trim()).toBe('compiled');
  const folder = join(import.meta.dirname, '../../../clients/python/src/cascade_client');
  const code = readFileSync(join(folder, '_operations.py'), 'utf8');
  for (const { id, python } of samples) {
    const [, resource = '', method = ''] = /client\.(\w+)\.(\w+)\(/.exec(python) ?? [];
    const name = resource.replaceAll(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase());
    const [own = ''] = code.split(`class ${name}Operations:`)[1]?.split('\nclass ') ?? [];
    expect([id, own.includes(`def ${method}(`)]).toEqual([id, true]);
  }
});
