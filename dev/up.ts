import { inspect } from 'node:util';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';
import { DEMO_FILE } from './stack/data-folder.ts';
import { demoSignInUrl } from './stack/demo.ts';
import { say } from './say.ts';
import { freePort, isPortFree } from './servers/ports.ts';
import { endWatchdog } from './servers/watchdog.ts';
import { given } from './stack/environment.ts';
import { fetchFontsWhenNeeded } from './stack/fonts.ts';
import { watchSources } from './stack/watch.ts';
import { startLocalStack, type Closers, type MainJob, type RunningStack } from './stack/stack.ts';
import { ConfigError } from '../platform/config/index.ts';
import { runMainJob } from './demo/index.ts';
import { quickStart, shellWord } from './demo/quick-start.ts';
import { startVendorStub, VENDOR_STUB_PORT } from './demo/vendor-stub.ts';
import { CascadeError } from '../clients/typescript/src/index.ts';

/**
 * `npm start`: starts the whole product on this machine, runs the main job, writes demo.json and serves until it is
 * stopped. With `--once` it stops after the main job and exits with 0 only if that came out as expected. With `--watch`
 * each service is restarted when code that it loads is changed.
 */
async function up(args: readonly string[], mainJob: MainJob): Promise<never> {
  const unknown = args.filter((arg) => arg !== '--once' && arg !== '--watch');
  if (unknown.length > 0) {
    say(
      `Unknown option ${unknown[0]}. The options are --once (run the main job, then stop) and --watch (restart a ` +
        'service when its code changes).',
    );
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
    const { isRight, workflowId } = await mainJob(stack);
    if (args.includes('--once')) return await end(isRight ? 0 : 1);
    const signInUrl = await demoSignInUrl(stack.database, stack.baseUrl, stack.token);
    await stack.dataFolder.writeJson(DEMO_FILE, {
      base_url: stack.baseUrl,
      token: stack.token,
      sign_in_url: signInUrl,
      ops_urls: stack.opsUrls,
    });
    announce(stack, workflowId, signInUrl, await startVendor(closers));
    seeToFonts(stack, closers);
    if (args.includes('--watch')) restartOnChange(stack, closers);
  } catch (error) {
    const isForPeople = error instanceof SetupError || error instanceof ConfigError || error instanceof CascadeError;
    say(isForPeople ? messageOf(error) : inspect(error));
    return await end(1);
  }
  // The servers' handles keep the process alive; `end` is the only way out.
  return new Promise<never>(() => undefined);
}

function announce(
  { baseUrl, dataFolder }: RunningStack,
  workflowId: number,
  signInUrl: string,
  vendorUrl: string,
): void {
  process.stdout.write(`\nTry it:\n\n${quickStart({ baseUrl, dataFolder: dataFolder.path, workflowId })}\n`);
  say(`Cascade serves at ${baseUrl}/api/v1. Start here: ${baseUrl}/docs`);
  say(
    `Data folder: ${dataFolder.path}. demo.json has a token and the addresses of the probes; mail is in mail/, ` +
      'logs are in logs/.',
  );
  const elsewhere = given('CASCADE_DATA_DIR') === undefined ? '' : `CASCADE_DATA_DIR=${shellWord(dataFolder.path)} `;
  say(`In another terminal, this prints events as they happen: ${elsewhere}npm run --silent cascade -- listen`);
  say(`A vendor to try connections with answers at ${vendorUrl}: see ${baseUrl}/docs/connect-a-vendor`);
  say(`Sign in as the demo account's administrator, once: ${signInUrl}`);
  say('Ctrl-C stops everything.');
}

/** Returns the address of the stub that `docs/guides/connect-a-vendor.md` uses. Several stacks may run side by side. */
async function startVendor(closers: Closers): Promise<string> {
  const port = (await isPortFree(VENDOR_STUB_PORT)) ? VENDOR_STUB_PORT : await freePort();
  const stub = await startVendorStub({ port, seconds: 5, say: () => undefined });
  closers.push(() => stub.close());
  return stub.url;
}

function seeToFonts({ environment, opsUrls, restart }: RunningStack, closers: Closers): void {
  const stopping = new AbortController();
  closers.push(() => Promise.resolve(stopping.abort()));
  const fonts = {
    rendererUrl: environment.RENDERER_URL ?? '',
    artifactsUrl: opsUrls.artifacts,
    restartRenderer: () => restart(['renderer']),
    say,
  };
  void fetchFontsWhenNeeded(fonts, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) say(messageOf(error));
  });
}

/** The workflows of Temporal run from a bundle that was built at the start: they are frozen, so that is enough. */
function restartOnChange(stack: RunningStack, closers: Closers): void {
  const stop = watchSources((services) => {
    say(`Changed: ${services.join(', ')} ${services.length === 1 ? 'starts' : 'start'} again`);
    void stack.restart(services);
  });
  closers.push(() => Promise.resolve(stop()));
  say('Watching core, platform, services and data: a service starts again when its code changes.');
}

/** A signal asks to stop, and so does the end of the launcher, which closes the channel to this process. */
function onStop(stop: () => void): void {
  let asked = false;
  const ask = (): void => {
    // Asked a second time: the watchdog ends what is left.
    if (asked) process.exit(130);
    asked = true;
    // One Ctrl-C may arrive twice, from the terminal and from the parent process.
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
  // Later parts depend on earlier ones.
  for (const closer of closers.splice(0).reverse()) {
    await closer().catch((error: unknown) => say(messageOf(error)));
  }
  await endWatchdog();
}

function once<T extends unknown[]>(work: (...args: T) => Promise<never>): (...args: T) => Promise<never> {
  let result: Promise<never> | undefined;
  return (...args) => (result ??= work(...args));
}

await up(process.argv.slice(2), runMainJob);
