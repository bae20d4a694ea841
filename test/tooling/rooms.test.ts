import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '../support/jest.ts';
import { sourcePaths } from './boundaries.ts';

const ROOT = join(import.meta.dirname, '../..');

test('ARCHITECTURE.md says of each folder with code what is in it', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const [, rooms = ''] = /\n### Rooms\n(.*?)\n### /s.exec(text) ?? [];
  const listed = [...rooms.matchAll(/^- `([^`]+)`: .{10}/gm)].map(([, folder = '']) => folder);
  const sources = sourcePaths(ROOT).filter((path) => /^(core|platform|services|cli|dev|console\/src)\//.test(path));
  expect(listed.toSorted()).toEqual([...new Set(sources.map((path) => dirname(path)))].toSorted());
});

test('ARCHITECTURE.md names no file and no folder that is not there', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const paths = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const named = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
  const files = named.filter((name) => /(?<!^x)\.(ts|tsx|mjs|json|css|md)$/.test(name));
  const folders = named.filter((name) => /^(core|platform|services|cli|dev|data|test|bench|console|docs)\//.test(name));
  const isThere = (name: string) => paths.some((path) => path === name || path.endsWith(`/${name}`));
  expect(files.filter((name) => !isThere(name))).toEqual([]);
  expect(folders.filter((name) => !paths.some((path) => path.startsWith(name)))).toEqual([]);
  expect([files.length > 100, folders.length > 100]).toEqual([true, true]);
});
