import { defineEntity, p } from '@mikro-orm/core';
import type { WhyParked } from '../../../core/cascade/contract.ts';
import type { LetterNeed } from '../../../core/cascade/notice-request.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ListedRule } from '../../../core/rows/listed.ts';
import type { ReviewDecision, ReviewEventType, ReviewKind } from '../../../core/states.ts';

/** A question to a person. One is open per execution; others are `queued`, in the order of their ids. */
export const ReviewRound = defineEntity({
  name: 'ReviewRound',
  tableName: 'review_round',
  uniques: [{ name: 'review_round_key_unique', properties: ['executionId', 'key'] }],
  indexes: [
    {
      name: 'review_round_open',
      expression: 'create index "review_round_open" on "review_round" ("kind", "opened_at") where "status" = \'open\'',
    },
    {
      name: 'review_round_due',
      expression:
        'create index "review_round_due" on "review_round" ("due_at") where "status" in (\'open\', \'queued\') and "due_at" is not null',
    },
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
    /** `closed`: it needs no decision any more (cancelled, or a failed step leads there). */
    status: p.text().$type<'queued' | 'open' | 'decided' | 'closed'>(),
    decision: p.text().$type<ReviewDecision>().nullable(),
    decidedByUserId: p.bigint('number').nullable(),
    note: p.text().nullable(),
    /** The need that blocks a letter; null for other reviews. */
    needs: p.text().$type<LetterNeed>().nullable(),
    /** Paths whose values are missing and needed to approve it: variables, or the person's name or address. */
    missingVariables: p.json<readonly string[]>().nullable(),
    /** Their values, as the reviewer gave them, by path. */
    variables: p.json<Readonly<Record<string, string>>>().nullable(),
    /** Why a letter wants a second look. */
    why: p.text().$type<WhyParked>().nullable(),
    /** `post` if the notice may not go by e-mail, and a person puts it into the mail. */
    delivery: p.text().$type<'post'>().nullable(),
    /** ISO date on which it was put into the mail. */
    postedOn: p.text().nullable(),
    carrier: p.text().nullable(),
    /** The reviewer's reasons: texts or codes of the reason catalogue. */
    reasons: p.json<readonly string[]>().nullable(),
    /** How many different people have to approve. */
    approvalsRequired: p.integer().default(1),
    /** Users who have approved, in order. */
    approvals: p.json<readonly { readonly user_id: number; readonly at: string }[]>().defaultRaw("'[]'"),
    /** The queue that it belongs to; null for any. */
    queue: p.text().nullable(),
    /** Until then it is assigned to nobody; a person may still open and decide it. */
    snoozedUntil: p.datetime(3).nullable(),
    /** The rules by which a person is asked; null if no rule was taken. */
    rules: p.json<readonly ListedRule[]>().nullable(),
    dueAt: p.datetime(3).nullable(),
    openedAt: p.datetime(3).nullable(),
    decidedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export const ReviewEvent = defineEntity({
  name: 'ReviewEvent',
  tableName: 'review_event',
  indexes: [
    {
      name: 'review_event_noted',
      expression: 'create index "review_event_noted" on "review_event" ("created_at") where "note" is not null',
    },
  ],
  properties: {
    executionId: p.bigint('number').primary(),
    id: p.bigint('number').primary().autoincrement(),
    eventType: p.text().$type<ReviewEventType>(),
    actorUserId: p.bigint('number').nullable(),
    note: p.text().nullable(),
    metadata: p.json<JsonObject>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
