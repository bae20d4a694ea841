import { isNativeError } from 'node:util/types';

/** The parts of an error that go into a log. */
export interface ErrorDescription {
  name: string;
  code?: string | number;
  message?: string;
  stack?: string;
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
}

const DEEPEST_CAUSE = 5;
const MOST_FRAMES = 20;
const MOST_MESSAGE_CHARACTERS = 500;
const FRAME = /^\s+at .*(:\d+:\d+\)?|\(<anonymous>\)|\(native\))$/;
/** Packages whose messages speak of connections and task queues, and which never see applicant data here. */
const TRUSTED_PACKAGE = /[\\/]node_modules[\\/]@(temporalio|nats-io|grpc)[\\/]/;

/**
 * Keeps name, code, message and stack of an error and of its causes, and nothing else that is attached to it. Database
 * drivers attach rows and whole statements, HTTP clients attach bodies, and mail clients attach addresses. Messages of
 * others may hold applicant data too. A message is kept only if our own code, the system or a package without applicant
 * data made it. The system's name hosts and ports at most.
 */
export function describeError(error: Error, depth = 0): ErrorDescription {
  const frames = framesOf(error);
  const description: ErrorDescription = { name: String(error.name) };
  const code = codeOf(error);
  if (code !== undefined) description.code = code;
  if (isMessageSafe(error, frames)) description.message = error.message.slice(0, MOST_MESSAGE_CHARACTERS);
  if (frames.length > 0) description.stack = frames.slice(0, MOST_FRAMES).join('\n');
  if (depth >= DEEPEST_CAUSE) return description;
  if (isError(error.cause)) description.cause = describeError(error.cause, depth + 1);
  const several = severalIn(error);
  if (several.length > 0) {
    const errors = several.slice(0, DEEPEST_CAUSE);
    description.errors = errors.map((item) => describeError(item, depth + 1));
  }
  return description;
}

/** Also for errors of another realm, such as a VM context's. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || isNativeError(value);
}

/** The errors within an AggregateError. */
function severalIn(error: Error): Error[] {
  const errors: unknown = 'errors' in error ? error.errors : undefined;
  return Array.isArray(errors) ? errors.filter(isError) : [];
}

/** A code is an identifier such as ECONNREFUSED or 23505; anything longer may be data. */
function codeOf(error: Error): string | number | undefined {
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'number' || (typeof code === 'string' && /^[\w.-]{1,64}$/.test(code)) ? code : undefined;
}

/** The stack without the message that V8 puts above it. */
function framesOf(error: Error): string[] {
  const stack = typeof error.stack === 'string' ? error.stack : '';
  const at = error.message === '' ? -1 : stack.indexOf(error.message);
  const frames = at === -1 ? stack : stack.slice(at + error.message.length);
  return frames.split('\n').filter((line) => FRAME.test(line));
}

function isMessageSafe(error: Error, frames: readonly string[]): boolean {
  // JSON.parse quotes what it could not read.
  if (error.name === 'SyntaxError') return false;
  // A database error that our own code passed on, or a wrapper that took over its message and its fields.
  if (['query', 'sql', 'sqlMessage', 'detail', 'parameters', 'severity'].some((key) => key in error)) return false;
  // The response of a mail server often contains the address.
  if ('response' in error || 'responseCode' in error) return false;
  if ('syscall' in error) return true;
  const origin = frames.find((frame) => !/[( ]node:|\(<anonymous>\)/.test(frame));
  if (origin === undefined) return error.name === 'AggregateError';
  return !/[\\/]node_modules[\\/]/.test(origin) || TRUSTED_PACKAGE.test(origin);
}
