/** Compares the executions of backtests as an executor does, until it is killed: database URL. */
import { openDatabase } from '../../../platform/database/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { runBacktests } from '../../../services/executor/backtests/loop.ts';

const [url = ''] = process.argv.slice(2);
const db = openDatabase({ url, poolMax: 4 });
await runBacktests({ db, log: createLogger('test', 'error') }, new AbortController().signal);
