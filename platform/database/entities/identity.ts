import { defineEntity, p } from '@mikro-orm/core';
import type { ExamplesGate } from '../../../core/examples/example.ts';
import type { NoticePurpose } from '../../../core/notices/document.ts';
import type { ConfirmedBy, Role, Scope } from '../../../core/access.ts';

/** The landlord, lender or employer. Its legal name, address and phone are printed on notices. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    name: p.text(),
    legalName: p.text(),
    address: p.text(),
    phone: p.text(),
    productionAccess: p.boolean().default(false),
    /** Purpose of notices whose node and use case name none. */
    defaultPurpose: p.text().$type<NoticePurpose>().nullable(),
    /** Key of `data/notices/federal-agencies.json`: who supervises this creditor. */
    ecoaAgency: p.text().nullable(),
    /** The account states that it keeps each applicant's consent to electronic records (E-SIGN). */
    keepsEsignConsent: p.boolean().default(false),
    /** Notices do not tell the thresholds that values were compared with. */
    hidesThresholds: p.boolean().default(false),
    /** `executions:read:full` shows identifiers without `pii:read`, as it did before there was that scope. */
    /** Whoever writes a cascade does not put it live. */
    fourEyes: p.boolean().default(false),
    /** A letter whose only reasons are a reviewer's own words waits for a second look. */
    reviewsFreeText: p.boolean().default(true),
    /** A person decides where a choice reads a value that it cannot compare; else its step fails. */
    reviewsNotComparable: p.boolean().default(false),
    /** How long a token lives that a person makes in the settings, at most. */
    longestTokenDays: p.integer().default(365),
    /** The effect of failing examples on a version that would go live. */
    examplesGate: p.text().$type<ExamplesGate>().default('shown'),
    /** How long what the law lets go is kept for claims, though its person asked to be forgotten. */
    claimsMonths: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

export const User = defineEntity({
  name: 'User',
  tableName: 'account_user',
  uniques: [{ name: 'account_user_identity', properties: ['accountId', 'oidcIssuer', 'oidcSubject'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number').index(),
    name: p.text(),
    /** Empty if they have none that was confirmed. */
    email: p.text(),
    /** As PostgreSQL's `mail_address_key` writes it: who they are where two people are asked. Null: nobody. */
    confirmedAddress: p.text().nullable(),
    confirmedBy: p.text().$type<ConfirmedBy>().nullable(),
    confirmedAt: p.datetime(3).nullable(),
    /** What they may do once they have signed in; null: nothing. Tokens have scopes of their own. */
    role: p.text().$type<Role>().nullable(),
    /** The queues of reviews that they work; none: all. */
    queues: p.array().$type<string[]>().defaultRaw("'{}'"),
    /** Who they are at the identity provider, if they signed in there. */
    oidcIssuer: p.text().nullable(),
    oidcSubject: p.text().nullable(),
    /** Through which they act when they sign in by a link that was mailed; null: the account's only one. */
    apiClientId: p.bigint('number').nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/**
 * An address that an operator confirmed as the account's own, beside those of its users: notifications may go there.
 * Written as `addressKey` of platform/mail.
 */
export const AccountMailAddress = defineEntity({
  name: 'AccountMailAddress',
  tableName: 'account_mail_address',
  properties: {
    accountId: p.bigint('number').primary(),
    address: p.text().primary(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export const ApiClient = defineEntity({
  name: 'ApiClient',
  tableName: 'api_client',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number').index(),
    name: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** Every address that a user has ever had, in its one form; written by a trigger. Users who share one are one person. */
export const UserAddress = defineEntity({
  name: 'UserAddress',
  tableName: 'user_address',
  indexes: [{ name: 'user_address_address', properties: ['address'] }],
  properties: {
    userId: p.bigint('number').primary(),
    address: p.text().primary(),
  },
});

/** A bearer token. Only its hash is kept; the prefix tells tokens apart in support and never authenticates. */
export const ApiToken = defineEntity({
  name: 'ApiToken',
  tableName: 'api_token',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number').index(),
    apiClientId: p.bigint('number').index(),
    userId: p.bigint('number'),
    tokenHash: p.text().unique('api_token_hash_unique'),
    /** Of what approves an activation in its name. */
    approvalHash: p.text(),
    prefix: p.text(),
    scopes: p.array().$type<Scope[]>(),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
