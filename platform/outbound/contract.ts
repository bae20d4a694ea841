import type { Lookup } from './resolve.ts';

export interface OutboundOptions {
  readonly allowPrivate: boolean;
  /** Refuses http. */
  readonly requiresTls?: boolean;
  /** Resolving, connecting and TLS together. */
  readonly connectTimeoutMs: number;
  /** How long the server may send nothing. */
  readonly readTimeoutMs: number;
  /** From the call to the end of the response. */
  readonly totalTimeoutMs: number;
  readonly maxResponseBytes: number;
  /** A larger response: `cut` reads no more of it and succeeds, `refuse` fails. Default `cut`. */
  readonly largeResponse?: 'cut' | 'refuse';
  /** The most connections to one origin; further requests wait in line. */
  readonly perOriginConnections: number;
  /** Default: asks the DNS servers; with `allowPrivate`, the system's resolver. */
  readonly lookup?: Lookup;
  /** Certificates of authorities to trust instead of the usual ones (PEM). */
  readonly certificateAuthorities?: string;
}

/** Without a body it is a GET. */
export interface OutboundQuestion {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Default: GET without a body, else POST. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Never sent a second time, not even where a kept connection was closed before the answer. */
  readonly once?: boolean;
}

export interface OutboundRequest extends OutboundQuestion {
  readonly body: string | Uint8Array;
}

export interface OutboundResponse {
  readonly status: number;
  /** Names in lowercase. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most `maxResponseBytes`. */
  readonly body: Uint8Array;
  readonly bytesRead: number;
  /** The response was longer, and the rest was not read. */
  readonly isCut: boolean;
}
