import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from '../support/jest.ts';
import { csvLine, textOfCell } from '../../core/csv-line.ts';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const BLANKS = ['', ' ', '  \t', '\n', '\r\n', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u200e'];
const cellsOf = (line: string) => (parse(line, { relax_column_count: true }) as string[][])[0];

describe('a cell of a CSV file', () => {
  // Rules: 17.7.3
  test.each(SIGNS)('that begins with %s, also behind blanks, is text and no formula', (sign) => {
    const texts = BLANKS.map((blank) => `${blank}${sign}HYPERLINK("http://evil.example")`);
    expect(cellsOf(csvLine(texts))).toEqual(texts.map((text) => `'${text}`));
  });

  test.each(['\t', '\r', '\n'])('that begins with %j gets an apostrophe, whatever follows', (control) => {
    expect(cellsOf(csvLine([`${control}1`]))).toEqual([`'${control}1`]);
  });

  test('stays as it is if a sign or a blank stands elsewhere', () => {
    const texts = ['a=b', 'Ann-Marie', ' Ann', 'pat@example.com', '5 + 3', '', '（a＝b）', 'a, "b"\r\nc'];
    expect(cellsOf(csvLine(texts))).toEqual(texts);
  });

  // Rules: 17.7.3
  test('stays a negative number that was sent as a text', () => {
    expect(csvLine(['-12', '-0.50', '-1-1', '-1e5', '-.5'])).toBe("-12,-0.50,'-1-1,'-1e5,'-.5\r\n");
  });

  // Rules: 17.7.5
  test('is the text once an apostrophe is taken off its beginning', () => {
    const texts = fc.array(fc.stringMatching(/^['=@ -]{0,3}[a'1-]{0,4}$/), { minLength: 2 });
    fc.assert(
      fc.property(texts, (sent) => {
        const cells = cellsOf(csvLine(sent)) ?? [];
        expect(cells.map((cell) => cell.replace(/^'/, ''))).toEqual(sent);
        expect(cells.map(textOfCell)).toEqual(sent);
      }),
    );
  });

  // Rules: 17.11.8
  test('that somebody else wrote keeps an apostrophe of its own', () => {
    expect(["'s-Gravenhage", "'t Hooft", "'-5", "'", "'=1", "''t"].map(textOfCell)).toEqual([
      "'s-Gravenhage",
      "'t Hooft",
      "'-5",
      "'",
      '=1',
      "'t",
    ]);
  });

  // Rules: 17.7.3
  test('stays a number if it is one, and JSON if it is neither text nor number', () => {
    expect(csvLine([-5, true, null, undefined, ['-1'], { a: '=1' }])).toBe('-5,true,,,"[""-1""]","{""a"":""=1""}"\r\n');
  });
});
