import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../support/jest.ts';
import { nameTarballs, type LockFile } from '../../cli/lock/tarballs.ts';

const LOCK = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as LockFile;

describe('package-lock.json', () => {
  test('names the tarball of each package, so that npm need not ask for it (npm run lock)', () => {
    const nameless = Object.entries(LOCK.packages).filter(([path, { resolved }]) => path !== '' && !resolved);
    expect(nameless.map(([path]) => path)).toEqual([]);
  });

  test('names no registry: .npmrc puts the one that the machine uses', () => {
    const hosts = Object.values(LOCK.packages).flatMap(({ resolved }) => resolved?.split('/')[2] ?? []);
    expect([...new Set(hosts)]).toEqual(['tarballs.invalid']);
    expect(readFileSync(join(import.meta.dirname, '../../.npmrc'), 'utf8')).toContain(
      'replace-registry-host=tarballs.invalid\n',
    );
  });
});

test('a tarball has the name of its package without the scope, an alias that of the package meant', () => {
  const locked = { version: '1.2.3', integrity: 'sha512-AA==' };
  const { packages } = nameTarballs({
    packages: {
      '': { version: '0.1.0' },
      'node_modules/plain': locked,
      'node_modules/plain/node_modules/@scope/nested': locked,
      'node_modules/alias': { ...locked, name: '@scope/meant' },
    },
  });
  expect(Object.values(packages).map(({ resolved }) => resolved)).toEqual([
    undefined,
    'https://tarballs.invalid/plain/-/plain-1.2.3.tgz',
    'https://tarballs.invalid/@scope/nested/-/nested-1.2.3.tgz',
    'https://tarballs.invalid/@scope/meant/-/meant-1.2.3.tgz',
  ]);
});
