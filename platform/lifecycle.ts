import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, loadConfig, type Config, type Environment, type VariableName } from './config/index.ts';
import { createLogger, isError, type Logger } from './log/index.ts';
import { createMetrics, Gauge, metricsText, type Registry } from './metrics.ts';
import { Readiness } from './readiness.ts';
import { within } from './within.ts';

/**
 * The lifecycle of a service process, the same for all of them: configuration, logs, probes and metrics on a private
 * port, shutdown.
 *
 * - `/livez` is 200 as long as the event loop runs. It checks no dependency: a restart repairs none.
 * - `/readyz` is 200 if the service has started, is not stopping and every check passes; else 503 with what fails. The
 *   log says what the service waits for.
 * - `/metrics` responds within two seconds, without the collectors that fail or hang. `cascade_ready` is always there:
 *   while PostgreSQL is away nothing that is read from it says so.
 * - On SIGTERM and SIGINT the service is no longer ready. The shutdown steps run, the last registered first, within
 *   SHUTDOWN_GRACE_SECONDS; then it exits with 0, or with 1 if a step failed or took longer.
 * - An uncaught error ends the process with 1: its state is unknown.
 */
const LIFECYCLE_VARIABLES = [
  'LOG_LEVEL',
  'OPS_HOST',
  'OPS_PORT',
  'SHUTDOWN_GRACE_SECONDS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
] as const;
type LifecycleVariable = (typeof LIFECYCLE_VARIABLES)[number];

export interface Service<Name extends VariableName = never> {
  readonly config: Config<Name | LifecycleVariable>;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Aborted when the shutdown begins: for loops that claim work. */
  readonly stopping: AbortSignal;
  /** `check` throws if the dependency does not respond. After `timeoutMs` it counts as failed. */
  addReadinessCheck(name: string, check: () => Promise<unknown> | unknown, timeoutMs?: number): void;
  /** Adds the text of another exporter to /metrics. */
  addMetricsSource(source: () => Promise<string>): void;
  /** Steps run one after the other, the last registered first: what was opened last is closed first. */
  onShutdown(name: string, step: () => Promise<unknown> | unknown): void;
}

/**
 * Runs a service. `variables` are those that it needs besides the common ones, so that one message names everything
 * that is wrong with the environment. `start` opens connections and listens; once it returns, the service is ready.
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
  new Gauge({
    name: 'cascade_ready',
    help: '1 if the service can work, 0 while /readyz responds with 503. The checks run every few seconds.',
    registers: [metrics],
    collect() {
      this.set(readiness.wasReady ? 1 : 0);
    },
  });
  const shutdown = new Shutdown(log, common.SHUTDOWN_GRACE_SECONDS * 1_000);
  const sources: (() => Promise<string>)[] = [];

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
    const ops = await listenOps(
      { host: common.OPS_HOST, port: common.OPS_PORT },
      readiness,
      () => metricsText(metrics, sources, log),
      log,
    );
    log.info({ ops_url: urlOf(ops) }, 'starting');
    readiness.watch(log);
    const endpoint = common.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (endpoint !== undefined) {
      const { startTracing } = await import('./tracing/otel.ts');
      shutdown.add('traces', startTracing(name, { endpoint, log }));
    }
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
    // The shutdown began during the start and has closed connections that the start was using.
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

  /** Returns whether every step succeeded in time. A step that fails does not prevent the others. */
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
    if (!isInTime) this.#log.error({ step: current }, 'the grace time is over; remaining work is cut off');
    else this.#log.info('stopped');
    return isClean && isInTime;
  }
}

async function listenOps(
  address: { host: string; port: number },
  readiness: Readiness,
  metrics: () => Promise<string>,
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
        return send(response, 200, 'text/plain; version=0.0.4; charset=utf-8', await metrics());
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
