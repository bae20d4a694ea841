import { defineEntity, p } from '@mikro-orm/core';

/**
 * A report on a letter (RFC 3464, RFC 5965): `bounce`, refused for good; `undelivered`, given up; `complaint`, called
 * unwanted. A bounce and a complaint stop the client's mail to that recipient until an operator lifts them.
 */
export const MailReport = defineEntity({
  name: 'MailReport',
  tableName: 'mail_report',
  uniques: [{ name: 'mail_report_once', properties: ['messageId', 'kind'] }],
  indexes: [
    { name: 'mail_report_created', properties: ['createdAt'] },
    { name: 'mail_report_client', properties: ['apiClientId', 'createdAt'] },
    {
      name: 'mail_report_recipient',
      expression:
        'create index "mail_report_recipient" on "mail_report" ("api_client_id", "recipient_hash") where "lifted_at" is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    apiClientId: p.bigint('number'),
    executionId: p.bigint('number'),
    messageId: p.text(),
    /**
     * `recipientHash` of platform/mail, because the address itself is deleted with the letter. Null if it had been
     * deleted already.
     */
    recipientHash: p.text().nullable(),
    kind: p.text().$type<'bounce' | 'undelivered' | 'complaint'>(),
    /** Enhanced status code (RFC 3463), such as 5.1.1. */
    status: p.text().nullable(),
    liftedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** An API client whose mail other than notices is stopped, because too much of it came back. */
export const MailStop = defineEntity({
  name: 'MailStop',
  tableName: 'mail_stop',
  indexes: [
    {
      name: 'mail_stop_now',
      expression: 'create index "mail_stop_now" on "mail_stop" ("stopped_at") where "resumed_at" is null',
    },
  ],
  properties: {
    apiClientId: p.bigint('number').primary().autoincrement(false),
    /** Number of the recipients of the 24 hours before the stop who refused its mail or complained. */
    refusing: p.integer(),
    recipients: p.integer(),
    stoppedAt: p.datetime(3),
    /** When an operator resumed it; counting begins anew. Null while it is stopped. */
    resumedAt: p.datetime(3).nullable(),
  },
});
