import fc from 'fast-check';
import { written } from '../../../console/src/editor/check.ts';
import { readJsonText, valueOf } from '../../../console/src/editor/json-text.ts';
import { textOf } from '../../../console/src/editor/format.ts';
import { placeOf, placeOfNode, placeOfWarning, nodeAt } from '../../../console/src/editor/places.ts';
import { describe, expect, test } from '../../support/jest.ts';

/** A number too large for one is none that anybody means: JSON.parse takes it for infinite. */
const finite = (_: string, value: unknown): unknown => {
  if (value === Infinity || value === -Infinity) throw new SyntaxError('infinite');
  return value;
};
const parsed = (text: string): { readonly isJson: boolean; readonly value: unknown } => {
  try {
    return { isJson: true, value: JSON.parse(text, finite) as unknown };
  } catch {
    return { isJson: false, value: undefined };
  }
};
const isJsonHere = (text: string): boolean => readJsonText(text).problems.every(({ isJson }) => isJson);
/** JSON of a definition's depth; keys that a prototype has are keys like others. */
const JSON_VALUE = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

describe('JSON as it is written', () => {
  test('is read as JSON.parse reads it, however it is laid out', () => {
    fc.assert(
      fc.property(JSON_VALUE, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect([valueOf(readJsonText(text).root), isJsonHere(text)]).toEqual([value, true]);
      }),
    );
  });

  test('has a problem exactly where JSON.parse takes it for no JSON, and never hangs, whatever is cut or put into it', () => {
    const edit = fc.tuple(
      fc.nat(400),
      fc.nat(6),
      fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '-', 'x', '\n', ' '),
    );
    fc.assert(
      fc.property(JSON_VALUE, fc.array(edit, { minLength: 1, maxLength: 4 }), (value, edits) => {
        let text = JSON.stringify(value, null, 1);
        for (const [at, cut, put] of edits) text = text.slice(0, at) + put + text.slice(at + cut);
        expect([text, isJsonHere(text)]).toEqual([text, parsed(text).isJson]);
        for (const { from, to } of readJsonText(text).problems) {
          expect(from >= 0 && from <= to && to <= text.length).toBe(true);
        }
      }),
      { numRuns: 3_000, examples: [[-1.0103246039549491e295, [[2, 1, '']]]] },
    );
  });

  test.each([
    ['{"a": 1,}', 'a comma before `}`', '}'],
    ['[1 2]', 'a comma or a closing bracket is expected', '2'],
    ['{"a" 1}', 'a colon is expected', '1'],
    ['{"a": tru}', '`tru` is no value', 'tru'],
    ['["a]', 'no closing quote', '"a]'],
    ['{"a": {"b": 1}', '`}` is missing at the end', '}'],
    ["{'a': 1}", 'texts stand between double quotes', "'a'"],
    ['[1] 2', 'nothing may follow', '2'],
    ['[1e999]', 'too large', '1e999'],
  ])('%s: the mistake is named at its place', (text, message, place) => {
    const [problem] = readJsonText(text).problems;
    expect(problem?.message).toContain(message);
    expect(text.slice(problem?.from, problem?.to)).toBe(place);
  });

  test.each([
    ['{"next_step": ["a"], "next_step": ["b"]}', 21],
    [String.raw`{"next_step": ["a"], "next_\u0073tep": ["b"]}`, 21],
    ['{"wait": {"duration": "P1D", "duration": "P2D"}}', 29],
  ])('%s: a key that is there twice is a mistake, at its second place, and there is no value to save', (text, from) => {
    const { problems, value } = written(text);
    expect(problems).toMatchObject([{ severity: 'error', message: expect.stringContaining('is there twice') }]);
    expect([problems[0]?.at.from, value]).toEqual([from, undefined]);
  });

  test('a hundred thousand brackets are no recursion without an end', () => {
    expect(isJsonHere('['.repeat(100_000))).toBe(false);
  });

  test('is laid out with lists of texts on one line, and stays what it is', () => {
    expect(textOf([{ id: 'a', next_step: ['b', 'c'] }])).toBe(
      '[\n  {\n    "id": "a",\n    "next_step": ["b", "c"]\n  }\n]\n',
    );
    fc.assert(fc.property(fc.array(JSON_VALUE), (value) => expect(JSON.parse(textOf(value))).toEqual(value)));
  });
});

describe('the place of what is wrong', () => {
  const TEXT = textOf([
    { id: 'start', type: 'ApplicantSource', next_step: ['no.one'] },
    { id: 'w', type: 'Wait', wait: {}, 'odd.key[0]': { inner: 1 } },
  ]);
  const { root } = readJsonText(TEXT);
  const at = (place: { from: number; to: number } | null) => TEXT.slice(place?.from, place?.to);

  test.each([
    ['definition[0].next_step[0]', '"no.one"'],
    ['definition[0].type', '"ApplicantSource"'],
    ['definition[1].wait.duration', '"wait"'],
    ['definition[1].odd.key[0].inner', '1'],
    ['definition[1].missing', '"w"'],
    ['definition[7].id', '['],
    ['definition', '['],
  ])('%s is %s', (field, written) => {
    expect(at(placeOf(root, field))).toBe(written);
  });

  test('of a warning is the member that it quotes, else the id of its node', () => {
    expect(at(placeOfWarning(root, { node_id: 'start', message: '`next_step[0]` leads nowhere' }))).toBe('"no.one"');
    expect(at(placeOfWarning(root, { node_id: 'w', message: 'No edge leads here: `target_step`' }))).toBe('"w"');
    expect(placeOfWarning(root, { node_id: 'gone', message: '' })).toBeNull();
    expect(at(placeOfNode(root, 'w'))).toBe('"w"');
    expect(nodeAt(root, TEXT.indexOf('"wait"'))).toBe('w');
  });
});
