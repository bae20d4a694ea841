import { findChromium } from './servers/chromium.ts';
import { messageOf } from '../platform/thrown.ts';
import { locatePostgres, serverUser } from './servers/postgres-binaries.ts';
import { findTool, NATS, TEMPORAL } from './servers/tools.ts';

/** Fetches every server before the tests begin, so that the time it takes is shown and counts for no test. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const parts = await Promise.allSettled([
  serverUser().then(locatePostgres),
  findTool(TEMPORAL, say),
  findTool(NATS, say),
  findChromium(say),
]);
const failures = parts.filter((part) => part.status === 'rejected');
for (const { reason } of failures) say(messageOf(reason));
process.exit(failures.length === 0 ? 0 : 1);
