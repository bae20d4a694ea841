import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { VENDOR_STUB_PORT } from '../../../dev/demo/vendor-stub.ts';
import { freePort } from '../../../dev/servers/ports.ts';
import { pathOfReader } from '../../support/programs.ts';
import { fileOf, type Block } from './blocks.ts';

/** The output of a shell for each of its blocks. */
export interface Session {
  readonly blocks: readonly Block[];
  readonly outputs: ReadonlyMap<Block, string>;
  /** A text of the guide with the addresses, ports and folders of this session. */
  readonly adapted: (text: string) => string;
  /** Includes the shell's standard error; undefined if every block succeeded. */
  readonly failure: string | undefined;
}

export interface SessionOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** The address of the stub of a vendor, if the guide uses it. */
  readonly vendorUrl?: string;
  /** The lines that prepare the shell. */
  readonly setup: string;
  readonly blocks: readonly Block[];
  /** Roles of blocks that are run; blocks with none are always run. */
  readonly roles?: readonly string[];
}

const LIMIT_MS = 240_000;

/**
 * Runs the commands of one guide as its reader would: in one shell, in order, in an empty folder with the files of the
 * guide. Only addresses, ports and the data folder differ from what is printed.
 */
export async function runGuide(options: SessionOptions, use: (session: Session) => Promise<void>): Promise<void> {
  const { baseUrl, token, vendorUrl = '', setup, blocks, roles = [] } = options;
  const folder = await mkdtemp(join(tmpdir(), 'cascade-guide-'));
  const port = String(await freePort());
  const adapted = (text: string) =>
    text
      .replaceAll('http://127.0.0.1:8080', baseUrl)
      .replaceAll(`http://127.0.0.1:${VENDOR_STUB_PORT}`, vendorUrl)
      .replaceAll('.cascade/', `${folder}/`)
      .replaceAll('9099', port);
  try {
    await writeFile(join(folder, 'demo.json'), JSON.stringify({ token }, null, 2));
    for (const block of blocks) {
      const file = fileOf(block);
      if (file === undefined) continue;
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), adapted(block.text));
    }
    const commands = blocks.filter(
      ({ language, words }) =>
        language === 'bash' && words[0] !== 'setup' && (words[0] === undefined || roles.includes(words[0])),
    );
    const mark = `--${randomUUID()}--`;
    const script = [adapted(setup), ...commands.map(({ text }) => `${adapted(text)}\necho; echo '${mark}'`)].join('\n');
    const { stdout, stderr } = await run(script, folder);
    const printed = stdout.split(mark);
    const outputs = new Map(commands.map((block, index) => [block, (printed[index] ?? '').trim()]));
    const failed = commands[printed.length - 1];
    const failure = failed === undefined ? undefined : `${failed.text}\n${printed.at(-1)}\n${stderr}`;
    await use({ blocks, outputs, adapted, failure });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Also ends what the script left running in the background. */
async function run(script: string, folder: string): Promise<{ stdout: string; stderr: string }> {
  const whole = `set -eu -o pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${script}`;
  const env = { ...process.env, PATH: await pathOfReader() };
  return new Promise((resolve) => {
    const options = { cwd: folder, env, timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile('bash', ['-c', whole], options, (error, stdout, stderr) =>
      resolve({ stdout, stderr: `${stderr}${error === null ? '' : `\n${error.message.slice(-300)}`}` }),
    );
  });
}
