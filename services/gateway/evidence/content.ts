import type { PinnedJson } from '../../../core/sources/pinned.ts';
import { sql, type Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import { asJsonList, asJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { ArtifactStore } from '../../../platform/artifact-store/index.ts';
import { fieldsOfExecution } from '../../../platform/database/fields.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import type { Calculate } from '../calculations/index.ts';
import { readNotices, readRecordedRun } from '../executions/recorded-run.ts';
import { presentCorrections, readExecutionJson } from '../executions/records.ts';
import { documentText, type TraceStep } from '../calculations/evidence.ts';
import { timeText } from '../http/present.ts';
import type { Auth } from '../services.ts';

/** A file of a bundle. Its bytes are read when it is written, so that memory holds one file at a time. */
export interface EvidenceFile {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}

/**
 * Everything that the database holds on one execution, as of one moment: decisions, their data and rules, actors, and
 * sent letters. The PDFs and mails follow the documents that list them with their SHA-256.
 */
export async function readEvidence(
  db: Queryable,
  artifacts: ArtifactStore,
  auth: Auth,
  { executionId, calculate }: { readonly executionId: number; readonly calculate: Calculate },
): Promise<readonly EvidenceFile[]> {
  const { recorded, pdfs, mails, ...rows } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => ({
      recorded: {
        execution: await readExecutionJson(trx, auth, executionId, { full: false }),
        steps: await readTrace(trx, executionId),
        run: await readRecordedRun(trx, auth, executionId),
        notices: await readNotices(trx, executionId),
      },
      definition: await readDefinition(trx, auth, executionId),
      dictionary: await readDeclarations(trx, auth, executionId),
      reviews: await readReviews(trx, executionId),
      pdfs: await readArtifacts(trx, auth, executionId),
      mails: await readMails(trx, executionId),
      events: await readEvents(trx, auth, executionId),
      billing: await readBilling(trx, auth, executionId),
      corrections: await readCorrections(trx, auth, executionId),
    }));
  const documents = await calculate('evidence', recorded);
  return [
    text('execution.json', documents.execution),
    json('definition.json', rows.definition),
    json('dictionary.json', rows.dictionary),
    ...(recorded.run.products === null ? [] : [json('products.json', pinnedAs(recorded.run.products))]),
    text('input.json', documents.input),
    json('corrections.json', rows.corrections),
    text('trace.json', documents.trace),
    text('explanation.json', documents.explanation),
    ...documents.reports.map((report) => text(`reports/${fileName(report.nodeId)}-${report.visit}.json`, report.text)),
    json('reviews.json', rows.reviews),
    json('letters.json', pdfs.map(presentArtifact)),
    json('mails.json', mails.map(presentMail)),
    json('events.json', rows.events),
    json('billing.json', rows.billing),
    ...pdfs.filter(isStored).map((pdf) => ({
      name: `files/${pdf.id}-${fileName(pdf.filename)}`,
      read: () => readPdf(artifacts, pdf.id),
    })),
    ...mails.flatMap((mail, index) =>
      mail.is_stored ? [{ name: `mails/${index + 1}.eml`, read: () => readMail(db, mail.message_id) }] : [],
    ),
  ];
}

/** The account's products that the cascade pulls, each in its pinned version. */
function pinnedAs(products: PinnedJson): Json {
  return products.map(({ version, product }) => ({ version, ...asJsonObject(product) }));
}

function text(name: string, content: string): EvidenceFile {
  return { name, read: () => Promise.resolve(Buffer.from(content)) };
}

function json(name: string, value: Json): EvidenceFile {
  return text(name, documentText(value));
}

function fileName(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '_');
}

/** Each step with its output as JSON. */
async function readTrace(trx: Queryable, executionId: number): Promise<TraceStep[]> {
  const rows = await trx
    .selectFrom('step')
    .select(['node_id', 'node_type', 'visit', 'status', 'error_code', 'error_message', 'attempts'])
    .select(['started_at', 'ended_at'])
    .select(sql<string | null>`output::text`.as('output'))
    .where('execution_id', '=', executionId)
    .orderBy('sequence')
    .execute();
  return rows.map((row) => ({ ...row, started_at: timeText(row.started_at), ended_at: timeText(row.ended_at) }));
}

async function readDefinition(trx: Queryable, auth: Auth, executionId: number): Promise<JsonObject> {
  const row = await trx
    .selectFrom('execution as e')
    .innerJoin('workflow as w', 'w.id', 'e.workflow_id')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'e.workflow_id').onRef('v.version', '=', 'e.workflow_version'),
    )
    .select(['w.id', 'w.code', 'w.name', 'v.version', 'v.definition', 'v.created_by_user_id', 'v.created_at'])
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return {
    workflow_id: row.id,
    workflow_code: row.code,
    workflow_name: row.name,
    version: row.version,
    created_by_user_id: row.created_by_user_id,
    created_at: row.created_at.toISOString(),
    definition: asJsonList(row.definition),
  };
}

/** The account's declarations of its fields when the execution was accepted. */
async function readDeclarations(trx: Queryable, auth: Auth, executionId: number): Promise<JsonObject> {
  const { version, fields } = await trx
    .selectFrom('execution as e')
    .select(['e.dictionary_version as version', fieldsOfExecution().as('fields')])
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return { dictionary_version: version, fields: asJsonObject(fields ?? {}) };
}

async function readReviews(trx: Queryable, executionId: number): Promise<JsonObject> {
  const rounds = await trx
    .selectFrom('review_round as r')
    .leftJoin('account_user as u', 'u.id', 'r.decided_by_user_id')
    .selectAll('r')
    .select('u.name as decided_by_name')
    .where('r.execution_id', '=', executionId)
    .orderBy('r.id')
    .execute();
  const events = await trx
    .selectFrom('review_event as e')
    .leftJoin('account_user as u', 'u.id', 'e.actor_user_id')
    .selectAll('e')
    .select('u.name as actor_name')
    .where('e.execution_id', '=', executionId)
    .orderBy('e.id')
    .execute();
  return {
    rounds: rounds.map((round) => ({
      node_id: round.node_id,
      visit: round.visit,
      kind: round.kind,
      status: round.status,
      decision: round.decision,
      decided_by_user_id: round.decided_by_user_id,
      decided_by_name: round.decided_by_name,
      approvals_required: round.approvals_required,
      approvals: round.approvals.map((approval) => ({ ...approval })),
      note: round.note,
      reasons: round.reasons === null ? null : [...round.reasons],
      variables: round.variables === null ? null : { ...round.variables },
      why: round.why,
      delivery: round.delivery,
      posted_on: round.posted_on,
      carrier: round.carrier,
      opened_at: timeText(round.opened_at),
      due_at: timeText(round.due_at),
      decided_at: timeText(round.decided_at),
    })),
    events: events.map((event) => ({
      event_type: event.event_type,
      actor_user_id: event.actor_user_id,
      actor_name: event.actor_name,
      note: event.note,
      metadata: event.metadata,
      created_at: event.created_at.toISOString(),
    })),
  };
}

function readArtifacts(trx: Queryable, auth: Auth, executionId: number) {
  return trx
    .selectFrom('artifact')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .orderBy('id')
    .execute();
}

type ArtifactRow = Selectable<DB['artifact']>;

const isStored = ({ status, removed_at: removedAt }: ArtifactRow) => status === 'ready' && removedAt === null;

function presentArtifact(row: ArtifactRow): JsonObject {
  return {
    id: row.id,
    kind: row.kind,
    node_id: row.node_id,
    visit: row.visit,
    stage: row.stage,
    status: row.kind === 'notice' ? row.notice_status : row.status,
    filename: row.filename,
    byte_size: row.byte_size,
    sha256: row.sha256,
    document: row.document,
    generated_at: timeText(row.generated_at),
    removed_at: timeText(row.removed_at),
  };
}

async function readPdf(artifacts: ArtifactStore, artifactId: number): Promise<Uint8Array> {
  const bytes = await artifacts.get(artifactId);
  if (bytes === null) throw new Error(`the file of artifact ${artifactId} was removed meanwhile`);
  return bytes;
}

function readMails(trx: Queryable, executionId: number) {
  return (
    trx
      .selectFrom('mail_message')
      .select(['message_id', 'sender', 'recipient', 'created_at', 'accepted_at', 'kept_at', 'response'])
      // Retention empties a mail; the record that it was sent stays.
      .select(sql<boolean>`octet_length(raw) > 0`.as('is_stored'))
      .where('execution_id', '=', executionId)
      .orderBy('created_at')
      .orderBy('message_id')
      .execute()
  );
}

function presentMail(mail: Awaited<ReturnType<typeof readMails>>[number], index: number): JsonObject {
  return {
    file: mail.is_stored ? `mails/${index + 1}.eml` : null,
    message_id: mail.message_id,
    sender: mail.sender,
    recipient: mail.is_stored ? mail.recipient : null,
    created_at: mail.created_at.toISOString(),
    accepted_at: timeText(mail.accepted_at),
    // Set if it was never sent because the account had no production access.
    kept_at: timeText(mail.kept_at),
    server_response: mail.response,
  };
}

async function readMail(db: Queryable, messageId: string): Promise<Uint8Array> {
  const { raw } = await db
    .selectFrom('mail_message')
    .select('raw')
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return raw;
}

/** The execution's events with their deliveries and attempts. */
async function readEvents(trx: Queryable, auth: Auth, executionId: number): Promise<JsonObject[]> {
  const events = await trx
    .selectFrom('event')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return [];
  const deliveries = await trx
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_subscription as s', 's.id', 'd.subscription_id')
    .selectAll('d')
    .select('s.url')
    .where('d.event_id', 'in', ids)
    .orderBy('d.id')
    .execute();
  const failures =
    deliveries.length === 0
      ? []
      : await trx
          .selectFrom('webhook_attempt')
          .selectAll()
          .where(
            'delivery_id',
            'in',
            deliveries.map(({ id }) => id),
          )
          .orderBy('delivery_id')
          .orderBy('attempt')
          .execute();
  return events.map((event) => ({
    id: event.id,
    event: event.name,
    created_at: event.created_at.toISOString(),
    body: event.body,
    deliveries: deliveries
      .filter(({ event_id: eventId }) => eventId === event.id)
      .map((delivery) => ({
        id: delivery.id,
        subscription_id: delivery.subscription_id,
        url: delivery.url,
        status: delivery.status,
        attempts: delivery.attempts,
        last_response_status: delivery.last_response_status,
        last_error: delivery.last_error,
        last_attempt_at: timeText(delivery.last_attempt_at),
        delivered_at: timeText(delivery.delivered_at),
        failed_attempts: failures
          .filter(({ delivery_id: deliveryId }) => deliveryId === delivery.id)
          .map(({ attempt, attempted_at, duration_ms, response_status, error }) => ({
            attempt,
            attempted_at: attempted_at.toISOString(),
            duration_ms,
            response_status,
            error,
          })),
      })),
  }));
}

/** Corrections of input and reports: who made them, which values, and why. */
async function readCorrections(trx: Queryable, auth: Auth, executionId: number): Promise<JsonObject[]> {
  const row = await trx
    .selectFrom('execution')
    .select('corrections')
    .where('id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const corrections = presentCorrections(row.corrections);
  const ids = corrections.flatMap(({ corrected_by_user_id: id }) => (typeof id === 'number' ? [id] : []));
  const users =
    ids.length === 0
      ? []
      : await trx.selectFrom('account_user').select(['id', 'name']).where('id', 'in', ids).execute();
  return corrections.map(({ corrected_by_user_id: id = null, ...rest }) => ({
    ...rest,
    corrected_by_user_id: id,
    corrected_by_name: users.find((user) => user.id === id)?.name ?? null,
  }));
}

async function readBilling(trx: Queryable, auth: Auth, executionId: number): Promise<JsonObject[]> {
  const entries = await trx
    .selectFrom('billing_entry')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .orderBy('id')
    .execute();
  return entries.map((entry) => ({
    node_id: entry.node_id,
    visit: entry.visit,
    product_code: entry.product_code,
    billed_at: entry.created_at.toISOString(),
  }));
}
