import { sql } from 'kysely';
import type { EffectKind } from '../../core/cascade/contract.ts';
import type { Database } from '../../platform/database/index.ts';
import { Counter, DURATION_BUCKETS_SECONDS, Gauge, Histogram, type Registry } from '../../platform/metrics.ts';
import type { Vendor } from './perform/vendor.ts';

/** The executor's metrics: due commands, effects, vendor circuits and live runs that nothing seems to drive. */
export function executorMetrics(registry: Registry, db: Database, vendors: ReadonlyMap<string, Vendor>) {
  const registers = [registry];
  const commands = new Counter({
    name: 'cascade_commands_dispatched_total',
    help: 'Attempts to dispatch a command to Temporal, by result.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const attempts = new Histogram({
    name: 'cascade_effect_attempt_seconds',
    help: 'Duration of attempts at effects, by result.',
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
    name: 'cascade_notice_drafts_overdue',
    help: 'Drafted notices that wait for a person past the day on which the law or the policy wants them sent.',
    registers,
    async collect() {
      const { rows } = await sql<{ overdue: number }>`
        select count(*)::int as overdue from review_round
        where status in ('open', 'queued') and due_at < now() and kind = 'notice'`.execute(db.kysely);
      this.set(rows[0]?.overdue ?? 0);
    },
  });
  new Gauge({
    name: 'cascade_vendor_circuit_open',
    help: '1 while the circuit of a vendor is open because it failed repeatedly.',
    labelNames: ['product'],
    registers,
    collect() {
      for (const [product, vendor] of vendors) this.set({ product }, vendor.isCircuitOpen ? 1 : 0);
    },
  });
  const untouched = new Gauge({
    name: 'cascade_live_runs_untouched',
    help: 'Live runs that should be at work and had written nothing for ten minutes, at the last sweep.',
    registers,
  });
  return {
    swept: (count: number) => untouched.set(count),
    dispatched: (kind: 'start' | 'poke', outcome: 'dispatched' | 'failed') => commands.inc({ kind, outcome }),
    attempted: (kind: EffectKind, outcome: string, seconds: number) => attempts.observe({ kind, outcome }, seconds),
  };
}
