import { readFileSync } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '../../../dev/stack/data-folder.ts';
import { environmentOf } from '../../../dev/stack/logins.ts';
import { SERVICES } from '../../../dev/stack/names.ts';
import { VARIABLES } from '../../../platform/config/variables.ts';
import { expect, test } from '../../support/jest.ts';

const SECRETS = Object.entries(VARIABLES)
  .filter(([, { secret }]) => secret)
  .map(([name]) => name);
const EVERYTHING = Object.fromEntries(SECRETS.map((name) => [name, 'postgres://secret']));

// Rules: 18.10.2
test('a service of a development stack is given the secrets that it needs, and no other', () => {
  const held = (service: (typeof SERVICES)[number]) =>
    SECRETS.filter((name) => environmentOf(service, EVERYTHING)[name] !== undefined);
  const common = ['OTEL_EXPORTER_OTLP_HEADERS', 'NATS_URL', 'NATS_CREDENTIALS_PATH'];
  const files = ['ARTIFACTS_S3_ACCESS_KEY_ID', 'ARTIFACTS_S3_SECRET_ACCESS_KEY'];
  const expected = {
    gateway: [
      ...['DATABASE_URL', 'OIDC_CLIENT_SECRET', 'ENCRYPTION_KEYS', 'CONNECTION_KEYS', 'EVIDENCE_KEYS'],
      ...['SEARCH_KEYS', 'MAIL_REPORT_TOKEN', 'SMTP_URL', ...files],
    ],
    executor: [
      ...['DATABASE_URL', 'TEMPORAL_TLS_KEY_PATH', 'TEMPORAL_API_KEY', 'SMTP_URL', 'CONNECTION_KEYS', ...files],
      ...SECRETS.filter((name) => /^PRODUCT_.*_(?:TOKEN|CONNECTION)$/.test(name)),
    ],
    webhooks: ['DATABASE_URL', 'ENCRYPTION_KEYS'],
    artifacts: ['DATABASE_URL', ...files],
    generator: ['LLM_API_KEY'],
  };
  for (const [service, secrets] of Object.entries(expected)) {
    expect([service, ...held(service as keyof typeof expected).toSorted()]).toEqual([
      service,
      ...[...common, ...secrets].toSorted(),
    ]);
  }
  expect(held('renderer')).toEqual([]);
});

// Rules: 18.10.2
test('each secret that a service reads is one that it is given', () => {
  for (const service of SERVICES) {
    const source = readFileSync(join(import.meta.dirname, '../../../services', service, 'main.ts'), 'utf8');
    const read = SECRETS.filter((name) => source.includes(`'${name}'`));
    expect(read.filter((name) => environmentOf(service, EVERYTHING)[name] === undefined)).toEqual([]);
  }
});

// Rules: 18.10.3
test('nobody else lists the data folder of a stack, also one that was there before', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'cascade-folder-'));
  for (const path of [join(parent, 'new'), parent]) {
    const folder = await openDataFolder(path);
    const { mode } = await stat(path);
    expect(mode & 0o066).toBe(0);
    for (const name of ['logs', 'mail', 'bundles', 'temporal']) {
      expect((await stat(join(path, name))).mode & 0o077).toBe(0);
    }
    await folder.release();
  }
});
