import { defineEntity, p } from '@mikro-orm/core';

/** The agency behind the reports of a product for one account, in live mode. */
export const Agency = defineEntity({
  name: 'Agency',
  tableName: 'agency',
  properties: {
    accountId: p.bigint('number').primary(),
    productCode: p.text().primary(),
    name: p.text(),
    /** Lines, or parts with commas. */
    address: p.text(),
    phone: p.text(),
    tollFree: p.boolean(),
    nationwide: p.boolean(),
    /** False for a third party that is not a consumer reporting agency (15 USC 1681m(b)). */
    consumerReport: p.boolean(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** An official text that an operator installed, such as the Summary of Rights. */
export const OfficialText = defineEntity({
  name: 'OfficialText',
  tableName: 'official_text',
  properties: {
    key: p.text().primary(),
    filename: p.text(),
    contentType: p.text(),
    bytes: p.blob(),
    sha256: p.text(),
    installedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A notice that was sent and is sent again on request, whatever its execution does meanwhile. */
export const NoticeResend = defineEntity({
  name: 'NoticeResend',
  tableName: 'notice_resend',
  uniques: [{ name: 'notice_resend_number_unique', properties: ['artifactId', 'number'] }],
  indexes: [
    {
      name: 'notice_resend_due',
      expression: 'create index "notice_resend_due" on "notice_resend" ("due_at", "id") where "status" = \'pending\'',
    },
    {
      name: 'notice_resend_failed',
      expression:
        'create index "notice_resend_failed" on "notice_resend" ("api_client_id", "id") where "status" = \'failed\'',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    apiClientId: p.bigint('number'),
    executionId: p.bigint('number'),
    artifactId: p.bigint('number'),
    /** 1 for the first time that the notice is sent again. */
    number: p.integer(),
    requestedByUserId: p.bigint('number').nullable(),
    status: p.text().$type<'pending' | 'sent' | 'failed'>().default('pending'),
    attempts: p.integer().default(0),
    dueAt: p.datetime(3).defaultRaw('now()'),
    leaseUntil: p.datetime(3).nullable(),
    errorCode: p.text().nullable(),
    sentAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
