import { readFileSync } from 'node:fs';
import { expect, test } from '../support/jest.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The rows of the table of loops in docs/scaling.md: what runs, and the file and the title of its test. */
function rows(): { readonly loop: string; readonly file: string; readonly title: string }[] {
  const section = read('docs/scaling.md').split('## What a caller can make us do')[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| -') && !line.startsWith('| loop'))
    .map((line) => {
      const [loop = '', , cited = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      const [, file = '', title = ''] = /^`(test\/\S+)`: (.+)$/.exec(cited) ?? [];
      return { loop, file, title };
    });
}

test('every loop over what a caller sends has a test that holds its bound', () => {
  expect(rows().length).toBeGreaterThan(15);
  const missing = rows().filter(({ file, title }) => file === '' || !read(file).includes(`'${title}'`));
  expect(missing).toEqual([]);
});
