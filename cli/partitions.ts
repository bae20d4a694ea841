import type { Command } from 'commander';
import { SetupError } from '../platform/setup-error.ts';
import type { OnDatabase, Row } from './action.ts';
import { periodsOf, requireLongest } from './retention.ts';

interface DetachFlags {
  readonly keptDays: string;
}

/** Partitions of the tables that grow with every execution. `retention run` does all of it once a day. */
export function addPartitions(
  program: Command,
  onDatabase: OnDatabase,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const partitions = program.command('partitions').description('Partitions of the tables that grow');
  partitions
    .command('list')
    .description('Every partition: its ids, its size, and whether it is attached')
    .action(
      onDatabase.reads(async (db): Promise<readonly Row[]> => {
        const { readPartitions } = await import('./operations.ts');
        const found = await readPartitions(db.kysely);
        return found.map(({ table, name, from, to, state, rows, bytes, isFrozen }) => ({
          object: 'partition',
          name,
          table,
          from_id: from,
          to_id: to,
          state: state === 'attached' && to === null ? 'open' : state,
          rows,
          bytes,
          frozen: isFrozen,
        }));
      }),
    );
  partitions
    .command('ensure')
    .description('Make partitions ahead, for another month at the present pace. It may be stopped and repeated.')
    .action(
      onDatabase.works(async (work) => {
        const { makePartitions } = await import('./operations.ts');
        return { made: (await makePartitions(work)).map(({ name }) => name) };
      }),
    );
  partitions
    .command('detach')
    .description('Detach what is over, as tables of their own to be archived. Nothing drops them.')
    .requiredOption('--kept-days <days>', 'Executions that ended before are over, once they are redacted')
    .action(
      onDatabase.works(async (work, { keptDays }: DetachFlags) => {
        const { detachPartitions } = await import('./operations.ts');
        const days = Number(keptDays);
        if (!/^[1-9][0-9]{0,4}$/.test(keptDays)) {
          throw new SetupError(`--kept-days is ${keptDays}; it is a whole number of days from 1 to 99999.`);
        }
        requireLongest({ ...periodsOf(env), RETENTION_TRACE_DAYS: days }, '--kept-days');
        return { detached: (await detachPartitions(work, { days, isForGood: false })).map(({ name }) => name) };
      }),
    );
}
