import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { fieldOf, type Way } from '../../../core/path.ts';
import { filledIn, isReference } from '../../../core/products/connection.ts';
import { fieldSchema } from '../../../core/products/fields.ts';
import { releasedPart, type Product } from '../../../core/products/index.ts';
import { readJson, UnreadableJson } from '../../../core/read-json.ts';
import {
  CredentialHeaders,
  OutboundError,
  TokenError,
  type OutboundClient,
  type OutboundReason,
  type OutboundResponse,
} from '../../../platform/outbound/index.ts';
import { cleanText, compileValidator, type Validator } from '../../../platform/validation/index.ts';
import type { Connection } from './connection.ts';
import type { EffectOutcome } from './effect.ts';
import { isTransientError, isTransientStatus, retryAfterMs } from './http.ts';
import { VendorCircuit } from './vendor-circuit.ts';

/** One pull of an account. The same `idempotencyKey` is the same pull, to be made and charged once. */
export interface Pull {
  readonly accountId: number;
  readonly payload: JsonObject;
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
}

/** A pull that the vendor has accepted, and whose report it makes in its own time. */
export interface AcceptedPull {
  /** What the vendor calls it, if it says so. */
  readonly reference: string | null;
  /** Where it is asked for; null: by the same pull again. */
  readonly location: string | null;
}

/**
 * `accepted`: there is no report yet. `askAfterMs`: when to ask, if the vendor says so. `isUnknown`: it was cut short after
 * its first byte, so the vendor may have made an order of it. `status`: with which the vendor refused it. `isUnsent`: nothing
 * was sent.
 */
export type PullOutcome =
  | { readonly is: 'pulled'; readonly report: JsonObject }
  | ({ readonly is: 'accepted'; readonly askAfterMs: number | undefined } & AcceptedPull)
  | (Extract<EffectOutcome, { readonly is: 'transient' }> & { readonly isUnknown?: boolean })
  | (Extract<EffectOutcome, { readonly is: 'failed' }> & { readonly status?: number; readonly isUnsent?: boolean })
  | Extract<EffectOutcome, { readonly is: 'postponed' }>;

/** A pull that was accepted before, as it is asked for again. */
export interface OpenPull extends Pull, AcceptedPull {
  /** Since it was accepted. */
  readonly ageMs: number;
}

/** Failures before anything of the request was sent, so it cannot be their reason. */
const BEFORE_SENDING: readonly OutboundReason[] = ['forbidden_target', 'dns', 'connect_timeout', 'tls'];
const LONGEST_WAIT_MS = 86_400_000;
const LONGEST_URL = 2_048;
/** What a vendor has just accepted it may not find yet itself. */
const NOT_FOUND_YET_MS = 600_000;

/**
 * The vendor of one product: POST of {product, applicant, property?, reference?, callback_url?}. The response is the report
 * itself, or 202: then the report is asked for until it is there, at the `Location` of that response, by its reference or
 * ours, or by the same POST where that orders nothing twice.
 * Other texts of the vendor are never passed on: they may repeat the applicant's data.
 */
export class Vendor {
  readonly connection: Connection;
  readonly #product: Product;
  readonly #outbound: OutboundClient;
  readonly #validate: Validator;
  readonly #credentials: CredentialHeaders;
  readonly #circuit = new VendorCircuit();

  constructor(product: Product, connection: Connection, outbound: OutboundClient) {
    this.connection = connection;
    this.#product = product;
    this.#outbound = outbound;
    this.#validate = validatorOf(product);
    this.#credentials = new CredentialHeaders(connection.credentials, outbound);
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

  /** One attempt. */
  pull(pull: Pull): Promise<PullOutcome> {
    return this.#exchange(pull, undefined);
  }

  /**
   * Asks by our reference whether there is an order of the pull; null: the vendor knows of none. Only of a connection that
   * looks orders up.
   */
  async lookUp(pull: Pull): Promise<PullOutcome | null> {
    const { lookupUrl } = this.connection;
    if (lookupUrl === undefined) throw new Error('the connection looks no orders up');
    const location = filledIn(lookupUrl, pull.idempotencyKey);
    const found = await this.#exchange(pull, { ...pull, location, reference: null, ageMs: Infinity });
    if (found.is !== 'failed' || found.status === undefined) return found;
    // Any other refusal says nothing of the order.
    return GONE.includes(found.status) ? null : unavailable(`It answered ${found.status} when an order was looked up.`);
  }

  /** Whether it can be asked for an order, without another one being made. */
  canAsk({ location, reference }: AcceptedPull): boolean {
    const { fetch, idempotency, orderUrl } = this.connection;
    return fetch && (location !== null || idempotency !== 'none' || (orderUrl !== undefined && reference !== null));
  }

  /** Asks for a pull that was accepted: `accepted`, `transient` and `postponed` mean that it goes on. */
  async ask(order: OpenPull): Promise<PullOutcome> {
    if (!this.canAsk(order)) return { is: 'accepted', askAfterMs: undefined, reference: null, location: null };
    const location = order.location ?? this.#addressOf(order);
    // The address may have been exchanged since: no credential goes where the old one was.
    if (location !== null && !this.#isOwn(location)) return unavailable('It has another address now.');
    return this.#exchange(order, { ...order, location });
  }

  /** Of an order whose vendor names none; null: it is asked for by the pull again. */
  #addressOf({ reference, idempotencyKey }: OpenPull): string | null {
    const { orderUrl, lookupUrl, idempotency } = this.connection;
    if (orderUrl !== undefined && reference !== null) return filledIn(orderUrl, reference);
    return idempotency === 'lookup' && lookupUrl !== undefined ? filledIn(lookupUrl, idempotencyKey) : null;
  }

  /** What the vendor sent by itself, of a connection where that is believed. */
  readSent(body: Uint8Array): PullOutcome {
    return this.#reportOf(body, this.connection.callback?.report);
  }

  async #exchange(pull: Pull, order: OpenPull | undefined): Promise<PullOutcome> {
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
      if (error instanceof TokenError) return this.#withoutToken(error, accountId, order);
      if (!(error instanceof OutboundError)) throw error;
      if (error.reason === 'response_too_large') return this.#invalid('it is too large');
      this.#circuit.failed(accountId, !BEFORE_SENDING.includes(error.reason));
      if (isTransientError(error)) return { ...unavailable(error.message), isUnknown: error.isSent };
      return { ...forbidden(error.message), isUnsent: !error.isSent };
    }
    return this.#read(accountId, response, order);
  }

  /** Nothing was sent. Credentials that are exchanged or ran out fail no report that was ordered. */
  #withoutToken({ problem, message }: TokenError, accountId: number, order: OpenPull | undefined): PullOutcome {
    this.#circuit.failed(accountId, problem === 'refused');
    if (problem === 'unavailable' || order !== undefined) return unavailable(message);
    if (problem === 'forbidden_target') return { ...forbidden(message), isUnsent: true };
    return { is: 'failed', code: 'product_unavailable', message: `The vendor cannot be used. ${message}` };
  }

  /** A token that the vendor takes no more is exchanged once: 401 says that it has done nothing. */
  async #send(pull: Pull, location: string | null): Promise<OutboundResponse> {
    const shown = await this.#credentials.headers();
    const response = await this.#sendWith(shown, pull, location);
    if (response.status !== 401 || !(await this.#credentials.areStale(shown))) return response;
    return this.#sendWith(await this.#credentials.headers(), pull, location);
  }

  #sendWith(
    credentials: Readonly<Record<string, string>>,
    { payload, idempotencyKey, signal }: Pull,
    location: string | null,
  ): Promise<OutboundResponse> {
    const { url, callbackUrl, idempotency } = this.connection;
    const headers = { accept: 'application/json', 'idempotency-key': idempotencyKey, ...credentials };
    const abort = signal === undefined ? {} : { signal };
    if (location !== null) return this.#outbound.get(location, { headers, ...abort });
    return this.#outbound.post(url, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        product: this.#product.code,
        applicant: payload.applicant ?? {},
        ...(payload.property === undefined ? {} : { property: payload.property }),
        ...(idempotency === 'header' ? {} : { reference: idempotencyKey }),
        ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl(idempotencyKey) }),
      }),
      once: idempotency !== 'header',
      ...abort,
    });
  }

  #read(accountId: number, response: OutboundResponse, order: OpenPull | undefined): PullOutcome {
    const { status } = response;
    if (isTransientStatus(status) || (order !== undefined && UNAUTHORIZED.includes(status))) {
      this.#circuit.failed(accountId, true);
      const delay = retryAfterMs(response);
      // A vendor that names a time has not taken it; a proxy before it may say 502 of what the vendor has taken.
      const isUnknown = status >= 500 && delay === undefined;
      const why = unavailable(`It answered ${status}.`);
      return { ...why, isUnknown, ...(delay === undefined ? {} : { retryAfterMs: delay }) };
    }
    this.#circuit.succeeded(accountId);
    if (status === 404 && order !== undefined && order.ageMs < NOT_FOUND_YET_MS) {
      return unavailable('It does not know the order yet.');
    }
    if (status < 200 || status >= 300) {
      return { is: 'failed', code: 'vendor_rejected', message: `The vendor refused the pull with ${status}.`, status };
    }
    return status === 202 ? this.#accepted(response) : this.#reportOf(response.body, undefined);
  }

  #reportOf(body: Uint8Array, place: string | undefined): PullOutcome {
    const delivered = reportIn(body, place, this.#product);
    if (typeof delivered === 'string') return this.#invalid(delivered);
    const report = releasedPart(this.#product, delivered);
    const wrong = this.#validate(report);
    if (wrong.length > 0) {
      const fields = wrong.slice(0, 5).map(({ field }) => field);
      return this.#invalid(`it breaks the product's schema at ${[...new Set(fields)].join(', ')}`);
    }
    return { is: 'pulled', report };
  }

  #accepted(response: OutboundResponse): PullOutcome {
    const askAfterMs = retryAfterMs(response, Date.now(), LONGEST_WAIT_MS);
    const { location } = response.headers;
    const base = { is: 'accepted', askAfterMs, reference: referenceIn(response.body) } as const;
    if (location === undefined || location === '') return { ...base, location: null };
    const url = typeof location === 'string' ? absoluteUrl(location, this.connection.url) : undefined;
    if (url !== undefined && this.#isOwn(url)) return { ...base, location: url };
    return forbidden('It names an address of another origin.');
  }

  /** Credentials go to the origin for which they were entered, and to no other. */
  #isOwn(url: string): boolean {
    return new URL(url).origin === new URL(this.connection.url).origin;
  }

  #invalid(why: string): PullOutcome {
    return { is: 'failed', code: 'invalid_report', message: `The vendor's report cannot be used: ${why}.` };
  }
}

const VALIDATORS = new WeakMap<Product, Validator>();

/** One for all vendors of a product. */
function validatorOf(product: Product): Validator {
  const known = VALIDATORS.get(product) ?? compileValidator(product.schema);
  VALIDATORS.set(product, known);
  return known;
}

function unavailable(why: string) {
  return { is: 'transient', code: 'vendor_unavailable', message: `The vendor is unavailable. ${why}` } as const;
}

function forbidden(why: string) {
  return { is: 'failed', code: 'vendor_forbidden_target', message: `Nobody is asked at that address. ${why}` } as const;
}

/** Credentials that are exchanged or ran out fail no report that was ordered. */
const UNAUTHORIZED: readonly number[] = [401, 403, 407];
const GONE: readonly number[] = [404, 410];

function absoluteUrl(location: string, base: string): string | undefined {
  const url = URL.parse(location, base);
  if (url === null || url.href.length > LONGEST_URL || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href;
}

/** `reference` of the answer that accepts a pull; null if it has none that could be kept. */
function referenceIn(body: Uint8Array): string | null {
  try {
    const value = readJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const { reference } = isJsonObject(value) ? cleanText(value) : {};
    return isReference(reference) ? reference : null;
  } catch {
    return null;
  }
}

/** At a dotted path of a body that others wrote; undefined if there is nothing. */
export function valueAt(body: Json, place: string): Json | undefined {
  let value: Json | undefined = body;
  for (const name of place.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, Json>>)[name];
  }
  return value;
}

/** A text says why there is no report that could be kept. */
function reportIn(body: Uint8Array, place: string | undefined, product: Product): JsonObject | string {
  try {
    const sent = readJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const value = place === undefined ? sent : valueAt(sent, place);
    if (isJsonObject(value)) return cleanText(value);
  } catch (error) {
    if (error instanceof UnreadableJson) return `${knownPart(product, error.way)} ${error.problem}`;
  }
  return 'it is not a JSON object that could be kept';
}

/** The way as far as the product knows it: other keys are texts of the vendor. */
function knownPart(product: Product, way: Way): string {
  const end = way.findIndex((_, index) => fieldSchema(product, way.slice(0, index + 1).join('.')) === undefined);
  return fieldOf(end === -1 ? way : [...way.slice(0, end), '…']);
}
