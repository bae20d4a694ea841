/**
 * Webhook deliveries per second, compared with a bare undici POST loop of equal requests to one receiver in the same
 * run. Also with one of ten endpoints hanging and one refusing, and the latency under a steady load. The floor has as
 * many requests in flight as the service; a second bare loop has the number that is fastest.
 *
 *   npm run bench:webhooks [-- deliveries that count in a turn, default 3000 [rounds of each life, default 5]]
 *
 * Starts a durable PostgreSQL and a NATS server of its own, and the service as it runs in production, once for each set
 * of endpoints. They and the bare loops take many short turns, because the machine's speed varies; a process that waits
 * for its turn is stopped or idle. After some rounds all processes are restarted, because the compiler's choices differ
 * from process to process. A figure is that of all turns together.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchNats } from '../../dev/servers/nats.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { findTool, NATS } from '../../dev/servers/tools.ts';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { CONCURRENCY_LIMITS } from '../../services/webhooks/limiter.ts';
import { quantile } from '../support/figures.ts';
import { Bare, ENDPOINTS, Receiver, Service, Stack, type Ground } from './contenders.ts';

const DELIVERIES = Number(process.argv[2] ?? 3_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const LIVES = 4;
/** Rounds after a restart that do not count: a process compiles its code during the first deliveries. */
const WARM_UP_ROUNDS = 3;
/** For each endpoint: as many as the service has in flight, and as many as make the bare loop fastest. */
const IN_FLIGHT = { bare: CONCURRENCY_LIMITS.perSubscription, bareAtBest: 6 };
const STEADY_SECONDS = 10;

interface Life {
  readonly bare: Bare;
  readonly well: Service;
  readonly bareAtBest: Bare;
  readonly troubled: Service;
}

type Turn = keyof Life;

async function begin(ground: Ground, stacks: { well: Stack; troubled: Stack }): Promise<Life> {
  return {
    bare: new Bare(ground, IN_FLIGHT.bare),
    well: await Service.start(stacks.well),
    bareAtBest: new Bare(ground, IN_FLIGHT.bareAtBest),
    troubled: await Service.start(stacks.troubled),
  };
}

/** Deliveries per second of each. Another begins each round, so that none always follows the same one. */
async function playRound(life: Life, round: number): Promise<Record<Turn, number>> {
  const figures = { bare: 0, well: 0, bareAtBest: 0, troubled: 0 };
  const turns = Object.keys(figures) as Turn[];
  const first = round % turns.length;
  for (const turn of [...turns.slice(first), ...turns.slice(0, first)]) figures[turn] = await life[turn].turn();
  return figures;
}

async function end(life: Life): Promise<void> {
  for (const contender of Object.values(life)) await contender.stop();
}

const perSecond = (figure: number) => figure.toFixed(0);

const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
await chmod(folder, 0o755);
const postgres = await launchPostgres({ folder: join(folder, 'data'), logFile: join(folder, 'pg.log'), durable: true });
const nats = await launchNats({
  binary: await findTool(NATS, (line) => console.error(line)),
  logFile: join(folder, 'nats.log'),
});
const receiver = await Receiver.start();
const hangingReceiver = await Receiver.start();
const ground = { receiver, postgres, natsUrl: nats.url, logFolder: folder, counted: DELIVERIES, runUp: 1_000 };
const stacks = {
  well: await Stack.create(ground, 'well', []),
  troubled: await Stack.create(ground, 'troubled', [
    `${hangingReceiver.urlOf(0)}/hang`,
    `http://127.0.0.1:${await freePort()}/`,
  ]),
};
let life = await begin(ground, stacks);

try {
  const rounds: Record<Turn, number>[] = [];
  for (let count = 0; count < LIVES; count += 1) {
    if (count > 0) {
      await end(life);
      life = await begin(ground, stacks);
    }
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await playRound(life, round);
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await playRound(life, round));
  }
  console.table(
    rounds.map((round) => ({
      bare: perSecond(round.bare),
      'bare at its best': perSecond(round.bareAtBest),
      well: perSecond(round.well),
      troubled: perSecond(round.troubled),
    })),
  );
  // The ratio over turns with equally many requests.
  const rate = (name: Turn) => rounds.length / rounds.reduce((sum, round) => sum + 1 / round[name], 0);
  const wellRatio = rate('well') / rate('bare');
  const troubledRatio = rate('troubled') / rate('well');
  const load = Math.round(rate('well') / 3);
  const calmLatencies = await life.well.steady(load, STEADY_SECONDS);
  const troubledLatencies = await life.troubled.steady(load, STEADY_SECONDS);
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
  console.table({
    [`bare undici POST loop, ${ENDPOINTS * IN_FLIGHT.bare} in flight`]: {
      'per second': perSecond(rate('bare')),
      ratio: '1.00',
      floor: '',
    },
    [`bare undici POST loop, ${ENDPOINTS * IN_FLIGHT.bareAtBest} in flight`]: {
      'per second': perSecond(rate('bareAtBest')),
      ratio: `${(rate('bareAtBest') / rate('bare')).toFixed(2)} (the service: ${(rate('well') / rate('bareAtBest')).toFixed(2)} of it)`,
      floor: '',
    },
    'service, ten endpoints': {
      'per second': perSecond(rate('well')),
      ratio: `${wellRatio.toFixed(2)} of bare`,
      floor: '0.55',
    },
    'service, one hangs, one refuses': {
      'per second': perSecond(rate('troubled')),
      ratio: `${troubledRatio.toFixed(2)} of without`,
      floor: '0.90',
    },
  });
  console.table({
    [`steady ${load}/s, all well`]: {
      p50: milliseconds(quantile(calmLatencies, 0.5)),
      p99: milliseconds(quantile(calmLatencies, 0.99)),
    },
    [`steady ${load}/s, one hangs, one refuses`]: {
      p50: milliseconds(quantile(troubledLatencies, 0.5)),
      p99: milliseconds(quantile(troubledLatencies, 0.99)),
    },
  });
  if (wellRatio < 0.55 || troubledRatio < 0.9) process.exitCode = 1;
} finally {
  await end(life);
  receiver.stop();
  hangingReceiver.stop();
  for (const stack of Object.values(stacks)) await stack.close();
  await Promise.all([postgres.stop(), nats.stop()]);
  await endWatchdog();
  await rm(folder, { recursive: true, force: true });
}
