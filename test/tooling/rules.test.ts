import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../support/jest.ts';
import { RULES, SECTIONS } from '../support/rules.ts';

const TESTS = join(import.meta.dirname, '..');
/** Rules that no test shows yet. A rule that gets a test leaves the list, and none is added. */
const UNCITED = JSON.parse(readFileSync(join(import.meta.dirname, 'uncited-rules.json'), 'utf8')) as string[];
const MOST_UNCITED = 2;

/** `path: rule` of each comment `// Rules: 9.4.2, 9.4.3` above a test. */
const citations = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) =>
    [...readFileSync(join(TESTS, path), 'utf8').matchAll(/^ *\/\/ Rules: (.*)$/gm)].flatMap(([, rules = '']) =>
      rules.split(', ').map((rule) => ({ path, rule })),
    ),
  );
const cited = new Set(citations.map(({ rule }) => rule));

const ROOT = join(TESTS, '..');
const FOLDERS = ['bench', 'cli', 'clients', 'console/src', 'core', 'data', 'deploy', 'dev', 'docs', 'platform'];
/** `semantics 9.4.2, 9.5 and 9.6.1`, also over the end of a line of a comment. */
const CITATION = /\bsemantics(?:,?(?: to| and)?\s+(?:(?:\*|\/\/|#)\s+)?\d+(?:\.\d+)*)+/gi;

function mentions() {
  const paths = [...FOLDERS, 'services', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  return [...paths, 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md']
    .filter(
      (path) => /\.(?:[jt]sx?|mjs|py|go|sql|sh|md|ya?ml|json|jsonl)$/.test(path) && !path.includes('node_modules/'),
    )
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(CITATION)].flatMap(([text]) =>
        [...text.matchAll(/\d+(?:\.\d+)*/g)].map(([number]) => ({ path, number })),
      ),
    );
}

describe('docs/semantics', () => {
  test('has each number once, in the file of its section', () => {
    const numbers = SECTIONS.flatMap(({ name, text }) => {
      const section = Number.parseInt(name, 10);
      expect(text).toMatch(new RegExp(`^# ${section}\\. `));
      const topics = text.split(/^## /m).slice(1);
      return topics.flatMap((topic) => {
        const [, id = ''] = /^(\d+\.\d+)( .*)?$/m.exec(topic) ?? [];
        expect(id.split('.')[0]).toBe(String(section));
        const rules = [...topic.matchAll(/^- \*\*(.*?)\*\* /gm)].map(([, number = '']) => number);
        for (const rule of rules) expect(rule).toMatch(new RegExp(`^${id.replace('.', '\\.')}\\.[1-9]\\d*$`));
        return [id, ...rules];
      });
    });
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  // Tables are read by their rows.
  test('has no paragraph of more than 600 characters', () => {
    const paragraphs = SECTIONS.flatMap(({ name, text }) =>
      text
        .split(/\n\s*\n|\n(?=- )/)
        .map((paragraph) => ({ name, begins: paragraph.slice(0, 60), of: paragraph.length })),
    );
    expect(paragraphs.filter(({ begins, of }) => of > 600 && !begins.startsWith('|'))).toEqual([]);
  });

  test('is cited by tests, and by no test with a number that is none', () => {
    expect(citations.filter(({ rule }) => !RULES.has(rule))).toEqual([]);
    expect([...RULES.keys()].filter((rule) => !cited.has(rule) && !UNCITED.includes(rule))).toEqual([]);
  });

  test('is cited everywhere by the numbers of rules and topics, and by none that is none', () => {
    const numbers = new Set([...RULES.keys()].flatMap((rule) => [rule, rule.split('.', 2).join('.')]));
    const found = mentions();
    expect(found.length).toBeGreaterThan(200);
    expect(found.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });

  test('has few rules that no test shows, and never more of them', () => {
    expect(UNCITED.filter((rule) => !RULES.has(rule) || cited.has(rule))).toEqual([]);
    expect(UNCITED.length).toBeLessThanOrEqual(MOST_UNCITED);
  });
});
