import { Migration } from '@mikro-orm/migrations';

interface Converted {
  readonly table: string;
  /** The rows stand in ranges of this id, which ascends with time. */
  readonly by: string;
  readonly ids: 'execution_id_seq' | 'webhook_delivery_id_seq';
  readonly primaryKey: string;
  readonly sequences?: readonly (readonly [name: string, column: string])[];
  /** By name; those that were unique without the id have it now. */
  readonly uniques?: Readonly<Record<string, string>>;
  readonly indexes?: Readonly<Record<string, string>>;
  /** Of the first partition, for the next one. */
  readonly parameters?: string;
  /** Indexes that the new primary key makes superfluous, or that others replace. */
  readonly drop?: readonly string[];
}

const BY_EXECUTION = { by: 'execution_id', ids: 'execution_id_seq' } as const;

const CONVERTED: readonly Converted[] = [
  {
    table: 'step',
    ...BY_EXECUTION,
    primaryKey: '"execution_id", "node_id", "visit"',
    sequences: [['step_sequence_seq', 'sequence']],
  },
  {
    table: 'effect',
    ...BY_EXECUTION,
    primaryKey: '"execution_id", "id"',
    sequences: [['effect_id_seq', 'id']],
    uniques: { effect_key_unique: '"execution_id", "key"' },
    parameters: ' with (fillfactor = 80)',
  },
  {
    table: 'review_event',
    ...BY_EXECUTION,
    primaryKey: '"execution_id", "id"',
    sequences: [['review_event_id_seq', 'id']],
    indexes: { review_event_noted: '("created_at") where "note" is not null' },
    drop: ['review_event_execution'],
  },
  {
    table: 'billing_entry',
    ...BY_EXECUTION,
    primaryKey: '"execution_id", "id"',
    sequences: [['billing_entry_id_seq', 'id']],
    uniques: { billing_entry_once: '"execution_id", "node_id", "visit"' },
    indexes: { billing_entry_account: '("account_id", "created_at")' },
  },
  {
    table: 'webhook_attempt',
    by: 'delivery_id',
    ids: 'webhook_delivery_id_seq',
    primaryKey: '"delivery_id", "attempt"',
  },
];

/**
 * Tables that grow with every execution and are read by its id stand in partitions of ranges of ids. What is there
 * becomes the first partition as it is: no row is written anew. The last partition has no end, so no row is ever without
 * a place (`platform/partitions`, docs/decisions/13).
 */
export class Migration20261125081000_partitions extends Migration {
  override up(): void {
    for (const { table, by, ids, primaryKey, sequences, uniques, indexes, parameters, drop } of CONVERTED) {
      const first = `${table}_p0`;
      for (const name of drop ?? []) this.addSql(`drop index "${name}"`);
      this.addSql(`alter table "${table}" drop constraint "${table}_pkey"`);
      for (const name of Object.keys(uniques ?? {})) this.addSql(`alter table "${table}" drop constraint "${name}"`);
      for (const name of Object.keys(indexes ?? {})) this.addSql(`drop index if exists "${name}"`);
      this.addSql(`alter table "${table}" rename to "${first}"`);
      this.addSql(
        `create table "${table}" (like "${first}" including defaults including storage) partition by range ("${by}")`,
      );
      this.addSql(`alter table "${table}" add primary key (${primaryKey})`);
      for (const [name, columns] of Object.entries(uniques ?? {})) {
        this.addSql(`alter table "${table}" add constraint "${name}" unique (${columns})`);
      }
      for (const [name, rest] of Object.entries(indexes ?? {})) {
        this.addSql(`create index "${name}" on "${table}" ${rest}`);
      }
      // Else they would go with the first partition.
      for (const [name, column] of sequences ?? []) {
        this.addSql(`alter sequence "${name}" owned by "${table}"."${column}"`);
      }
      this.addSql(`do $$
        declare
          -- At least half a million ids ahead.
          bound text := ceil(((select last_value from "${ids}") + 500000) / 1000000.0)::bigint * 1000000;
        begin
          execute format('alter table "${table}" attach partition "${first}" for values from (minvalue) to (%s)', bound);
          execute format('create table %I partition of "${table}" for values from (%s) to (maxvalue)${parameters ?? ''}',
            '${table}_p' || bound, bound);
        end $$`);
    }
  }
}
