import { sql } from 'kysely';
import { MARKS } from '../../../core/applicants/identity.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Outcome, ExecutionMode, ExecutionStatus, ReviewKind } from '../../../core/states.ts';
import { Masks, type MaskRules } from '../../../core/masks/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { APPLICANT, nameOf, rulesOfRows } from '../executions/applicant.ts';
import { timeText } from '../http/present.ts';
import type { Auth } from '../services.ts';
import type { ApplicantRow } from './by-hand.ts';

/*
 * People with their executions, as a search lists them and as a page of one person shows them.
 */

/** Limit of the executions of each person in a search. */
const MOST_LISTED = 5;
/** Limit of the executions of one person on a page. */
export const MOST_OF_ONE = 100;

interface ExecutionOfPerson {
  readonly execution_id: number;
  readonly applicant_id: number;
  readonly execution_mode: ExecutionMode;
  readonly workflow_id: number;
  readonly workflow_name: string;
  readonly status: ExecutionStatus;
  readonly outcome: Outcome | null;
  readonly review_kind: ReviewKind | null;
  readonly external_reference: string | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly redacted_at: Date | null;
  readonly letters: readonly LetterOfPerson[];
  /** How many executions the person has. */
  readonly of: number;
  readonly applicant: Json;
}

interface LetterOfPerson {
  readonly artifact_id: number;
  readonly stage: string;
  readonly status: string;
  readonly sent_at: string | null;
}

/** The newest executions of each of these people of the client, with their letters. */
async function readExecutions(db: Queryable, auth: Auth, ids: readonly number[], most: number) {
  if (ids.length === 0) return [];
  const { rows } = await sql<ExecutionOfPerson>`
    select e.id as execution_id, e.applicant_id, e.execution_mode, e.workflow_id, w.name as workflow_name, e.status,
      e.outcome, r.kind as review_kind, e.external_reference, e.created_at, e.completed_at, e.redacted_at, newest.of,
      ${APPLICANT} as applicant,
      coalesce((
        select jsonb_agg(jsonb_build_object('artifact_id', a.id, 'stage', a.stage, 'status', a.notice_status,
          'sent_at', m.accepted_at) order by a.id)
        from artifact a left join mail_message m on m.execution_id = a.execution_id and m.effect_id = a.effect_id
        where a.execution_id = e.id and a.kind = 'notice'), '[]') as letters
    from unnest(${[...ids]}::bigint[]) as person (id)
    cross join lateral (
      select x.id, count(*) over ()::int as of from execution x
      where x.applicant_id = person.id and x.api_client_id = ${auth.apiClientId}::bigint order by x.id desc limit ${most}
    ) as newest
    join execution e on e.id = newest.id
    join workflow w on w.id = e.workflow_id
    left join review_round r on r.execution_id = e.id and r.status = 'open'
    order by e.id desc`.execute(db);
  return rows;
}

function presentExecution(row: ExecutionOfPerson): JsonObject {
  return {
    id: row.execution_id,
    workflow_id: row.workflow_id,
    workflow_name: row.workflow_name,
    status: row.status,
    outcome: row.outcome,
    pending_review: row.review_kind,
    external_reference: row.external_reference,
    letters: row.letters.map(({ sent_at: sentAt, ...letter }) => ({
      ...letter,
      sent_at: sentAt === null ? null : new Date(sentAt).toISOString(),
    })),
    created_at: row.created_at.toISOString(),
    completed_at: timeText(row.completed_at),
    redacted_at: timeText(row.redacted_at),
  };
}

/** The newest name that was sent; null: none is known any more. */
function newestName(rows: readonly ExecutionOfPerson[], auth: Auth, rulesOf: (id: number) => MaskRules): string | null {
  for (const row of rows) {
    const name = nameOf(row.applicant, auth, rulesOf(row.execution_id));
    if (name !== null) return name;
  }
  return null;
}

/** In the order of `ids`. */
export async function readPeople(db: Queryable, auth: Auth, ids: readonly number[]): Promise<JsonObject[]> {
  const rows = await readExecutions(db, auth, ids, MOST_LISTED);
  const rulesOf = await rulesOfRows(db, auth, rows);
  return ids.flatMap((id) => {
    const own = rows.filter(({ applicant_id: of }) => of === id);
    const [newest] = own;
    if (newest === undefined) return [];
    return [
      {
        object: 'applicant_found',
        id,
        execution_mode: newest.execution_mode,
        name: newestName(own, auth, rulesOf),
        execution_count: newest.of,
        executions: own.map(presentExecution),
      },
    ];
  });
}

export async function readApplicant(db: Queryable, auth: Auth, applicant: ApplicantRow): Promise<JsonObject> {
  const rows = await readExecutions(db, auth, [applicant.id], MOST_OF_ONE);
  const rulesOf = await rulesOfRows(db, auth, rows);
  const ids = rows.map(({ execution_id: id }) => id);
  const keys = await db
    .selectFrom('applicant_handle')
    .select('handle')
    .where('applicant_id', '=', applicant.id)
    .where('handle', 'like', 'key:%')
    .orderBy('handle')
    .limit(MOST_OF_ONE)
    .execute();
  return {
    object: 'applicant',
    id: applicant.id,
    execution_mode: applicant.execution_mode,
    name: newestName(rows, auth, rulesOf),
    applicant_keys: keys.map(({ handle }) => handle.slice('key:'.length)),
    created_at: applicant.created_at.toISOString(),
    execution_count: rows[0]?.of ?? 0,
    executions: rows.map(presentExecution),
    reports: await readReports(db, ids),
    decisions: await readDecisions(db, ids),
    notes: await readNotes(db, auth, rows, rulesOf),
    perhaps_same: await readSimilar(db, auth, applicant.id, ids),
    ...(auth.scopes.has('audit:read') ? { readers: await readReaders(db, auth, applicant.id, ids) } : {}),
  };
}

/** The newest first. How old a report is counts from when it came. */
async function readReports(db: Queryable, ids: readonly number[]): Promise<JsonObject[]> {
  const { rows } = await sql<{
    execution_id: number;
    node_id: string;
    product_code: string | null;
    at: Date;
    days: number;
  }>`
    select s.execution_id, s.node_id, s.ended_at as at,
      floor(extract(epoch from now() - s.ended_at) / 86400)::int as days,
      (select d ->> 'billing_product_code' from json_array_elements(v.definition) d where d ->> 'id' = s.node_id limit 1)
        as product_code
    from step s
    join execution e on e.id = s.execution_id
    join workflow_version v on v.workflow_id = e.workflow_id and v.version = e.workflow_version
    where s.execution_id = any (${[...ids]}::bigint[]) and s.node_type = 'BillingProduct' and s.status = 'succeeded'
      and s.ended_at is not null
    order by s.ended_at desc limit ${MOST_OF_ONE}`.execute(db);
  return rows.map(({ at, days, ...row }) => ({ ...row, received_at: at.toISOString(), age_days: Math.max(0, days) }));
}

async function readDecisions(db: Queryable, ids: readonly number[]): Promise<JsonObject[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('review_round')
    .select(['execution_id', 'kind', 'decision', 'decided_at', 'decided_by_user_id'])
    .where('execution_id', 'in', [...ids])
    .where('decided_at', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(MOST_OF_ONE)
    .execute();
  return rows.map(({ decided_at: at, ...row }) => ({ ...row, decided_at: timeText(at) }));
}

async function readNotes(
  db: Queryable,
  auth: Auth,
  executions: readonly ExecutionOfPerson[],
  rulesOf: (id: number) => MaskRules,
): Promise<JsonObject[]> {
  if (executions.length === 0) return [];
  const notes = await db
    .selectFrom('review_event as v')
    .innerJoin('execution as e', 'e.id', 'v.execution_id')
    .select(['v.execution_id', 'v.note', 'v.actor_user_id', 'v.created_at', 'e.payload'])
    .where(
      'v.execution_id',
      'in',
      executions.map(({ execution_id: id }) => id),
    )
    .where('v.note', 'is not', null)
    .orderBy('v.created_at', 'desc')
    .limit(MOST_NOTES)
    .execute();
  return notes.map(({ note, payload, created_at: at, actor_user_id: by, execution_id: id }) => ({
    execution_id: id,
    note: auth.view === 'whole' ? (note ?? '') : new Masks(rulesOf(id), { payload }).text(note ?? ''),
    by_user_id: by,
    created_at: at.toISOString(),
  }));
}
const MOST_NOTES = 30;

/** People of the client whose number, or birth date with e-mail address or name, is the same: no other likeness counts. */
async function readSimilar(db: Queryable, auth: Auth, id: number, ids: readonly number[]): Promise<JsonObject[]> {
  const { rows } = await sql<{ applicant_id: number; kinds: string[] }>`
    select o.applicant_id, array_agg(distinct substr(o.word, 2, 1)) as kinds
    from applicant_word w
    join applicant_word o on o.api_client_id = w.api_client_id and o.execution_mode = w.execution_mode and o.word = w.word
      and o.applicant_id <> w.applicant_id
    where w.execution_id = any (${[...ids]}::bigint[]) and w.applicant_id = ${id}::bigint
      and w.api_client_id = ${auth.apiClientId}::bigint and substr(w.word, 1, 2) in ('#n', '#m', '#b')
    group by 1 order by 1 desc limit ${MOST_SIMILAR}`.execute(db);
  const people = await readPeople(
    db,
    auth,
    rows.map((row) => Number(row.applicant_id)),
  );
  const kindsOf = new Map(rows.map((row) => [Number(row.applicant_id), row.kinds]));
  return people.map((person) => ({
    ...person,
    because: (kindsOf.get(Number(person.id)) ?? []).map((kind) => MARKS[kind as keyof typeof MARKS]),
  }));
}
const MOST_SIMILAR = 10;

async function readReaders(db: Queryable, auth: Auth, id: number, ids: readonly number[]): Promise<JsonObject[]> {
  const rows = await db
    .selectFrom('audit_event')
    .select(['action', 'actor_kind', 'actor_user_id', 'occurred_at', 'subject_type', 'subject_id'])
    .where('account_id', '=', auth.accountId)
    .where(({ or, and }) =>
      or([
        and({ subject_type: 'applicant', subject_id: String(id) }),
        and([
          sql<boolean>`subject_type = 'execution' and subject_id = any (${ids.map(String)}::text[])`,
          sql<boolean>`action in ('execution.read', 'execution.revealed', 'evidence.downloaded')`,
        ]),
      ]),
    )
    .orderBy('sequence', 'desc')
    .limit(MOST_READERS)
    .execute();
  return rows.map(({ occurred_at: at, subject_id: subject, ...row }) => ({
    ...row,
    subject_id: Number(subject),
    at: at.toISOString(),
  }));
}
const MOST_READERS = 30;
