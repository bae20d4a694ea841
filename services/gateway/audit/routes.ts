import { Readable } from 'node:stream';
import { sql, type RawBuilder } from 'kysely';
import { ACTOR_KINDS, AUDIT_ACTION_NAMES } from '../../../core/audit.ts';
import type { JsonObject } from '../../../core/json.ts';
import { parseTime } from '../../../core/time.ts';
import { auditCsv } from '../../../platform/database/audit-export.ts';
import { contentOf, readAudit, type AuditEventRow } from '../../../platform/database/audit.ts';
import { isOneOf, several } from '../http/filters.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, listQuery, querySchema, type Accepted } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import { AUDIT_EVENT, AUDIT_EVENT_EXAMPLE } from './schemas.ts';

/*
 * The audit log of the account. Source: semantics 19.1.
 */

const FILTERS = {
  'filter[action]': several({ type: 'string', enum: AUDIT_ACTION_NAMES, description: 'The act.' }),
  'filter[actor_kind]': several({ type: 'string', enum: ACTOR_KINDS, description: 'Who did it.' }),
  'filter[actor_user_id]': several({ ...ID, description: 'User who acted.' }),
  'filter[subject_type]': {
    type: 'string',
    maxLength: 100,
    description: 'The kind of record that it changed or read, such as `workflow`.',
  },
  'filter[subject_id]': several({ type: 'string', maxLength: 200, description: 'Its id.' }),
  'filter[occurred_after]': { type: 'string', format: 'date-time', description: 'Done after this time.' },
  'filter[occurred_before]': { type: 'string', format: 'date-time', description: 'Done before this time.' },
} as const;
const EXPORT_QUERY = querySchema(FILTERS);

function matchesAudit(filters: Accepted<typeof EXPORT_QUERY>): RawBuilder<boolean> {
  const asked = [
    isOneOf('action', filters['filter[action]']),
    isOneOf('actor_kind', filters['filter[actor_kind]']),
    isOneOf('actor_user_id', filters['filter[actor_user_id]']),
    isOneOf('subject_id', filters['filter[subject_id]']),
  ];
  const { 'filter[subject_type]': type, 'filter[occurred_after]': after, 'filter[occurred_before]': before } = filters;
  if (type !== undefined) asked.push(sql<boolean>`subject_type = ${type}`);
  if (after !== undefined) asked.push(sql<boolean>`occurred_at > ${parseTime(after)}`);
  if (before !== undefined) asked.push(sql<boolean>`occurred_at < ${parseTime(before)}`);
  return sql<boolean>`${sql.join(asked, sql` and `)}`;
}

function presentAuditEvent(row: AuditEventRow): JsonObject {
  return { id: row.id, object: 'audit_event', ...contentOf(row), hash: row.hash };
}

const listAuditEvents = defineRoute({
  method: 'GET',
  path: '/audit_events',
  operationId: 'listAuditEvents',
  tag: 'Audit',
  scope: 'audit:read',
  summary: 'List audit events',
  description:
    'Who did what in the account, the newest first. Each event holds the hash of the one before it, so that one that was ' +
    'changed or removed is found (`cascade audit verify`).',
  query: listQuery(FILTERS),
  reply: {
    kind: 'page',
    object: 'audit_event',
    description: 'One page of audit events.',
    schema: AUDIT_EVENT,
    example: AUDIT_EVENT_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, query, page }) => {
    const matching = db.kysely
      .selectFrom('audit_event')
      .where('account_id', '=', auth.accountId)
      .where(matchesAudit(query));
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'sequence', 'desc', slice).execute(),
      position: ({ sequence }) => ({ id: sequence }),
    });
    return { items: rows.map(presentAuditEvent), ...more };
  },
});

const exportAuditEvents = defineRoute({
  method: 'GET',
  path: '/audit_events/exports.csv',
  operationId: 'exportAuditEvents',
  tag: 'Audit',
  scope: 'audit:read',
  summary: 'Export audit events as CSV',
  description:
    'The oldest first; UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return ' +
    'or an apostrophe has an apostrophe before it; a negative number has none. The export is recorded itself.',
  query: EXPORT_QUERY,
  reply: { kind: 'stream', contentType: 'text/csv', description: 'The file.' },
  errors: [],
  audit: { action: 'audit.exported', subject: 'audit_log' },
  handler: ({ db, auth, query }) =>
    Promise.resolve({
      filename: 'audit-events.csv',
      contentType: 'text/csv; charset=utf-8',
      open: () => Readable.from(auditCsv(readAudit(db.kysely, auth.accountId, matchesAudit(query)))),
    }),
});

export const AUDIT_ROUTES = [listAuditEvents, exportAuditEvents];
