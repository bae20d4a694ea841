/** Variables that the global setup left for the tests; see `global-setup.ts`. */
export type TestVariable =
  | 'TEST_DATABASE_ADMIN_URL'
  | 'TEST_DATABASE_TEMPLATE'
  | 'TEST_ONCE_URL'
  | 'TEMPORAL_ADDRESS'
  | 'TEMPORAL_BINARY'
  | 'TEMPORAL_DATABASE'
  | 'NATS_URL'
  | 'NATS_BINARY'
  | 'CHROMIUM_PATH';

export function testEnvironment(name: TestVariable): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run the tests through jest.config.mjs.`);
  return value;
}
