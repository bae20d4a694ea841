import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';
import { GENERATED, ROOT } from '../../clients/generate/index.ts';
import { resourcesOf } from '../../clients/generate/operations.ts';
import type { Document } from '../../clients/generate/document.ts';
import { openApiDocument } from '../../services/gateway/docs/openapi/index.ts';
import { ROUTES } from '../../services/gateway/routes.ts';

const baseUrl = 'http://127.0.0.1:8080';
const DOCUMENT = JSON.parse(
  JSON.stringify(openApiDocument(ROUTES, { baseUrl, docsUrl: `${baseUrl}/docs` })),
) as Document;

test.each(Object.entries(GENERATED))('%s is what `npm run client:generate` writes now', async (path, generate) => {
  // Not `toBe`: the difference of two files of some thousand lines is what that command and git show better.
  expect((await generate(DOCUMENT)) === (await readFile(join(ROOT, path), 'utf8'))).toBe(true);
});

test('every operation of the API is a method of a resource', () => {
  const methods = resourcesOf(DOCUMENT).flatMap(({ operations }) => operations.map(({ id }) => id));
  expect(methods.toSorted()).toEqual(ROUTES.map(({ operationId }) => operationId).toSorted());
});

test('an operation without a method is named, with the file that wants it', () => {
  const paths = { ...DOCUMENT.paths, '/new': { get: { operationId: 'getNew', responses: {} } } };
  expect(() => resourcesOf({ ...DOCUMENT, paths })).toThrow(
    'Give getNew a method of a resource in clients/generate/resources.ts.',
  );
});

test('no argument of a Python method has the name of another, such as that of an option of every call', async () => {
  const python = await readFile(join(ROOT, 'clients/python/src/cascade_client/_operations.py'), 'utf8');
  const methods = [...python.matchAll(/ def (\w+)\(\n([^]*?)\n {4}\)/g)];
  expect(methods.length).toBeGreaterThan(100);
  const twice = methods.filter(([, , text = '']) => {
    const names = [...text.matchAll(/^ +(\w+):/gm)].map(([, name]) => name);
    return new Set(names).size < names.length;
  });
  expect(twice.map(([, name]) => name)).toEqual([]);
});
