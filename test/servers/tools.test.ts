import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';
import { run } from '../../dev/servers/run.ts';
import { findTool, type Tool } from '../../dev/servers/tools.ts';

let folder: string;
let tool: Tool;
const environment = { ...process.env };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-tools-'));
  tool = {
    binary: 'gadget',
    title: 'Gadget',
    version: '1.2.3',
    goPackage: 'example.com/gadget',
    buildTime: 'a moment',
    wheels: { package: 'gadget', sha256: ['0'.repeat(64)] },
    website: 'https://example.com/install',
  };
  process.env.XDG_CACHE_HOME = join(folder, 'cache');
  process.env.PIP_NO_INDEX = '1';
  // Keeps the shell's tools and hides an installed Go.
  process.env.PATH = ['/usr/bin', '/bin'].join(delimiter);
});
afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  await rm(folder, { recursive: true, force: true });
});

async function writeProgram(path: string, text = '#!/bin/sh\necho gadget\n'): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

/** A `go` that "builds" a program into GOBIN. */
async function installGo(): Promise<void> {
  const go = `#!/bin/sh\n[ "$1" = version ] && exit 0\nprintf '#!/bin/sh\\n' > "$GOBIN/gadget"\nchmod 755 "$GOBIN/gadget"\n`;
  await writeProgram(join(folder, 'go', 'go'), go);
  process.env.PATH = `${join(folder, 'go')}${delimiter}${process.env.PATH}`;
}

const PUBLISHED = '#!/bin/sh\necho "gadget of a wheel"\n';

/** A wheel of the program in a folder that is pip's only index. */
async function publish(checksum?: string): Promise<void> {
  process.env.PATH = environment.PATH;
  const files = {
    'gadget-1.2.3.dist-info/WHEEL': 'Wheel-Version: 1.0\nTag: py3-none-any\n',
    'gadget-1.2.3.dist-info/METADATA': 'Metadata-Version: 2.1\nName: gadget\nVersion: 1.2.3\n',
    'gadget-1.2.3.data/scripts/gadget': PUBLISHED,
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

describe('findTool', () => {
  test('uses a program on PATH', async () => {
    const program = await writeProgram(join(folder, 'path', 'gadget'));
    process.env.PATH = `${join(folder, 'path')}${delimiter}${process.env.PATH}`;
    expect(await findTool(tool, silent)).toBe(program);
  });

  test('uses a program that was put into the cache by hand', async () => {
    await writeProgram(cached());
    expect(await findTool(tool, silent)).toBe(cached());
  });

  test('unpacks the wheel into the cache once and leaves no other files there', async () => {
    await publish();
    expect(await findTool(tool, silent)).toBe(cached());
    expect(await readFile(cached(), 'utf8')).toBe(PUBLISHED);
    await rm(join(folder, 'index'), { recursive: true });
    expect(await findTool(tool, silent)).toBe(cached());
    expect((await readdir(join(cached(), '..'))).sort()).toEqual(['gadget', 'gadget.version']);
  });

  test('replaces a cached program of another version', async () => {
    await writeProgram(cached(), '#!/bin/sh\necho old\n');
    await writeFile(`${cached()}.version`, '1.0.0\n');
    await publish();
    await findTool(tool, silent);
    expect(await readFile(cached(), 'utf8')).toBe(PUBLISHED);
  });

  test('replaces a cached program that does not run', async () => {
    await writeProgram(cached(), '#!/bin/sh\nexit 1\n');
    await publish();
    await findTool(tool, silent);
    expect(await readFile(cached(), 'utf8')).toBe(PUBLISHED);
  });

  test('refuses a wheel with another checksum', async () => {
    await publish('0'.repeat(64));
    await expect(findTool(tool, silent)).rejects.toThrow('DO NOT MATCH THE HASHES');
  });

  test('builds with Go if there is no wheel', async () => {
    await installGo();
    const lines: string[] = [];
    expect(await findTool(tool, (line) => lines.push(line))).toBe(cached());
    expect(lines.join('\n')).toContain('Gadget: building 1.2.3 with Go');
  });

  test('names what to install if neither pip nor Go can fetch the program', async () => {
    await expect(findTool(tool, silent)).rejects.toThrow(/gadget on PATH .*, Python 3 with pip, or Go/);
  });

  test('lets one of two processes fetch the program while the other waits', async () => {
    await publish();
    const lines: string[] = [];
    const progress = (line: string): void => void lines.push(line);
    expect(await Promise.all([findTool(tool, progress), findTool(tool, progress)])).toEqual([cached(), cached()]);
    expect(lines.filter((line) => line.includes('downloading'))).toHaveLength(1);
  });
});
