import { isWordless } from '../../core/wordless.ts';
import { expect, test } from '../support/jest.ts';

// Rules: 10.7.2
test.each([
  [null],
  [''],
  [' \u00a0\t'],
  ['\u200b\u2060\ufeff'],
  // Fillers, which Unicode counts among letters and signs.
  ['\u3164\u115f\uffa0'],
  ['\u2800'],
  ['\u0301'],
  [['', null, ['\u00ad']]],
  [[]],
])('a sentence has a gap where %j goes', (value) => {
  expect(isWordless(value)).toBe(true);
});

test.each([[0], [false], ['0'], ['–'], ['é'], ['王'], ['🏠'], ['a\u200b'], [['', 'x']]])(
  'and none where %j does',
  (value) => {
    expect(isWordless(value)).toBe(false);
  },
);
