import { expect, test } from '../../support/jest.ts';
import type { Context } from '../../../services/gateway/http/context.ts';
import { OnDemand } from '../../../services/gateway/http/on-demand.ts';

test('calls of handlers bring no getters of their own, which would keep each request in memory for long', () => {
  const call = new OnDemand(
    { state: { requestId: 'one' } } as Context,
    {} as ConstructorParameters<typeof OnDemand>[1],
  );
  const own = Object.values(Object.getOwnPropertyDescriptors(call));
  expect(own.filter(({ get }) => get !== undefined)).toEqual([]);
});
