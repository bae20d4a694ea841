import { serveWork } from '../../../platform/workers/serve.ts';
import { CALCULATIONS } from './tasks.ts';

// Entry point of the processes that `index.ts` starts.
serveWork(CALCULATIONS);
