import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../core/errors.ts';
import { closingOf } from '../../../platform/closing.ts';
import { ConcurrencySlots } from '../../../platform/concurrency-slots.ts';

/** A body up to this size is read and parsed within some ten milliseconds, whatever is in it. */
export const LARGE_BODY_BYTES = 64 * 1024;

/** Limits the memory of bodies that are arriving: each can have 8 MiB. */
const ARRIVING = { slots: 32, perOwner: 8 };
/**
 * A parsed body takes many times its size, and one with very many values holds the event loop for a second. 60 of them
 * at once, which no rate limit refuses, delayed all other requests by 20 to 60 s and took 1.7 GB. Requests that read
 * the whole run of such a payload (`Route.isHeavy`) delayed the others by 4 to 25 s.
 */
const IN_WORK = { slots: 3, perOwner: 1 };

/** An export takes some 20 MB for as long as its reader takes to read it: 60 at once took 1.1 GB. */
const DOWNLOADS = { slots: 16, perOwner: 3 };

/**
 * Limits heavy requests, round-robin by account, so that no account takes the memory or the event loop from the others.
 * Heavy are requests with large bodies, those of routes marked as heavy, and downloads that are written while they are
 * read. A slot belongs to an account, which may have several API clients. A caller that hangs up while its request
 * waits leaves the queue. So the other requests of its account do not wait behind responses that nobody will read.
 */
export class HeavyRequests {
  readonly #slots: Slots;

  constructor({ patienceMs }: { readonly patienceMs: number }) {
    this.#slots = {
      arriving: new ConcurrencySlots({ ...ARRIVING, patienceMs }),
      inWork: new ConcurrencySlots({ ...IN_WORK, patienceMs }),
      downloads: new ConcurrencySlots({ ...DOWNLOADS, patienceMs }),
    };
  }

  request(accountId: number, response: ServerResponse): HeavyRequest {
    return new HeavyRequest(accountId, response, this.#slots);
  }
}

interface Slots {
  readonly arriving: ConcurrencySlots;
  readonly inWork: ConcurrencySlots;
  readonly downloads: ConcurrencySlots;
}

/** The slots of one request. It takes none unless it turns out to be heavy. */
export class HeavyRequest {
  readonly #accountId: number;
  readonly #response: ServerResponse;
  readonly #slots: Slots;
  readonly #taken: (() => void)[] = [];
  #leaveWork: () => void = () => undefined;
  #isAtWork = false;
  #isOver = false;
  /** Created when it is first needed, because few requests wait. */
  #closing: AbortSignal | undefined;

  constructor(accountId: number, response: ServerResponse, slots: Slots) {
    this.#accountId = accountId;
    this.#response = response;
    this.#slots = slots;
  }

  /**
   * To be awaited before more than LARGE_BODY_BYTES are kept. Throws `rate_limited` if requests of this account have
   * filled the slots for too long, `service_unavailable` if those of others have.
   */
  async takeArrivalSlot(): Promise<void> {
    this.#hold(await this.#take(this.#slots.arriving));
  }

  /**
   * To be awaited before heavy work such as parsing the body; throws like `takeArrivalSlot`. The slot is held beyond
   * the request for as long again as the event loop was busy meanwhile. So an account has at most half of the event
   * loop.
   */
  async takeWorkSlot(): Promise<void> {
    if (this.#isAtWork) return;
    const giveBack = await this.#take(this.#slots.inWork);
    this.#isAtWork = true;
    const begun = performance.eventLoopUtilization();
    this.#leaveWork = () => {
      this.#leaveWork = () => undefined;
      setTimeout(giveBack, performance.eventLoopUtilization(begun).active).unref();
    };
    this.#hold(() => this.#leaveWork());
  }

  /** To be called when only a small text of the request is left in memory, while another process works on it. */
  leaveWorkSlot(): void {
    this.#leaveWork();
  }

  /** To be awaited between two pieces of heavy work, so that other requests are served in between. */
  async yieldToEventLoop(): Promise<void> {
    if (this.#isAtWork) await nextTurn();
  }

  /** To be awaited before a download is begun; throws like `takeArrivalSlot`. Given back when the response is over. */
  async takeDownloadSlot(): Promise<void> {
    const giveBack = await this.#take(this.#slots.downloads, TOO_MANY_DOWNLOADS);
    const closing = this.#untilClosed();
    if (closing.aborted) giveBack();
    else closing.addEventListener('abort', giveBack, { once: true });
  }

  /** To be called when the response is ready; the slot of a download is kept until its end. */
  end(): void {
    this.#isOver = true;
    for (const giveBack of this.#taken.splice(0)) giveBack();
  }

  #untilClosed(): AbortSignal {
    return (this.#closing ??= closingOf(this.#response));
  }

  async #take(slots: ConcurrencySlots, message = TOO_MANY): Promise<() => void> {
    const signal = this.#untilClosed();
    const giveBack = await slots.take(this.#accountId, { signal });
    if (giveBack !== null) return giveBack;
    if (signal.aborted) throw new AppError('malformed_request', { message: GONE });
    if (!slots.isFullOf(this.#accountId)) throw new AppError('service_unavailable');
    throw new AppError('rate_limited', { headers: { 'Retry-After': '5' }, message });
  }

  /** The request may have ended while it waited. */
  #hold(giveBack: () => void): void {
    if (this.#isOver) giveBack();
    else this.#taken.push(giveBack);
  }
}

/** For the log only: the caller is gone. */
const GONE = 'The connection closed while the request waited for its turn. Nothing was done.';
const TOO_MANY =
  'Too many heavy requests at a time: those of one account are worked on one after the other. ' +
  'Send the next one when the last one has been answered.';
const TOO_MANY_DOWNLOADS =
  'Too many exports at a time: an account has three. Start the next one when one of them has ended.';
