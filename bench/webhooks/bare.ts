/**
 * A bare undici POST loop in a process of its own, as the service is. A message `{origins, inFlight, count, headers,
 * body}` makes it post `count` times, `inFlight` requests at a time to each origin; then it sends `{done: true}`.
 */
import { Agent } from 'undici';

export interface BareTurn {
  readonly origins: readonly string[];
  readonly inFlight: number;
  readonly count: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

let agent: Agent | undefined;

process.on('message', ({ origins, inFlight, count, headers, body }: BareTurn) => {
  const kept = (agent ??= new Agent({ connections: inFlight, pipelining: 1 }));
  let left = count;
  const worker = async (origin: string) => {
    while (left > 0) {
      left -= 1;
      const response = await kept.request({ origin, path: '/', method: 'POST', headers, body });
      await response.body.dump();
    }
  };
  const workers = origins.flatMap((origin) => Array.from({ length: inFlight }, () => worker(origin)));
  void Promise.all(workers).then(() => process.send?.({ done: true }));
});
process.on('disconnect', () => process.exit(0));
