import { serveWork } from '../../../platform/workers/serve.ts';
import { BACKTEST_TASKS } from './tasks.ts';

/** Whatever else runs on the machine goes first. */
const LOWEST_PRIORITY = 19;

serveWork(BACKTEST_TASKS, LOWEST_PRIORITY);
