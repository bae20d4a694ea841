import { describe, expect, test } from '../../support/jest.ts';
import { requireReadable } from '../../../services/gateway/sign-in/readable.ts';

const token = (header: string, claims: string): string =>
  `${[header, claims].map((part) => Buffer.from(part).toString('base64url')).join('.')}.signature`;
const read = (type: string, text: string | Uint8Array): void => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  requireReadable(type, new Uint8Array(bytes).buffer);
};

describe('a response of the identity provider', () => {
  test.each([
    ['metadata', 'application/json', '{"issuer":"a","issuer":"b"}', 'issuer'],
    ['a set of keys', 'application/jwk-set+json', '{"keys":[{"kid":"a","kid":"b"}]}', 'keys[0].kid'],
    ['userinfo', 'application/json; charset=utf-8', String.raw`{"email":"a","emai\u006c":"b"}`, 'email'],
    ['signed userinfo', 'application/jwt', token('{"alg":"RS256"}', '{"sub":"a","email":"a","email":"b"}'), 'email'],
    ['the header of a token', 'Application/JWT', token('{"kid":"a","kid":"b"}', '{"sub":"a"}'), 'kid'],
    [
      'an ID token in a response',
      'application/json',
      JSON.stringify({ id_token: token('{}', '{"sub":"a","address":{"x":1,"x":2}}') }),
      'address.x',
    ],
  ])('is refused for a key that is there twice: %s', (_what, type, text, field) => {
    expect(() => read(type, text)).toThrow(`${field} is there twice`);
  });

  test('is refused for bytes that are no UTF-8, which another reader may take for the same key', () => {
    expect(() => read('application/json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow();
  });

  test.each([
    ['application/json', JSON.stringify({ id_token: token('{"alg":"RS256"}', '{"sub":"a","groups":["a","a"]}') })],
    ['application/json', '{"id_token":null,"error":"invalid_grant"}'],
    ['text/html', '<p>"a":1,"a":2</p>'],
  ])('is let through as %s: %s', (type, text) => {
    expect(() => read(type, text)).not.toThrow();
  });
});
