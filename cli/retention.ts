import type { Command } from 'commander';
import { SetupError } from '../platform/setup-error.ts';
import { loadConfig } from '../platform/config/index.ts';
import type { OnDatabase, Report } from './action.ts';

const PERIODS = [
  'RETENTION_PII_DAYS',
  'RETENTION_ARTIFACT_DAYS',
  'RETENTION_LETTER_DAYS',
  'RETENTION_TRACE_DAYS',
  'RETENTION_AUDIT_DAYS',
] as const;
type Periods = Readonly<Record<(typeof PERIODS)[number], number | undefined>>;

/** The command that the CronJob of a cluster runs once a day. */
export function addRetention(
  program: Command,
  onDatabase: OnDatabase,
  env: Readonly<Record<string, string | undefined>>,
  report: Report,
): void {
  program
    .command('retention')
    .description('Removal of applicant data that has been kept for its time')
    .command('run')
    .description(
      `Remove what is older than ${PERIODS.join(', ')}, and make partitions ahead. It may be stopped and repeated.`,
    )
    .option(
      '--rewrite',
      'write the tables anew from which people were erased, so that no file of PostgreSQL holds them; each is locked meanwhile',
    )
    .action(
      onDatabase.works(async (work, flags: { readonly rewrite?: boolean }) => {
        const { keepPartitions, openArtifactStores, retain } = await import('./operations.ts');
        const { ERASURE_LOG_VARIABLES, eraseDue, openErasureLog, scrubTables } = await import('./erasures.ts');
        const config = loadConfig([...PERIODS, ...ERASURE_LOG_VARIABLES], env);
        requireLongest(config);
        const files = await openArtifactStores(config);
        const erasureLog = await openErasureLog(config);
        await eraseDue(work, files, erasureLog);
        erasureLog?.close();
        const { executions, notes, reports, letters, auditRows } = await retain(
          work,
          files,
          {
            piiDays: config.RETENTION_PII_DAYS,
            artifactDays: config.RETENTION_ARTIFACT_DAYS,
            letterDays: config.RETENTION_LETTER_DAYS,
            auditDays: config.RETENTION_AUDIT_DAYS,
          },
          report,
        );
        files.close();
        const partitions = await keepPartitions(work, {
          traceDays: config.RETENTION_TRACE_DAYS,
          isRedacted: config.RETENTION_PII_DAYS !== undefined,
        });
        const scrubbed = await scrubTables(work, { rewrites: flags.rewrite === true });
        return {
          redacted_executions: executions,
          redacted_notes: notes,
          removed_reports: reports,
          removed_letters: letters,
          removed_audit_rows: auditRows,
          made_partitions: partitions.made,
          frozen_partitions: partitions.frozen,
          dropped_partitions: partitions.dropped,
          scrubbed_tables: scrubbed,
        };
      }),
    );
}

export function periodsOf(env: Readonly<Record<string, string | undefined>>): Periods {
  return loadConfig(PERIODS, env);
}

/**
 * Audit rows on a thing are kept as long as the thing. Data by which retention finds applicant data stays until that is
 * removed. `trace`: where the period of the traces was given.
 */
export function requireLongest(periods: Periods, trace = 'RETENTION_TRACE_DAYS'): void {
  const { RETENTION_AUDIT_DAYS: audit, RETENTION_TRACE_DAYS: traceDays } = periods;
  const others = PERIODS.filter((name) => name !== 'RETENTION_AUDIT_DAYS' && name !== 'RETENTION_TRACE_DAYS');
  if (traceDays !== undefined) {
    if (periods.RETENTION_PII_DAYS === undefined) {
      throw new SetupError(`${trace} (${traceDays}) needs RETENTION_PII_DAYS: only what was redacted is removed.`);
    }
    for (const name of others) requireAtLeast([trace, traceDays], [name, periods[name]]);
  }
  if (audit === undefined) return;
  for (const name of others) requireAtLeast(['RETENTION_AUDIT_DAYS', audit], [name, periods[name]]);
  requireAtLeast(['RETENTION_AUDIT_DAYS', audit], [trace, traceDays]);
}

function requireAtLeast([name, days]: readonly [string, number], [of, least]: readonly [string, number | undefined]) {
  if (least === undefined || days >= least) return;
  throw new SetupError(`${name} (${days}) must be at least ${of} (${least}). Nothing was removed.`);
}
