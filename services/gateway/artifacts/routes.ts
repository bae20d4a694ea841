import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { readExecution, requireExecution } from '../executions/records.ts';
import { readMasks } from '../executions/shown.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { ID } from '../http/schemas.ts';
import { bodySchema, COLLECTION_QUERY, defineRoute, type Route } from '../http/route.ts';
import { EXECUTION, EXECUTION_EXAMPLE } from '../executions/schemas.ts';
import { APPLICATION_ANSWERS, recordAnswer, recordPosted, recordSentElsewhere, requestResend } from './delivery.ts';
import { NOTE } from '../reviews/schemas.ts';
import { openArtifact } from './files.ts';
import { listArtifacts, presentArtifact, readNotice, type ListedKind } from './records.ts';
import { listKeptMail, openKeptMail } from './kept-mail.ts';
import { ARTIFACT_EXAMPLE, MAIL_ARTIFACT, NOTICE_ARTIFACT, REPORT_ARTIFACT } from './schemas.ts';

interface Words {
  readonly kind: ListedKind;
  readonly Name: string;
  readonly what: string;
  readonly schema: JsonSchema;
  readonly example: JsonObject;
}

/** List and download of one kind of artifact. */
function artifactRoutes({ kind, Name, what, schema, example }: Words): readonly [Route, Route] {
  const list = defineRoute({
    method: 'GET',
    path: `/executions/{id}/${kind}_artifacts`,
    operationId: `list${Name}Artifacts`,
    tag: 'Artifacts',
    scope: 'executions:read',
    summary: `List ${what} PDFs`,
    description: 'The whole collection, oldest first; not paginated.',
    query: COLLECTION_QUERY,
    reply: { kind: 'collection', object: `${kind}_artifact`, description: 'The whole collection.', schema, example },
    errors: ['not_found'],
    handler: async ({ db, auth, params }) => {
      await requireExecution(db.kysely, auth, params.id);
      const rows = await listArtifacts(db.kysely, auth, { executionId: params.id, kind });
      return rows.map(presentArtifact);
    },
  });

  const download = defineRoute({
    method: 'GET',
    path: `/executions/{id}/${kind}_artifacts/{artifact_id}`,
    operationId: `download${Name}Artifact`,
    tag: 'Artifacts',
    // A report holds everything that the product returned; a notice holds a name, an address and reasons.
    scope: 'executions:read:full',
    summary: `Download one ${what} PDF`,
    description:
      'The `ETag` is the SHA-256 of the file. A file that is no longer stored returns `not_found`. A report that is not made ' +
      'yet is made now, which takes up to 30 seconds.',
    reply: { kind: 'file', contentType: 'application/pdf', description: 'The file.' },
    audit: { action: `${kind}.downloaded`, subject: 'execution' },
    errors: ['not_found'],
    handler: ({ db, bus, auth, params, artifacts, reportWaitMs, requestId }) =>
      openArtifact(db.kysely, artifacts, auth, {
        executionId: params.id,
        kind,
        artifactId: params.artifact_id,
        waitMs: reportWaitMs,
        onAsked: () => bus.publish(SUBJECTS.artifactsReady, undefined, { requestId }),
      }),
  });
  return [list, download];
}

const MAIL_EXAMPLE = {
  ...ARTIFACT_EXAMPLE,
  object: 'mail_artifact',
  filename: 'email-4711-31.eml',
  content_type: 'message/rfc822',
  byte_size: 1210,
};

const listMail = defineRoute({
  method: 'GET',
  path: '/executions/{id}/mail_artifacts',
  operationId: 'listMailArtifacts',
  tag: 'Artifacts',
  scope: 'executions:read',
  summary: 'List e-mails that were not sent',
  description:
    'Without production access an account reaches only addresses of its own; any other e-mail is kept as a file. The ' +
    'whole collection, oldest first; not paginated.',
  query: COLLECTION_QUERY,
  reply: {
    kind: 'collection',
    object: 'mail_artifact',
    description: 'The whole collection.',
    schema: MAIL_ARTIFACT,
    example: MAIL_EXAMPLE,
  },
  errors: ['not_found'],
  handler: ({ db, auth, params }) => listKeptMail(db.kysely, auth, params.id),
});

const downloadMail = defineRoute({
  method: 'GET',
  path: '/executions/{id}/mail_artifacts/{artifact_id}',
  operationId: 'downloadMailArtifact',
  tag: 'Artifacts',
  scope: 'executions:read:full',
  showsIdentifiers: true,
  summary: 'Download one e-mail that was not sent',
  description:
    'The message as it would have been sent. Nothing in it is masked, so the scope `pii:read` is needed too. The `ETag` is the SHA-256 of the file.',
  reply: { kind: 'file', contentType: 'message/rfc822', description: 'The file.' },
  audit: { action: 'mail.downloaded', subject: 'execution' },
  errors: ['not_found'],
  handler: ({ db, auth, params }) =>
    openKeptMail(db.kysely, auth, { executionId: params.id, artifactId: params.artifact_id }),
});

const NOTICE_EXAMPLE = {
  ...{ ...ARTIFACT_EXAMPLE, object: 'notice_artifact', filename: 'notice-4711.pdf' },
  ...{ status: 'sent', needs: null, due_at: '2026-03-22T15:04:05.120Z' },
};

const posted = defineRoute({
  method: 'POST',
  path: '/executions/{id}/notice_artifacts/{artifact_id}/posted',
  operationId: 'recordPostedNotice',
  tag: 'Artifacts',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Record that a notice was posted',
  description:
    'For a notice that may not go by e-mail (`pending_review.delivery` is `post`). The notice is then `sent`, and the ' +
    'execution continues. A notice that was sent by e-mail can be recorded as posted too: the review event keeps the day, ' +
    'and a letter that comes back no longer waits.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        date: {
          type: 'string',
          format: 'date',
          description: 'Day on which it was put into the mail; not before the date that the letter carries.',
        },
        carrier: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Who carries it, and a tracking number.',
        },
      },
      required: ['date', 'carrier'],
    }),
    example: { date: '2026-03-03', carrier: 'USPS first class' },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The notice as it is now.',
    schema: NOTICE_ARTIFACT,
    example: NOTICE_EXAMPLE,
  },
  errors: [
    'not_found',
    'live_mode_forbidden',
    'not_awaiting_review',
    'review_not_pending',
    'assigned_elsewhere',
    'approvals_missing',
    'address_not_confirmed',
  ],
  audit: { action: 'notice.posted', subject: 'execution' },
  handler: async ({ commit, bus, audit, auth, params, body, requestId }) => {
    const of = { executionId: params.id, artifactId: params.artifact_id };
    const answer = await commit(async (trx) => {
      await recordPosted({ trx, auth, audit }, of, body);
      return readNotice(trx, auth, of);
    });
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId });
    return answer;
  },
});

const sentElsewhere = defineRoute({
  method: 'POST',
  path: '/executions/{id}/sent_notices',
  operationId: 'recordSentNotice',
  tag: 'Artifacts',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Record a notice that was sent elsewhere',
  description:
    'For a notice in `notices_due` that went out outside this service: the execution, and those that it re-evaluates, owe ' +
    'that person none any more. With `artifact_id`, for a letter that came back or could not be sent again: it waits no more.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        applicant: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          default: 'applicant',
          description: 'The `applicant` of the notice in `notices_due`.',
        },
        artifact_id: {
          ...ID,
          description:
            'The notice that came back (`notice_artifact_id` of `GET /waiting_letters`); `applicant` does not count then.',
        },
        date: { type: 'string', format: 'date', description: 'Day on which it was sent.' },
        carrier: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'How it was sent, and a tracking number.',
        },
      },
      required: ['date', 'carrier'],
    }),
    example: { applicant: 'applicant', date: '2026-03-03', carrier: 'USPS certified' },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The execution as it is now.',
    schema: EXECUTION,
    example: EXECUTION_EXAMPLE,
  },
  errors: ['not_found', 'live_mode_forbidden', 'validation_failed'],
  audit: { action: 'notice.sent_elsewhere', subject: 'execution' },
  handler: ({ commit, audit, auth, params, body }) =>
    commit(async (trx) => {
      const { applicant = 'applicant', artifact_id: artifactId = null, date, carrier } = body;
      await recordSentElsewhere(trx, auth, params.id, { applicant, artifactId, date, carrier });
      await audit(trx, {
        id: params.id,
        detail: { date, ...(artifactId === null ? {} : { artifact_id: artifactId }) },
      });
      return readExecution(trx, auth, params.id);
    }),
});

const answered = defineRoute({
  method: 'POST',
  path: '/executions/{id}/application_answers',
  operationId: 'recordApplicationAnswer',
  tag: 'Artifacts',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Record what became of an application',
  description:
    'For a live application for credit whose run ended without a decision (`why` `no_decision` in `notices_due`): it was ' +
    'withdrawn by the applicant, a notice of incompleteness was sent, it was decided elsewhere, or it was no application. ' +
    'Executions of the same `external_reference` owe no answer then either.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        answer: { type: 'string', enum: APPLICATION_ANSWERS, description: 'The outcome of the application.' },
        date: { type: 'string', format: 'date', description: 'Day of that outcome.' },
        note: NOTE,
      },
      required: ['answer', 'date'],
    }),
    example: { answer: 'withdrawn', date: '2026-03-03' },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The execution as it is now.',
    schema: EXECUTION,
    example: EXECUTION_EXAMPLE,
  },
  errors: ['not_found', 'live_mode_forbidden', 'validation_failed'],
  audit: { action: 'application.answered', subject: 'execution' },
  handler: ({ commit, audit, auth, params, body: { answer, date, note = null } }) =>
    commit(async (trx) => {
      await recordAnswer(trx, auth, params.id, { answer, date, note });
      await audit(trx, { id: params.id, detail: { answer, date } });
      return readExecution(trx, auth, params.id);
    }),
});

const resend = defineRoute({
  method: 'POST',
  path: '/executions/{id}/notice_artifacts/{artifact_id}/resend',
  operationId: 'resendNotice',
  tag: 'Artifacts',
  scope: 'executions:write',
  isPersonal: true,
  summary: 'Send a notice again',
  description:
    'E-mails a sent notice once more, with the same attachments under a new Message-ID. The review event ' +
    '`adverse_action_replayed` says when the mail server accepted it. Unless the letter did not arrive (states `returned` and ' +
    '`resend_failed` of `GET /waiting_letters`), it takes a reason, once a day (`rate_limited` with Retry-After).',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        reason: {
          type: 'string',
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          description: 'Why it is sent again. It is kept in the audit log.',
        },
      },
    }),
    example: { reason: 'The applicant deleted the letter and asks for it.' },
  },
  reply: {
    kind: 'item',
    status: 202,
    description: 'The notice that is sent again.',
    schema: NOTICE_ARTIFACT,
    example: NOTICE_EXAMPLE,
  },
  errors: ['not_found', 'production_access_required', 'validation_failed'],
  audit: { action: 'notice.resent', subject: 'execution' },
  handler: ({ commit, audit, auth, params, body: { reason } }) => {
    const of = { executionId: params.id, artifactId: params.artifact_id };
    return commit(async (trx) => {
      await requestResend(trx, auth, { ...of, hasReason: reason !== undefined });
      const masks = await readMasks(trx, { ...auth, view: 'masked' }, params.id);
      const detail = { artifact_id: params.artifact_id, reason: reason === undefined ? null : masks.text(reason) };
      await audit(trx, { id: params.id, detail });
      return readNotice(trx, auth, of);
    });
  },
});

export const ARTIFACT_ROUTES = [
  ...artifactRoutes({
    kind: 'report',
    Name: 'Report',
    what: 'credit-report',
    schema: REPORT_ARTIFACT,
    example: ARTIFACT_EXAMPLE,
  }),
  ...artifactRoutes({
    kind: 'notice',
    Name: 'Notice',
    what: 'adverse-action notice',
    schema: NOTICE_ARTIFACT,
    example: NOTICE_EXAMPLE,
  }),
  listMail,
  downloadMail,
  posted,
  sentElsewhere,
  answered,
  resend,
];
