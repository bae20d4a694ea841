import { isJsonObject } from '../../../core/json.ts';
import { readJson } from '../../../core/read-json.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Throws UnreadableJson if JSON of the identity provider is ambiguous: a response, or the header or claims of a token
 * in it. A signature covers both of two `email` claims, and the package that checks it takes the last one.
 */
export function requireReadable(contentType: string, content: ArrayBuffer): void {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/jwt') requireReadableToken(UTF8.decode(content));
  if (type !== 'application/json' && !type.endsWith('+json')) return;
  const body = readJson(UTF8.decode(content));
  if (isJsonObject(body) && typeof body.id_token === 'string') requireReadableToken(body.id_token);
}

function requireReadableToken(token: string): void {
  const [header = '', claims = ''] = token.split('.');
  for (const part of [header, claims]) readJson(UTF8.decode(Buffer.from(part, 'base64url')));
}
