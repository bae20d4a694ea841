import { serveWork } from '../../../platform/workers/serve.ts';
import { CALCULATIONS } from './tasks.ts';

// What `index.ts` starts processes of.
serveWork(CALCULATIONS);
