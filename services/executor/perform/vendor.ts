import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { fieldOf, type Way } from '../../../core/path.ts';
import { fieldSchema } from '../../../core/products/fields.ts';
import { releasedPart, type Product } from '../../../core/products/index.ts';
import { readJson, UnreadableJson } from '../../../core/read-json.ts';
import {
  OutboundError,
  type OutboundClient,
  type OutboundReason,
  type OutboundResponse,
} from '../../../platform/outbound/index.ts';
import { cleanText, compileValidator, type Validator } from '../../../platform/validation/index.ts';
import type { EffectOutcome } from './effect.ts';
import { isTransientError, isTransientStatus, retryAfterMs } from './http.ts';
import { VendorCircuit } from './vendor-circuit.ts';

export interface VendorSettings {
  readonly url: string;
  readonly token: string | undefined;
}

export type PullOutcome =
  { readonly is: 'pulled'; readonly report: JsonObject } | Exclude<EffectOutcome, { readonly is: 'done' }>;

/** Failures before anything of the request was sent, so it cannot be their reason. */
const BEFORE_SENDING: readonly OutboundReason[] = ['forbidden_target', 'dns', 'connect_timeout', 'tls'];

/**
 * The vendor of one product: POST of {product, applicant, property?}; the response is the report itself.
 * Other texts of the vendor are never passed on: they may repeat the applicant's data.
 */
export class Vendor {
  readonly #product: Product;
  readonly #settings: VendorSettings;
  readonly #outbound: OutboundClient;
  readonly #validate: Validator;
  readonly #circuit = new VendorCircuit();

  constructor(product: Product, settings: VendorSettings, outbound: OutboundClient) {
    this.#product = product;
    this.#settings = settings;
    this.#outbound = outbound;
    this.#validate = compileValidator(product.schema);
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

  /** One attempt for an account. The same `idempotencyKey` is the same pull, to be made and charged once. */
  async pull(accountId: number, payload: JsonObject, idempotencyKey: string): Promise<PullOutcome> {
    const waitMs = this.#circuit.waitMs(accountId);
    if (waitMs > 0) {
      const { code, message } = unavailable('It failed repeatedly; no request is sent for a while.');
      return { is: 'postponed', code, message, retryAfterMs: waitMs };
    }
    let response: OutboundResponse;
    try {
      response = await this.#outbound.post(this.#settings.url, {
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'idempotency-key': idempotencyKey,
          ...(this.#settings.token === undefined ? {} : { authorization: `Bearer ${this.#settings.token}` }),
        },
        body: JSON.stringify({
          product: this.#product.code,
          applicant: payload.applicant ?? {},
          ...(payload.property === undefined ? {} : { property: payload.property }),
        }),
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.reason === 'response_too_large') return this.#invalid('it is too large');
      this.#circuit.failed(accountId, !BEFORE_SENDING.includes(error.reason));
      if (isTransientError(error)) return unavailable(error.message);
      return { is: 'failed', code: 'product_unavailable', message: `The vendor cannot be used: ${error.message}` };
    }
    return this.#read(accountId, response);
  }

  #read(accountId: number, response: OutboundResponse): PullOutcome {
    const { status } = response;
    if (isTransientStatus(status)) {
      this.#circuit.failed(accountId, true);
      const delay = retryAfterMs(response);
      return { ...unavailable(`It answered ${status}.`), ...(delay === undefined ? {} : { retryAfterMs: delay }) };
    }
    this.#circuit.succeeded(accountId);
    if (status < 200 || status >= 300) {
      return { is: 'failed', code: 'vendor_rejected', message: `The vendor refused the pull with ${status}.` };
    }
    const delivered = reportIn(response.body, this.#product);
    if (typeof delivered === 'string') return this.#invalid(delivered);
    const report = releasedPart(this.#product, delivered);
    const wrong = this.#validate(report);
    if (wrong.length > 0) {
      const fields = wrong.slice(0, 5).map(({ field }) => field);
      return this.#invalid(`it breaks the product's schema at ${[...new Set(fields)].join(', ')}`);
    }
    return { is: 'pulled', report };
  }

  #invalid(why: string): PullOutcome {
    return { is: 'failed', code: 'invalid_report', message: `The vendor's report cannot be used: ${why}.` };
  }
}

function unavailable(why: string) {
  return { is: 'transient', code: 'vendor_unavailable', message: `The vendor is unavailable. ${why}` } as const;
}

/** A text says why there is no report that could be kept. */
function reportIn(body: Uint8Array, product: Product): JsonObject | string {
  try {
    const value = readJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
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
