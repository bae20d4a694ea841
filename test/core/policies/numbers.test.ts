import { expect, test } from '../../support/jest.ts';
import { withNumbers } from '../../../core/policies/numbers.ts';
import { readWords } from '../../../core/policies/words.ts';

const stems = (text: string): string =>
  withNumbers(readWords(text))
    .map(({ stem }) => stem)
    .join(' ');

test.each([
  ['thirty-six percent', '36 percent'],
  ['two and a half times the rent', '2.5 time rent'],
  ['two thousand dollars', '2000 dollar'],
  ['one hundred twenty days', '120 day'],
  ['forty or more', 'forty or more'],
  ['two or three', 'two or three'],
  ['60 thousand a year', '60000 a year'],
  ['twenty, five', 'twenty , five'],
  ['two constructor costs', 'two constructor cost'],
])('%s is read as %s', (text, expected) => {
  expect(stems(text)).toBe(expected);
});
