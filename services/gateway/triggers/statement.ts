import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../core/json.ts';
import { warningsMember, type PayloadFindings } from '../../../core/notices/payload-check.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { arrayLiteral, joinedJson, splitJson } from '../../../platform/database/arrays.ts';
import { dictionaryVersion } from '../../../platform/database/fields.ts';
import { settingsOf } from '../../../platform/database/pinned-settings.ts';
import type { Person } from '../../../platform/applicant-marks.ts';
import type { Database } from '../../../platform/database/index.ts';
import { insertAnswers, isKeyFree, type IdempotencyKey } from '../http/idempotency/index.ts';
import type { Auth } from '../services.ts';

/** The statement that writes triggers, each with its key, its execution and the command that starts it. */
export interface TriggerRequest {
  readonly workflowId: number;
  readonly payload: JsonObject;
  readonly findings: PayloadFindings;
  /** Path of the payload in the body: empty, or ending with a dot. */
  readonly at: string;
  /** Results of products that the caller chose, stored as reports that the run uses. */
  readonly chosenReports: JsonObject;
  readonly executionMode: ExecutionMode;
  readonly externalReference: string | null;
  /** The caller's own key of the person, by which executions are joined. */
  readonly applicantKey: string | null;
  readonly skipWaits: boolean;
  /** Stored with the execution, and part of every message about it. */
  readonly requestId: string;
}

export interface Proposal {
  readonly auth: Pick<Auth, 'accountId' | 'userId'>;
  readonly request: TriggerRequest;
  /** The state of the workflow on which the trigger depends. */
  readonly cascade: { readonly version: number; readonly isActive: boolean };
  /** The version of the dictionary that types the payload; null if nothing was ever declared. */
  readonly dictionaryVersion: number | null;
  readonly key: IdempotencyKey;
  readonly sandboxReplay: boolean;
  /** Null if the payload identifies nobody. */
  readonly person: Person | null;
  readonly traceparent: string | null;
}

/** ExecutionSummary of an execution that was just accepted, without its id and times. */
function summary({ request, cascade, dictionaryVersion, key }: Proposal): JsonObject {
  return {
    object: 'execution',
    workflow_id: request.workflowId,
    workflow_version: cascade.version,
    dictionary_version: dictionaryVersion,
    status: 'pending',
    execution_mode: request.executionMode,
    execution_key: key.key,
    external_reference: request.externalReference,
    needs_human_review: false,
    review_status: 'none',
    pending_review: null,
    outcome: null,
    batch_execution_id: null,
    re_evaluated_from: null,
    notice_due_at: null,
    notices_due: [],
    pending_reports: [],
    started_at: null,
    completed_at: null,
    ...warningsMember(request.findings),
  };
}

export interface Written {
  readonly id: number;
  /** The response as it is stored with the key. */
  readonly data: string;
}

interface Column {
  readonly name: string;
  /** `json`: a text of JSON. */
  readonly type: 'bigint' | 'int' | 'text' | 'boolean' | 'uuid' | 'json';
  readonly of: (proposal: Proposal) => string | number | boolean | null;
}

/** The values of each proposal that the statement gets. */
const COLUMNS: readonly Column[] = [
  { name: 'api_client_id', type: 'bigint', of: ({ key }) => key.apiClientId },
  { name: 'key', type: 'text', of: ({ key }) => key.key },
  { name: 'fingerprint', type: 'text', of: ({ key }) => key.fingerprint },
  { name: 'response_status', type: 'int', of: ({ key }) => key.status },
  { name: 'summary', type: 'json', of: (proposal) => JSON.stringify(summary(proposal)).slice(1, -1) },
  { name: 'account_id', type: 'bigint', of: ({ auth }) => auth.accountId },
  { name: 'user_id', type: 'bigint', of: ({ auth }) => auth.userId },
  { name: 'workflow_id', type: 'bigint', of: ({ request }) => request.workflowId },
  { name: 'version', type: 'int', of: ({ cascade }) => cascade.version },
  { name: 'active', type: 'boolean', of: ({ cascade }) => cascade.isActive },
  { name: 'dictionary_version', type: 'int', of: ({ dictionaryVersion: version }) => version },
  { name: 'external_reference', type: 'text', of: ({ request }) => request.externalReference },
  { name: 'execution_mode', type: 'text', of: ({ request }) => request.executionMode },
  { name: 'payload', type: 'json', of: ({ request }) => JSON.stringify(request.payload) },
  { name: 'reports', type: 'json', of: ({ request }) => JSON.stringify(request.chosenReports) },
  { name: 'sandbox_replay', type: 'boolean', of: ({ sandboxReplay }) => sandboxReplay },
  { name: 'skip_waits', type: 'boolean', of: ({ request }) => request.skipWaits },
  { name: 'run_key', type: 'uuid', of: () => randomUUID() },
  { name: 'request_id', type: 'text', of: ({ request }) => request.requestId },
  { name: 'person', type: 'json', of: ({ person }) => JSON.stringify(person) },
  { name: 'traceparent', type: 'text', of: ({ traceparent }) => traceparent },
];

const LISTS = COLUMNS.map(({ type }, index) =>
  type === 'json' ? splitJson(`$${index + 1}`) : `$${index + 1}::${type}[]`,
);

/**
 * An ExecutionSummary, as text around the id and the time that PostgreSQL gives it. It takes 1 µs of the 160 that
 * PostgreSQL spends on a trigger. Made from jsonb it would take 12, and its members would lose their order. With ids
 * drawn before, the response could be made here, but PostgreSQL takes a quarter more and each statement a second round
 * trip.
 */
const RESPONSE = `'{"id":' || id || ',' || summary || ',"created_at":"'
        || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","updated_at":null}'`;

/** The applicants of the accepted triggers. The function is not called if there are none. */
const JOINED = `
    select j.n, j.joined_id
    from (
      select jsonb_agg(jsonb_build_object('n', n, 'account_id', account_id, 'api_client_id', api_client_id,
        'execution_mode', execution_mode, 'handles', known -> 'handles', 'also', known -> 'also')) as people
      from accepted where known is not null
    ) p cross join lateral applicants_join(p.people) as j
    where p.people is not null`;

/**
 * The statement; `reported` is the part that only chosen reports need. Triggers without them leave it out: PostgreSQL
 * opens its table even if there is nothing to insert, which would add 20 µs to the 125 that each takes.
 */
const writeText = (reported: string): string => `
  with proposed as (
    select * from unnest(${LISTS.join(', ')})
      with ordinality as p (${COLUMNS.map(({ name }) => name).join(', ')}, n)
  ), fit as materialized (
    select nextval('execution_id_seq') as id, now()::timestamptz(3) as at, one.*
    from (
      select distinct on (p.api_client_id, p.key) p.*
      from proposed p
      join workflow w on w.id = p.workflow_id and w.account_id = p.account_id and w.deleted_at is null
        and w.version = p.version and w.active = p.active
      where p.dictionary_version is not distinct from ${dictionaryVersion('p.account_id')}
      order by p.api_client_id, p.key, p.n
    ) one
    where ${isKeyFree('one.api_client_id', 'one.key')}
  ), won as (
    ${insertAnswers(`(select *, ${RESPONSE} as response_data from fit) as answer`)}
    order by api_client_id, key
    on conflict (api_client_id, key) do nothing
    returning api_client_id, key, response_data
  ), accepted as (
    select fit.*, won.response_data, nullif(fit.person, 'null')::jsonb as known
    from fit join won using (api_client_id, key)
  ), joined as materialized (
    ${JOINED}
  ), words as (
    insert into applicant_word (api_client_id, execution_mode, word, applicant_id, execution_id)
    select a.api_client_id, a.execution_mode, word, j.joined_id, a.id
    from accepted a join joined j on j.n = a.n cross join jsonb_array_elements_text(a.known -> 'words') as word
  ), run as (
    insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, execution_key,
      external_reference, execution_mode, submitted_by_user_id, payload, allow_inactive, sandbox_replay, skip_waits,
      run_key, request_id, created_at, dictionary_version, settings, traceparent, reuse_reports, applicant_id)
    select id, account_id, api_client_id, workflow_id, version, 'pending', key,
      external_reference, execution_mode, user_id, payload::jsonb, not active, sandbox_replay, skip_waits,
      run_key, request_id, at, dictionary_version, ${settingsOf('accepted.account_id')}, traceparent, reports <> '{}',
      joined_id
    from accepted left join joined using (n)
  )${reported}, notified as (
    insert into command (kind, execution_id, lane) select 'start', id, 'single' from accepted order by id
  )
  select n, id, response_data as data from accepted`;

/** A run that was given its reports is named as their source. */
const REPORTED = `, reported as (
    insert into reused_report (execution_id, product_code, output, from_execution_id)
    select accepted.id, report.key, report.value, accepted.id
    from accepted cross join jsonb_each(accepted.reports::jsonb) report
  )`;
const WRITE = { name: 'trigger_write', text: writeText('') };
const WRITE_WITH_REPORTS = { name: 'trigger_write_reports', text: writeText(REPORTED) };

/**
 * Null for a proposal of which nothing was written: its key is held or answered, or its workflow or dictionary has
 * changed.
 */
export async function writeTriggers(
  db: Database,
  proposals: readonly Proposal[],
): Promise<readonly (Written | null)[]> {
  const hasReports = proposals.some(({ request }) => Object.keys(request.chosenReports).length > 0);
  const { rows } = await db.writeStatement<Written & { /** Index of the proposal, from 1. */ readonly n: number }>({
    ...(hasReports ? WRITE_WITH_REPORTS : WRITE),
    values: COLUMNS.map(({ type, of }) => {
      const values = proposals.map(of);
      return type === 'json' ? joinedJson(values.map(String)) : arrayLiteral(values);
    }),
  });
  const written = new Array<Written | null>(proposals.length).fill(null);
  for (const { n, id, data } of rows) written[n - 1] = { id, data };
  return written;
}
