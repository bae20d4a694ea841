import { sql } from 'kysely';
import type { DriftKind, DriftMeasured } from '../../../core/statistics/drifts.ts';
import { defineRoute } from '../http/route.ts';
import { DRIFT_STATISTICS, DRIFTS_EXAMPLE } from './drift-schemas.ts';
import { newestVersions, sentencesOf } from './sentences.ts';
import { Shown } from './shown.ts';

/** Drifts that ended longer ago are not listed. */
const DAYS = 30;
const MOST = 100;

interface DriftRow {
  readonly id: number;
  readonly workflow_id: number;
  readonly workflow_version: number;
  readonly kind: DriftKind;
  readonly key: string;
  readonly measured: DriftMeasured;
  readonly begun_at: Date;
  readonly ended_at: Date | null;
}

/** Drifts of the calling client's live decisions in active workflows. Source: semantics 21.5. */
export const DRIFTS_ROUTE = defineRoute({
  method: 'GET',
  path: '/statistics/drifts',
  operationId: 'getDriftStatistics',
  tag: 'Statistics',
  scope: 'statistics:read',
  summary: 'List what differs from before',
  description:
    'Live decisions of the calling client in active workflows, held against the same days of the four weeks before. A vendor that sends the same value for everybody is found after 30 decisions.',
  reply: { kind: 'item', status: 200, description: 'The drifts.', schema: DRIFT_STATISTICS, example: DRIFTS_EXAMPLE },
  errors: [],
  handler: async ({ db, auth, calculate }) => {
    const { rows } = await sql<DriftRow>`
      select d.id, d.workflow_id, d.workflow_version, d.kind, d.key, d.measured, d.begun_at, d.ended_at
      from decision_drift d
      join workflow w on w.id = d.workflow_id and w.account_id = ${auth.accountId} and w.active and w.deleted_at is null
      where d.api_client_id = ${auth.apiClientId} and d.begun_at is not null
        and (d.ended_at is null or d.ended_at > now() - make_interval(days => ${DAYS}))
      order by d.ended_at is not null, d.begun_at desc, d.id desc limit ${MOST}`.execute(db.kysely);
    const rules = rows.filter(({ kind }) => kind === 'rule');
    const texts = await sentencesOf({ db: db.kysely, auth, calculate }, newestVersions(rules));
    const shown = new Shown(auth.scopes);
    return {
      object: 'drift_statistics',
      drifts: rows.map(({ key, kind, measured, begun_at: begunAt, ended_at: endedAt, ...row }) => ({
        ...{ ...row, kind, key: key === '' ? null : key },
        text: kind === 'rule' ? (texts.get(`${row.workflow_id} ${key}`)?.text ?? null) : null,
        ...{ begun_at: begunAt.toISOString(), ended_at: endedAt?.toISOString() ?? null },
        ...shown.drift(measured),
      })),
    };
  },
});
