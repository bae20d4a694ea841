import { sql } from 'kysely';
import { fieldsAsJson } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { pinnedProducts, readPinned } from '../../../platform/database/products.ts';
import type { Calculate } from '../calculations/index.ts';
import type { NamedRules } from '../calculations/rules.ts';
import type { Auth } from '../services.ts';
import type { BacktestRow } from './records.ts';

interface Asker {
  readonly db: Queryable;
  readonly auth: Auth;
  readonly calculate: Calculate;
}

/**
 * The rules of a backtest in words, by their names: of the version that is asked, and of those of which it has none, as the
 * version that it is compared with says them, or the current one.
 */
export async function rulesOfBacktest(
  { db, auth, calculate }: Asker,
  row: BacktestRow,
): Promise<ReadonlyMap<string, string>> {
  const { rows: before } = await sql<NamedRules['rows'][number]>`
    select v.workflow_id, v.definition, ${pinnedProducts('w.account_id', 'v.products')} as products
    from workflow w join workflow_version v on v.workflow_id = w.id and v.version = coalesce(${row.against_version}::int, w.version)
    where w.id = ${row.workflow_id} and w.account_id = ${auth.accountId}`.execute(db);
  const products = await readPinned(db, auth.accountId, row.products);
  const rows = [...before, { workflow_id: row.workflow_id, definition: row.definition, products }];
  const fields = await fieldsAsJson(db, auth.accountId);
  const sentences = await calculate('ruleSentences', JSON.stringify({ rows, fields } satisfies NamedRules));
  // The later ones, of the version that is asked, replace the others.
  return new Map(sentences.map(([name, { text }]) => [name.slice(name.indexOf(' ') + 1), text]));
}
