import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/**
 * Parsers of environment variables. They throw a `ParseError` whose message completes the sentence "<NAME> …" and never
 * contains the text, which may be a secret.
 */
export class ParseError extends Error {
  override readonly name = 'ParseError';
}

export type Parser<T> = (text: string) => T;

export const text: Parser<string> = (value) => value;

/** Reads the file at the path. */
export const fileContent: Parser<string> = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ParseError('must be the path of a file that can be read');
  }
};

export function wholeNumber(minimum: number, maximum: number): Parser<number> {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (!(number >= minimum && number <= maximum)) {
      throw new ParseError(`must be a whole number from ${minimum} to ${maximum}`);
    }
    return number;
  };
}

export const ratio: Parser<number> = (value) => {
  const number = /^(0|1|0?\.\d{1,9}|1\.0*)$/.test(value) ? Number(value) : NaN;
  if (!(number >= 0 && number <= 1)) throw new ParseError('must be a number from 0 to 1');
  return number;
};

/** 0 lets the system choose a free port. */
export const port = wholeNumber(0, 65_535);

export const yesOrNo: Parser<boolean> = (value) => {
  if (value !== 'true' && value !== 'false') throw new ParseError('must be true or false');
  return value === 'true';
};

export function oneOf<const T extends string>(...choices: readonly T[]): Parser<T> {
  return (value) => {
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw new ParseError(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

/** A comma-separated list; spaces around items and empty items are ignored. */
export function listOf<T>(item: Parser<T>): Parser<readonly T[]> {
  return (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(item);
}

function parseUrl(value: string, schemes: readonly string[]): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !schemes.includes(url.protocol.slice(0, -1)) || url.hostname === '') {
    throw new ParseError(`must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
  }
  return url;
}

/** A connection string, unchanged. */
export function connectionUrl(...schemes: readonly string[]): Parser<string> {
  return (value) => {
    parseUrl(value, schemes);
    return value;
  };
}

/** PostgreSQL connection strings may name a socket folder instead of a host. */
export const postgresUrl: Parser<string> = (value) => {
  if (!/^postgres(ql)?:\/\/\S+$/.test(value)) {
    throw new ParseError('must be a URL that begins with postgres:// or postgresql://');
  }
  return value;
};

/** An http(s) address that paths are appended to: no user, query or fragment; without the slash at its end. */
export const baseUrl: Parser<string> = (value) => {
  const url = parseUrl(value, ['http', 'https']);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ParseError('must not have a user, a query or a fragment');
  }
  return url.href.replace(/\/+$/, '');
};

/** An address that receives applicant data: https, or http on this machine. */
export const confidentialUrl: Parser<string> = (value) => {
  const url = parseUrl(value, ['http', 'https']);
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) {
    throw new ParseError('must begin with https:// unless its host is this machine');
  }
  return url.href;
};

/** True if a host name or address of a URL is the loopback interface. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(hostname);
}

/** The Origin that a browser sends: scheme, host and port; `*` for every origin. */
export const origin: Parser<string> = (value) => {
  if (value === '*') return value;
  const url = parseUrl(value, ['http', 'https']);
  if (value.replace(/\/$/, '') !== url.origin)
    throw new ParseError('must hold origins such as https://app.example.com');
  return url.origin;
};

export const hostAndPort: Parser<string> = (value) => {
  const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/.exec(value);
  if (match === null || Number(match[2]) > 65_535) throw new ParseError('must be host:port');
  return value;
};

/** An address to listen on. */
export const listenHost: Parser<string> = (value) => {
  if (isIP(value) === 0 && !/^[A-Za-z0-9.-]+$/.test(value))
    throw new ParseError('must be an IP address or a host name');
  return value;
};

export const natsUrls: Parser<readonly string[]> = (value) => {
  const urls = listOf(connectionUrl('nats', 'tls'))(value);
  if (urls.length === 0) throw new ParseError('must name at least one server');
  return urls;
};

/** One token of a NATS subject, or several with dots between. */
export const subjectPrefix: Parser<string> = (value) => {
  if (!/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(value)) {
    throw new ParseError('must be letters, digits, _ and -, with single dots between');
  }
  return value;
};
