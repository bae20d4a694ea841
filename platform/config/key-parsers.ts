import type { EncryptionKey } from '../crypto.ts';
import { parseEvidenceKey, type EvidenceKey } from '../evidence/index.ts';
import { listOf, ParseError, type Parser } from './parsers.ts';

export const encryptionKeys: Parser<readonly EncryptionKey[]> = (value) => {
  const keys = listOf((item): EncryptionKey => {
    const [, id, base64] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]+={0,2})$/.exec(item) ?? [];
    const key = Buffer.from(base64 ?? '', 'base64');
    if (id === undefined || key.length !== 32) {
      throw new ParseError('must be a list of id:base64, where the base64 is of 32 bytes');
    }
    return { id, key };
  })(value);
  if (keys.length === 0) throw new ParseError('must hold at least one key');
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new ParseError('has two keys with the same id');
  return keys;
};

export const evidenceKeys: Parser<readonly EvidenceKey[]> = (value) => {
  const keys = listOf((item): EvidenceKey => {
    const key = parseEvidenceKey(item);
    if (key === null) {
      throw new ParseError('must be a list of id:base64 or id:public:base64, where the base64 is of 32 bytes');
    }
    return key;
  })(value);
  if (keys[0]?.privateKey == null) throw new ParseError('must begin with a private key: id:base64');
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new ParseError('has two keys with the same id');
  return keys;
};
