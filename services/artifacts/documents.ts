import { isJsonObject } from '../../core/json.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { RenderJob } from './jobs.ts';
import { noticeLetter } from './notices/letter.ts';
import { readNoticeDocument } from './notices/stored.ts';
import type { Wording } from './notices/wording.ts';
import { applicantOf, creditReportPage } from './reports/credit-report.ts';

/** What the artifact is to be made of is not there or cannot be read: no repetition mends it. The message is public. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** What every document needs: words and fonts, read once at start. */
export interface Stationery {
  readonly wording: Wording;
  readonly fontFaces: string;
}

/** The HTML of an artifact. Throws a DocumentError where there can be none. */
export async function documentOf(db: Queryable, job: RenderJob, stationery: Stationery): Promise<string> {
  switch (job.kind) {
    case 'notice': {
      const document = readNoticeDocument(job.document);
      if (document === undefined) throw new DocumentError('The notice was compiled in a form that is not known here.');
      return noticeLetter(document, stationery.wording, stationery.fontFaces);
    }
    case 'report':
      return reportOf(db, job, stationery);
  }
}

async function reportOf(db: Queryable, job: RenderJob, { fontFaces }: Stationery): Promise<string> {
  const row = await db
    .selectFrom('artifact')
    .innerJoin('execution', (join) =>
      join
        .onRef('execution.id', '=', 'artifact.execution_id')
        .onRef('execution.api_client_id', '=', 'artifact.api_client_id'),
    )
    .innerJoin('account', 'account.id', 'execution.account_id')
    .innerJoin('step', (join) =>
      join
        .onRef('step.execution_id', '=', 'artifact.execution_id')
        .onRef('step.node_id', '=', 'artifact.node_id')
        .onRef('step.visit', '=', 'artifact.visit'),
    )
    .select([
      'step.output',
      'step.ended_at',
      'execution.payload',
      'execution.execution_mode',
      'execution.created_at',
      'account.legal_name',
      'account.address',
      'account.phone',
    ])
    .where('artifact.id', '=', job.id)
    .executeTakeFirst();
  if (row === undefined || !isJsonObject(row.output)) {
    throw new DocumentError('The step has no output to make a report of.');
  }
  return creditReportPage(
    {
      executionId: job.executionId,
      testMode: row.execution_mode === 'test',
      account: { legal_name: row.legal_name, address: row.address, phone: row.phone },
      applicant: applicantOf(row.payload),
      output: row.output,
      pulledOn: (row.ended_at ?? row.created_at).toISOString().slice(0, 'YYYY-MM-DD'.length),
    },
    fontFaces,
  );
}
