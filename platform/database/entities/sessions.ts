import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '../../../core/access.ts';

/** A person who has signed in. The browser holds the token, the row its hash. */
export const UserSession = defineEntity({
  name: 'UserSession',
  tableName: 'user_session',
  indexes: [
    { name: 'user_session_user', properties: ['userId'] },
    { name: 'user_session_expires', properties: ['expiresAt'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    tokenHash: p.text().unique('user_session_token_unique'),
    /** Hash of the proof that approves an activation in its name. */
    approvalHash: p.text(),
    accountId: p.bigint('number'),
    userId: p.bigint('number'),
    /** The client through which they act, because executions belong to a client. */
    apiClientId: p.bigint('number'),
    roles: p.array().$type<Role[]>(),
    /** Address from which they signed in. */
    address: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Written at most once a minute. */
    lastUsedAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
  },
});

/** A link that an operator made, with which a user signs in once. Using it removes the row. */
export const SignInLink = defineEntity({
  name: 'SignInLink',
  tableName: 'sign_in_link',
  properties: {
    tokenHash: p.text().primary(),
    userId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A mail with a sign-in link that is to be sent. The link is made when the mail is sent, and is in no row. */
export const SignInMail = defineEntity({
  name: 'SignInMail',
  tableName: 'sign_in_mail',
  indexes: [{ name: 'sign_in_mail_due', properties: ['dueAt'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Normalized. There may be no user with it. */
    address: p.text(),
    /** Null if it was requested on the sign-in page. */
    invitedByUserId: p.bigint('number').nullable(),
    userId: p.bigint('number').nullable(),
    attempts: p.integer().default(0),
    dueAt: p.datetime(3).defaultRaw('now()'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A sign-in at the identity provider that was begun. Finishing it removes the row. */
export const SignInAttempt = defineEntity({
  name: 'SignInAttempt',
  tableName: 'sign_in_attempt',
  properties: {
    stateHash: p.text().primary(),
    /** Hash of the cookie of the browser that began it. */
    browserHash: p.text(),
    nonce: p.text(),
    codeVerifier: p.text(),
    returnTo: p.text(),
    expiresAt: p.datetime(3),
  },
});
