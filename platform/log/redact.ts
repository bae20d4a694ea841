import { isDate } from 'node:util/types';
import { describeError, isError } from './errors.ts';

const CENSORED = '[redacted]';
const DEEPEST = 6;
/** The number of items kept of a list; the rest is cut off. */
export const MOST_ITEMS = 50;
const MOST_CHARACTERS = 2_000;

/** Names of keys whose values never reach a log, in lower case and without `_` and `-`. */
const SECRET_KEYS = new Set([
  'applicant',
  'authorization',
  'body',
  'cookie',
  'databaseurl',
  'dateofbirth',
  'encryptionkeys',
  'externalreference',
  'firstname',
  'idempotencykey',
  'executionkey',
  'inputcontext',
  'lastname',
  'natsurl',
  'note',
  'pass',
  'passwd',
  'payload',
  'phone',
  'property',
  'prompt',
  'raw',
  'recipient',
  'rows',
  'setcookie',
  'smtpurl',
  'stepoutputs',
  'subject',
  'to',
  'xforwardedfor',
]);
/** Ends of such names: `previous_secret`, `applicant_email`. */
const SECRET_ENDS = ['apikey', 'applicantname', 'email', 'password', 'secret', 'signature', 'ssn', 'token'];

/** The keys of log lines are few and always the same; those of what is logged by mistake need not be kept. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 2_000;

function isSecretKey(key: string): boolean {
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const isSecret = judgeKey(key);
  if (known.size < MOST_KNOWN) known.set(key, isSecret);
  return isSecret;
}

function judgeKey(key: string): boolean {
  const name = key.toLowerCase().replaceAll(/[_-]/g, '');
  return SECRET_KEYS.has(name) || SECRET_ENDS.some((end) => name.endsWith(end));
}

/** A copy for the log: secret keys censored at any depth, errors described, and everything bounded in size. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return copyObject(fields, 0);
}

function copyObject(object: object, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(object)) {
    if (key === '__proto__') continue;
    const value = (object as Record<string, unknown>)[key];
    copy[key] = isSecretKey(key) && value != null ? CENSORED : copyValue(value, depth + 1);
  }
  return copy;
}

function copyValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (isError(value)) return describeError(value);
  if (isDate(value)) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth > DEEPEST) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => copyValue(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  // Requests, connections, buffers: instances hold more than a log should know.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return `[${value.constructor?.name ?? 'object'}]`;
  return copyObject(value, depth);
}
