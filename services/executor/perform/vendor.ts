import type { Json, JsonObject } from '../../../core/json.ts';
import { filledIn } from '../../../core/products/connection.ts';
import {
  CredentialHeaders,
  OutboundError,
  TokenError,
  type OutboundClient,
  type OutboundReason,
  type OutboundResponse,
} from '../../../platform/outbound/index.ts';
import type { Connection } from './connection.ts';
import type { EffectOutcome } from './effect.ts';
import { isTransientError, isTransientStatus, retryAfterMs } from './http.ts';
import { isSuccess, jsonIn, referenceAt, type ReadReport, type Source, type StepRequest } from './source.ts';
import { VendorCircuit } from './vendor-circuit.ts';

/** One pull of an account. Pulls with one `idempotencyKey` are one pull, to be made and charged once. */
export interface Pull {
  readonly accountId: number;
  readonly payload: JsonObject;
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
  /** Its progress so far. */
  readonly progress?: Progress | undefined;
}

/** The answered steps of a pull. A repeated pull continues after them. */
export interface Progress {
  /** The next one. */
  readonly step: number;
  readonly answer: Json;
}

/** A pull that the vendor has accepted and whose report it makes in its own time. */
export interface AcceptedPull {
  /** The vendor's reference, if it gave one. */
  readonly reference: string | null;
  /** Where to ask for it; null if the pull is repeated to ask. */
  readonly location: string | null;
}

export interface PulledReport {
  readonly is: 'pulled';
  readonly report: JsonObject;
  /** False if a sandbox made it. */
  readonly isBilled: boolean;
}

/**
 * `accepted`: there is no report yet. `askAfterMs`: when to ask, if the vendor says so. `isUnknown`: it was cut short
 * after its first byte, so the vendor may have made an order of it. `status`: the HTTP status of the vendor's refusal.
 * `isUnsent`: nothing was sent.
 */
export type PullOutcome =
  | PulledReport
  | ({ readonly is: 'accepted'; readonly askAfterMs: number | undefined } & AcceptedPull)
  | (Extract<EffectOutcome, { readonly is: 'transient' }> & { readonly isUnknown?: boolean })
  | (Extract<EffectOutcome, { readonly is: 'failed' }> & { readonly status?: number; readonly isUnsent?: boolean })
  | Extract<EffectOutcome, { readonly is: 'postponed' }>;

/** A pull that was accepted before, as it is asked for again. */
export interface OpenPull extends Pull, AcceptedPull {
  /** Since it was accepted. */
  readonly ageMs: number;
  readonly isLookUp?: true;
}

/** Failures before anything of the request was sent, so the request cannot be their reason. */
const BEFORE_SENDING: readonly OutboundReason[] = ['forbidden_target', 'dns', 'connect_timeout', 'tls'];
const LONGEST_WAIT_MS = 86_400_000;
const LONGEST_URL = 2_048;
/** A vendor may not find an order that it has just accepted. */
const NOT_FOUND_YET_MS = 600_000;

/** State that all products at a connection share. */
export interface Shared {
  readonly circuit: VendorCircuit;
  readonly credentials: CredentialHeaders;
}

/**
 * The vendor of one product. The response is the report, or 202. After a 202 the report is asked for until it is there.
 * The request goes to the `Location` of that response, has its reference or ours, or repeats one that orders nothing
 * twice. Texts of the vendor are never passed on, because they may repeat the applicant's data.
 */
export class Vendor {
  readonly connection: Connection;
  readonly #source: Source;
  readonly #outbound: OutboundClient;
  readonly #circuit: VendorCircuit;
  readonly #credentials: CredentialHeaders;

  constructor(
    source: Source,
    connection: Connection,
    outbound: OutboundClient,
    shared: Shared = sharedOf(connection, outbound),
  ) {
    this.connection = connection;
    this.#source = source;
    this.#outbound = outbound;
    this.#circuit = shared.circuit;
    this.#credentials = shared.credentials;
  }

  /** Requests of one pull. */
  get steps(): number {
    return this.#source.steps;
  }

  get isCircuitOpen(): boolean {
    return this.#circuit.isOpen();
  }

  get openForMs(): number {
    return this.#circuit.openForMs();
  }

  accountsOpenFor(ms: number): number[] {
    return this.#circuit.accountsOpenFor(ms);
  }

  /** One attempt. `onStep` is awaited with the answer to a step before the last, before the next one is sent. */
  pull(pull: Pull, onStep?: (progress: Progress) => Promise<void>): Promise<PullOutcome> {
    return this.#stepByStep(pull, undefined, onStep);
  }

  async #stepByStep(
    pull: Pull,
    order: OpenPull | undefined,
    onStep?: (progress: Progress) => Promise<void>,
  ): Promise<PullOutcome> {
    let { progress } = pull;
    while ((progress?.step ?? 0) < this.steps - 1) {
      const answered = await this.#exchange({ ...pull, progress }, order);
      if (answered.is !== 'answered') return answered;
      progress = { step: (progress?.step ?? 0) + 1, answer: answered.answer };
      await onStep?.(progress);
    }
    return this.#reported({ ...pull, progress }, order);
  }

  async #reported(pull: Pull, order: OpenPull | undefined): Promise<PullOutcome> {
    const outcome = await this.#exchange(pull, order);
    if (outcome.is === 'answered') throw new Error('the last step of a pull was read as one before it');
    return outcome;
  }

  /**
   * Asks by our reference whether there is an order of the pull; null if the vendor knows of none. Only for a
   * connection that looks orders up.
   */
  async lookUp(pull: Pull): Promise<PullOutcome | null> {
    const { lookupUrl } = this.connection;
    if (lookupUrl === undefined) throw new Error('the connection looks no orders up');
    const location = filledIn(lookupUrl, pull.idempotencyKey);
    const found = await this.#reported(pull, { ...pull, location, reference: null, ageMs: Infinity, isLookUp: true });
    if (found.is !== 'failed' || found.status === undefined) return found;
    // Any other refusal says nothing about the order.
    return GONE.includes(found.status) ? null : unavailable(`It answered ${found.status} when an order was looked up.`);
  }

  /** True if an order can be asked for without making another one. */
  canAsk({ location, reference }: AcceptedPull): boolean {
    const { fetch, idempotency, orderUrl } = this.connection;
    const mayRepeat = idempotency !== 'none' || this.#source.onlyAsks;
    return fetch && (location !== null || mayRepeat || (orderUrl !== undefined && reference !== null));
  }

  /** Asks for a pull that was accepted: `accepted`, `transient` and `postponed` mean that it goes on. */
  async ask(order: OpenPull): Promise<PullOutcome> {
    const location = order.location ?? this.#addressOf(order);
    const isRepeatable = location !== null || order.progress !== undefined || this.#source.asksFromFirst;
    if (!this.canAsk(order) || !isRepeatable) {
      return { is: 'accepted', askAfterMs: undefined, reference: null, location: null };
    }
    if (location === null) return this.#stepByStep(order, { ...order, location });
    // The address may have been replaced since: no credential is sent to the old one.
    if (!this.#isOwn(location)) return unavailable('It has another address now.');
    return this.#reported(order, { ...order, location });
  }

  /** The address of an order for which the vendor gave none; null if the pull is repeated to ask. */
  #addressOf({ reference, idempotencyKey }: OpenPull): string | null {
    const { orderUrl, lookupUrl, idempotency } = this.connection;
    if (orderUrl !== undefined && reference !== null) return filledIn(orderUrl, reference);
    return idempotency === 'lookup' && lookupUrl !== undefined ? filledIn(lookupUrl, idempotencyKey) : null;
  }

  /** Reads what a vendor sent by itself, for a connection where that is believed. */
  readSent(body: Uint8Array): PullOutcome {
    return this.#outcomeOf(this.#source.read(200, body, this.connection.callback?.report));
  }

  async #exchange(pull: Pull, order: OpenPull | undefined): Promise<PullOutcome | Answered> {
    const { accountId } = pull;
    const waitMs = this.#circuit.waitMs(accountId);
    if (waitMs > 0) {
      const { code, message } = unavailable('It failed repeatedly; no request is sent for a while.');
      return { is: 'postponed', code, message, retryAfterMs: waitMs };
    }
    let response: OutboundResponse;
    try {
      response = await this.#send(pull, order?.location ?? null);
    } catch (error) {
      if (error instanceof UnsentPull) return { ...unsendable(error.message), isUnsent: true };
      if (error instanceof TokenError) return this.#withoutToken(error, accountId, order);
      if (!(error instanceof OutboundError)) throw error;
      if (error.reason === 'response_too_large') return this.#invalid('it is too large');
      this.#circuit.failed(accountId, !BEFORE_SENDING.includes(error.reason));
      if (isTransientError(error)) return { ...unavailable(error.message), isUnknown: error.isSent };
      return { ...forbidden(error.message), isUnsent: !error.isSent };
    }
    return this.#read(pull, response, order);
  }

  /** Nothing was sent. Credentials that were replaced or expired do not fail a report that was ordered. */
  #withoutToken({ problem, message }: TokenError, accountId: number, order: OpenPull | undefined): PullOutcome {
    this.#circuit.failed(accountId, problem === 'refused');
    if (problem === 'unavailable' || order !== undefined) return unavailable(message);
    if (problem === 'forbidden_target') return { ...forbidden(message), isUnsent: true };
    return { is: 'failed', code: 'product_unavailable', message: `The vendor cannot be used. ${message}` };
  }

  /** A token that the vendor rejects is replaced once: 401 means that it has done nothing. */
  async #send(pull: Pull, location: string | null): Promise<OutboundResponse> {
    const shown = await this.#credentials.headers();
    const response = await this.#sendWith(shown, pull, location);
    if (response.status !== 401 || !(await this.#credentials.areStale(shown))) return response;
    return this.#sendWith(await this.#credentials.headers(), pull, location);
  }

  #sendWith(
    credentials: Readonly<Record<string, string>>,
    pull: Pull,
    location: string | null,
  ): Promise<OutboundResponse> {
    const { idempotencyKey, signal, progress } = pull;
    const step = progress?.step ?? 0;
    // Each request of a pull has a key of its own; the last has the key of the pull.
    const key = location !== null || step === this.steps - 1 ? idempotencyKey : `${idempotencyKey}-${step}`;
    const own = { accept: 'application/json', 'idempotency-key': key, ...credentials };
    const abort = signal === undefined ? {} : { signal };
    if (location !== null) return this.#outbound.get(location, { headers: own, ...abort });
    const { method, url, headers, body } = this.#requestOf(pull, step);
    // Names in lower case, so that no header of the product duplicates a credential's header.
    const ofProduct = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const sent = { ...Object.fromEntries(ofProduct), ...own };
    if (method === 'GET') return this.#outbound.get(url, { headers: sent, ...abort });
    return this.#outbound.post(url, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': body.type }), ...sent },
      body: body?.text ?? '',
      once: this.connection.idempotency !== 'header',
      ...abort,
    });
  }

  #requestOf({ payload, idempotencyKey, progress }: Pull, step: number): StepRequest {
    const asked = { payload, idempotencyKey, answer: progress?.answer };
    const request = this.#source.requestOf(step, this.connection, asked);
    if (typeof request === 'string') throw new UnsentPull(request);
    // The client that sends refuses an address that cannot be read.
    if (request.url !== this.connection.url && !this.#isOwn(request.url))
      throw new UnsentPull(`steps[${step}].path leaves the vendor's address`);
    return request;
  }

  #read(pull: Pull, response: OutboundResponse, order: OpenPull | undefined): PullOutcome | Answered {
    const { status, body } = response;
    const last = this.steps - 1;
    const step = order?.location == null ? (pull.progress?.step ?? 0) : last;
    const isLast = step === last;
    // An order that is looked up may be missing, whatever that status means for a report.
    const isNoOrder = order?.isLookUp === true && GONE.includes(status);
    const means = isNoOrder ? undefined : this.#source.meaningOf(step, status, body);
    if (means === undefined && (isTransientStatus(status) || (order !== undefined && UNAUTHORIZED.includes(status)))) {
      this.#circuit.failed(pull.accountId, true);
      const delay = retryAfterMs(response);
      // A vendor that names a time has not accepted it; a proxy may respond 502 although the vendor has accepted it.
      const isUnknown = status >= 500 && delay === undefined;
      const why = unavailable(`It answered ${status}.`);
      return { ...why, isUnknown, ...(delay === undefined ? {} : { retryAfterMs: delay }) };
    }
    this.#circuit.succeeded(pull.accountId);
    if (status === 404 && order !== undefined && order.ageMs < NOT_FOUND_YET_MS) {
      return unavailable('It does not know the order yet.');
    }
    if (means !== undefined) return this.#outcomeOf({ is: means }, response);
    if (!isSuccess(status)) {
      return { is: 'failed', code: 'vendor_rejected', message: `The vendor refused the pull with ${status}.`, status };
    }
    if (!isLast) {
      const answer = jsonIn(body);
      return answer === undefined ? this.#invalid('a step was not answered with JSON') : { is: 'answered', answer };
    }
    return status === 202 ? this.#accepted(response) : this.#outcomeOf(this.#source.read(status, body), response);
  }

  #outcomeOf(read: ReadReport, response?: OutboundResponse): PullOutcome {
    switch (read.is) {
      case 'report':
        return { is: 'pulled', report: read.report, isBilled: this.connection.sandbox === undefined };
      case 'wrong':
        return this.#invalid(read.why);
      case 'again':
        if (response !== undefined) return this.#accepted(response);
        return { is: 'accepted', askAfterMs: undefined, reference: null, location: null };
      case 'nobody':
        return { is: 'failed', code: 'report_not_found', message: 'The vendor has no file of that person.' };
      case 'frozen':
        return { is: 'failed', code: 'report_frozen', message: 'The file of that person is frozen.' };
      case 'refused':
        return { is: 'failed', code: 'vendor_rejected', message: 'The vendor makes no report.' };
    }
  }

  #accepted(response: OutboundResponse): PullOutcome {
    const askAfterMs = retryAfterMs(response, Date.now(), LONGEST_WAIT_MS);
    const { location } = response.headers;
    const reference = referenceAt(jsonIn(response.body), this.#source.referenceAt) ?? null;
    const base = { is: 'accepted', askAfterMs, reference } as const;
    if (location === undefined || location === '') return { ...base, location: null };
    const url = typeof location === 'string' ? absoluteUrl(location, this.connection.url) : undefined;
    if (url !== undefined && this.#isOwn(url)) return { ...base, location: url };
    return forbidden('It names an address of another origin.');
  }

  /** Credentials only go to the origin for which they were entered. */
  #isOwn(url: string): boolean {
    return URL.parse(url)?.origin === URL.parse(this.connection.url)?.origin;
  }

  #invalid(why: string): PullOutcome {
    return { is: 'failed', code: 'invalid_report', message: `The vendor's report cannot be used: ${why}.` };
  }
}

/** The answer to a step before the last. */
interface Answered {
  readonly is: 'answered';
  readonly answer: Json;
}

/** A request that could not be made from the payload. */
class UnsentPull extends Error {
  override readonly name = 'UnsentPull';
}

function sharedOf({ credentials }: Connection, outbound: OutboundClient): Shared {
  return { circuit: new VendorCircuit(), credentials: new CredentialHeaders(credentials, outbound) };
}

function unsendable(why: string) {
  return { is: 'failed', code: 'product_unavailable', message: `The request cannot be made: ${why}.` } as const;
}

function unavailable(why: string) {
  return { is: 'transient', code: 'vendor_unavailable', message: `The vendor is unavailable. ${why}` } as const;
}

function forbidden(why: string) {
  return { is: 'failed', code: 'vendor_forbidden_target', message: `Nobody is asked at that address. ${why}` } as const;
}

/** Statuses of credentials that were replaced or expired, which do not fail a report that was ordered. */
const UNAUTHORIZED: readonly number[] = [401, 403, 407];
const GONE: readonly number[] = [404, 410];

function absoluteUrl(location: string, base: string): string | undefined {
  const url = URL.parse(location, base);
  if (url === null || url.href.length > LONGEST_URL || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href;
}
