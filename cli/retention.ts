import type { Command } from 'commander';
import { SetupError } from '../platform/setup-error.ts';
import { loadConfig } from '../platform/config/index.ts';
import type { OnDatabase, Report } from './action.ts';

const PERIODS = [
  'RETENTION_PII_DAYS',
  'RETENTION_ARTIFACT_DAYS',
  'RETENTION_LETTER_DAYS',
  'RETENTION_AUDIT_DAYS',
] as const;

/** What the CronJob of a cluster runs once a day. */
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
    .description(`Remove what is older than ${PERIODS.join(', ')}. It may be stopped and repeated.`)
    .action(
      onDatabase.works(async (work) => {
        const { ARTIFACT_STORE_VARIABLES, openArtifactStores, retain } = await import('./operations.ts');
        const config = loadConfig([...PERIODS, ...ARTIFACT_STORE_VARIABLES], env);
        const files = await openArtifactStores(config);
        requireLongest(config);
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
        return {
          redacted_executions: executions,
          redacted_notes: notes,
          removed_reports: reports,
          removed_letters: letters,
          removed_audit_rows: auditRows,
        };
      }),
    );
}

/** Who did what to something is known for as long as that is there. */
function requireLongest(config: Readonly<Record<(typeof PERIODS)[number], number | undefined>>): void {
  const { RETENTION_AUDIT_DAYS: audit, ...others } = config;
  for (const name of PERIODS) {
    const days = name === 'RETENTION_AUDIT_DAYS' ? 0 : (others[name] ?? 0);
    if (audit === undefined || days <= audit) continue;
    throw new SetupError(`RETENTION_AUDIT_DAYS (${audit}) must be at least ${name} (${days}). Nothing was removed.`);
  }
}
