import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../support/jest.ts';
import { NODE_ARGUMENTS, SERVICES } from '../../dev/stack/services.ts';
import { envExample } from '../../platform/config/index.ts';
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
    const named = [...read('docker-compose.yml').matchAll(/^ {4,}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? '');
    const ofOtherImages = /^(POSTGRES|DB|SQL|BIND_ON_IP|DYNAMIC_CONFIG|GF_)|_(DB|NATS)_PASSWORD$/;
    expect(named.filter((name) => !(name in VARIABLES) && !ofOtherImages.test(name))).toEqual([]);
    expect(named).toContain('DATABASE_URL');
  });

  test('docker-compose.yml passes on every variable that the image does not set', () => {
    const ofTheImage = [
      'OPS_HOST',
      'OPS_PORT',
      'CASCADE_DATA_DIR',
      'GATEWAY_HOST',
      'GATEWAY_PORT',
      'RENDERER_HOST',
      'RENDERER_PORT',
    ];
    const wanted = Object.keys(VARIABLES).filter(
      (name) => !ofTheImage.includes(name) && !read('Dockerfile').includes(`${name}=`),
    );
    const passed = [...read('docker-compose.yml').matchAll(/^ {4,}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? '');
    expect(wanted.filter((name) => !passed.includes(name))).toEqual([]);
  });

  test('every container of docker-compose.yml is hardened, limited, and of a pinned image', () => {
    const text = read('docker-compose.yml');
    const services = text.slice(text.indexOf('\nservices:'), text.indexOf('\nnetworks:')).split(/^ {2}(?=[a-z-]+:$)/m);
    const [, ...blocks] = services;
    expect(blocks.length).toBeGreaterThanOrEqual(14);
    for (const block of blocks) {
      expect(block).toMatch(/<<: \*(service|hardened)/);
      if (!block.includes('<<: *service')) expect(block).toMatch(/mem_limit: .+[^]*pids_limit: /);
    }
    const hardened = text.slice(text.indexOf('x-hardened'), text.indexOf('x-service'));
    for (const setting of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'max-size']) {
      expect(hardened).toContain(setting);
    }
    const images = [...text.matchAll(/image: (\S+)/g)].map(([, image]) => image ?? '');
    expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/.test(image))).toEqual([]);
  });

  test('PostgreSQL of docker-compose.yml has connections for Temporal and all services', () => {
    const [, most = ''] = /max_connections=(\d+)/.exec(read('docker-compose.yml')) ?? [];
    const { unset } = VARIABLES.DATABASE_POOL_MAX;
    const ours = (SERVICES.length - 2) * Number(unset.is === 'default' && unset.text);
    // By its own defaults each of Temporal's four services opens up to 20 connections, and 10 for the visibility store.
    expect(Number(most)).toBeGreaterThan(4 * (20 + 10) + ours);
  });

  test.each(SERVICES)('docker-compose.yml starts %s with the arguments that npm start gives it', (service) => {
    const words = ['node', ...(NODE_ARGUMENTS[service] ?? []), `services/${service}/main.ts`];
    expect(read('docker-compose.yml')).toContain(`command: [${words.map((word) => `'${word}'`).join(', ')}]`);
  });
});
