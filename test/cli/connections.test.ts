import { randomBytes } from 'node:crypto';
import { administer } from '../../cli/program.ts';
import { readCallbackPath } from '../../platform/vendor-callbacks.ts';
import { expect, test } from '../support/jest.ts';

const KEY = { id: 'c1', key: randomBytes(32) };
const ENV = {
  BASE_URL: 'https://cascade.example.com',
  CONNECTION_KEYS: `c1:${KEY.key.toString('base64')}`,
};
const run = async (args: readonly string[], env: Readonly<Record<string, string>> = ENV) => {
  const said: string[] = [];
  const code = await administer(args, { env, out: (text) => said.push(text), err: (text) => said.push(text) });
  return { code, said: said.join('') };
};

// Rules: 6.8.8
test('the URL of a connection is printed, and is the one that the gateway takes', async () => {
  const { code, said } = await run(['connections', 'url', '--product', 'credit_report', '--json']);
  expect(code).toBe(0);
  const { url } = JSON.parse(said);
  expect(url).toMatch(/^https:\/\/cascade\.example\.com\/hooks\/vendors\//);
  expect(readCallbackPath([KEY], new URL(url).pathname)).toEqual({
    connection: 'installation.credit_report',
    idempotencyKey: null,
  });
});

test('without keys there is none', async () => {
  const { code, said } = await run(['connections', 'url', '--product', 'credit_report'], { BASE_URL: ENV.BASE_URL });
  expect([code, said]).toEqual([1, expect.stringContaining('CONNECTION_KEYS')]);
});

test('a pull is settled by its reference or by that there is no order, and not by both', async () => {
  const env = { ...ENV, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const { code, said } = await run(['connections', 'settle', '17', '--reference', 'x'], env);
  expect([code, said]).toEqual([2, expect.stringContaining('--node')]);
});

test('of a product that there is not, it says which there are', async () => {
  const { code, said } = await run(['connections', 'url', '--product', 'credit']);
  expect([code, said]).toEqual([2, expect.stringContaining('credit_report')]);
});
