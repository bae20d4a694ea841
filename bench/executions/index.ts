/**
 * Executions per second from the committed start to the committed end: credit pull, condition, approve, and the event
 * that tells it. The floor is raw Temporal with one local activity that commits one row. Both have eager starts, 64 at
 * once, on one durable PostgreSQL and one Temporal, in one run, in turns. Latencies are from the start to the commit.
 *
 *   npm run bench:executions [-- executions per round, default 300]
 */
import { figuresOf, printBeside, type Round } from '../support/figures.ts';
import { say, startExecutorBench } from '../support/executor.ts';
import { decide, DEFINITION } from './load.ts';

const EXECUTIONS = Number(process.argv[2] ?? 300);
/** The speed of a machine with other tenants changes from one round to the next: the median of few says little. */
const ROUNDS = 9;
const bench = await startExecutorBench(DEFINITION);
const { db, bus, seeded } = bench;
try {
  say('warming up');
  await bench.raw(EXECUTIONS);
  await decide(db, bus, seeded, EXECUTIONS);
  const [rawRounds, ourRounds]: [Round[], Round[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Another begins each round, so that none always follows the same one.
    const turns = [
      async () => void rawRounds.push(await bench.raw(EXECUTIONS)),
      async () => void ourRounds.push(await decide(db, bus, seeded, EXECUTIONS)),
    ];
    for (const turn of round % 2 === 0 ? turns.toReversed() : turns) await turn();
    say(
      `round ${round} of ${ROUNDS}: ${rawRounds.at(-1)?.perSecond.toFixed(0)} and ${ourRounds.at(-1)?.perSecond.toFixed(0)} a second`,
    );
  }
  printBeside(
    ['raw Temporal, one local activity, one row', figuresOf(rawRounds)],
    ['credit pull, condition, approve', figuresOf(ourRounds)],
  );
} finally {
  await bench.close();
}
