import type { Command } from 'commander';
import { loadConfig } from '../platform/config/index.ts';
import type { OnDatabase } from './action.ts';

const PERIODS = ['RETENTION_PII_DAYS', 'RETENTION_ARTIFACT_DAYS', 'RETENTION_LETTER_DAYS'] as const;

/** What the CronJob of a cluster runs once a day. */
export function addRetention(
  program: Command,
  onDatabase: OnDatabase,
  env: Readonly<Record<string, string | undefined>>,
): void {
  program
    .command('retention')
    .description('Removal of applicant data that has been kept for its time')
    .command('run')
    .description(`Remove what is older than ${PERIODS.join(', ')}. It may be stopped and repeated.`)
    .action(
      onDatabase(async (db) => {
        const periods = loadConfig(PERIODS, env);
        const { retain } = await import('./operations.ts');
        const { executions, notes, reports, letters } = await retain(db, {
          piiDays: periods.RETENTION_PII_DAYS,
          artifactDays: periods.RETENTION_ARTIFACT_DAYS,
          letterDays: periods.RETENTION_LETTER_DAYS,
        });
        return {
          redacted_executions: executions,
          redacted_notes: notes,
          removed_reports: reports,
          removed_letters: letters,
        };
      }),
    );
}
