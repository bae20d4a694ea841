import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { administer } from '../../cli/program.ts';
import type { Database } from '../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';

/** Commands that an operator copies at night must run as printed. */
const ROOT = join(import.meta.dirname, '../..');
const ALERTS = readdirSync(join(ROOT, 'docs/runbook/alerts')).map((file) => `docs/runbook/alerts/${file}`);
const PAGES = ['README.md', 'deploy.md', 'backup.md', 'regions.md'].map((file) => `docs/runbook/${file}`);
const FILES = [...PAGES, ...ALERTS, 'docs/upgrading.md'];

interface Command {
  readonly file: string;
  readonly text: string;
}

/** Texts between backquotes and in blocks; lines that end with a backslash or a pipe continue. */
function commandsOf(file: string): readonly Command[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const blocks = [...text.matchAll(/^ *```\w*\n([^]*?)^ *```$/gm)].map(([, block = '']) => block);
  const inline = [...text.replaceAll(/^ *```[^]*?^ *```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const lines = blocks.flatMap((block) =>
    block
      .replaceAll(/\\\n\s*/g, ' ')
      .replaceAll(/\|\n\s*/g, '| ')
      .split('\n'),
  );
  return [...lines, ...inline].map((command) => ({ file, text: command.trim() }));
}

const commands = FILES.flatMap(commandsOf);

test('commands for a cluster say in which namespace', () => {
  // The first two create the namespace; the last one gets it from its input.
  const elsewhere = /^kubectl (?:create namespace|label namespace)|\| kubectl apply --filename=-$/;
  const forCluster = commands.filter(({ text }) => /^(?:kubectl|temporal) \S/.test(text));
  expect(forCluster.length).toBeGreaterThan(30);
  expect(forCluster.filter(({ text }) => !text.includes('--namespace cascade') && !elsewhere.test(text))).toEqual([]);
});

test('resources that commands name are those of the manifests', () => {
  const manifests = readdirSync(join(ROOT, 'deploy/k8s/base'))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => readFileSync(join(ROOT, 'deploy/k8s/base', file), 'utf8'))
    .join('\n');
  const named = commands.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:deployment|deploy|cronjob)\/(cascade-[a-z-]+)/g)].map(([, name]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !manifests.includes(`\n  name: ${name}\n`))).toEqual([]);
});

test('commands of cascade exist, with their flags', async () => {
  const own = commands.flatMap(({ file, text }) => {
    const [, rest] = /^(?:alias )?cascade ([a-z].*)$/.exec(text) ?? /\bcli\/cascade\.ts ([a-z].*)$/.exec(text) ?? [];
    return rest === undefined ? [] : [{ file, rest }];
  });
  expect(own.length).toBeGreaterThan(8);
  const faults: string[] = [];
  for (const { file, rest } of own) {
    const words = rest.split(/\s+/);
    const path = words.slice(0, words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word)) >>> 0).slice(0, 2);
    let help = '';
    const code = await administer([...path, '--help'], {
      env: {},
      out: (line) => (help += line),
      err: (line) => (help += line),
    });
    // `--help` of an unknown command prints the program's help.
    if (code !== 0 || !help.startsWith(`Usage: cascade ${path.join(' ')} `)) faults.push(`${file}: ${rest}`);
    for (const [flag] of rest.matchAll(/--[a-z-]+/g)) {
      if (!help.includes(flag)) faults.push(`${file}: ${rest} has no ${flag}`);
    }
  }
  expect(faults).toEqual([]);
});

describe('statements', () => {
  let testDatabase: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    db = await testDatabase.open();
  });
  afterAll(() => testDatabase.drop());

  const statements = commands.filter(({ text }) => /^select\s.*\sfrom\s/i.test(text));
  test('are there', () => expect(statements.length).toBeGreaterThan(3));
  test.each(statements)('$file: $text', async ({ text }) => {
    await expect(db.pool.query(text)).resolves.toBeDefined();
  });
});
