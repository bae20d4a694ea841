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
    /** Key of `data/notices/federal-agencies.json`: the agency that supervises this creditor. */
    ecoaAgency: p.text().nullable(),
    /** The account states that it keeps each applicant's consent to electronic records (E-SIGN). */
    keepsEsignConsent: p.boolean().default(false),
    /** True if notices leave out the thresholds with which values were compared. */
    hidesThresholds: p.boolean().default(false),
    /** `executions:read:full` shows identifiers without `pii:read`, as it did before there was that scope. */
    /** True if authors of a cascade may not put it live. */
    fourEyes: p.boolean().default(false),
    /** A letter whose only reasons are a reviewer's own words waits for a second look. */
    reviewsFreeText: p.boolean().default(true),
    /** True if a person decides where a choice reads a value that it cannot compare; otherwise its step fails. */
    reviewsNotComparable: p.boolean().default(false),
    /** Longest life of a token that a person makes in the settings. */
    longestTokenDays: p.integer().default(365),
    /** The effect of failing examples on a version that would go live. */
    examplesGate: p.text().$type<ExamplesGate>().default('shown'),
    /** How long data that the law does not require is kept for claims, even if its person asked to be forgotten. */
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
    /** Empty if no address was confirmed. */
    email: p.text(),
    /**
     * In the form of PostgreSQL's `mail_address_key`: identifies the person where two people are needed. Null if they
     * count as nobody.
     */
    confirmedAddress: p.text().nullable(),
    confirmedBy: p.text().$type<ConfirmedBy>().nullable(),
    confirmedAt: p.datetime(3).nullable(),
    /** Rights after sign-in; null if they have none. Tokens have scopes of their own. */
    role: p.text().$type<Role>().nullable(),
    /** The queues of reviews on which they work; all if empty. */
    queues: p.array().$type<string[]>().defaultRaw("'{}'"),
    /** Identity at the provider, if they signed in there. */
    oidcIssuer: p.text().nullable(),
    oidcSubject: p.text().nullable(),
    /** The client through which they act after signing in by a mailed link; null for the account's only one. */
    apiClientId: p.bigint('number').nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/**
 * An address that an operator confirmed as the account's own, in addition to those of its users: notifications may go
 * there. In the form of `addressKey` of platform/mail.
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
    /** Hash of the proof that approves an activation in its name. */
    approvalHash: p.text(),
    prefix: p.text(),
    scopes: p.array().$type<Scope[]>(),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
