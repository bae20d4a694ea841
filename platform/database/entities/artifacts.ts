import { defineEntity, p } from '@mikro-orm/core';
import type { PrintNeed } from '../../../core/cascade/notice-request.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ArtifactKind, NoticeStatus } from '../../../core/states.ts';

/** A PDF. A row in status `pending` is the render job, once it was requested (`priority`). */
export const Artifact = defineEntity({
  name: 'Artifact',
  tableName: 'artifact',
  uniques: [{ name: 'artifact_once', properties: ['executionId', 'kind', 'nodeId', 'visit', 'stage'] }],
  indexes: [
    {
      name: 'artifact_queue',
      expression:
        'create index "artifact_queue" on "artifact" ("priority", "api_client_id", "due_at", "id") where "status" = \'pending\' and "priority" < 2',
    },
    {
      name: 'artifact_needs',
      expression: 'create index "artifact_needs" on "artifact" ("api_client_id", "id") where "needs" is not null',
    },
    {
      name: 'artifact_stored',
      expression: 'create index "artifact_stored" on "artifact" ("kind", "created_at") where "removed_at" is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    apiClientId: p.bigint('number'),
    executionId: p.bigint('number'),
    kind: p.text().$type<ArtifactKind>(),
    nodeId: p.text(),
    visit: p.integer(),
    /** Stage of a notice (`single`, `pre_adverse`, `final`); `report` for a report. */
    stage: p.text(),
    status: p.text().$type<'pending' | 'ready' | 'failed'>().default('pending'),
    noticeStatus: p.text().$type<NoticeStatus>().nullable(),
    filename: p.text(),
    contentType: p.text().default('application/pdf'),
    /** The effect that waits for the file; finished together with it (`platform/database/effects.ts`). */
    effectId: p.bigint('number').nullable(),
    /** The compiled notice; null for a report, which is rendered from its step's output. */
    document: p.json<JsonObject>().nullable(),
    byteSize: p.integer().default(0),
    sha256: p.text().nullable(),
    attempts: p.integer().default(0),
    /**
     * 0: a notice or its enclosure. 1: a requested report. 2: a report that was not requested yet, which nothing
     * renders.
     */
    priority: p.smallint().default(2),
    /** Time of the request; after a failed attempt, the time of the next one. */
    dueAt: p.datetime(3).defaultRaw('now()'),
    leaseUntil: p.datetime(3).nullable(),
    errorMessage: p.text().nullable(),
    /** The need that blocks printing. */
    needs: p.text().$type<PrintNeed>().nullable(),
    /** When the letter is due; null for a report. */
    noticeDueAt: p.datetime(3).nullable(),
    /** True once the event was emitted that the letter is past its day and cannot be printed. */
    saidOverdue: p.boolean().default(false),
    generatedAt: p.datetime(3).nullable(),
    /** When retention removed the file; the record stays. */
    removedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** Files of the PostgreSQL artifact store. */
export const ArtifactBlob = defineEntity({
  name: 'ArtifactBlob',
  tableName: 'artifact_blob',
  properties: {
    artifactId: p.bigint('number').primary().autoincrement(false),
    bytes: p.blob(),
  },
});

/** A letter: its bytes are stored before they are sent, so that a retry sends the same bytes and Message-ID. */
export const MailMessage = defineEntity({
  name: 'MailMessage',
  tableName: 'mail_message',
  indexes: [
    {
      name: 'mail_message_unaccepted',
      expression: 'create index "mail_message_unaccepted" on "mail_message" ("created_at") where "accepted_at" is null',
    },
    { name: 'mail_message_client', properties: ['apiClientId', 'createdAt'] },
    {
      name: 'mail_message_file',
      expression: 'create unique index "mail_message_file" on "mail_message" ("file_id") where "file_id" is not null',
    },
  ],
  properties: {
    messageId: p.text().primary(),
    executionId: p.bigint('number').index('mail_message_execution'),
    apiClientId: p.bigint('number'),
    effectId: p.bigint('number'),
    sender: p.text(),
    recipient: p.text(),
    raw: p.blob(),
    acceptedAt: p.datetime(3).nullable(),
    /** The mail server's response. */
    response: p.text().nullable(),
    /** When it was stored as a file instead of being sent, because the account has no production access. */
    keptAt: p.datetime(3).nullable(),
    /** For a kept letter, the id of the file that the client downloads, from `mail_file_id_seq`. */
    fileId: p.bigint('number').nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
