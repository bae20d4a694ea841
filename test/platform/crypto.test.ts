import { describe, expect, test } from '../support/jest.ts';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  newWebhookSecret,
  SecretBox,
  sha256Hex,
  signingKey,
  signWebhook,
  tokenHash,
  uuidV5,
} from '../../platform/crypto.ts';

const key = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) });

test('SHA-256 of a known text', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(tokenHash('abc')).toBe(sha256Hex(Buffer.from('abc')));
});

test('a name-based UUID is the one of RFC 9562, appendix A.4', () => {
  expect(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});

describe('webhook signatures', () => {
  const secret = newWebhookSecret();
  const previousSecret = newWebhookSecret();
  const body = '{"event":"execution.completed","name":"Zoë"}';
  const webhook = {
    id: '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    timestamp: 1_772_000_000,
    body,
    key: signingKey(secret),
  };

  test('a secret is whsec_ and 32 bytes in base64, another one each time', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).not.toBe(previousSecret);
  });

  test('v1 is keyed with the whole secret, over timestamp, dot and the raw body', () => {
    const expected = createHmac('sha256', secret).update(`1772000000.${body}`).digest('hex');
    expect(signWebhook(webhook).headers['X-Service-Signature']).toBe(`t=1772000000,v1=${expected}`);
  });

  test('during a rotation v0 is that of the previous secret', () => {
    const [, v1, v0] = (
      signWebhook({ ...webhook, previousKey: signingKey(previousSecret) }).headers['X-Service-Signature'] ?? ''
    ).split(',');
    expect(v1).toBe(signWebhook(webhook).headers['X-Service-Signature']?.split(',')[1]);
    expect(v0?.slice(3)).toBe(
      signWebhook({ ...webhook, key: signingKey(previousSecret) }).headers['X-Service-Signature']?.split('v1=')[1],
    );
  });

  test.each([
    ['the new', secret],
    ['the previous', previousSecret],
  ])('the Standard Webhooks library verifies it with %s secret', (_which, known) => {
    const timestamp = Math.floor(Date.now() / 1_000);
    const { headers } = signWebhook({ ...webhook, timestamp, previousKey: signingKey(previousSecret) });
    expect(new Webhook(known).verify(body, headers)).toMatchObject({ event: 'execution.completed' });
  });

  test('another body does not verify', () => {
    const { headers } = signWebhook({ ...webhook, timestamp: Math.floor(Date.now() / 1_000) });
    expect(() => new Webhook(secret).verify('{"event":"execution.failed"}', headers)).toThrow();
  });
});

describe('SecretBox', () => {
  const box = new SecretBox([key('k1', 1)]);

  // Rules: 18.1.1
  test('opens what it sealed', () => {
    expect(box.open(box.seal('whsec_Zoë', 'subscription:1'), 'subscription:1')).toBe('whsec_Zoë');
  });

  test('seals the same text differently each time, and without showing it', () => {
    const sealed = box.seal('whsec_secret', 'subscription:1');
    expect(sealed).not.toBe(box.seal('whsec_secret', 'subscription:1'));
    expect(sealed).toMatch(/^v1\.k1\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
    expect(Buffer.from(sealed.split('.')[4] ?? '', 'base64url').toString()).not.toContain('secret');
  });

  test('does not open for another record', () => {
    expect(() => box.open(box.seal('text', 'subscription:1'), 'subscription:2')).toThrow('does not open');
  });

  test.each([2, 3, 4])('does not open when part %i was changed', (part) => {
    const parts = box.seal('a longer text', 'record').split('.');
    const bytes = Buffer.from(parts[part] ?? '', 'base64url');
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
    parts[part] = bytes.toString('base64url');
    expect(() => box.open(parts.join('.'), 'record')).toThrow('does not open');
  });

  test('does not open with a shortened tag', () => {
    const parts = box.seal('text', 'record').split('.');
    parts[3] = Buffer.from(parts[3] ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url');
    expect(() => box.open(parts.join('.'), 'record')).toThrow('does not open');
  });

  // Rules: 18.1.2
  test('after a rotation the old key still opens, the new one seals', () => {
    const sealed = box.seal('text', 'record');
    const rotated = new SecretBox([key('k2', 2), key('k1', 1)]);
    expect(rotated.open(sealed, 'record')).toBe('text');
    expect(rotated.seal('text', 'record').split('.')[1]).toBe(rotated.currentKeyId);
  });

  test('a key that is not configured is named', () => {
    const other = new SecretBox([key('k2', 1)]);
    expect(() => other.open(box.seal('text', 'record'), 'record')).toThrow('The key "k1" is not in the list of keys');
  });
});
