import type { EffectKind } from '../../core/cascade/contract.ts';
import { EXECUTION_MODES, TERMINAL_EXECUTION_STATUSES, type ExecutionMode } from '../../core/states.ts';
import { Counter, DURATION_BUCKETS_SECONDS, Gauge, Histogram, type Registry } from '../../platform/metrics.ts';
import { POISON } from './advance/failure.ts';
import type { RunChange } from './advance/save.ts';
import type { LetterResult } from './perform/letters.ts';
import type { Vendors } from './perform/vendors.ts';

/**
 * Metrics of this process: dispatched commands, effects, executions that ended, failed steps, letters, vendor circuits.
 */
export function executorMetrics(registry: Registry) {
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
  const ended = new Counter({
    name: 'cascade_executions_ended_total',
    help: 'Executions that ended by themselves, by status and outcome; the outcome is none without a decision.',
    labelNames: ['status', 'outcome', 'mode'],
    registers,
  });
  const failedSteps = new Counter({
    name: 'cascade_steps_failed_total',
    help: 'Steps that failed, by error code.',
    labelNames: ['code'],
    registers,
  });
  // Exported from the start, because a counter's first value is no increase and the alert needs one.
  failedSteps.inc({ code: POISON.code }, 0);
  const notComparable = new Counter({
    name: 'cascade_values_not_comparable_total',
    help: 'Executions that failed because a condition met a value that cannot be compared, by mode.',
    labelNames: ['mode'],
    registers,
  });
  for (const mode of EXECUTION_MODES) notComparable.inc({ mode }, 0);
  const letters = new Counter({
    name: 'cascade_letters_total',
    help: 'Attempts at letters: accepted by the mail server, deferred by the hourly limit, failed or to be tried again; kept as a file, or refused by the limits of a client.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of LETTER_OUTCOMES) letters.inc({ outcome }, 0);
  const untouched = new Gauge({
    name: 'cascade_live_runs_untouched',
    help: 'Live runs that should be at work and had written nothing for ten minutes, at the last sweep.',
    registers,
  });
  return {
    swept: (count: number) => untouched.set(count),
    dispatched: (kind: 'start' | 'poke', outcome: 'dispatched' | 'failed') => commands.inc({ kind, outcome }),
    attempted: (kind: EffectKind, outcome: string, seconds: number) => attempts.observe({ kind, outcome }, seconds),
    saved: ({ run, steps }: Pick<RunChange, 'run' | 'steps'>, mode: ExecutionMode) => {
      if (TERMINAL.includes(run.status)) ended.inc({ status: run.status, outcome: run.outcome ?? 'none', mode });
      // Counts only the step that failed first, because later ones are consequences.
      if (run.status === 'failed' && run.first_error_code === 'value_not_comparable') notComparable.inc({ mode });
      for (const { status, error_code: code } of steps) {
        if (status === 'failed') failedSteps.inc({ code: code ?? 'internal_error' });
      }
    },
    letter: (outcome: LetterResult) => letters.inc({ outcome }),
  };
}

const TERMINAL: readonly string[] = TERMINAL_EXECUTION_STATUSES;
/** All are exported from the start, because a rate needs a value before the first failure. */
const LETTER_OUTCOMES = [
  'accepted',
  'deferred',
  'failed',
  'transient',
  'kept',
  'refused',
] as const satisfies readonly LetterResult[];

export function addVendorMetrics(registry: Registry, vendors: Pick<Vendors, 'installation' | 'ownCircuitsOpen'>): void {
  const { installation } = vendors;
  new Gauge({
    name: 'cascade_vendor_circuit_open',
    help: '1 while the circuit of a vendor of the installation is open because it failed repeatedly, and pulls still ask for it.',
    labelNames: ['product'],
    registers: [registry],
    collect() {
      for (const [product, vendor] of installation) this.set({ product }, vendor.isCircuitOpen ? 1 : 0);
    },
  });
  new Gauge({
    name: 'cascade_account_vendor_circuits_open',
    help: 'Connections of accounts to vendors of their own whose circuits are open because they failed repeatedly, while pulls still ask for them.',
    registers: [registry],
    collect() {
      this.set(vendors.ownCircuitsOpen);
    },
  });
}
