import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSchema } from '../../core/schema/check.ts';
import { PLAIN_FORMATS } from '../../core/schema/formats.ts';
import { faultsOfConnection, ACCOUNT_CONNECTION_SCHEMA, whole } from '../../core/products/account-connection.ts';
import type { FieldSpecsJson } from '../../core/fields/spec.ts';
import { productFaults } from '../../platform/report-checks/product-faults.ts';
import { expect, test } from '../support/jest.ts';

/** Real vendors as data: what an account sends to `POST /products` and, with its secrets, to `PUT …/connection`. */
const FOLDER = join(import.meta.dirname, '../../data/vendors');
const SECRET = 'a-secret-of-the-account';
const SECRETS = { token: SECRET, client_secret: SECRET, signature: SECRET };
/** The fields that an account declares, as the notes of each file say. */
const FIELDS: FieldSpecsJson = Object.fromEntries(
  ['background_check.package', 'work_location.state', 'bank_link.job_id'].map((path) => [
    path,
    { type: 'text', label: path, kind: 'fact' },
  ]),
);

test.each(readdirSync(FOLDER))('%s is a product and a connection that are taken as they are', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const { product, connection, notes, documents } = JSON.parse(text);
  expect(notes.length).toBeGreaterThan(0);
  expect(documents).toMatch(/^https:/);
  expect(productFaults({ product, fields: FIELDS, asOf: '2026-03-02' })).toEqual([]);
  const entered = whole(connection, SECRETS);
  const own = connection.credentials.type === 'oauth2_client_credentials' ? { client_id: 'app' } : {};
  const complete = { ...entered, credentials: { ...entered.credentials, ...own } };
  const wrong: string[] = [];
  const report = (at: string, message: string | (() => string)) => void wrong.push(`${at} ${String(message)}`);
  checkSchema(complete, ACCOUNT_CONNECTION_SCHEMA, { root: ACCOUNT_CONNECTION_SCHEMA, formats: PLAIN_FORMATS, report });
  expect([...wrong, ...faultsOfConnection(complete as Parameters<typeof faultsOfConnection>[0])]).toEqual([]);
  expect(text).not.toContain(SECRET);
});
