/** Compares the executions of backtests as an executor does. Environment: DATABASE_URL. Ends with its parent. */
import { openDatabase } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { runBacktests } from '../../services/executor/backtests/loop.ts';

process.on('disconnect', () => process.exit(0));
const db = openDatabase({ url: process.env.DATABASE_URL ?? '', poolMax: 4 });
await runBacktests({ db, log: createLogger('bench', 'error') }, new AbortController().signal);
