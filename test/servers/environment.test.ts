import { afterEach, expect, test } from '../support/jest.ts';
import { serviceEnvironment } from '../../cli/stack/environment.ts';

const DEFAULTS = {
  gatewayPort: 41_234,
  dataFolder: '/data',
  mailFolder: '/data/mail',
  encryptionKeys: 'k1:key',
  databaseUrl: 'postgresql://127.0.0.1/cascade',
  natsUrl: 'nats://127.0.0.1',
  temporalAddress: '127.0.0.1:7233',
  workflowBundle: '/data/bundle.js',
  chromium: '/chromium',
};
const before = process.env.GATEWAY_PORT;
afterEach(() => {
  if (before === undefined) delete process.env.GATEWAY_PORT;
  else process.env.GATEWAY_PORT = before;
});

test('the gateway listens where BASE_URL says, also where a free port was asked for', () => {
  process.env.GATEWAY_PORT = '0';
  expect(serviceEnvironment(DEFAULTS)).toMatchObject({
    GATEWAY_PORT: '41234',
    BASE_URL: 'http://127.0.0.1:41234',
  });
});
