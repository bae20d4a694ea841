/** Advances one run as an executor does: database URL, execution id, run key, time in milliseconds. */
import { openDatabase } from '../../../platform/database/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { createAdvance } from '../../../services/executor/advance/index.ts';

const [url = '', executionId, runKey = '', now] = process.argv.slice(2);
const db = openDatabase({ url, poolMax: 2 });
const advance = createAdvance({
  db,
  bus: { publish: () => undefined },
  sandbox: loadReferenceData().sandbox,
  log: createLogger('test', 'silent'),
});
await advance(Number(executionId), runKey, Number(now));
await db.close();
