import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const PACKAGE = join(ROOT, 'clients/typescript');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** A blank project that has installed the client as an integrator does. */
export interface Project {
  readonly folder: string;
  write(file: string, text: string): Promise<void>;
  /** The compiler's messages about these files; empty if they are right. Without the types of Node. */
  compile(...files: string[]): Promise<string>;
  /** Runs a file on this Node; returns its standard output. */
  run(file: string, env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

/** Builds the package outside of the repository, with the compiler as its only package, packs and installs it. */
export async function installedProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-client-'));
  const source = join(folder, 'source');
  const isSource = (path: string) => !/\/(?:dist|node_modules)$/.test(path);
  await cp(PACKAGE, source, { recursive: true, filter: isSource });
  await mkdir(join(source, 'node_modules'));
  await symlink(join(ROOT, 'node_modules/typescript'), join(source, 'node_modules/typescript'));
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "name": "blank", "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, stdout.trim())], { cwd: project });
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  return {
    folder: project,
    write: (file, text) => writeFile(join(project, file), text),
    compile: async (...files) => {
      const compiled = run(process.execPath, [TSC, ...flags, ...files], { cwd: project });
      return (await compiled.catch((error: { stdout: string }) => error)).stdout;
    },
    run: async (file, env = {}) =>
      (await run(process.execPath, [file], { cwd: project, env: { ...process.env, ...env } })).stdout,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The program that the blocks of the README make together. */
export async function readmeProgram(): Promise<string> {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text).join('\n');
}
