import { faultsOf, OF_COMMENTS, sentencesOf } from '../../dev/prose/forms.ts';
import { textsOfCode, textsOfMarkdown } from '../../dev/prose/texts.ts';
import { describe, expect, test } from '../support/jest.ts';

const faults = (text: string) => sentencesOf(text).flatMap((sentence) => faultsOf(sentence, OF_COMMENTS));

describe('a sentence', () => {
  test.each([
    'Of each field the label.',
    'What is tried no more waits for somebody.',
    'Whether it is open.',
    'The same of a list.',
    'Numbers stay. Of texts the first line.',
  ])('that begins without a noun is a fault: %s', (text) => {
    expect(faults(text)).toEqual(['begins without a noun']);
  });

  test.each(['Of these, three are kept.', 'What became of it?', '`Of` and `What` are words.', 'Offers stay.'])(
    'is none: %s',
    (text) => {
      expect(faults(text)).toEqual([]);
    },
  );

  test('has at most 25 words in a comment, and code is one of them', () => {
    const words = (count: number) => `${Array.from({ length: count }, () => 'word').join(' ')}.`;
    expect(faults(words(25))).toEqual([]);
    expect(faults(words(26))).toEqual(['too long']);
    expect(faults(`\`a b c d\` ${words(24)}`)).toEqual([]);
  });
});

describe('of a source file', () => {
  test('lines of comments that follow each other are one text, and citations are none', () => {
    const code = ['// A sentence', '// on two lines.', '// Rules: 1.2.3', 'const a = 1;', '/** A block. */'].join('\n');
    expect(textsOfCode('a.ts', code).comments).toEqual([
      { line: 1, text: 'A sentence on two lines.' },
      { line: 5, text: 'A block.' },
    ]);
  });

  test('literals that are sentences are messages, and values in them a word', () => {
    const code = "const a = ['applicant.email', 'It is not there.', `It has ${b} of them.`];";
    expect(textsOfCode('a.ts', code).messages.map(({ text }) => text)).toEqual([
      'It is not there.',
      'It has X of them.',
    ]);
  });

  test('texts of a page are messages', () => {
    expect(textsOfCode('a.tsx', 'const a = <p>Nobody waits\n  here.</p>;').messages).toEqual([
      { line: 1, text: 'Nobody waits here.' },
    ]);
  });
});

test('paragraphs, items and cells of a document are texts; headings and code are not', () => {
  const document = [
    '# What it is',
    '',
    'A [link](https://example.com)',
    'goes on.',
    '- An item',
    '',
    '```',
    'Of code.',
    '```',
    '| a | A cell. |',
  ];
  expect(textsOfMarkdown(document.join('\n')).map(({ text }) => text)).toEqual([
    'A link goes on.',
    'An item',
    'A cell.',
  ]);
});
