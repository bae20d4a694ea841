import { sql } from 'kysely';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { ruleSentences } from '../../../core/rows/names.ts';
import { unpack, type PackedDefinition } from '../../../core/sources/pinned.ts';
import { within, Work } from '../../../core/work.ts';
import { fieldsAsJson } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { pinnedProducts, readPinned } from '../../../platform/database/products.ts';
import type { Auth } from '../services.ts';
import type { BacktestRow } from './records.ts';

/**
 * Units of work for the words of one version, about 15 ms. They are computed on the event loop, so that a backtest can
 * be read and cancelled while all calculations are busy. Rules of a cascade that takes more are named without their
 * words.
 */
const WORK_OF_NAMES = 20_000;

/**
 * The rules of a backtest in words, by their names. Words come from the tested version, or else from the version with
 * which it is compared, or the current one.
 */
export async function rulesOfBacktest(
  db: Queryable,
  auth: Auth,
  row: BacktestRow,
): Promise<ReadonlyMap<string, string>> {
  const { rows: before } = await sql<PackedDefinition>`
    select v.definition, ${pinnedProducts('w.account_id', 'v.products')} as products
    from workflow w join workflow_version v on v.workflow_id = w.id and v.version = coalesce(${row.against_version}::int, w.version)
    where w.id = ${row.workflow_id} and w.account_id = ${auth.accountId}`.execute(db);
  const products = await readPinned(db, auth.accountId, row.products);
  const fields = await fieldsAsJson(db, auth.accountId);
  // The later ones, of the version that is asked, replace the others.
  const versions = [...before, { definition: row.definition, products }];
  return new Map(versions.flatMap((version) => wordsOf(version, fields)));
}

function wordsOf(version: PackedDefinition, fields: FieldSpecsJson): readonly (readonly [string, string])[] {
  const definition = unpack(version);
  const { dictionary } = dictionaryIn(fields, fieldsOfCascade(definition));
  const sentences = within(new Work(WORK_OF_NAMES), WORK_OF_NAMES, (work) =>
    ruleSentences(definition, work, dictionary),
  );
  return [...(sentences ?? [])].map(([name, { text }]) => [name, text] as const);
}
