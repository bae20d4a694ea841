import { describe, expect, test } from '../support/jest.ts';
import {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookHeaders,
  type WebhookToVerify,
} from '../../clients/typescript/src/index.ts';
import { newWebhookSecret, signingKey, signWebhook } from '../../platform/crypto.ts';

const SECRET = newWebhookSecret();
const TIMESTAMP = 1_772_467_512;
const EVENT = {
  id: '5b0f0a52-7d5c-5a11-8f0e-2f6f5d0c9a10',
  event: 'execution.completed',
  created_at: '2026-03-02T16:05:12.000Z',
  data: { workflow_execution_id: 4711, workflow_id: 12, external_reference: 'größer' },
};
const BODY = JSON.stringify(EVENT);

/** Signed with the code of the webhooks service. */
function signed(body = BODY, more: { secret?: string; previousSecret?: string } = {}): Record<string, string> {
  const { secret = SECRET, previousSecret } = more;
  const previousKey = previousSecret === undefined ? null : signingKey(previousSecret);
  const key = signingKey(secret);
  return { ...signWebhook({ id: EVENT.id, timestamp: TIMESTAMP, body, key, previousKey }).headers };
}
const verify = (more: Partial<WebhookToVerify> = {}) =>
  verifyWebhook({ body: BODY, headers: signed(), secret: SECRET, now: TIMESTAMP * 1_000, ...more });
const reasonOf = (more: Partial<WebhookToVerify>): Promise<unknown> =>
  verify(more).then(
    () => 'accepted',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : error),
  );
const signature = (value: string) => ({ 'X-Service-Signature': value });
/** The headers of a delivery without our own signature: those of Standard Webhooks remain. */
function standard(more: Parameters<typeof signed>[1] = {}): Record<string, string> {
  const { 'X-Service-Signature': _own, ...headers } = signed(BODY, more);
  return headers;
}
/** HMAC-SHA256 of `1772467512.{}` under `whsec_test`, as `openssl dgst` makes it. */
const KNOWN = '37d3919a35b5d9fbec9826f1c45423e97cf92394736849e7a70acfaa4d475b88';

describe('a delivery is accepted', () => {
  test('and its event answered', async () => {
    expect(await verify()).toEqual(EVENT);
  });

  test('as bytes', async () => {
    expect(await verify({ body: Buffer.from(BODY) })).toEqual(EVENT);
  });

  test.each<[string, (headers: Record<string, string>) => WebhookHeaders]>([
    ['Headers', (headers) => new Headers(headers)],
    ['names in lower case', (headers) => ({ 'x-service-signature': headers['X-Service-Signature'] })],
    ['lists of values', (headers) => ({ 'x-service-signature': headers['X-Service-Signature']!.split(',') })],
  ])('with headers as %s', async (_name, convert) => {
    expect(await verify({ headers: convert(signed()) })).toEqual(EVENT);
  });

  test('after a rotation, by a receiver that has the new secret', async () => {
    expect(await verify({ headers: signed(BODY, { previousSecret: newWebhookSecret() }) })).toEqual(EVENT);
  });

  test('after a rotation, by a receiver that has the secret before', async () => {
    const headers = signed(BODY, { secret: newWebhookSecret(), previousSecret: SECRET });
    expect(await verify({ headers })).toEqual(EVENT);
  });

  test('by a receiver that knows both', async () => {
    expect(await verify({ secret: [newWebhookSecret(), SECRET] })).toEqual(EVENT);
  });

  test.each([300, -300])('%i seconds off', async (seconds) => {
    expect(await verify({ now: (TIMESTAMP + seconds) * 1_000 })).toEqual(EVENT);
  });
});

describe('a delivery is refused', () => {
  test('that was changed', async () => {
    expect(await reasonOf({ body: BODY.replace('4711', '4712') })).toBe('signature_mismatch');
  });

  test('whose JSON was parsed and written again', async () => {
    expect(await reasonOf({ body: JSON.stringify(EVENT, null, 1) })).toBe('signature_mismatch');
  });

  test('under another time than the signed one', async () => {
    const headers = signature(signed()['X-Service-Signature']!.replace(/t=\d+/, `t=${TIMESTAMP + 1}`));
    expect(await reasonOf({ headers })).toBe('signature_mismatch');
  });

  test('of another secret', async () => {
    expect(await reasonOf({ secret: newWebhookSecret() })).toBe('signature_mismatch');
  });

  test.each([301, -301, Number.NaN])('%d seconds off', async (seconds) => {
    expect(await reasonOf({ now: (TIMESTAMP + seconds) * 1_000 })).toBe('timestamp_out_of_tolerance');
  });

  test('by the tolerance that the receiver sets', async () => {
    expect(await reasonOf({ now: (TIMESTAMP + 61) * 1_000, toleranceSeconds: 60 })).toBe('timestamp_out_of_tolerance');
  });

  test.each<[string, WebhookHeaders]>([
    ['a record', {}],
    ['Headers', new Headers()],
  ])('without a signature in %s', async (_name, headers) => {
    expect(await reasonOf({ headers })).toBe('missing_signature');
  });

  const hex = '0'.repeat(64);
  test.each([
    '',
    'nonsense',
    `v1=${hex}`,
    `t=,v1=${hex}`,
    `t=1e9,v1=${hex}`,
    `t=-5,v1=${hex}`,
    `t=${TIMESTAMP},t=${TIMESTAMP},v1=${hex}`,
    `t=${TIMESTAMP}`,
    `t=${TIMESTAMP},v1=`,
    `t=${TIMESTAMP},v1=${hex.slice(1)}`,
    `t=${TIMESTAMP},v1=${'A'.repeat(64)}`,
    `t=${TIMESTAMP},v2=${hex}`,
    `t=${TIMESTAMP}${`,v1=${hex}`.repeat(9)}`,
  ])('with the signature %j', async (value) => {
    expect(await reasonOf({ headers: signature(value) })).toBe('malformed_signature');
  });

  test.each(['no JSON', '[]', 'null', '{"id":"x"}', '{"id":1,"event":"execution.completed","data":{}}'])(
    'with the body %j, although it is signed',
    async (body) => {
      expect(await reasonOf({ body, headers: signed(body) })).toBe('malformed_body');
    },
  );

  test('without telling the secret', async () => {
    await expect(verify({ body: '{}' })).rejects.toThrow(expect.not.stringContaining(SECRET));
  });
});

describe('the headers of Standard Webhooks', () => {
  test.each<[string, (headers: Record<string, string>) => WebhookHeaders]>([
    ['a record', (headers) => headers],
    ['Headers', (headers) => new Headers(headers)],
  ])('are enough, in %s', async (_name, convert) => {
    expect(await verify({ headers: convert(standard()) })).toEqual(EVENT);
  });

  test('are enough after a rotation, with either secret', async () => {
    expect(await verify({ headers: standard({ previousSecret: newWebhookSecret() }) })).toEqual(EVENT);
    expect(await verify({ headers: standard({ secret: newWebhookSecret(), previousSecret: SECRET }) })).toEqual(EVENT);
    expect(await verify({ headers: standard(), secret: [newWebhookSecret(), SECRET] })).toEqual(EVENT);
  });

  test('do not help if our own signature is wrong', async () => {
    const headers = { ...standard(), ...signature(`t=${TIMESTAMP},v1=${'0'.repeat(64)}`) };
    expect(await reasonOf({ headers })).toBe('signature_mismatch');
  });

  test.each([
    ['another body', { body: BODY.replace('4711', '4712') }],
    ['another secret', { secret: newWebhookSecret() }],
    ['another id', { headers: { ...standard(), 'webhook-id': 'e-2' } }],
    ['no id', { headers: { ...standard(), 'webhook-id': '' } }],
    ['another time', { headers: { ...standard(), 'webhook-timestamp': String(TIMESTAMP + 1) } }],
  ])('are refused with %s', async (_name, more) => {
    expect(await reasonOf({ headers: standard(), ...more })).toBe('signature_mismatch');
  });

  test('are refused when they are old', async () => {
    expect(await reasonOf({ headers: standard(), now: (TIMESTAMP + 301) * 1_000 })).toBe('timestamp_out_of_tolerance');
  });

  test.each([
    ['webhook-timestamp', undefined],
    ['webhook-timestamp', '1e9'],
    ['webhook-signature', ''],
    ['webhook-signature', 'v1a,AAAA'],
    ['webhook-signature', 'v1,!base64!'],
    ['webhook-signature', Array.from({ length: 9 }, () => 'v1,AAAA').join(' ')],
  ])('are malformed with %s %j', async (name, value) => {
    expect(await reasonOf({ headers: { ...standard(), [name]: value } })).toBe('malformed_signature');
  });

  test('need a secret that is base64: else the receiver has made a mistake', async () => {
    expect(await reasonOf({ headers: standard(), secret: 'whsec_ä' })).toBeInstanceOf(TypeError);
  });
});

describe('a mistake of the receiver is told from a forgery:', () => {
  test.each([[''], ['whsec_'], [[]], [['']], [undefined]])('the secret %j', async (secret) => {
    expect(await reasonOf({ secret: secret as string })).toBeInstanceOf(TypeError);
  });

  test('a body that was parsed', async () => {
    expect(await reasonOf({ body: EVENT as unknown as string })).toBeInstanceOf(TypeError);
  });
});

test('the signature is what a known implementation makes', async () => {
  const more = { body: '{}', headers: signature(`t=${TIMESTAMP},v1=${KNOWN}`), secret: 'whsec_test' };
  expect(await reasonOf(more)).toBe('malformed_body');
});
