import { describe, expect, test } from '../support/jest.ts';
import { PRODUCT_CODES } from '../../core/products/contract.ts';
import { ConfigError, envExample, loadConfig, type VariableName } from '../../platform/config/index.ts';
import { VARIABLES } from '../../platform/config/variables.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');

function problemsOf(name: VariableName, value: string): string {
  try {
    loadConfig([name], { [name]: value });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('loadConfig', () => {
  test('reads numbers, yes-or-no, lists and keys as what they are', () => {
    const config = loadConfig(
      ['GATEWAY_PORT', 'WEBHOOK_ALLOW_PRIVATE_TARGETS', 'CORS_ORIGINS', 'NATS_URL', 'ENCRYPTION_KEYS'],
      {
        GATEWAY_PORT: '8081',
        WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
        CORS_ORIGINS: 'https://a.example.com, http://localhost:3000/',
        NATS_URL: 'nats://a:4222,nats://b:4222',
        ENCRYPTION_KEYS: `k2:${KEY},k1:${KEY}`,
      },
    );
    expect(config.GATEWAY_PORT).toBe(8081);
    expect(config.WEBHOOK_ALLOW_PRIVATE_TARGETS).toBe(true);
    expect(config.CORS_ORIGINS).toEqual(['https://a.example.com', 'http://localhost:3000']);
    expect(config.NATS_URL).toEqual(['nats://a:4222', 'nats://b:4222']);
    expect(config.ENCRYPTION_KEYS.map(({ id, key }) => [id, key.length])).toEqual([
      ['k2', 32],
      ['k1', 32],
    ]);
  });

  test('uses the default if a variable is not set or empty', () => {
    expect(loadConfig(['GATEWAY_PORT', 'AUTH_BAN_MINUTES', 'CORS_ORIGINS'], { AUTH_BAN_MINUTES: ' ' })).toEqual({
      GATEWAY_PORT: 8080,
      AUTH_BAN_MINUTES: 15,
      CORS_ORIGINS: [],
    });
  });

  test('an optional variable that is not set is undefined', () => {
    expect(loadConfig(['SMTP_URL'], {}).SMTP_URL).toBeUndefined();
  });

  test('reads only the variables that were asked for', () => {
    expect(Object.keys(loadConfig(['LOG_LEVEL'], { GATEWAY_PORT: 'wrong' }))).toEqual(['LOG_LEVEL']);
  });

  test('one message lists everything that is missing or wrong', () => {
    const load = () =>
      loadConfig(['DATABASE_URL', 'GATEWAY_PORT', 'TEMPORAL_ADDRESS', 'LOG_LEVEL', 'BASE_URL'], {
        GATEWAY_PORT: '70000',
        LOG_LEVEL: 'loud',
        BASE_URL: 'http://127.0.0.1:8080',
      });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(
      /DATABASE_URL is not set.*\n.*GATEWAY_PORT must be a whole number from 0 to 65535.*\n.*TEMPORAL_ADDRESS is not set.*\n.*LOG_LEVEL must be one of/,
    );
    expect(load).not.toThrow(/\n {2}BASE_URL/);
  });

  test.each(Object.keys(VARIABLES) as VariableName[])('a value of %s is never printed', (name) => {
    expect(problemsOf(name, '\u0000hunter2 hunter2:hunter2')).not.toContain('hunter2');
  });

  test('the sensitive variables are marked as secret', () => {
    const secret = Object.entries(VARIABLES).flatMap(([name, variable]) => (variable.secret ? [name] : []));
    expect(secret.filter((name) => !name.startsWith('PRODUCT_'))).toEqual([
      'OTEL_EXPORTER_OTLP_HEADERS',
      'DATABASE_URL',
      'NATS_URL',
      'NATS_CREDENTIALS_PATH',
      'TEMPORAL_TLS_KEY_PATH',
      'TEMPORAL_API_KEY',
      'OIDC_CLIENT_SECRET',
      'LLM_API_KEY',
      'ENCRYPTION_KEYS',
      'CONNECTION_KEYS',
      'SEARCH_KEYS',
      'EVIDENCE_KEYS',
      'SMTP_URL',
      'MAIL_REPORT_TOKEN',
      'ARTIFACTS_S3_ACCESS_KEY_ID',
      'ARTIFACTS_S3_SECRET_ACCESS_KEY',
    ]);
    for (const end of ['TOKEN', 'CONNECTION']) {
      const names = PRODUCT_CODES.map((code) => `PRODUCT_${code.toUpperCase()}_${end}`);
      expect(secret).toEqual(expect.arrayContaining(names));
    }
  });

  // Rules: 6.9.1
  test.each([
    ['no JSON', 'hush', 'must be JSON'],
    ['a list', '[]', 'at its top'],
    ['a kind that nobody knows', '{"idempotency":"hush"}', 'at idempotency'],
    ['a member that nobody knows', '{"retries":3}', 'at retries'],
    ['more places than there are', '{"slots":21}', 'at slots'],
    [
      'a secret that can be guessed',
      '{"callback":{"match":"id","secret":{"header":"x","value":"hush"}}}',
      'secret.value',
    ],
  ])('terms of a vendor are refused without their text: %s', (_what, text, where) => {
    const load = () => loadConfig(['PRODUCT_CREDIT_REPORT_CONNECTION'], { PRODUCT_CREDIT_REPORT_CONNECTION: text });
    expect(load).toThrow(where);
    expect(load).not.toThrow('hush');
  });

  test.each<[VariableName, string]>([
    ['GATEWAY_PORT', '0x50'],
    ['GATEWAY_PORT', '-1'],
    ['GATEWAY_PORT', '80.5'],
    ['WEBHOOK_ALLOW_PRIVATE_TARGETS', 'yes'],
    ['DATABASE_URL', 'mysql://localhost/db'],
    ['NATS_URL', 'http://localhost:4222'],
    ['NATS_SUBJECT_PREFIX', 'cascade.>'],
    ['TEMPORAL_ADDRESS', 'localhost'],
    ['BASE_URL', 'https://user:pass@api.example.com'],
    ['BASE_URL', 'https://api.example.com/?x=1'],
    ['CORS_ORIGINS', 'https://app.example.com/path'],
    ['ENCRYPTION_KEYS', `k1:${Buffer.alloc(16).toString('base64')}`],
    ['ENCRYPTION_KEYS', `k1:${KEY},k1:${KEY}`],
    ['SMTP_URL', 'https://mail.example.com'],
    ['MAIL_FROM', 'Cascade'],
  ])('%s refuses %s', (name, value) => {
    expect(problemsOf(name, value)).toContain(`${name} `);
  });

  test('a base URL loses its trailing slash', () => {
    expect(loadConfig(['BASE_URL'], { BASE_URL: 'https://api.example.com/cascade/' }).BASE_URL).toBe(
      'https://api.example.com/cascade',
    );
  });
});

describe('.env.example', () => {
  const lines = envExample().split('\n');

  test('has every variable once', () => {
    const names = lines.flatMap((line) => /^(?:# )?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
    expect(names.toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
  });

  test('has the variables with a default behind all others', () => {
    const [, needed = '', tuning = ''] = lines.join('\n').split(/^# Part [12]:.*$/m);
    const notes = (part: string) => part.split('\n').filter((line) => /(?:Required|Optional)\./.test(line)).length;
    expect(notes(needed)).toBe(Object.values(VARIABLES).filter(({ unset }) => unset.is !== 'default').length);
    expect(notes(tuning)).toBe(0);
  });

  test('sets the required variables alone, the others are commented out', () => {
    const set = lines.flatMap((line) => /^([A-Z0-9_]+)=/.exec(line)?.[1] ?? []);
    expect(set).toEqual(
      Object.entries(VARIABLES).flatMap(([name, { unset }]) => (unset.is === 'required' ? [name] : [])),
    );
  });

  test('its values are valid, except for the encryption key, which each installation generates', () => {
    const set = Object.fromEntries(
      lines.flatMap((line) => [/^([A-Z0-9_]+)=(.*)$/.exec(line)?.slice(1) ?? []]).filter((pair) => pair.length > 0),
    );
    const load = () => loadConfig(Object.keys(VARIABLES) as VariableName[], set);
    expect(load).toThrow(/^The configuration is wrong:\n {2}ENCRYPTION_KEYS [^\n]*$/);
  });
});
