import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, loadConfig, type Config, type Environment, type VariableName } from './config.ts';
import { createLogger, isError, type Logger } from './log.ts';
import { createMetrics, type Registry } from './metrics.ts';

/**
 * The life of a service process, the same for all five: configuration checked as a whole, logs, probes and metrics on
 * a private port, an orderly end.
 *
 * - `/livez` answers as long as the event loop turns. No dependency is asked: a restart mends none.
 * - `/readyz` is 200 when the service has started, is not ending, and every check passes; else 503. It names what fails.
 * - SIGTERM and SIGINT: not ready any more; then the shutdown steps, the last registered first, within
 *   SHUTDOWN_GRACE_SECONDS; exit 0. Steps that do not end in time: exit 1.
 * - What nobody caught ends the process with 1: its state is unknown, and another process takes over.
 */
export const LIFECYCLE_VARIABLES = ['LOG_LEVEL', 'OPS_HOST', 'OPS_PORT', 'SHUTDOWN_GRACE_SECONDS'] as const;
type LifecycleVariable = (typeof LIFECYCLE_VARIABLES)[number];

export interface Service<Name extends VariableName = never> {
  readonly config: Config<Name | LifecycleVariable>;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Aborted as soon as the end begins: for loops that claim work. */
  readonly stopping: AbortSignal;
  /** `check` throws where the dependency does not answer; after `timeoutMs` it counts as failed. */
  addReadinessCheck(name: string, check: () => Promise<unknown> | unknown, timeoutMs?: number): void;
  /** Adds the text of another exporter to /metrics. */
  addMetricsSource(source: () => Promise<string>): void;
  /** Steps run one after the other, the last registered first: what was opened last is closed first. */
  onShutdown(name: string, step: () => Promise<unknown> | unknown): void;
}

const READINESS_TIMEOUT_MS = 2_000;

/**
 * Runs a service. `variables` are those that it needs beside the common ones, so that one message names all that is
 * wrong with the environment. `start` opens connections and listens; the service is ready once it has returned.
 */
export function runService<const Name extends VariableName>(
  name: string,
  variables: readonly Name[],
  start: (service: Service<Name>) => Promise<void>,
  env: Environment = process.env,
): void {
  void run(name, variables, start, env);
}

async function run<Name extends VariableName>(
  name: string,
  variables: readonly Name[],
  start: (service: Service<Name>) => Promise<void>,
  env: Environment,
): Promise<void> {
  let config: Config<Name | LifecycleVariable>;
  try {
    config = loadConfig([...LIFECYCLE_VARIABLES, ...variables], env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(1);
  }
  const common: Config<LifecycleVariable> = config;
  const log = createLogger(name, common.LOG_LEVEL);
  const metrics = createMetrics(name);
  const readiness = new Readiness();
  const shutdown = new Shutdown(log, common.SHUTDOWN_GRACE_SECONDS * 1_000);
  const sources: (() => Promise<string>)[] = [() => metrics.metrics()];

  const crash = (kind: string) => (error: unknown) => {
    log.fatal({ err: isError(error) ? error : new Error('something that is no error was thrown') }, kind);
    process.exit(1);
  };
  process.on('uncaughtException', crash('uncaught exception'));
  process.on('unhandledRejection', crash('unhandled rejection'));

  const end = (signal: string) => {
    if (shutdown.stopping.signal.aborted) return;
    log.info({ signal }, 'shutting down');
    readiness.state = 'stopping';
    void shutdown.run().then((isClean) => process.exit(isClean ? 0 : 1));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);

  try {
    const ops = await listenOps({ host: common.OPS_HOST, port: common.OPS_PORT }, readiness, sources, log);
    log.info({ ops_url: urlOf(ops) }, 'starting');
    await start({
      config,
      log,
      metrics,
      stopping: shutdown.stopping.signal,
      addReadinessCheck: (check, test, timeoutMs) => readiness.add(check, test, timeoutMs),
      addMetricsSource: (source) => void sources.push(source),
      onShutdown: (step, work) => shutdown.add(step, work),
    });
    if (readiness.state === 'starting') readiness.state = 'ready';
    log.info('started');
  } catch (error) {
    // A stop that came while it started takes connections away under its hands.
    if (shutdown.stopping.signal.aborted) return;
    log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}

/** Runs the shutdown steps once, in reverse order, within the grace time. */
class Shutdown {
  readonly stopping = new AbortController();
  readonly #log: Logger;
  readonly #graceMs: number;
  readonly #steps: { name: string; step: () => Promise<unknown> | unknown }[] = [];

  constructor(log: Logger, graceMs: number) {
    this.#log = log;
    this.#graceMs = graceMs;
  }

  add(name: string, step: () => Promise<unknown> | unknown): void {
    this.#steps.push({ name, step });
  }

  /** True where every step ended well and in time. A step that fails does not keep the others from running. */
  async run(): Promise<boolean> {
    this.stopping.abort();
    let isClean = true;
    let current = '';
    const all = async () => {
      for (let next = this.#steps.pop(); next !== undefined; next = this.#steps.pop()) {
        current = next.name;
        try {
          await next.step();
        } catch (error) {
          isClean = false;
          this.#log.error({ err: error, step: next.name }, 'a shutdown step failed');
        }
      }
      return true;
    };
    const isInTime = await within(all(), this.#graceMs, false);
    if (!isInTime) this.#log.error({ step: current }, 'the grace time is over; what is left is cut off');
    else this.#log.info('stopped');
    return isClean && isInTime;
  }
}

class Readiness {
  state: 'starting' | 'ready' | 'stopping' = 'starting';
  readonly #checks = new Map<string, { check: () => Promise<unknown> | unknown; timeoutMs: number }>();

  add(name: string, check: () => Promise<unknown> | unknown, timeoutMs = READINESS_TIMEOUT_MS): void {
    this.#checks.set(name, { check, timeoutMs });
  }

  /** Each check's result by its name: `ok`, `failed` or `timed out`. Why it failed is no business of a probe. */
  async report(): Promise<{ ready: boolean; state: string; checks: Record<string, string> }> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, { check, timeoutMs }]) => {
        const result = Promise.resolve()
          .then(check)
          .then(
            () => 'ok',
            () => 'failed',
          );
        return [name, await within(result, timeoutMs, 'timed out')] as const;
      }),
    );
    const isReady = this.state === 'ready' && results.every(([, result]) => result === 'ok');
    return { ready: isReady, state: this.state, checks: Object.fromEntries(results) };
  }
}

async function listenOps(
  address: { host: string; port: number },
  readiness: Readiness,
  sources: readonly (() => Promise<string>)[],
  log: Logger,
): Promise<Server> {
  const answer = async (path: string, response: ServerResponse) => {
    switch (path) {
      case '/livez':
        return send(response, 200, 'application/json', '{"live":true}');
      case '/readyz': {
        const report = await readiness.report();
        return send(response, report.ready ? 200 : 503, 'application/json', JSON.stringify(report));
      }
      case '/metrics': {
        const texts = await Promise.allSettled(sources.map((source) => source()));
        const body = texts.map((text) => (text.status === 'fulfilled' ? text.value : '')).join('');
        return send(response, 200, 'text/plain; version=0.0.4; charset=utf-8', body);
      }
      default:
        return send(response, 404, 'application/json', '{"error":"not found"}');
    }
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    answer(path, response).catch((error: unknown) => {
      log.error({ err: error, path }, 'a probe could not be answered');
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return server;
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  response.end(body);
}

/** The address under which a server that listens is reached from this machine. */
export function urlOf(server: Server): string {
  const address = server.address() as AddressInfo;
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address.address] ?? address.address;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${address.port}`;
}

/** The promise's value, or `late` after that many milliseconds. A rejection is passed on. */
export async function within<T, L>(promise: Promise<T>, milliseconds: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
