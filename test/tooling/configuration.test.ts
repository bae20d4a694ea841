import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { describe, expect, test } from '../support/jest.ts';
import { NODE_ARGUMENTS, SERVICES } from '../../dev/stack/services.ts';
import { envExample } from '../../platform/config/index.ts';
import { VARIABLES } from '../../platform/config/variables.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface DeploymentManifest {
  readonly kind: string;
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly env?: readonly { readonly name: string }[] }[] };
    };
  };
}

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

  test('docker-compose.yml says each variable once', () => {
    const named = [...read('docker-compose.yml').matchAll(/^ {4,}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? '');
    // With a login of its own in each service.
    const ofEach = ['DATABASE_URL', 'NATS_URL'];
    const ours = named.filter((name) => name in VARIABLES && !ofEach.includes(name));
    // Temporal's namespace is made by a container of Temporal, which knows the variable by the same name.
    const ofTemporal = ['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE'];
    const twice = ours.filter((name, index) => ours.indexOf(name) !== index);
    expect(twice.sort()).toEqual(ofTemporal);
    expect(ours.length).toBeGreaterThan(100);
  });

  test.each(SERVICES)('docker-compose.yml gives %s the secrets that its manifest gives it, and no other', (service) => {
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
      readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>;
    };
    // A path says where a secret lies and is none itself.
    const secrets = Object.entries(VARIABLES).flatMap(([name, { secret }]) =>
      secret && !name.endsWith('_PATH') ? [name] : [],
    );
    const isSecret = (name: string): boolean => secrets.includes(name);
    const inCompose = Object.keys(services[service]?.environment ?? {}).filter(isSecret);
    const inManifest = parseAllDocuments(read(`deploy/k8s/base/${service}.yaml`)).flatMap((document) => {
      const { kind, spec } = document.toJS() as DeploymentManifest;
      if (kind !== 'Deployment') return [];
      return spec.template.spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name));
    });
    expect(inCompose.sort()).toEqual(inManifest.filter(isSecret).sort());
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
