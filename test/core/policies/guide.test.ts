import { readFileSync } from 'node:fs';
import { expect, test } from '../../support/jest.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';

const GUIDE = readFileSync(new URL('../../../docs/guides/policies.md', import.meta.url), 'utf8');

/** The list under a heading of the guide. */
function listUnder(heading: string): string[] {
  const [, section = ''] = GUIDE.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return own.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2).replaceAll('`', '')] : []));
}

const compiled = (prompt: string) => compilePolicy(prompt, { useCase: 'tenant_screening', asOf: '2026-01-05' });

test('the guide lists policies of both kinds', () => {
  expect(listUnder('What is understood').length).toBeGreaterThan(10);
  expect(listUnder('What is refused').length).toBeGreaterThan(10);
});

// Rules: 2.6.3
test.each(listUnder('What is understood'))('the guide says that this compiles: %s', (prompt) => {
  const result = compiled(prompt);
  expect(result.ok ? [] : result.details).toEqual([]);
});

// Rules: 2.6.3
test.each(listUnder('What is refused'))('the guide says that this is refused: %s', (prompt) => {
  const result = compiled(prompt);
  expect(result.ok).toBe(false);
  expect(result.ok ? [] : result.details.map(({ field }) => field)).toContain('prompt');
});
