import { keyWithBackslash } from '../../core/json-keys.ts';
import type { Json } from '../../core/json.ts';
import { expect, test } from '../support/jest.ts';
import { randomOf } from './policies/support/sentences.ts';

// Rules: 15.9.4
test.each([
  [String.raw`{"\\":1}`, String.raw`\\`],
  [String.raw`{"a":{"b":[{"c\\d" :1}]}}`, String.raw`c\\d`],
  [String.raw`{"\u005c":1}`, String.raw`\u005c`],
  [String.raw`{"a":"b","c\u005C"` + '\n\t: 1}', String.raw`c\u005C`],
  [String.raw`{"a":1,"\\":1, and then something that is no JSON`, String.raw`\\`],
])('a key with a backslash is found: %s', (text, key) => {
  expect(keyWithBackslash(text)).toBe(key);
});

test.each([
  [String.raw`{"a":"\\","b":["\\",":"],"c":"\":\\"}`],
  [String.raw`{"\u540d\n\"":"C:\\files:","\t":1}`],
  [String.raw`["\\", "x"]`],
  [String.raw`"\\`],
  ['{}'],
])('a text without one is let through: %s', (text) => {
  expect(keyWithBackslash(text)).toBeUndefined();
});

test('of 5,000 random documents, just those are found that have such a key', () => {
  const random = randomOf(7);
  const below = (end: number) => Math.floor(random() * end);
  const text = () =>
    Array.from({ length: below(4) }, () => ['\\', '"', ':', 'u005c', '名', ' ', 'a'][below(7)]).join('');
  const value = (depth: number): Json => {
    const kind = depth === 0 ? 0 : below(3);
    if (kind === 0) return text();
    const items = Array.from({ length: below(4) }, () => value(depth - 1));
    return kind === 1 ? items : Object.fromEntries(items.map((item) => [text(), item]));
  };
  const has = (of: Json): boolean =>
    typeof of === 'object' &&
    of !== null &&
    Object.entries(of).some(([key, item]) => (!Array.isArray(of) && key.includes('\\')) || has(item));
  const documents = Array.from({ length: 5_000 }, () => value(4));
  const found = documents.filter(
    (document) => keyWithBackslash(JSON.stringify(document, null, below(2))) !== undefined,
  );
  expect(found.length).toBeGreaterThan(100);
  expect(found).toEqual(documents.filter(has));
});
