import { execFileSync } from 'node:child_process';
import { curlOf } from '../../../console/src/api/curl.ts';
import { expect, test } from '../../support/jest.ts';

const ORIGIN = 'https://cascade.example';

/** The words that a shell makes of the text, in place of running curl. */
function wordsOf(text: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${text}`;
  const output = execFileSync('sh', ['-c', script], { env: { CASCADE_TOKEN: 'tok-1' }, encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

test('a read is one address and a token of the environment', () => {
  expect(wordsOf(curlOf({ method: 'GET', path: '/reviews?per_page=100&filter%5Bkind%5D=notice' }, ORIGIN))).toEqual([
    `${ORIGIN}/api/v1/reviews?per_page=100&filter%5Bkind%5D=notice`,
    '-H',
    'Authorization: Bearer tok-1',
  ]);
});

test('a write carries its body and key through any shell, whatever somebody typed', () => {
  const note = `It's "fine"; $(touch /tmp/x) \`id\` \\ \n 日本 \u{1F480} $HOME`;
  const body = { decision: 'denied', note };
  const words = wordsOf(
    curlOf({ method: 'POST', path: '/executions/1/review_decisions', body, idempotencyKey: 'k1' }, ORIGIN),
  );
  expect(words.slice(0, 3)).toEqual(['-X', 'POST', `${ORIGIN}/api/v1/executions/1/review_decisions`]);
  expect(words).toContain('Idempotency-Key: k1');
  expect(JSON.parse(words.at(-1) ?? '')).toEqual(body);
});

test('holds no token', () => {
  expect(curlOf({ method: 'GET', path: '/me' }, ORIGIN)).toContain('$CASCADE_TOKEN');
});
