import type { Json } from '../../core/json.ts';
import { throttle, type Throttled } from '../throttle.ts';
import { SUBJECTS } from './subjects.ts';

/** Subjects whose messages say nothing but that there may be work: one that follows another at once adds nothing. */
const HINTS: ReadonlySet<string> = new Set([SUBJECTS.commandsReady, SUBJECTS.deliveriesReady, SUBJECTS.artifactsReady]);
/** How long hints are merged under load. The first one after a pause goes out at once. */
const HINT_INTERVAL_MS = 10;

type Send = (subject: string, payload: Json | undefined, requestIds: readonly string[]) => void;

/** Merges the hints on one subject that follow each other at once; whatever is no hint is sent as it comes. */
export class Hints {
  readonly #send: Send;
  readonly #bySubject = new Map<string, Throttled<readonly string[]>>();

  constructor(send: Send) {
    this.#send = send;
  }

  send(subject: string, payload: Json | undefined, requestIds: readonly string[]): void {
    if (!HINTS.has(subject) || payload !== undefined) {
      this.#send(subject, payload, requestIds);
      return;
    }
    let hint = this.#bySubject.get(subject);
    if (hint === undefined) {
      hint = throttle((merged) => this.#send(subject, undefined, merged.flat()), HINT_INTERVAL_MS);
      this.#bySubject.set(subject, hint);
    }
    hint(requestIds);
  }

  /** Sends the hints that are being merged now. */
  flush(): void {
    for (const hint of this.#bySubject.values()) hint.flush();
  }
}
