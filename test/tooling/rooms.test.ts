import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '../support/jest.ts';
import { sourcePaths } from './boundaries.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A heading with the folder's path, and what is in it. */
const LINE = /^# (\S+)\n\n\S.{8}/;

test('each folder with code says in its README.md what is in it', () => {
  const sources = sourcePaths(ROOT).filter((path) => /^(core|platform|services|cli|dev|console\/src)\//.test(path));
  const folders = [...new Set(sources.map((path) => dirname(path)))];
  expect(folders.length).toBeGreaterThan(100);
  const headed = (folder: string) => {
    const file = join(ROOT, folder, 'README.md');
    return existsSync(file) ? LINE.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  };
  expect(folders.filter((folder) => headed(folder) !== folder)).toEqual([]);
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
  expect([files.length > 40, folders.length > 40]).toEqual([true, true]);
});

test('ARCHITECTURE.md is read in a quarter of an hour: 18 kB', () => {
  expect(readFileSync(join(ROOT, 'ARCHITECTURE.md')).length).toBeLessThanOrEqual(18 * 1024);
});
