import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../../core/json.ts';
import type { ReviewDecision, ReviewEventType, ReviewKind } from '../../../core/states.ts';

/** A question to a person. One is open per execution, others wait as `queued`, in order of their ids. */
export const ReviewRound = defineEntity({
  name: 'ReviewRound',
  tableName: 'review_round',
  uniques: [{ name: 'review_round_key_unique', properties: ['executionId', 'key'] }],
  indexes: [
    {
      name: 'review_round_one_open',
      expression:
        'create unique index "review_round_one_open" on "review_round" ("execution_id") where "status" = \'open\'',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    executionId: p.bigint('number'),
    key: p.text(),
    nodeId: p.text(),
    visit: p.integer(),
    kind: p.text().$type<ReviewKind>(),
    artifactId: p.bigint('number').nullable(),
    /** `closed`: nobody needs to decide it any more (cancelled, or a failed step leads there). */
    status: p.text().$type<'queued' | 'open' | 'decided' | 'closed'>(),
    decision: p.text().$type<ReviewDecision>().nullable(),
    decidedByUserId: p.bigint('number').nullable(),
    note: p.text().nullable(),
    dueAt: p.datetime(3).nullable(),
    openedAt: p.datetime(3).nullable(),
    decidedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export const ReviewEvent = defineEntity({
  name: 'ReviewEvent',
  tableName: 'review_event',
  indexes: [{ name: 'review_event_execution', properties: ['executionId', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    executionId: p.bigint('number'),
    eventType: p.text().$type<ReviewEventType>(),
    actorUserId: p.bigint('number').nullable(),
    note: p.text().nullable(),
    metadata: p.json<JsonObject>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
