import { ApiError } from '../../api/http.ts';

/*
 * Sends the batches of a file, one after another. Each has a key of its own that is made of the file, so that sending one
 * again, after a cut, a reload or a sign-in, finds the batch that is there and makes no row twice.
 */

export interface SentPart {
  readonly batchId: number;
  /** It was there already. */
  readonly isReplay: boolean;
}

interface Sending {
  /** Sends the batch with that index. */
  readonly send: (index: number) => Promise<SentPart>;
  readonly onSent: (sent: readonly SentPart[]) => void;
  /** The service asks to wait so many seconds; null when it goes on. */
  readonly onWait: (seconds: number | null) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly isStopped: () => boolean;
}

/** The service asks for more where nobody would stay. */
const LONGEST_WAIT_SECONDS = 120;
const MOST_WAITS = 10;

/** Goes on behind those that were sent. Throws what refused one; all before it are sent. */
export async function sendParts(count: number, before: readonly SentPart[], sending: Sending): Promise<void> {
  const sent = [...before];
  while (sent.length < count && !sending.isStopped()) {
    sent.push(await sendPatiently(sent.length, sending));
    sending.onSent([...sent]);
  }
}

async function sendPatiently(index: number, { send, onWait, sleep }: Sending): Promise<SentPart> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await send(index);
    } catch (error) {
      const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!isBusy || seconds === null || seconds > LONGEST_WAIT_SECONDS || waits >= MOST_WAITS) throw error;
      onWait(seconds);
      await sleep(seconds * 1_000);
      onWait(null);
    }
  }
}
