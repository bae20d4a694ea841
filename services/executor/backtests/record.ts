import { sql } from 'kysely';
import type { Change } from '../../../core/backtests/pair.ts';
import type { KeptSide } from '../../../core/backtests/side.ts';
import { addTallies, type Tally } from '../../../core/backtests/tally.ts';
import { MAX_WORK_OF_BACKTEST } from '../../../core/work.ts';
import { asJson, type Database, type Queryable } from '../../../platform/database/index.ts';
import type { ClaimedChunk } from './claim.ts';

/** An execution whose outcome, review or letter changes. */
export interface ChangeOfExecution {
  readonly execution_id: number;
  readonly kinds: readonly Change[];
  readonly rule: string | null;
  readonly old: KeptSide;
  readonly new: KeptSide;
}

interface Found {
  readonly tally: Tally;
  readonly changes: readonly ChangeOfExecution[];
  /** Units of work that the chunk took. */
  readonly work: number;
}

type Claim = Pick<ClaimedChunk, 'backtest_id' | 'number' | 'attempts' | 'execution_ids'>;

/**
 * Adds a chunk to its backtest, once: the transaction takes the chunk away. Nothing is written if the backtest has ended
 * meanwhile, or if another process has claimed the chunk since. An execution that was redacted meanwhile is counted, and
 * nothing of it is kept. A backtest that has taken more work than one may fails with what it has found until then.
 */
export async function recordChunk(db: Database, chunk: Claim, { tally, changes, work }: Found): Promise<void> {
  const { backtest_id: id, number, attempts } = chunk;
  await db.transaction(async (trx) => {
    const backtest = await trx
      .selectFrom('backtest')
      .select(['tally', 'done', 'total', 'work', 'changes'])
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (backtest === undefined) return;
    const { numDeletedRows } = await trx
      .deleteFrom('backtest_chunk')
      .where('backtest_id', '=', id)
      .where('number', '=', number)
      .where('attempts', '=', attempts)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) return;
    if (changes.length > 0) {
      await sql`
        with kept as materialized (
          select id from execution
          where id = any (${changes.map(({ execution_id: of }) => of)}::bigint[]) and redacted_at is null
          order by id
          for share
        )
        insert into backtest_change (backtest_id, execution_id, kinds, rule, old, new)
        select ${id}, c.execution_id, c.kinds, c.rule, c.old, c.new
        from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
          as c (execution_id bigint, kinds text[], rule text, old jsonb, new jsonb)
        join kept on kept.id = c.execution_id
        order by c.execution_id`.execute(trx);
    }
    const done = backtest.done + chunk.execution_ids.length;
    const spent = backtest.work + work;
    const counts = { done, work: spent, changes: backtest.changes + changes.length };
    await trx
      .updateTable('backtest')
      .set({ ...counts, tally: asJson(addTallies(backtest.tally, tally)) })
      .$if(done >= backtest.total, (update) => update.set({ status: 'completed', ended_at: sql<Date>`now()` }))
      .where('id', '=', id)
      .execute();
    if (done < backtest.total && spent > MAX_WORK_OF_BACKTEST) await fail(trx, id, 'too_much_work');
  });
}

/** Ends a backtest of which a chunk cannot be compared, however often it is tried. */
export async function failBacktest(db: Database, { backtest_id: id }: Claim): Promise<void> {
  await db.transaction((trx) => fail(trx, id, 'internal_error'));
}

async function fail(trx: Queryable, id: number, code: 'internal_error' | 'too_much_work'): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('backtest')
    .set({ status: 'failed', error_code: code, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) await trx.deleteFrom('backtest_chunk').where('backtest_id', '=', id).execute();
}
