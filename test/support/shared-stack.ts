import { openDatabase } from '../../platform/database/index.ts';
import { madeOnce, type MadeOnce } from './once-for-run.ts';
import { PATIENCE_MS } from './patience.ts';
import { startStack, stackAt, type SharedStack, type StackAddress } from './stack.ts';

/**
 * One stack of all services for every test file of a run that kills nothing and needs no settings of its own. A start
 * is six processes and a browser, as much processor time as most files take.
 */
export async function startSharedStack(): Promise<MadeOnce> {
  // Needed by the reference's example for the signed file of an execution.
  const keys = `test:${Buffer.alloc(32, 5).toString('base64')}`;
  const stack = await startStack({ env: { EVIDENCE_KEYS: keys, CONNECTION_KEYS: keys, SEARCH_KEYS: keys } });
  return { found: stack.address, stop: () => stack.stop() };
}

/**
 * The stack of the run. Other files use it at the same time, so a test counts and changes only records of its own
 * accounts. `stop` closes what this file has opened.
 */
export async function sharedStack(): Promise<SharedStack> {
  const address = await madeOnce<StackAddress>('stack');
  const db = openDatabase({ url: address.databaseUrl, poolMax: 5, connectTimeoutMs: PATIENCE_MS });
  return { ...stackAt(address, db), stop: () => db.close() };
}
