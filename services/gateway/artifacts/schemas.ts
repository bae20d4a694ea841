import type { JsonObject } from '../../../core/json.ts';
import { PRINT_NEEDS } from '../../../core/cascade/notice-request.ts';
import { NOTICE_STATUSES } from '../../../core/states.ts';
import { count, flag, id, named, oneOf, oneOfOrNull, record, text, timeOrNull } from '../http/schemas.ts';

const artifact = {
  id: id('Id; the `artifact_id` of the download.'),
  execution_id: id('Execution.'),
  filename: text('File name of the download.'),
  content_type: text('Media type.'),
  byte_size: count(
    'Size of the file in bytes; 0 until `generated_at`. The PDF of a report is made at its first download, so it is 0 ' +
      'beside `downloadable` true until then.',
  ),
  generated_at: timeOrNull('When the file was made; null until then.'),
  downloadable: flag('False: the file is not stored, and a download returns `not_found`.'),
};

export const REPORT_ARTIFACT = named(
  'ReportArtifact',
  record('A credit report as a PDF.', 'report_artifact', artifact),
);
export const MAIL_ARTIFACT = named(
  'MailArtifact',
  record('An e-mail that was kept as a file in place of being sent.', 'mail_artifact', artifact),
);
export const NOTICE_ARTIFACT = named(
  'NoticeArtifact',
  record('An adverse-action notice as a PDF.', 'notice_artifact', {
    ...artifact,
    status: oneOf('Status of the notice.', NOTICE_STATUSES),
    needs: oneOfOrNull(
      'What it waits for before it can be printed and go out: `glyphs`, a font of the renderer that has its characters. ' +
        'Your operator sees to it.',
      PRINT_NEEDS,
    ),
    due_at: timeOrNull('When the notice is due.'),
  }),
);

export const ARTIFACT_EXAMPLE: JsonObject = {
  id: 31,
  object: 'report_artifact',
  execution_id: 4711,
  filename: 'credit-report-4711.pdf',
  content_type: 'application/pdf',
  byte_size: 48213,
  generated_at: '2026-03-02T15:04:06.003Z',
  downloadable: true,
};
