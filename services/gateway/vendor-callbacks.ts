import Router from '@koa/router';
import { sql } from 'kysely';
import { AppError } from '../../core/errors.ts';
import type { ConnectionTerms } from '../../core/products/connection.ts';
import type { EncryptionKey } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database/index.ts';
import { SUBJECTS } from '../../platform/nats/index.ts';
import { readCallbackPath, sealCallback, VENDOR_CALLBACKS } from '../../platform/vendor-callbacks.ts';
import { selectConnections } from '../../platform/vendor-connections.ts';
import type { Context, State } from './http/context.ts';
import { readStreamed } from './http/streamed-body.ts';
import type { Services } from './services.ts';

const MOST_BYTES = 512 * 1_024;
/** Only characters that browsers and logs read as a plain word. */
const CHALLENGE = /^[\w.~+/=-]{1,500}$/;
/** The path as it is logged, because the real one is a secret. */
const ROUTE = `${VENDOR_CALLBACKS}/{connection}/{token}`;

/**
 * Takes vendors' callbacks, which come when a report is ready, and stores their bytes sealed. Nothing reads them here:
 * the executor asks the vendor with our credentials, or proves and reads them. It is not part of the clients' API.
 */
export function vendorCallbacksRouter(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  keys: readonly EncryptionKey[],
): Router<State> {
  const router = new Router<State>({ strict: true, sensitive: true });
  if (keys.length === 0) return router;
  // Some vendors send a GET before they accept an address, and expect a member of its query back.
  router.get(`${VENDOR_CALLBACKS}/:connection/:token`, async (ctx) => {
    ctx.state.route = ROUTE;
    const called = readCallbackPath(keys, ctx.path);
    if (called?.idempotencyKey !== null) throw new AppError('not_found');
    const { challenge } = await replyOf(db, called.connection);
    const asked = challenge === undefined ? undefined : ctx.query[challenge];
    ctx.status = 200;
    ctx.type = 'text/plain';
    ctx.body = typeof asked === 'string' && CHALLENGE.test(asked) ? asked : '';
  });
  router.post(`${VENDOR_CALLBACKS}/:connection/:token`, async (ctx) => {
    ctx.state.route = ROUTE;
    const called = readCallbackPath(keys, ctx.path);
    if (called === undefined) throw new AppError('not_found');
    const parts: Buffer[] = [];
    await readStreamed(ctx, MOST_BYTES, (part) => parts.push(part));
    const headers = called.idempotencyKey === null ? headersOf(ctx) : {};
    const { digest, sealed } = sealCallback(keys, called, { headers, body: Buffer.concat(parts) });
    const { connection, idempotencyKey } = called;
    const { status } = await replyOf(db, connection);
    const { rows } = await sql<{ result: string }>`
      select vendor_callback_store(${connection}, ${idempotencyKey}::uuid, ${digest}, ${sealed}) as result`.execute(
      db.kysely,
    );
    const [{ result } = { result: 'ended' }] = rows;
    ctx.state.noted = { ...ctx.state.noted, vendor_callback: result, connection };
    if (result === 'ended') throw new AppError('not_found');
    if (result === 'full') {
      ctx.state.log.warn({ connection }, 'callbacks of a vendor wait unread, and no more of them are kept');
      const message = 'Too much of what was sent waits to be read: send it again later.';
      throw new AppError('rate_limited', { headers: { 'Retry-After': '60' }, message });
    }
    if (result === 'other') {
      ctx.state.log.warn({ connection }, 'a vendor has sent something else of a report that is there');
      throw new AppError('idempotency_conflict', { message: 'Its report is there, and this was not sent before.' });
    }
    bus.publish(SUBJECTS.vendorsCalled, undefined, { requestId: ctx.state.requestId });
    ctx.status = status ?? 202;
    ctx.body = { data: { object: 'vendor_callback', result: 'stored' } };
  });
  return router;
}

/**
 * The callback terms that an account agreed with its vendor. Only the executor knows the installation's connections.
 */
async function replyOf({ kysely }: Database, connection: string): Promise<NonNullable<ConnectionTerms['reply']>> {
  const own = await selectConnections(kysely).where('name', '=', connection).executeTakeFirst();
  return own?.settings.reply ?? {};
}

/** Single headers only, because the proof of a callback is never in a repeated one. */
function headersOf({ req }: Context): Record<string, string> {
  return Object.fromEntries(
    Object.entries(req.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
