// `npm start` and `npm test` run this first. It must work on Node 20 in a clone where nothing is installed: plain
// JavaScript, no dependencies. It installs the locked packages if they are missing or differ from the lock file, and
// hands over to a Node that runs TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT_FOLDER = fileURLToPath(new URL('..', import.meta.url));
const OLDEST_NODE = 20;
const OLDEST_NODE_WITH_TYPES = 24;
const JEST = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/** Commands by name, with the arguments of Node. */
const COMMANDS = {
  up: () => ['dev/up.ts'],
  test: () => [...JEST, '--config', 'jest.config.mjs'],
  // Of the files that are named, or of those that differ from the last commit.
  'test:related': (files) => [
    ...[...JEST, '--config', 'jest.config.mjs', '--passWithNoTests'],
    files.some((file) => !file.startsWith('-')) ? '--findRelatedTests' : '--onlyChanged',
  ],
  'test:slow': () => [...JEST, '--config', 'jest.slow.config.mjs'],
  'test:nightly': () => [...JEST, '--config', 'jest.nightly.config.mjs'],
  verify: () => ['dev/verify.ts'],
};

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (command === undefined) fail(`Usage: node dev/start.mjs ${Object.keys(COMMANDS).join('|')}`);
if (majorOf(process.versions.node) < OLDEST_NODE) {
  fail(`Cascade needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.`);
}
process.chdir(PROJECT_FOLDER);
// Compiling the code is half the cost of starting a process, and many are started: the compiled code is cached.
process.env.NODE_COMPILE_CACHE ??= join(PROJECT_FOLDER, 'node_modules', '.cache', 'cascade');
if (!isInstalled()) await install();
const node = findNode();
if (name !== 'up') await handOver(node, ['dev/bootstrap.ts'], { onlyOnFailure: true });
await handOver(node, [...command(args), ...args], {});

/** Whether node_modules holds what the lock file says. npm writes its own list last, so a broken install has none. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json');
  const locked = readPackages('package-lock.json');
  if (locked === undefined) fail('package-lock.json is missing: this is not a whole clone.');
  if (installed === undefined) return false;
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found === undefined) return wanted.optional === true || wanted.devOptional === true;
    return found.version === wanted.version && (found.integrity ?? '') === (wanted.integrity ?? '');
  });
}

function readPackages(path) {
  if (!existsSync(join(PROJECT_FOLDER, path))) return undefined;
  try {
    return JSON.parse(readFileSync(join(PROJECT_FOLDER, path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function install() {
  say('Installing the packages of package-lock.json (some minutes, once)');
  const begun = Date.now();
  const secondsSince = () => Math.round((Date.now() - begun) / 1000);
  const ticker = setInterval(() => say(`  still installing, ${secondsSince()} s`), 15_000);
  // Development packages are included whatever NODE_ENV says: the tools that start and test are among them.
  const npmArgs = ['ci', '--include=dev', '--include=optional', '--loglevel=error'];
  const { code, signal } = await runToEnd('npm', npmArgs, ['ignore', 2, 2]);
  clearInterval(ticker);
  if (signal !== null) fail(`npm ci was ended by ${signal}`);
  if (code !== 0) fail('npm ci failed (see above). Is the package registry reachable?');
  say(`Packages installed in ${secondsSince()} s`);
}

/** This Node if it is new enough, else the one among the packages. */
function findNode() {
  if (majorOf(process.versions.node) >= OLDEST_NODE_WITH_TYPES) return process.execPath;
  const packaged = join(PROJECT_FOLDER, 'node_modules', '.bin', 'node');
  if (!answersVersion(packaged)) {
    say(`Installing Node ${OLDEST_NODE_WITH_TYPES}`);
    // Its install script fetches the program; npm does not run it if `ignore-scripts` is set.
    spawnSync('npm', ['rebuild', 'node', '--ignore-scripts=false', '--no-audit'], { stdio: ['ignore', 2, 2] });
  }
  if (answersVersion(packaged)) return packaged;
  fail(
    `Node ${OLDEST_NODE_WITH_TYPES} or newer is needed and npm could not install it. Get it from https://nodejs.org.`,
  );
}

function answersVersion(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 && majorOf(stdout.slice(1)) >= OLDEST_NODE_WITH_TYPES;
}

/** Runs Node and exits as it exits. The child holds a channel to this process, which closes when this process ends. */
async function handOver(program, programArgs, { onlyOnFailure = false }) {
  // At a terminal the child gets Ctrl-C itself; this process only has to outlast it.
  const outlast = () => undefined;
  process.on('SIGINT', outlast);
  const { code, signal } = await runToEnd(program, programArgs, ['inherit', 'inherit', 'inherit', 'ipc']);
  process.off('SIGINT', outlast);
  if (onlyOnFailure && code === 0) return;
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
}

/**
 * Runs a program to its end, and ends it when this process is asked to end: an npm that goes on would write into what the
 * next start installs. This process also ends when the npm that started it is gone, because a killed npm does not
 * signal its script.
 */
async function runToEnd(program, programArgs, stdio) {
  // Listened for before the program runs: a signal that arrives in between would end this process and leave the program.
  const stopOnSignal = (signal) => child.kill(signal);
  process.on('SIGTERM', stopOnSignal).on('SIGHUP', stopOnSignal);
  const child = spawn(program, programArgs, { stdio });
  const startedBy = ancestry();
  const guard = setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && ancestry() !== startedBy) child.kill('SIGTERM');
  }, 1000);
  const [code, signal] = await new Promise((resolve) => {
    child.once('error', (error) => fail(`${program} could not be run: ${error.message}`));
    child.once('exit', (...ended) => resolve(ended));
  });
  clearInterval(guard);
  process.off('SIGTERM', stopOnSignal).off('SIGHUP', stopOnSignal);
  return { code, signal };
}

/** The processes above this one. npm runs a script by a shell, which on some systems outlives a killed npm. */
function ancestry() {
  const parent = process.ppid;
  const [name = '', grandparent] = nameAndParentOf(parent);
  return /^-?(.*\/)?(sh|bash|dash|ash|zsh)$/.test(name) ? `${parent} ${grandparent}` : String(parent);
}

function nameAndParentOf(pid) {
  try {
    // pid (name) state parent ...; the name may hold anything, parentheses as well.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return [stat.slice(stat.indexOf('(') + 1, end), stat.slice(end + 2).split(' ')[1]];
  } catch {
    const { stdout = '' } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
    const [parent, ...name] = stdout.trim().split(/\s+/);
    return [name.join(' '), parent];
  }
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}

/** As dev/say.ts, which this file cannot import. */
function say(line) {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${line}\n`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
