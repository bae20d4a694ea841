import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError, isError } from './errors.ts';
import { redact } from './redact.ts';

export type { Logger } from 'pino';
export { isError } from './errors.ts';
export { MOST_ITEMS } from './redact.ts';

/**
 * JSON lines on stdout: `{level, time, service, …, msg}`. Give errors as `err`, and make a child for a request or an
 * execution: `log.child({ request_id })`.
 * Whatever is logged passes through `redact`, which takes out secrets and applicant data by the names of the keys, and
 * errors through `describeError`. The message itself is not looked at: it is a constant text, never put together from
 * data.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: timeOfLine,
    hooks: {
      // pino would take a foreign error's message as the line's own where none is given.
      logMethod(args: unknown[], method: (...args: unknown[]) => void) {
        const [first, message, ...rest] = args;
        const err = isError(first) ? first : hasError(first) ? first.err : undefined;
        if (err === undefined) return method.apply(this, args);
        return method.apply(this, [first === err ? { err } : first, message ?? err.name, ...rest]);
      },
    },
    serializers: { err: (error: unknown) => (isError(error) ? describeError(error) : error) },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redact(fields),
    },
  };
  return withRedactedChildren(pino<never>(options, destination ?? standardOutput()));
}

let timeMs = 0;
let timeText = '';

/** Kept for the lines of the same millisecond. */
function timeOfLine(): string {
  const now = Date.now();
  if (now !== timeMs) {
    timeMs = now;
    timeText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return timeText;
}

const MOST_CHARACTERS_HELD = 65_536;

let output: DestinationStream | undefined;

/**
 * Writes the lines of one turn of the event loop in one call at its end. Under load a call for each line costs as much
 * as the rest of its handling. The default of pino writes later, and loses the last lines of a process that ends.
 */
function standardOutput(): DestinationStream {
  if (output !== undefined) return output;
  const destination = pino.destination({ fd: 1, sync: true });
  let held = '';
  const flush = (): void => {
    const lines = held;
    held = '';
    if (lines !== '') destination.write(lines);
  };
  process.on('exit', flush);
  output = {
    write: (line) => {
      if (held === '') setImmediate(flush);
      held += line;
      if (held.length > MOST_CHARACTERS_HELD) flush();
    },
  };
  return output;
}

/** pino's formatters do not see what a child is given; children inherit this method. */
function withRedactedChildren(logger: Logger): Logger {
  const child: (bindings: Record<string, unknown>) => Logger = logger.child<never>;
  return Object.assign(logger, {
    child(this: Logger, bindings: Record<string, unknown>): Logger {
      return child.call(this, redact(bindings));
    },
  });
}

function hasError(value: unknown): value is { err: Error } {
  return typeof value === 'object' && value !== null && 'err' in value && isError(value.err);
}
