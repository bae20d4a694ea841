import { sql } from 'kysely';
import { asJsonObject, isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { readJson } from '../../../core/read-json.ts';
import { isOfApplicant } from '../../../platform/database/applicants.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { readEvidence, type EvidenceFile } from '../evidence/content.ts';
import { defineRoute } from '../http/route.ts';
import { requireEach } from '../http/scopes.ts';
import { zipStream, type ZipEntry } from '../http/zip.ts';
import type { Auth } from '../services.ts';
import { readReceived } from './receipt.ts';
import { requireApplicant } from './records.ts';
import { applicationPage, contentsPage, type ExportedExecution, type ExportedRecipient } from './words.ts';

/*
 * The data held about a person, for the person: in words and as data. It is made while it is read, one execution at a
 * time, each as of one moment. One that is erased meanwhile is listed without its data.
 *
 * Rules of the cascade, declarations of fields and the ledger are the account's and not the person's. The names of
 * deciding users are other people's data. These are left out.
 */

export const exportApplicant = defineRoute({
  method: 'GET',
  path: '/applicants/{id}/export',
  operationId: 'exportApplicant',
  tag: 'Applicants',
  scope: 'executions:read:full',
  showsIdentifiers: true,
  summary: 'Export what is held of a person',
  description:
    'A ZIP file for the person: for each execution what was sent, corrected and reported, what was decided, the letters, reports ' +
    'and mails as files, in words (`read-me.html`) and as JSON; and who received something: vendors, webhook subscriptions, ' +
    'mailboxes, and who downloaded or looked. Nothing is masked, so `pii:read` is needed besides `applicants:export`. ' +
    'Rules of the cascade and names of reviewers are left out.',
  reply: { kind: 'stream', contentType: 'application/zip', description: 'The export.' },
  errors: ['not_found', 'too_much_work'],
  audit: { action: 'applicant.exported', subject: 'applicant' },
  isHeavy: true,
  handler: async ({ db, auth, params, artifacts, log, calculate }) => {
    requireEach(auth, 'applicants:export');
    await requireApplicant(db.kysely, auth, params.id);
    const held = await readHeld(db.kysely, auth, params.id);
    const read = (executionId: number) => readEvidence(db.kysely, artifacts, auth, { executionId, calculate });
    return {
      filename: `applicant-${params.id}.zip`,
      contentType: 'application/zip',
      open: () => zipStream(entriesOf(held, read), log),
    };
  },
});

interface Held {
  readonly company: string;
  readonly madeAt: Date;
  readonly applicantId: number;
  readonly executions: readonly ExportedExecution[];
  readonly recipients: readonly ExportedRecipient[];
}

async function readHeld(db: Queryable, auth: Auth, applicantId: number): Promise<Held> {
  const { rows: executions } = await sql<ExportedExecution>`
    select e.id, w.name as workflow, e.execution_mode as mode, e.status, e.outcome, e.created_at as "createdAt",
      e.completed_at as "completedAt", e.erased_at as "erasedAt"
    from execution e join workflow w on w.id = e.workflow_id
    where ${isOfApplicant(auth.apiClientId, applicantId)} order by e.id`.execute(db);
  const { name } = await db
    .selectFrom('account')
    .select('name')
    .where('id', '=', auth.accountId)
    .executeTakeFirstOrThrow();
  const ids = executions.map(({ id }) => id);
  const given = await readReceived(db, { accountId: auth.accountId, ids, until: null });
  const { rows: names } = await sql<{ id: string; url: string }>`
    select id::text as id, regexp_replace(url, '^(https?://[^/?#]+).*$', '\\1') as url from webhook_subscription
    where api_client_id = ${auth.apiClientId}`.execute(db);
  const hosts = new Map(names.map(({ id, url }) => [id, url]));
  const { rows: lookers } = await sql<ExportedRecipient>`
    select 'read' as what, coalesce(actor_kind, '') || ' ' || coalesce(actor_id::text, '') as by, count(*) as count,
      min(occurred_at) as "firstAt", max(occurred_at) as "lastAt"
    from audit_event
    where account_id = ${auth.accountId} and (
      (subject_type = 'execution' and subject_id = any (${ids.map(String)}::text[])
        and action in ('execution.read', 'execution.revealed'))
      or (subject_type = 'applicant' and subject_id = ${String(applicantId)} and action in ('applicant.read', 'applicant.exported')))
    group by 2 order by 2`.execute(db);
  const recipients = given.map(({ what, by, count, first_at: firstAt, last_at: lastAt }) => {
    const whom = what === 'subscriber' ? (hosts.get(by) ?? `subscription ${by}`) : by.replaceAll(/[_.]/g, ' ');
    return { what, by: whom, count, firstAt, lastAt };
  });
  return { company: name, madeAt: new Date(), applicantId, executions, recipients: [...recipients, ...lookers] };
}

/** The files of an evidence bundle that hold data of the person. */
const HELD = /^(?:execution|input|corrections|trace|reviews|letters|mails|events)\.json$|^(?:reports|files|mails)\//;

async function* entriesOf(
  held: Held,
  read: (executionId: number) => Promise<readonly EvidenceFile[]>,
): AsyncGenerator<ZipEntry> {
  const { company, madeAt, executions, recipients } = held;
  yield { name: 'index.html', content: contentsPage(company, madeAt, executions, recipients) };
  yield { name: 'contents.json', content: asText(contentsOf(held)) };
  for (const execution of executions) {
    const folder = `applications/${execution.id}`;
    const documents = new Map<string, Json>();
    for (const { name, read: open } of await read(execution.id)) {
      if (!HELD.test(name)) continue;
      const bytes = Buffer.from(await open());
      if (!name.endsWith('.json')) {
        yield { name: `${folder}/${name}`, content: bytes, isStored: true };
        continue;
      }
      const held = readJson(bytes.toString('utf8'));
      const document = without(name, held);
      documents.set(name, document);
      yield { name: `${folder}/${name}`, content: asText(document) };
    }
    yield { name: `${folder}/read-me.html`, content: applicationPage(execution, partsOf(documents)) };
  }
}

function partsOf(documents: ReadonlyMap<string, Json>) {
  const reports = [...documents].flatMap(([name, report]) => {
    const [, of] = /^reports\/(.*)\.json$/.exec(name) ?? [];
    return of === undefined ? [] : [{ name: of, report }];
  });
  const at = (name: string) => documents.get(name) ?? null;
  return { input: at('input.json'), reports, letters: at('letters.json'), mails: at('mails.json') };
}

function contentsOf({ company, madeAt, applicantId, executions, recipients }: Held): JsonObject {
  return asJsonObject({
    ...{ format: 'cascade-applicant/1', company, made_at: madeAt.toISOString(), applicant_id: applicantId },
    executions: executions.map(({ createdAt, completedAt, erasedAt, ...each }) => ({
      ...each,
      created_at: createdAt.toISOString(),
      completed_at: completedAt?.toISOString() ?? null,
      erased_at: erasedAt?.toISOString() ?? null,
    })),
    recipients: recipients.map(({ firstAt, lastAt, ...each }) => ({
      ...each,
      first_at: firstAt.toISOString(),
      last_at: lastAt.toISOString(),
    })),
  });
}

/** Events as they were sent, and of an address of a subscription its server alone: the rest often is a secret. */
function withoutAddresses(events: Json): Json {
  if (!Array.isArray(events)) return events;
  return events.filter(isJsonObject).map((event) => ({
    ...event,
    body: typeof event.body === 'string' ? readJson(event.body) : (event.body ?? null),
    deliveries: Array.isArray(event.deliveries)
      ? event.deliveries
          .filter(isJsonObject)
          .map(({ url, ...delivery }) => ({ ...delivery, url: typeof url === 'string' ? new URL(url).origin : null }))
      : [],
  }));
}

/** Removes the names of staff. Data that callers and vendors sent stays complete, whatever names its members have. */
function without(name: string, held: Json): Json {
  if (name.startsWith('reports/')) return held;
  if (name === 'events.json') return withoutStaff(withoutAddresses(held));
  if (name !== 'input.json') return withoutStaff(held);
  if (!isJsonObject(held)) return held;
  const { submitted_by_user_id: _staff, ...input } = held;
  return asJsonObject(input);
}

const STAFF = new Set(['decided_by_name', 'approvals', 'actor_name', 'corrected_by_name']);
const isOfStaff = (name: string): boolean => STAFF.has(name) || /_user_ids?$/.test(name);

/** Who of the account's people acted is left out. */
function withoutStaff(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => withoutStaff(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (isOfStaff(name) ? [] : [[name, withoutStaff(member ?? null)]])),
  );
}

const asText = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`;
