import type { Database } from '../../../platform/database/index.ts';
import { SUBJECTS, type Bus } from '../../../platform/nats.ts';

const POLL_MS = 1_000;

/**
 * Waits until the artifact's row says that the file is there, or that it never will be. The row is the truth; the
 * message that it has changed only saves the wait for the next look. Rejects with the signal's reason when aborted.
 */
export async function waitForArtifact(
  { db, bus }: { readonly db: Database; readonly bus: Bus },
  artifactId: number,
  signal: AbortSignal,
): Promise<'ready' | 'failed'> {
  let wake: () => void = () => undefined;
  let hasNews = false;
  const subscription = bus.subscribe(SUBJECTS.artifactDone(artifactId), null, () => {
    hasNews = true;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      hasNews = false;
      const row = await db.kysely
        .selectFrom('artifact')
        .select('status')
        .where('id', '=', artifactId)
        .executeTakeFirst();
      if (row === undefined) return 'failed';
      if (row.status !== 'pending') return row.status;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (hasNews || signal.aborted) wake();
      });
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    subscription.unsubscribe();
  }
}
