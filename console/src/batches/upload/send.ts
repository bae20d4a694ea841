import { ApiError } from '../../api/http.ts';

/*
 * Sends the batches of a file, one after another. The key of each is made from the file. So resending after an
 * interruption, a reload or a sign-in finds the existing batch, and no row is created twice.
 */

export interface SentPart {
  readonly batchId: number;
  /** True if the batch already existed. */
  readonly isReplay: boolean;
}

interface Sending {
  /** Sends the batch with this index. */
  readonly send: (index: number) => Promise<SentPart>;
  readonly onSent: (sent: readonly SentPart[]) => void;
  /** Called with the seconds that the service asks to wait, and with null when sending resumes. */
  readonly onWait: (seconds: number | null) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly isStopped: () => boolean;
}

/** If the service asks for more, sending stops: nobody would wait that long. */
const LONGEST_WAIT_SECONDS = 120;
const MOST_WAITS = 10;

/** Continues after the batches that were sent. Throws the refusal of a batch; all batches before it are sent. */
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
