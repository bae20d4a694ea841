import { expect, test } from '../../support/jest.ts';
import type { Context } from '../../../services/gateway/http/context.ts';
import type { Authenticator } from '../../../services/gateway/http/middleware/auth.ts';
import { OnDemand } from '../../../services/gateway/http/on-demand.ts';

const call = new OnDemand({
  ctx: { state: { requestId: 'one' } } as Context,
  actor: {} as ConstructorParameters<typeof OnDemand>[0]['actor'],
  authenticator: {} as Authenticator,
  idempotency: undefined,
});

test('calls of handlers bring no getters of their own, which would keep each request in memory for long', () => {
  const own = Object.values(Object.getOwnPropertyDescriptors(call));
  expect(own.filter(({ get }) => get !== undefined)).toEqual([]);
});

test('an operation that takes no Idempotency-Key has none, and no commit under one', () => {
  expect(() => call.idempotency).toThrow('takes no Idempotency-Key');
  expect(() => call.commit).toThrow('takes no Idempotency-Key');
});
