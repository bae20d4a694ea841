import { until } from './until.ts';
import type { Database } from '../../platform/database/index.ts';

/** Waits until another session waits for a lock of that connection. */
export async function blockedBy(
  db: Database,
  other: { query(text: string): Promise<{ rows: { pid: number }[] }> },
): Promise<void> {
  const [{ pid } = { pid: 0 }] = (await other.query('select pg_backend_pid() as pid')).rows;
  await until(async () => {
    const { rows } = await db.pool.query<{ waiting: boolean }>(
      'select exists (select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))) as waiting',
      [pid],
    );
    return rows[0]?.waiting === true;
  });
}
