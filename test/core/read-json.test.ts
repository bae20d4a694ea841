import fc from 'fast-check';
import { isJsonObject, storedText, type Json } from '../../core/json.ts';
import { fieldOf, type Way } from '../../core/path.ts';
import { readJson, UnreadableJson } from '../../core/read-json.ts';
import { describe, expect, test } from '../support/jest.ts';
import { randomOf } from './policies/support/sentences.ts';

const TWICE = 'is there twice, and a key may be there once';

/** The fault of the text: its path and the problem. */
function problemOf(text: string): string | undefined {
  try {
    readJson(text);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableJson) return error.message;
    throw error;
  }
}

// Rules: 15.10.1, 15.10.2
describe('a key that is there twice is refused with its path:', () => {
  test.each([
    ['{"decision":"denied","decision":"approved"}', 'decision'],
    ['{"a":{"ssn":"1","b":[],"ssn":"2"}}', 'a.ssn'],
    [String.raw`{"ssn":"1","\u0073sn":"2"}`, 'ssn'],
    [String.raw`{"\u0073\u0073\u006E":"1","ssn":"2"}`, 'ssn'],
    ['{"rows":[{"a":1},{"applicant":{"x":[[1,{"y":1,"y":1}]]}}]}', 'rows[1].applicant.x[0][1].y'],
    ['[{"a":1},{"a":1,"b":"a:,{[\\"","a":1}]', '[1].a'],
    ['{"a":null,"a":null}', 'a'],
    ['{"a":{"deep":{"a":1}},"a":1}', 'a'],
    ['{"a":1,"a":{"b":1,"b":1}}', 'a'],
    ['{"a":{"b":1,"b":1},"a":1}', 'a.b'],
    ['{"":1,"":2}', ''],
    ['{"x":{"":1,"":2}}', 'x.'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"1":1,"1":2}', '1'],
    [String.raw`{"a\/b":1,"a/b":2}`, 'a/b'],
    [String.raw`{"\ud83d\ude00":1,"😀":2}`, '😀'],
    [String.raw`{"a":"\\","a":"\\\""}`, 'a'],
    ['\t{ "a"\n:\r1 , "a" : 2 }\n', 'a'],
  ])('%s', (text, field) => {
    expect(problemOf(text)).toBe(`${field} ${TWICE}`);
  });

  test.each([
    [String.raw`{"decision":"denied","decision\u0000":"approved"}`, 'decision'],
    [String.raw`{"\ud800x":1,"\udc00x":2}`, '\ufffdx'],
    [String.raw`{"\ud800x":1,"\ufffdx":2}`, '\ufffdx'],
  ])('%s, which is one key once it is stored', (text, field) => {
    expect(problemOf(text)).toBe(`${field} ${TWICE}`);
  });

  test('also where the value that is dropped is nested as deep as a text can be', () => {
    const deep = `${'{"b":1,"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    expect(problemOf(`{"x":${deep},"x":1}`)).toBe(`x ${TWICE}`);
    expect(problemOf(`{"x":${'{"a":'.repeat(62)}{"b":1,"b":1}${'}'.repeat(62)},"x":1}`)).toBe(
      `x${'.a'.repeat(62)}.b ${TWICE}`,
    );
  });
});

test.each([
  ['{"a":{"a":{"a":1}},"b":{"a":1},"c":[{"a":1},{"a":1}]}'],
  ['{"a":"a","b":"\\"a\\":1,\\"a\\":1","A":1,"a ":1,"á":1,"a\u0301":1}'],
  [String.raw`{"a":"\u0000\ud800","b\u0000":1,"\ud800":1}`],
  ['"a:a:a"'],
  ['null'],
  ['[]'],
])('the same key in other objects, and in texts, is no second one: %s', (text) => {
  expect(readJson(text)).toEqual(JSON.parse(text));
});

test.each(['', '{', '{"a":1,}', '{"a":1 "a":2}', '{"a":1,"a":2', "{'a':1}", '{"a":1}}'])(
  'what is no JSON throws a SyntaxError: %s',
  (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  },
);

describe('what is nested deeper than 64 levels', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  test('is refused, and what is as deep as that is not', () => {
    expect(problemOf(nested(64))).toBeUndefined();
    expect(problemOf(nested(65))).toBe(`${'[0]'.repeat(64)} is nested deeper than 64 levels`);
  });

  test('is refused however deep it is', () => {
    expect(problemOf(`${'{"a":['.repeat(200_000)}${']}'.repeat(200_000)}`)).toContain('is nested deeper');
  });

  test('is named by its first place', () => {
    const deep = nested(63);
    expect(problemOf(`{"a":{"b":1},"c":[1,{"d":${deep}},{"e":${deep}}]}`)).toBe(
      `c[1].d${'[0]'.repeat(61)} is nested deeper than 64 levels`,
    );
  });
});

test('a key with a backslash is refused by its name, before anything is parsed', () => {
  expect(problemOf(String.raw`{"a\\":1, and no JSON`)).toBe(
    String.raw`a\\ has a backslash in its name, which no key may have`,
  );
});

/** Trees whose objects have each key once, by what is stored of it. */
const KEY = fc
  .oneof(
    fc.constantFrom('a', 'ssn', '', '__proto__', '"', ':', '{"a":', '0', 'é', '😀', '\u0000', 'a\u0000'),
    fc.string(),
  )
  .map((key) => key.replaceAll('\\', ''));
const { tree: TREE } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a":1,"a', '\\', '\\"', '\ud800'),
      fc.integer(),
      fc.boolean(),
    ),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(KEY, tie('tree')), { maxLength: 5, selector: ([key]) => storedText(key) })
      .map((members) => Object.fromEntries(members.map(([key, value]) => [key, value]))),
  ),
}));

/** Each object in the tree that has a member, with the way to it. */
function objectsIn(value: Json, way: Way = []): { readonly way: Way; readonly keys: readonly string[] }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, [...way, index]));
  if (!isJsonObject(value)) return [];
  const keys = Object.keys(value);
  const inner = keys.flatMap((key) => objectsIn(value[key] ?? null, [...way, key]));
  return keys.length === 0 ? inner : [{ way, keys }, ...inner];
}

/** The tree as JSON with blanks and escapes at random, and one member of the object at `at` written again behind it. */
function write(value: Json, random: () => number, repeated?: { readonly at: Way; readonly key: string }): string {
  const blank = () => [' ', '\n', '\t', '', '', ''][Math.floor(random() * 6)] ?? '';
  const unit = (sign: string) => {
    const code = sign.charCodeAt(0);
    const mustEscape = sign === '"' || sign === '\\' || code < 0x20 || (code >= 0xd800 && code < 0xe000);
    if (!mustEscape && random() < 0.7) return sign;
    const hex = code.toString(16).padStart(4, '0');
    return `\\u${random() < 0.5 ? hex : hex.toUpperCase()}`;
  };
  const text = (of: string) => `"${of.split('').map(unit).join('')}"`;
  const list = (parts: readonly string[]) => parts.map((part) => blank() + part + blank()).join(',') || blank();
  const any = (of: Json, way: Way): string => {
    if (typeof of === 'string') return text(of);
    if (Array.isArray(of)) return `[${list(of.map((item, index) => any(item, [...way, index])))}]`;
    if (!isJsonObject(of)) return JSON.stringify(of);
    const keys = Object.keys(of);
    const members = keys.map((key) => `${text(key)}${blank()}:${blank()}${any(of[key] ?? null, [...way, key])}`);
    if (repeated !== undefined && JSON.stringify(repeated.at) === JSON.stringify(way)) {
      const first = keys.indexOf(repeated.key);
      const place = first + 1 + Math.floor(random() * (keys.length - first));
      members.splice(place, 0, `${text(repeated.key)}:${any(of[keys[0] ?? ''] ?? null, ['elsewhere'])}`);
    }
    return `{${list(members)}}`;
  };
  return blank() + any(value, []) + blank();
}

test('any JSON without a key twice is read as JSON.parse reads it, however it is written', () => {
  fc.assert(
    fc.property(TREE, fc.nat(), (tree, seed) => {
      const text = write(tree, randomOf(seed));
      expect(readJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2_000 },
  );
});

test('any JSON with one key twice is refused with its path, wherever it is and however it is written', () => {
  let refused = 0;
  fc.assert(
    fc.property(TREE, fc.nat(), (tree, seed) => {
      const random = randomOf(seed);
      const objects = objectsIn(tree);
      const chosen = objects[Math.floor(random() * objects.length)];
      if (chosen === undefined) return;
      const key = chosen.keys[Math.floor(random() * chosen.keys.length)] ?? '';
      const text = write(tree, random, { at: chosen.way, key });
      const way = [...chosen.way, key].map((step) => (typeof step === 'string' ? storedText(step) : step));
      expect([text, problemOf(text)]).toEqual([text, `${fieldOf(way)} ${TWICE}`]);
      refused += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(refused).toBeGreaterThan(500);
});
