import { expect, test } from '../../support/jest.ts';
import type { Context } from '../../../services/gateway/http/context.ts';
import { OnDemand } from '../../../services/gateway/http/on-demand.ts';
import { PathTable } from '../../../services/gateway/http/path-table.ts';

const table = new PathTable(
  new Map(
    [
      '/executions/{id}',
      '/executions/review_bulk_actions',
      '/executions',
      '/executions/{id}/artifacts/{artifact_id}',
      '/reason-codes/{code}',
    ].map((path) => [path, path]),
  ),
);
const found = (path: string) => {
  const entry = table.find(path);
  return entry === undefined ? undefined : [entry.value, entry.params];
};

test('a path is found by its whole length, and one that is written out goes before one with a parameter', () => {
  expect(found('/executions')).toEqual(['/executions', {}]);
  expect(found('/executions/7')).toEqual(['/executions/{id}', { id: '7' }]);
  expect(found('/executions/review_bulk_actions')).toEqual(['/executions/review_bulk_actions', {}]);
  expect(found('/executions/7/artifacts/9')).toEqual([
    '/executions/{id}/artifacts/{artifact_id}',
    { id: '7', artifact_id: '9' },
  ]);
});

test('a path that is only like one is not found', () => {
  const paths = ['', '/', '/executions/', '/executions//', '/executions/7/', '/Executions', '/executions/7/artifacts'];
  for (const path of [...paths, '/executions//artifacts/9', '//executions', '/executions/7/artifacts/9/x'])
    expect(found(path)).toBeUndefined();
});

test('a parameter is decoded, and an encoded slash is a part of it', () => {
  expect(found('/reason-codes/A%2FB%20%C3%AB')).toEqual(['/reason-codes/{code}', { code: 'A/B ë' }]);
});

test('calls of handlers bring no getters of their own, which would keep each request in memory for long', () => {
  const call = new OnDemand(
    { state: { requestId: 'one' } } as Context,
    {} as ConstructorParameters<typeof OnDemand>[1],
  );
  const own = Object.values(Object.getOwnPropertyDescriptors(call));
  expect(own.filter(({ get }) => get !== undefined)).toEqual([]);
});
