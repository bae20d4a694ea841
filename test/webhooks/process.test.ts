import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from '@jest/globals';
import { emittingCtes, eventRow } from '../../platform/database/events.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log.ts';
import { connectBus, SUBJECTS } from '../../platform/nats.ts';
import { startNats, startPostgres } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { CLIENT_ID, insertSubscription } from './support/harness.ts';
import { startReceiver } from './support/receiver.ts';
import { startService, type ServiceProcess } from './support/service-process.ts';

/** The full measure: `WEBHOOK_FAULT_EVENTS=10000`, with five kills. */
const EVENTS = Number(process.env.WEBHOOK_FAULT_EVENTS ?? 200);
const SUBSCRIBERS = 5;
const MORE_KILLS = EVENTS >= 10_000 ? (['kill', 'kill', 'kill'] as const) : [];
const FAULTS = ['kill', 'wipe NATS', 'restart PostgreSQL', 'kill', ...MORE_KILLS] as const;
/** A lease has to run out after each kill, and the machine may be slow. */
const PATIENCE_MS = 180_000;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}, 60_000);

async function startAll() {
  const [postgres, nats, receiver] = await Promise.all([startPostgres(), startNats(), startReceiver()]);
  cleanUps.push(
    () => postgres.stop(),
    () => nats.stop(),
    () => receiver.close(),
  );
  const db = await openDatabase({ url: postgres.url, poolMax: 2, onPoolError: () => undefined });
  cleanUps.push(() => db.close());
  const log = createLogger('test', 'silent');
  const bus = connectBus({ urls: [nats.url], subjectPrefix: 'cascade', name: 'test', log });
  cleanUps.push(() => bus.drain());
  const start = () => startService({ databaseUrl: postgres.url, natsUrl: nats.url });
  return { postgres, nats, receiver, db, bus, start };
}

async function emitMany(db: Database, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const origin = { executionId: index, runKey: randomUUID(), nodeId: null, visit: null, key: '' };
    return eventRow({ ...origin, name: 'execution.completed' }, { workflow_execution_id: index }, new Date());
  });
  // The same rows again where PostgreSQL is away: what was written already is left as it is.
  await until(async () => {
    try {
      await sql`
          with source as (
            select ${CLIENT_ID}::bigint as api_client_id, 1::bigint as execution_id,
                   ${JSON.stringify(rows)}::jsonb as events
          ), ${sql.raw(emittingCtes('source', 'source.events'))}
          select count(*) from new_delivery`.execute(db.kysely);
      return true;
    } catch {
      return false;
    }
  }, PATIENCE_MS);
  return rows.map(({ id }) => id);
}

describe('the service', () => {
  test(
    'delivers every event at least once under the same ids, whatever is killed meanwhile',
    async () => {
      const { postgres, nats, receiver, db, bus, start } = await startAll();
      for (let index = 0; index < SUBSCRIBERS; index += 1)
        await insertSubscription(db.kysely, `${receiver.url}/${index}`);
      /** By subscriber and event: the delivery ids under which it came, one for each time. */
      const seen = new Map<string, string[]>();
      receiver.answer = ({ path, headers }, response) => {
        const key = `${path} ${String(headers['webhook-id'])}`;
        seen.set(key, [...(seen.get(key) ?? []), String(headers['x-service-delivery'])]);
        response.writeHead(204).end();
      };
      let service: ServiceProcess = await start();
      cleanUps.push(() => service.kill());

      const eventIds: string[] = [];
      const perWave = Math.ceil(EVENTS / (FAULTS.length + 1));
      for (const fault of [...FAULTS, null]) {
        const before = seen.size;
        eventIds.push(...(await emitMany(db, perWave)));
        bus.publish(SUBJECTS.deliveriesReady);
        const half = before + Math.floor((perWave * SUBSCRIBERS) / 2);
        await until(() => seen.size >= half, PATIENCE_MS);
        if (fault === 'kill') {
          await service.kill();
          service = await start();
        } else if (fault === 'wipe NATS') {
          await nats.kill();
          await nats.restart();
        } else if (fault === 'restart PostgreSQL') {
          await postgres.kill();
          await postgres.restart();
        }
      }
      const expected = eventIds.length * SUBSCRIBERS;
      await until(() => seen.size === expected, PATIENCE_MS);

      for (const deliveryIds of seen.values()) expect(new Set(deliveryIds).size).toBe(1);
      const inAll = [...seen.values()].reduce((sum, deliveryIds) => sum + deliveryIds.length, 0);
      process.stderr.write(`${expected} deliveries, ${inAll - expected} of them made more than once\n`);

      await until(async () => {
        const open = await db.kysely
          .selectFrom('webhook_delivery')
          .select((table) => table.fn.countAll<number>().as('count'))
          .where('status', '!=', 'succeeded')
          .executeTakeFirst()
          .catch(() => undefined);
        return open !== undefined && Number(open.count) === 0;
      }, PATIENCE_MS);
    },
    20 * 60_000,
  );

  test(
    'stops in order, says one line for each attempt, and none of them tells a secret or a body',
    async () => {
      const { receiver, db, bus, start } = await startAll();
      const { secret } = await insertSubscription(db.kysely, `${receiver.url}/secret-path?key=secret-query`);
      const service = await start();
      cleanUps.push(() => service.kill());

      await emitMany(db, 1);
      bus.publish(SUBJECTS.deliveriesReady);
      await until(async () => (await service.lines()).some(({ msg }) => msg === 'delivery attempt'), 60_000);

      expect(await service.stop()).toBe('exit code 0');
      const lines = await service.lines();
      const attempts = lines.filter(({ msg }) => msg === 'delivery attempt');
      expect(attempts).toEqual([
        expect.objectContaining({
          result: 'succeeded',
          attempt: 1,
          response_status: 200,
          host: new URL(receiver.url).host,
        }),
      ]);
      const text = JSON.stringify(lines);
      for (const hidden of [secret, 'secret-path', 'secret-query', 'workflow_execution_id']) {
        expect(text).not.toContain(hidden);
      }
    },
    5 * 60_000,
  );
});
