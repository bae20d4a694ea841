import type { Command } from 'commander';
import { loadConfig } from '../platform/config/index.ts';
import type { OnDatabase, Report } from './action.ts';

const PERIODS = ['RETENTION_PII_DAYS', 'RETENTION_ARTIFACT_DAYS', 'RETENTION_LETTER_DAYS'] as const;

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
      onDatabase(async (db) => {
        const { ARTIFACT_STORE_VARIABLES, openArtifactStores, retain } = await import('./operations.ts');
        const config = loadConfig([...PERIODS, ...ARTIFACT_STORE_VARIABLES], env);
        const files = await openArtifactStores(config);
        const { executions, notes, reports, letters } = await retain(
          db,
          files,
          {
            piiDays: config.RETENTION_PII_DAYS,
            artifactDays: config.RETENTION_ARTIFACT_DAYS,
            letterDays: config.RETENTION_LETTER_DAYS,
          },
          report,
        );
        files.close();
        return {
          redacted_executions: executions,
          redacted_notes: notes,
          removed_reports: reports,
          removed_letters: letters,
        };
      }),
    );
}
