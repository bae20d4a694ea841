import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly integrity?: string }>>;
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as LockFile;

test('package-lock.json has a checksum for every package and names no registry host', () => {
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
});
