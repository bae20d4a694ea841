import Router from '@koa/router';
import { sql } from 'kysely';
import { AppError } from '../../core/errors.ts';
import type { EncryptionKey } from '../../platform/crypto.ts';
import { SUBJECTS } from '../../platform/nats/index.ts';
import { readCallbackPath, VENDOR_CALLBACKS } from '../../platform/vendor-callbacks.ts';
import type { State } from './http/context.ts';
import { readStreamed } from './http/streamed-body.ts';
import type { Services } from './services.ts';

const MOST_BYTES = 512 * 1_024;
/** As it is logged: the path is a secret. */
const ROUTE = `${VENDOR_CALLBACKS}/{connection}/{token}`;

/**
 * Takes the word of a vendor that a report is ready. Nothing of the body is believed: it is read to its end and dropped, and
 * the executor asks the vendor with our credentials. It is no part of the API of clients.
 */
export function vendorCallbacksRouter(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  keys: readonly EncryptionKey[],
): Router<State> {
  const router = new Router<State>({ strict: true, sensitive: true });
  if (keys.length === 0) return router;
  router.post(`${VENDOR_CALLBACKS}/:connection/:token`, async (ctx) => {
    ctx.state.route = ROUTE;
    const called = readCallbackPath(keys, ctx.path);
    if (called === undefined) throw new AppError('not_found');
    await readStreamed(ctx, MOST_BYTES);
    // Without a target: the gateway may add rows, and read none.
    await sql`
      insert into vendor_callback (idempotency_key) values (${called.idempotencyKey})
      on conflict do nothing`.execute(db.kysely);
    bus.publish(SUBJECTS.vendorsCalled, undefined, { requestId: ctx.state.requestId });
    ctx.status = 202;
    ctx.body = { data: { object: 'vendor_callback', result: 'stored' } };
  });
  return router;
}
