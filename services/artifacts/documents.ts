import { isJsonObject } from '../../core/json.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { NoticeData } from '../../platform/reference-data/notices.ts';
import type { RenderJob } from './jobs.ts';
import { enclosurePage, readEnclosureDocument } from './enclosures.ts';
import type { FontFaces } from './fonts.ts';
import { noticeLetter, type LetterData } from './notices/letter.ts';
import { readNoticeDocument } from './notices/stored.ts';
import { applicantOf, creditReportPage } from './reports/credit-report.ts';
import { reportWords } from './reports/report-page.ts';

/** The data of the artifact is missing or cannot be read, so a retry would not help. The message is public. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** The words and fonts that every document needs, read once at start. */
export interface Stationery {
  readonly notices: LetterData & Pick<NoticeData, 'summaryOfRights' | 'report'>;
  readonly fontFaces: FontFaces;
}

/** The HTML of an artifact. Throws a DocumentError if there can be none. */
export async function documentOf(db: Queryable, job: RenderJob, stationery: Stationery): Promise<string> {
  switch (job.kind) {
    case 'notice': {
      const document = readNoticeDocument(job.document);
      if (document === undefined) throw new DocumentError('The notice was compiled in a form that is not known here.');
      return noticeLetter(document, stationery.notices, stationery.fontFaces);
    }
    case 'enclosure': {
      const document = readEnclosureDocument(job.document);
      if (document === undefined)
        throw new DocumentError('The enclosure was composed in a form that is not known here.');
      const { letter, summaryOfRights, report } = stationery.notices;
      const wording = { language: letter.language, pageLabel: letter.labels.page, summaryOfRights, report };
      return enclosurePage(document, wording, stationery.fontFaces);
    }
    case 'report':
      return reportOf(db, job, stationery);
  }
}

async function reportOf(db: Queryable, job: RenderJob, { fontFaces, notices }: Stationery): Promise<string> {
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
    reportWords(notices.report),
    fontFaces,
  );
}
