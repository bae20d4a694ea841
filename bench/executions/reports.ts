/**
 * Executions per second while the artifacts service renders their reports, beside the same with that service halted; each
 * execution asks for one PDF. In one run, by turns. The reports of one turn are not waited for: those that are left are
 * rendered on in the next turn, so the service always has some.
 *
 *   npm run bench:reports [-- executions per round, default 300]
 */
import { findChromium } from '../../dev/servers/chromium.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { figuresOf, printBeside, type Round } from '../support/figures.ts';
import { say, startExecutorBench } from '../support/executor.ts';
import { decide, DEFINITION } from './load.ts';

const EXECUTIONS = Number(process.argv[2] ?? 300);
const ROUNDS = 5;

const bench = await startExecutorBench(DEFINITION);
const { db, bus, seeded } = bench;
try {
  const rendererPort = String(await freePort());
  await bench.startService('renderer', {
    RENDERER_HOST: '127.0.0.1',
    RENDERER_PORT: rendererPort,
    CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? (await findChromium(() => undefined)),
  });
  const artifacts = await bench.startService('artifacts', { RENDERER_URL: `http://127.0.0.1:${rendererPort}` });
  const round = () => decide(db, bus, seeded, EXECUTIONS);
  const halted = async (): Promise<Round> => {
    artifacts.signal('SIGSTOP');
    try {
      return await round();
    } finally {
      artifacts.signal('SIGCONT');
    }
  };
  say('warming up');
  await round();
  const [without, withReports]: [Round[], Round[]] = [[], []];
  for (let number = 1; number <= ROUNDS; number += 1) {
    // Another begins each round, so that none always follows the same one.
    const turns = [async () => void without.push(await halted()), async () => void withReports.push(await round())];
    for (const turn of number % 2 === 0 ? turns : turns.toReversed()) await turn();
    say(
      `round ${number} of ${ROUNDS}: ${without.at(-1)?.perSecond.toFixed(0)} without, ${withReports.at(-1)?.perSecond.toFixed(0)} with reports`,
    );
  }
  printBeside(['without reports', figuresOf(without)], ['with reports', figuresOf(withReports)]);
  const { ready, left } = await db.kysely
    .selectFrom('artifact')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', '=', 'ready').as('ready'),
      fn.countAll<number>().filterWhere('status', '=', 'pending').as('left'),
    ])
    .executeTakeFirstOrThrow();
  process.stdout.write(`reports rendered meanwhile: ${ready}, left to idle capacity: ${left}\n`);
} finally {
  await bench.close();
}
