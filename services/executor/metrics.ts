import { sql } from 'kysely';
import type { EffectKind } from '../../core/nodes/contract.ts';
import type { Database } from '../../platform/database/index.ts';
import { Counter, DURATION_BUCKETS_SECONDS, Gauge, Histogram, type Registry } from '../../platform/metrics.ts';
import type { Vendor } from './perform/vendor.ts';

/** What an operator watches of the executor; see the alerts on due commands, effects and vendor circuits. */
export function executorMetrics(registry: Registry, db: Database, vendors: ReadonlyMap<string, Vendor>) {
  const registers = [registry];
  const commands = new Counter({
    name: 'cascade_commands_dispatched_total',
    help: 'Commands that Temporal was told of, or could not be.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const attempts = new Histogram({
    name: 'cascade_effect_attempt_seconds',
    help: 'Duration of attempts at effects, by what came of them.',
    labelNames: ['kind', 'outcome'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  new Gauge({
    name: 'cascade_commands_due_age_seconds',
    help: 'Age of the oldest command that is due.',
    registers,
    async collect() {
      const { rows } = await sql<{ age: number | null }>`
        select extract(epoch from now() - min(due_at))::float8 as age from command where due_at <= now()`.execute(
        db.kysely,
      );
      this.set(rows[0]?.age ?? 0);
    },
  });
  new Gauge({
    name: 'cascade_vendor_circuit_open',
    help: '1 while a vendor is not asked, since it has failed repeatedly.',
    labelNames: ['product'],
    registers,
    collect() {
      for (const [product, vendor] of vendors) this.set({ product }, vendor.isCircuitOpen ? 1 : 0);
    },
  });
  return {
    dispatched: (kind: 'start' | 'poke', outcome: 'told' | 'failed') => commands.inc({ kind, outcome }),
    attempted: (kind: EffectKind, outcome: string, seconds: number) => attempts.observe({ kind, outcome }, seconds),
  };
}
