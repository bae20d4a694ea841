import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ExecutorBench } from '../support/executor.ts';

/** Statements of the executor during some work, by name or by their first words. Each is one round trip. */
export async function countRoundTrips(
  { db, postgresLog }: ExecutorBench,
  work: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  await logStatements(db, 'all');
  const { size } = await stat(postgresLog);
  await work();
  await logStatements(db, 'none');
  const log = (await readFile(postgresLog)).subarray(size).toString();
  const counts = new Map<string, number>();
  // A statement may be of several lines; the next entry begins with the name of an application.
  for (const entry of log.split(/^(?=\S* (?:LOG|DETAIL): {2})/m)) {
    const [, prepared = '', text = ''] =
      /^cascade-executor LOG: {2}(?:statement|execute ([^:]+)): (.*)$/s.exec(entry) ?? [];
    if (text === '') continue;
    const isNamed = prepared !== '' && prepared !== '<unnamed>';
    const name = isNamed ? prepared : text.replaceAll(/\s+/g, ' ').trim().slice(0, 70);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([, a], [, b]) => b - a));
}

async function logStatements(db: ExecutorBench['db'], which: 'all' | 'none'): Promise<void> {
  await sql.raw(`alter system set log_statement = '${which}'`).execute(db.kysely);
  await sql.raw(`alter system set log_line_prefix = '%a '`).execute(db.kysely);
  await sql`select pg_reload_conf()`.execute(db.kysely);
  await sleep(500);
}
