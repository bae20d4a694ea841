import { AppError } from '../../../core/errors.ts';
import { EXECUTION_MODES } from '../../../core/states.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Database, DB, Queryable, Transaction } from '../../../platform/database/index.ts';
import type { Commit } from '../http/idempotency/index.ts';
import { bodySchema, defineRoute } from '../http/route.ts';
import { ID, line } from '../http/schemas.ts';
import { requireEach } from '../http/scopes.ts';
import { SerialisedData } from '../http/serialised.ts';
import type { Auth } from '../services.ts';
import {
  lockForMove,
  lockMoves,
  moveExecutions,
  newApplicant,
  readUnmovable,
  requireApplicant,
  type ApplicantRow,
  type MovedExecution,
} from './by-hand.ts';
import { MOST_OF_ONE, readApplicant, readPeople } from './records.ts';
import { APPLICANT, APPLICANT_EXAMPLE, APPLICANT_SEARCH, APPLICANT_SEARCH_EXAMPLE } from './schemas.ts';
import { countSearch } from './search-counts.ts';
import { MOST_COUNTED, searchApplicants } from './search.ts';

const DEFAULT_LIMIT = 20;

const search = defineRoute({
  method: 'POST',
  path: '/applicants/searches',
  operationId: 'searchApplicants',
  tag: 'Applicants',
  scope: 'executions:read:full',
  summary: 'Find people',
  description:
    'People of the calling API client by the beginnings of words of their names and references, or by the id of an ' +
    'execution. With the scope `pii:read` also by a whole declared number, telephone number or e-mail address. Accents, ' +
    "letter case and signs within words do not count: `obrien` finds O'Brien. A POST, because URLs stand in logs and " +
    'histories: what is searched for is written down nowhere. The audit log has one row an hour for each person who searches: ' +
    'how many searches, and how many people were shown.',
  idempotency: 'none',
  body: {
    schema: bodySchema({
      type: 'object',
      required: ['q'],
      properties: {
        q: line('Search text.', 200),
        execution_mode: { type: 'string', enum: EXECUTION_MODES, description: 'Only people of this mode.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 50,
          default: DEFAULT_LIMIT,
          description: 'Most people that are shown. Another word narrows a search.',
        },
      },
    }),
    example: { q: 'ada example' },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The people who were found.',
    schema: APPLICANT_SEARCH,
    example: APPLICANT_SEARCH_EXAMPLE,
  },
  errors: [],
  audit: { exempt: 'it leaves one row an hour, `applicants.searched`, once the hour is over' },
  handler: async ({ db: { kysely }, auth, acting, body, searchKeys }) => {
    const { q, execution_mode: mode, limit = DEFAULT_LIMIT } = body;
    const modes = mode === undefined ? EXECUTION_MODES : [mode];
    const { ids, total } = await searchApplicants(kysely, auth, searchKeys, { text: q, modes, limit });
    const applicants = await readPeople(kysely, auth, ids);
    await countSearch(kysely, acting.actor, applicants.length);
    return {
      object: 'applicant_search',
      total_count: Math.min(total, MOST_COUNTED),
      has_more: total > MOST_COUNTED,
      searched_identifiers: auth.view === 'whole' && searchKeys.length > 0,
      applicants,
    };
  },
});

const get = defineRoute({
  method: 'GET',
  path: '/applicants/{id}',
  operationId: 'getApplicant',
  tag: 'Applicants',
  scope: 'executions:read:full',
  summary: 'Read a person',
  description:
    'A person with their executions, letters, reports and their age, decisions and notes, and others who may be the same ' +
    'person. With the scope `audit:read` also who looked. Each read is recorded in the audit log.',
  reply: { kind: 'item', status: 200, description: 'The person.', schema: APPLICANT, example: APPLICANT_EXAMPLE },
  errors: ['not_found'],
  audit: { action: 'applicant.read', subject: 'applicant' },
  handler: async ({ audit, db: { kysely }, auth, params }) => {
    const applicant = await readApplicant(kysely, auth, await requireApplicant(kysely, auth, params.id));
    // Before it is sent: what cannot be recorded is not shown.
    await audit(kysely, { id: params.id, detail: { executions: applicant.execution_count ?? 0 } });
    return applicant;
  },
});

const EXECUTIONS_BODY = bodySchema({
  type: 'object',
  required: ['execution_ids'],
  properties: {
    execution_ids: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_OF_ONE,
      uniqueItems: true,
      items: ID,
      description: 'Ids of executions of the same API client and mode.',
    },
  },
});

const MOVED = {
  kind: 'item',
  status: 200,
  description: 'The person who has these executions now.',
  schema: APPLICANT,
  example: APPLICANT_EXAMPLE,
} as const;

const join = defineRoute({
  method: 'POST',
  path: '/applicants/{id}/executions',
  operationId: 'joinExecutions',
  tag: 'Applicants',
  scope: 'executions:read:full',
  summary: 'Join executions to a person',
  description:
    'Joins executions to this person, whoever they were about before. Numbers and keys that no other execution of the ' +
    'former person has go along, so later executions are joined to this person, too. Also needs the scope `reviews:decide`.',
  body: { schema: EXECUTIONS_BODY, example: { execution_ids: [4711] } },
  reply: MOVED,
  errors: ['not_found', 'idempotency_conflict'],
  audit: { action: 'applicant.joined', subject: 'applicant' },
  handler: ({ audit, commit, db, auth, params, body }) => {
    const asked = { id: params.id, ids: body.execution_ids };
    return commitMove({ commit, db, auth }, asked, async (trx, { executions }) => {
      requireAll(executions, body.execution_ids);
      const moved = executions.filter(({ applicant_id: of }) => of !== params.id);
      await requireMovable(trx, moved, { joins: true });
      await moveExecutions(trx, executions, params.id);
      await audit(trx, {
        id: params.id,
        detail: { execution_ids: [...body.execution_ids], from_applicant_ids: from(executions) },
      });
      return params.id;
    });
  },
});

const separate = defineRoute({
  method: 'POST',
  path: '/applicants/{id}/separations',
  operationId: 'separateExecutions',
  tag: 'Applicants',
  scope: 'executions:read:full',
  summary: 'Take executions apart from a person',
  description:
    'Moves executions of the person to a new person, because they are about another human being. At least one execution ' +
    'has to stay. Also needs the scope `reviews:decide`.',
  body: { schema: EXECUTIONS_BODY, example: { execution_ids: [4711] } },
  reply: MOVED,
  errors: ['not_found', 'idempotency_conflict'],
  audit: { action: 'applicant.separated', subject: 'applicant' },
  handler: ({ audit, commit, db, auth, params, body }) => {
    const asked = { id: params.id, ids: body.execution_ids };
    return commitMove({ commit, db, auth }, asked, async (trx, { applicant, executions }) => {
      requireAll(
        executions.filter(({ applicant_id: of }) => of === params.id),
        body.execution_ids,
      );
      await requireMovable(trx, executions, { joins: false });
      const id = await newApplicant(trx, auth, applicant.execution_mode);
      await moveExecutions(trx, executions, id);
      // Whoever is left without an execution would be found nowhere, with the caller's keys.
      await requireApplicant(trx, auth, params.id).catch(() => {
        throw invalid('must leave the person at least one execution');
      });
      await audit(trx, { id: params.id, detail: { execution_ids: [...body.execution_ids], new_applicant_id: id } });
      return id;
    });
  },
});

interface Move {
  readonly applicant: ApplicantRow;
  readonly executions: readonly MovedExecution[];
}

/**
 * Commits a move by hand and returns the person whose id `work` returns. `work` gets the person and the executions that
 * were asked for, locked. Moves of one client go one after the other. Two at once could leave a person without an
 * execution, or swap the executions of two people.
 *
 * Only the id is stored as the response (semantics 1.9.8). Names and notes would outlive their redaction, and a token
 * with fewer scopes that repeats the request would see them. A replay reads the person anew.
 */
async function commitMove(
  { commit, db, auth }: { readonly commit: Commit; readonly db: Database; readonly auth: Auth },
  asked: { readonly id: number; readonly ids: readonly number[] },
  work: (trx: Transaction<DB>, move: Move) => Promise<number>,
): Promise<SerialisedData> {
  requireEach(auth, 'reviews:decide');
  let shown: JsonObject | undefined;
  const answer = await commit(async (trx) => {
    await lockMoves(trx, auth);
    const applicant = await requireApplicant(trx, auth, asked.id);
    const executions = await lockForMove(trx, auth, { ids: asked.ids, mode: applicant.execution_mode });
    const id = await work(trx, { applicant, executions });
    shown = await readApplicant(trx, auth, await requireApplicant(trx, auth, id));
    return { id };
  });
  shown ??= await readApplicant(db.kysely, auth, await requireApplicant(db.kysely, auth, Number(answer.data().id)));
  return new SerialisedData(JSON.stringify(shown), answer.isReplay);
}

const from = (executions: readonly MovedExecution[]): number[] => [
  ...new Set(executions.flatMap(({ applicant_id: id }) => (id === null ? [] : [id]))),
];

const invalid = (message: string) =>
  new AppError('validation_failed', { details: [{ field: 'execution_ids', message }] });

async function requireMovable(
  trx: Queryable,
  executions: readonly { readonly id: number }[],
  how: { readonly joins: boolean },
): Promise<void> {
  const ids = executions.map(({ id }) => id);
  const { held, forgotten } = await readUnmovable(trx, ids, how);
  if (held.length > 0) throw invalid(`must not be of a person under a legal hold; ${held.join(', ')} is`);
  if (forgotten.length > 0) {
    const which = forgotten.join(', ');
    throw invalid(
      `must not be of a person who is to be forgotten; ${which} is: take it apart first if it is not theirs`,
    );
  }
}

function requireAll(found: readonly { readonly id: number }[], asked: readonly number[]): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = asked.filter((id) => !known.has(id));
  if (missing.length > 0)
    throw invalid(`must be executions of the person's mode and of yours; ${missing.join(', ')} is not`);
}

export const APPLICANT_ROUTES = [search, get, join, separate];
