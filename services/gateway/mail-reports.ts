import Router from '@koa/router';
import { AppError } from '../../core/errors.ts';
import { tokenHash } from '../../platform/crypto.ts';
import { recordMailReport } from '../../platform/database/mail-reports.ts';
import type { Database } from '../../platform/database/index.ts';
import { MOST_REPORT_BYTES, parseMailReport } from '../../platform/mail/report.ts';
import type { Context, State } from './http/context.ts';
import { bearerOf } from './http/middleware/auth.ts';
import { readStreamed } from './http/streamed-body.ts';
import type { MailReportSettings } from './services.ts';

/** For gateways that receive no mail reports. */
export const NO_MAIL_REPORTS: MailReportSettings = { token: undefined, rule: { percent: 100, recipients: 1_000_000 } };

const PATH = '/hooks/mail_reports';
/** If a report returns the whole letter, only the beginning is kept. */
const MOST_RECEIVED_BYTES = 32 * 1_024 * 1_024;

/**
 * Takes the mail reports that the operator's mail server or provider forwards: one message as it was received (RFC
 * 5322), with the operator's token. It is not part of the clients' API.
 */
export function mailReportsRouter(db: Database, { token, rule }: MailReportSettings): Router<State> {
  const router = new Router<State>({ strict: true, sensitive: true });
  if (token === undefined) return router;
  router.post(PATH, async (ctx) => {
    ctx.state.route = PATH;
    if (!hasToken(ctx, token)) {
      throw new AppError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    const message = await receive(ctx);
    const report = await parseMailReport(message).catch((error: unknown) => {
      throw new AppError('malformed_request', { message: 'The message could not be read as mail.', cause: error });
    });
    const recorded = report === null ? { is: 'no_report' as const } : await recordMailReport(db, report, rule);
    ctx.state.noted = { ...ctx.state.noted, mail_report: recorded.is };
    // A message that is no report is accepted as well, so that its sender does not try again.
    ctx.status = 200;
    ctx.body = { data: { object: 'mail_report', result: recorded.is } };
  });
  return router;
}

/** True if a request is a report and has the token. */
export function isMailReport(ctx: Context, { token }: MailReportSettings): boolean {
  return token !== undefined && ctx.path === PATH && hasToken(ctx, token);
}

function hasToken(ctx: Context, token: string): boolean {
  const given = bearerOf(ctx);
  // Compares hashes, so that the time taken reveals nothing about the token.
  return given !== undefined && tokenHash(given) === tokenHash(token);
}

/** The beginning of the body; the rest is read and dropped. */
async function receive(ctx: Context): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  await readStreamed(ctx, MOST_RECEIVED_BYTES, (part) => {
    if (size < MOST_REPORT_BYTES) kept.push(part);
    size += part.length;
  });
  return Buffer.concat(kept);
}
