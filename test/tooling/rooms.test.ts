import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '../support/jest.ts';
import { sourcePaths } from './boundaries.ts';

const ROOT = join(import.meta.dirname, '../..');

test('ARCHITECTURE.md says of each folder with code what is in it (issue 28)', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const [, rooms = ''] = /\n### Rooms\n(.*?)\n### /s.exec(text) ?? [];
  const listed = [...rooms.matchAll(/^- `([^`]+)`: .{10}/gm)].map(([, folder = '']) => folder);
  const sources = sourcePaths(ROOT).filter((path) => /^(core|platform|services|cli|dev|console\/src)\//.test(path));
  expect(listed.toSorted()).toEqual([...new Set(sources.map((path) => dirname(path)))].toSorted());
});
