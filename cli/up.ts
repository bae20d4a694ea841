import { inspect } from 'node:util';
import { messageOf, SetupError } from './servers/errors.ts';
import { DEMO_FILE } from './stack/data-folder.ts';
import { endWatchdog } from './servers/watchdog.ts';
import { startLocalStack, type Closers, type MainJob, type RunningStack } from './stack/stack.ts';
import { ConfigError } from '../platform/config.ts';
import { runMainJob } from './main-job/index.ts';

/**
 * `npm start`: the whole product on this machine, from nothing. Runs the main job, writes demo.json, and serves until
 * it is told to stop; with `--once` it stops after the main job and ends with 0 only if that came out right.
 */
async function up(args: readonly string[], mainJob?: MainJob): Promise<never> {
  const unknown = args.filter((arg) => arg !== '--once');
  if (unknown.length > 0) {
    say(`Unknown option ${unknown[0]}. There is one: --once (run the main job, then stop).`);
    process.exit(2);
  }
  const closers: Closers = [];
  const end = once(async (exitCode: number) => {
    await close(closers);
    process.exit(exitCode);
  });
  onStop(() => {
    say('Stopping');
    void end(0);
  });

  try {
    const stack = await startLocalStack(closers, say);
    const isRight = (await mainJob?.(stack)) ?? true;
    if (args.includes('--once')) return await end(isRight ? 0 : 1);
    await stack.dataFolder.writeJson(DEMO_FILE, {
      base_url: stack.baseUrl,
      token: stack.token,
      ops_urls: stack.opsUrls,
    });
    announce(stack);
  } catch (error) {
    const isForPeople = error instanceof SetupError || error instanceof ConfigError;
    say(isForPeople ? messageOf(error) : inspect(error));
    return await end(1);
  }
  // The servers' handles keep the process alive; `end` is the only way out.
  return new Promise<never>(() => undefined);
}

function announce(stack: RunningStack): void {
  say('');
  say(`Cascade serves at ${stack.baseUrl}/api/v1 (OpenAPI: ${stack.baseUrl}/api/openapi.json).`);
  say(`A token and the addresses of the probes are in ${stack.dataFolder.path}/demo.json, logs in its folder logs.`);
  say('Ctrl-C stops everything.');
}

/** Stops are asked for by a signal, or by the launcher's end, which closes the channel to it. */
function onStop(stop: () => void): void {
  let asked = false;
  const ask = (): void => {
    // Asked a second time, by a person who is in a hurry: the watchdog ends what is left.
    if (asked) process.exit(130);
    asked = true;
    // One Ctrl-C may arrive twice, from the terminal and from whoever started us.
    setTimeout(listen, 1_500).unref();
    for (const signal of SIGNALS) process.off(signal, ask).on(signal, ignore);
    stop();
  };
  const listen = (): void => {
    for (const signal of SIGNALS) process.off(signal, ignore).on(signal, ask);
  };
  const ignore = (): void => undefined;
  listen();
  process.once('disconnect', () => {
    if (!asked) ask();
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function close(closers: Closers): Promise<void> {
  // What was pushed later depends on what was pushed before.
  for (const closer of closers.splice(0).reverse()) {
    await closer().catch((error: unknown) => say(messageOf(error)));
  }
  await endWatchdog();
}

function once<T extends unknown[]>(work: (...args: T) => Promise<never>): (...args: T) => Promise<never> {
  let result: Promise<never> | undefined;
  return (...args) => (result ??= work(...args));
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

await up(process.argv.slice(2), runMainJob);
