import { afterEach, expect, test } from '../support/jest.ts';
import { serviceEnvironment } from '../../dev/stack/environment.ts';

const DEFAULTS = {
  gatewayPort: 41_234,
  dataFolder: '/data',
  mailFolder: '/data/mail',
  encryptionKeys: 'k1:key',
  connectionKeys: 'c1:key',
  searchKeys: 's1:key',
  evidenceKeys: 'e1:key',
  databaseUrl: 'postgresql://127.0.0.1/cascade',
  natsUrl: 'nats://127.0.0.1',
  temporalAddress: '127.0.0.1:7233',
  workflowBundle: '/data/bundle.js',
  chromium: '/chromium',
  rendererPort: 41_235,
};
const before = { ...process.env };
afterEach(() => {
  for (const name of ['GATEWAY_PORT', 'GATEWAY_HOST']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

test('the gateway listens on the port that BASE_URL names if a free port was asked for', () => {
  process.env.GATEWAY_PORT = '0';
  expect(serviceEnvironment(DEFAULTS)).toMatchObject({
    GATEWAY_PORT: '41234',
    BASE_URL: 'http://127.0.0.1:41234',
  });
});

// Rules: 18.10.1
test('a development stack listens on the loopback address alone unless GATEWAY_HOST is set', () => {
  delete process.env.GATEWAY_HOST;
  expect(serviceEnvironment(DEFAULTS)).toMatchObject({ GATEWAY_HOST: '127.0.0.1', OPS_HOST: '127.0.0.1' });
  process.env.GATEWAY_HOST = '0.0.0.0';
  expect(serviceEnvironment(DEFAULTS)).toMatchObject({ GATEWAY_HOST: '0.0.0.0' });
});
