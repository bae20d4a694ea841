import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { GENERATED } from '../../clients/generate/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { ADDITIONS } from './contributing/additions.ts';
import { typesIn } from './contributing/types.ts';

/*
 * CONTRIBUTING.md says which files to edit to add a node kind, an operator, a product, an event or a table. Here one of
 * each is added to a copy of the project, in exactly these files.
 */
const PROJECT = join(import.meta.dirname, '../..');
const CLIENTS_TEST = 'test/tooling/generated-clients.test.ts';
const TYPES_OF = 'types of ';
const EDITS = ADDITIONS.flatMap(({ files }) => Object.entries(files));
const TYPED = EDITS.flatMap(([, { missed }]) => (missed.startsWith(TYPES_OF) ? [missed.slice(TYPES_OF.length)] : []));
const TESTS = [...new Set([...EDITS.map(([, { missed }]) => missed.replace(TYPES_OF, '')), CLIENTS_TEST])];

let copy: string;
let typeErrorsOf: (path: string) => string | null;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'cascade-contributing-'));
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: PROJECT });
  for (const path of stdout.split('\0').filter((name) => name !== '')) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(PROJECT, path), join(copy, path));
  }
  await symlink(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
  await add(ADDITIONS);
  typeErrorsOf = typesIn(
    copy,
    EDITS.filter(([, { missed }]) => missed.startsWith(TYPES_OF)).map(([, { missed }]) =>
      missed.slice(TYPES_OF.length),
    ),
  );
});
afterAll(() => rm(copy, { recursive: true, force: true }));

async function textOf(root: string, path: string): Promise<string> {
  return readFile(join(root, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/** The copy of the file has these additions, and nothing else. */
async function write(path: string, additions: typeof ADDITIONS): Promise<void> {
  const before = await textOf(PROJECT, path);
  const text = additions.reduce((written, { files }) => files[path]?.write(written) ?? written, before);
  if (text === '') await rm(join(copy, path), { force: true });
  else await writeFile(join(copy, path), text);
}

async function add(additions: typeof ADDITIONS): Promise<void> {
  for (const [path] of EDITS) await write(path, additions);
  await passes('sh', ['-c', 'node services/gateway/docs/openapi/print.ts | node clients/generate/index.ts']);
}

/** The output of a command that failed; null if it succeeded. */
async function failureOf(command: string, args: readonly string[]): Promise<string | null> {
  const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  return promisify(execFile)(command, args, {
    cwd: copy,
    // As in `dev/verify.ts`: the linter's type checker frees no memory before its end.
    env: { ...process.env, PATH: path, GOGC: 'off', GOMEMLIMIT: '6GiB' },
    maxBuffer: 2 ** 26,
  }).then(
    () => null,
    (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`,
  );
}

async function passes(command: string, args: readonly string[]): Promise<void> {
  expect(await failureOf(command, args)).toBeNull();
}

/**
 * Runs in one process, which costs least, on the servers of this run; files are searched only in the tests' own
 * projects.
 */
function jest(...tests: readonly string[]): [string, string[]] {
  const projects = new Set(tests.map((path) => (path.startsWith('test/platform/') ? 'stack' : 'unit')));
  const options = ['--ci', '--maxWorkers=1', '--selectProjects', ...projects, '--', ...tests];
  return [process.execPath, ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', ...options]];
}

/** The folders that are run and built; the tests, a third of the project, run below. */
const SOURCES = ['core', 'platform', 'services', 'clients', 'console', 'cli', 'dev', 'data'];
const LINT: [string, string[]] = [process.execPath, ['node_modules/oxlint/bin/oxlint', '--deny-warnings', ...SOURCES]];

/** The message of the check that fails for a forgotten file; null if none does. */
async function noticedBy(missed: string): Promise<string | null> {
  return missed.startsWith(TYPES_OF) ? typeErrorsOf(missed.slice(TYPES_OF.length)) : failureOf(...jest(missed));
}

describe.each(ADDITIONS)('$heading', ({ heading, files, changesClients }) => {
  test('is added in exactly the files that CONTRIBUTING.md lists', async () => {
    const guide = await textOf(PROJECT, 'CONTRIBUTING.md');
    const [, section = ''] = guide.split(`\n### ${heading}\n`);
    const [text = ''] = section.split('\n#');
    const listed = [...text.matchAll(/^- `([^`]+)`/gm)].map(([, path = '']) => path);
    // `<kind>` stands for a name.
    const patterns = listed.map(
      (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/<[^>]+>/g, '[^/]+')}$`),
    );
    const edited = Object.keys(files);
    expect(edited.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(listed.filter((_, index) => !edited.some((path) => patterns[index]?.test(path)))).toEqual([]);
    expect(text.includes('`npm run client:generate`')).toBe(changesClients);
  });

  test.each(Object.entries(files))('is not complete without %s', async (path, { missed }) => {
    await write(
      path,
      ADDITIONS.filter((addition) => addition.heading !== heading),
    );
    try {
      const noticed = await noticedBy(missed);
      expect(noticed).not.toBeNull();
      expect(noticed).not.toContain('No tests found');
    } finally {
      await write(path, ADDITIONS);
    }
  });
});

test('with all of them rules, types and tests hold', async () => {
  expect(TYPED.flatMap((path) => typeErrorsOf(path) ?? [])).toEqual([]);
  await passes(...LINT);
  await passes(...jest(...TESTS));
});

test('clients that were not generated anew are noticed', async () => {
  for (const path of Object.keys(GENERATED)) await cp(join(PROJECT, path), join(copy, path));
  expect(await failureOf(...jest(CLIENTS_TEST))).not.toBeNull();
});
