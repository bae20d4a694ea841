/**
 * Why an outbound request failed.
 * - `forbidden_target`: the URL breaks the rules, or its host has an address that we do not connect to.
 * - `dns`: the name does not resolve at present.
 * - `connect_timeout`, `connection`, `tls`: no connection; `connection` also if it broke later.
 * - `read_timeout`: the server stopped sending. `deadline`: the whole exchange took too long.
 * - `response_too_large`: only if the caller asked for the whole response.
 * - `protocol`: the response is not HTTP/1.1.
 */
export type OutboundReason =
  | 'forbidden_target'
  | 'dns'
  | 'connect_timeout'
  | 'connection'
  | 'tls'
  | 'read_timeout'
  | 'deadline'
  | 'response_too_large'
  | 'protocol';

/** The message may be shown to the caller who gave the URL: it holds no internal address, no header and no body. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;
  /** True if the server may have received part of the request: its first byte was handed to a connection. */
  isSent = false;

  constructor(reason: OutboundReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const NOT_HTTP = 'The answer is not valid HTTP/1.1.';

/** Turns any error of the HTTP client or the socket into an OutboundError, by its code and never by its text. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  // By its name: a caller that only checks URLs does not load an HTTP client.
  if (error instanceof Error && error.name === 'HTTPParserError') return new OutboundError('protocol', NOT_HTTP);
  const code = errorCode(error);
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return new OutboundError('connect_timeout', 'The connection could not be made in time.');
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return new OutboundError('read_timeout', 'The server did not answer in time.');
    case 'ECONNREFUSED':
      return new OutboundError('connection', 'The connection was refused.');
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return new OutboundError('connection', 'The server could not be reached.');
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return new OutboundError('connection', 'The connection was closed before the answer was complete.');
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new OutboundError('protocol', 'The headers of the answer are too large.');
    default:
      if (code.startsWith('HPE_') || code.startsWith('UND_ERR_')) return new OutboundError('protocol', NOT_HTTP);
      return new OutboundError('connection', `The connection failed${code === '' ? '' : ` (${code})`}.`);
  }
}

/** An error while connecting or during the TLS handshake. */
export function toConnectError(error: unknown): OutboundError {
  const code = errorCode(error);
  const isBelowTls = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT'].includes(code);
  if (isBelowTls || code === 'UND_ERR_CONNECT_TIMEOUT') return toOutboundError(error);
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return new OutboundError('tls', 'The connection was closed while TLS was being set up.');
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return new OutboundError('tls', 'The certificate of the server is not for this host.');
  }
  return new OutboundError('tls', `TLS could not be set up${code === '' ? '' : ` (${code})`}.`);
}

function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' && /^[A-Z0-9_]+$/.test(error.code) ? error.code : '';
}
