import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../support/jest.ts';
import { NODE_ARGUMENTS, SERVICES } from '../../cli/stack/services.ts';
import { envExample } from '../../platform/config.ts';
import { VARIABLES } from '../../platform/config/variables.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('configuration', () => {
  test('.env.example is what the table of variables prints', () => {
    expect(read('.env.example')).toBe(envExample());
  });

  test('no service reads an environment variable that the table lacks', () => {
    const sources = ['core', 'platform', 'services'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name)),
    );
    const named = sources.flatMap((path) =>
      [...read(path).matchAll(/process\.env(?:\.([A-Z_]+)|\[['"]([A-Z_]+)['"]\])/g)].map(([, a, b]) => a ?? b ?? ''),
    );
    expect(named.filter((name) => !(name in VARIABLES))).toEqual([]);
  });

  test('docker-compose.yml sets only variables that there are', () => {
    const named = [...read('docker-compose.yml').matchAll(/^ {4,}([A-Z][A-Z_]+):/gm)].map(([, name]) => name ?? '');
    const ofOtherImages = /^(POSTGRES|PG|DB|TEMPORAL_CLI|DYNAMIC_CONFIG)/;
    expect(named.filter((name) => !(name in VARIABLES) && !ofOtherImages.test(name))).toEqual([]);
    expect(named).toContain('DATABASE_URL');
  });

  test.each(SERVICES)('docker-compose.yml starts %s with the arguments that npm start gives it', (service) => {
    const words = ['node', ...(NODE_ARGUMENTS[service] ?? []), `services/${service}/main.ts`];
    expect(read('docker-compose.yml')).toContain(`command: [${words.map((word) => `'${word}'`).join(', ')}]`);
  });
});
