import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Requests to the process, and its answers. */
export type Request =
  | { readonly is: 'await'; readonly events: number; readonly holds: boolean }
  | { readonly is: 'release' }
  | { readonly is: 'report' };
export type Answer =
  | { readonly is: 'listening'; readonly urls: readonly string[] }
  | { readonly is: 'reached' }
  | { readonly is: 'report'; readonly arrivals: readonly (readonly [string, number])[] };

/** Subscribers of webhooks that count what they get and answer 204. */
export interface Subscribers {
  readonly urls: readonly string[];
  /**
   * Resolves when that many events have arrived, each counted once for each subscriber. `holds`: from that event on
   * nothing is answered, until `release`.
   */
  reached(events: number, options?: { readonly holds: boolean }): Promise<void>;
  release(): void;
  /** How often each delivery came, by `<number of the subscriber> <event id> <delivery id>`. */
  arrivals(): Promise<ReadonlyMap<string, number>>;
  stop(): Promise<void>;
}

export async function startSubscribers(count: number, patienceMs: number): Promise<Subscribers> {
  const script = fileURLToPath(new URL('./subscribers-process.ts', import.meta.url));
  const child = fork(script, [String(count)], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const next = async <Is extends Answer['is']>(is: Is): Promise<Extract<Answer, { is: Is }>> => {
    const timeout = AbortSignal.timeout(patienceMs);
    const [answer] = (await once(child, 'message', { signal: timeout })) as [Answer];
    if (answer.is !== is) throw new Error(`the subscribers answered ${answer.is} instead of ${is}`);
    return answer as Extract<Answer, { is: Is }>;
  };
  const ask = (request: Request): void => void child.send(request);
  const { urls } = await next('listening');
  const arrivals = async (): Promise<ReadonlyMap<string, number>> => {
    const report = next('report');
    ask({ is: 'report' });
    return new Map((await report).arrivals);
  };
  return {
    urls,
    reached: async (events, { holds } = { holds: false }) => {
      const reached = next('reached');
      ask({ is: 'await', events, holds });
      await reached.catch(async (error: unknown) => {
        const message = `of ${events} deliveries ${(await arrivals()).size} arrived within ${patienceMs} ms`;
        throw new Error(message, { cause: error });
      });
    },
    release: () => ask({ is: 'release' }),
    arrivals,
    stop: async () => {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
