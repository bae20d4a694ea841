/**
 * First downloads of reports: each renders its report. Measured while nothing else happens, and while executions are
 * decided at full speed. In one run, by turns; and executions per second beside the same without downloads.
 *
 *   npm run bench:reports [-- executions per round, default 300]
 */
import { findChromium } from '../../dev/servers/chromium.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { SUBJECTS } from '../../platform/nats/index.ts';
import { makeReports } from '../../services/gateway/artifacts/files.ts';
import { figuresOf, printBeside, type Round } from '../support/figures.ts';
import { say, startExecutorBench } from '../support/executor.ts';
import { decide, DEFINITION } from './load.ts';

const EXECUTIONS = Number(process.argv[2] ?? 300);
const ROUNDS = 5;
const DOWNLOADS = 40;
/** People who download at the same time. */
const READERS = 2;

const bench = await startExecutorBench(DEFINITION);
const { db, bus, seeded } = bench;

/** Rounds leave the reports of their executions unasked; the oldest are downloaded. */
async function download(): Promise<Round> {
  const rows = await db.kysely
    .selectFrom('artifact')
    .select(['id', 'execution_id'])
    .where('kind', '=', 'report')
    .where('status', '=', 'pending')
    .orderBy('id')
    .limit(DOWNLOADS)
    .execute();
  const latenciesMs: number[] = [];
  const begun = performance.now();
  const read = async (): Promise<void> => {
    for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
      const asked = performance.now();
      await makeReports(
        db.kysely,
        { apiClientId: seeded.clientId },
        {
          executionId: row.execution_id,
          artifactId: row.id,
          waitMs: 60_000,
          onAsked: () => bus.publish(SUBJECTS.artifactsReady, undefined, { requestId: null }),
        },
      );
      latenciesMs.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return { perSecond: (DOWNLOADS * 1_000) / (performance.now() - begun), latenciesMs };
}

try {
  const rendererPort = String(await freePort());
  await bench.startService('renderer', {
    RENDERER_HOST: '127.0.0.1',
    RENDERER_PORT: rendererPort,
    CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? (await findChromium(() => undefined)),
  });
  await bench.startService('artifacts', { RENDERER_URL: `http://127.0.0.1:${rendererPort}` });
  const round = () => decide(db, bus, seeded, EXECUTIONS);
  say('warming up');
  await round();
  await download();
  const [without, withDownloads]: [Round[], Round[]] = [[], []];
  const [alone, underLoad]: [Round[], Round[]] = [[], []];
  for (let number = 1; number <= ROUNDS; number += 1) {
    // Another begins each round, so that none always follows the same one.
    const turns = [
      async () => {
        without.push(await round());
        alone.push(await download());
      },
      async () => {
        const [decided, downloaded] = await Promise.all([round(), download()]);
        withDownloads.push(decided);
        underLoad.push(downloaded);
      },
    ];
    for (const turn of number % 2 === 0 ? turns : turns.toReversed()) await turn();
    say(`round ${number} of ${ROUNDS}`);
  }
  printBeside(['first downloads alone', figuresOf(alone)], ['while executions are decided', figuresOf(underLoad)]);
  printBeside(['executions alone', figuresOf(without)], ['while reports are downloaded', figuresOf(withDownloads)]);
} finally {
  await bench.close();
}
