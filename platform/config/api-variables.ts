import { baseUrl, listenHost, listOf, origin, port, wholeNumber } from './parsers.ts';
import { group, type Variable } from './variable.ts';

export const api = group('The public API');

/** Where the gateway listens, and what it takes from callers. */
export const apiVariables = {
  GATEWAY_HOST: api.byDefault('0.0.0.0', listenHost, 'Address that the API listens on.'),
  GATEWAY_PORT: api.byDefault('8080', port, 'Port of the API. 0: a free port, which the log names.'),
  GATEWAY_DRAIN_SECONDS: api.byDefault(
    '5',
    wholeNumber(0, 600),
    'How long the gateway still accepts requests after SIGTERM. Each response then closes its connection, so that ' +
      'callers and proxies move to another replica before the port closes. Part of SHUTDOWN_GRACE_SECONDS, and at most half of it.',
    { unit: 'seconds' },
  ),
  BASE_URL: api.required(baseUrl, 'Address under which callers reach the API, without /api/v1.', {
    example: 'http://127.0.0.1:8080',
  }),
  DOCS_URL: api.optional(baseUrl, 'Address of the documentation; error pages are below it. Default: BASE_URL/docs.', {
    example: 'http://127.0.0.1:8080/docs',
  }),
  REQUEST_HEADERS_TIMEOUT_SECONDS: api.byDefault(
    '10',
    wholeNumber(1, 3_600),
    "How long a request's headers may take to arrive.",
    { unit: 'seconds' },
  ),
  REQUEST_BODY_TIMEOUT_SECONDS: api.byDefault(
    '20',
    wholeNumber(1, 3_600),
    "How long a request's body may take to arrive after the headers.",
    { unit: 'seconds' },
  ),
  HEAVY_REQUEST_WAIT_SECONDS: api.byDefault(
    '10',
    wholeNumber(1, 3_600),
    'How long a heavy request waits for its turn: one with a body over 64 KiB, or that reads a whole run. An account has ' +
      'one at work at a time, a process three.',
    { unit: 'seconds' },
  ),
  CALCULATION_PROCESSES: api.byDefault(
    '2',
    wholeNumber(1, 32),
    'How many processes a gateway computes in what callers ask for: simulations, explanations, comparisons, review cases, ' +
      'evidence. An account has one of them at a time.',
    { unit: 'processes' },
  ),
  CALCULATION_MEMORY_MB: api.byDefault(
    '256',
    wholeNumber(64, 8_192),
    'The heap of each of those processes. Beyond it the request is answered with `too_much_work`.',
    { unit: 'MiB' },
  ),
  CALCULATION_DEADLINE_SECONDS: api.byDefault(
    '20',
    wholeNumber(1, 600),
    'How long one calculation may take; then its process is stopped and the request answered with `service_unavailable`.',
    { unit: 'seconds' },
  ),
  HTTP_IDLE_SECONDS: api.byDefault(
    '120',
    wholeNumber(60, 3_600),
    'How long nothing may move on a connection while a response is due or under way, such as to a client that has ' +
      'stopped reading. At least 10 s longer than GENERATE_TIMEOUT_SECONDS and REPORT_WAIT_SECONDS in any case.',
    { unit: 'seconds' },
  ),
  TRUSTED_PROXY_HOPS: api.byDefault(
    '0',
    wholeNumber(0, 10),
    'How many proxies in front set X-Forwarded-For. 0: the source IP is that of the connection.',
    { unit: 'entries, counted from the right' },
  ),
  RATE_LIMIT_IP_PER_MINUTE: api.byDefault(
    '60',
    wholeNumber(1, 1_000_000_000),
    'Requests per source IP and minute on /api/v1.',
    { unit: 'requests' },
  ),
  RATE_LIMIT_TOKEN_PER_HOUR: api.byDefault(
    '600',
    wholeNumber(1, 1_000_000_000),
    'Requests per hour and token prefix (the first 8 characters).',
    { unit: 'requests' },
  ),
  RATE_LIMIT_APP_PER_5_MINUTES: api.byDefault(
    '300',
    wholeNumber(1, 1_000_000_000),
    'Requests per source IP and 5 minutes on the whole app.',
    { unit: 'requests' },
  ),
  RATE_LIMIT_PERSON_PER_MINUTE: api.byDefault(
    '300',
    wholeNumber(1, 1_000_000_000),
    'Requests per minute of a user who has signed in. They count against the person alone, and not against the address, ' +
      'which an office shares.',
    { unit: 'requests' },
  ),
  AUTH_BAN_THRESHOLD: api.byDefault(
    '15',
    wholeNumber(1, 1_000_000),
    'Unknown tokens from one IP within five minutes that ban it.',
    { unit: 'tokens' },
  ),
  AUTH_BAN_MINUTES: api.byDefault('15', wholeNumber(1, 10_000), 'How long such a ban lasts.', { unit: 'minutes' }),
  IDEMPOTENCY_DAYS: api.byDefault(
    '30',
    wholeNumber(1, 3_650),
    'How long Idempotency-Keys are kept; later the same key is a new request.',
    { unit: 'days' },
  ),
  SESSION_IDLE_MINUTES: api.byDefault(
    '30',
    wholeNumber(1, 1_440),
    'How long a person who has signed in may do nothing before the session ends.',
    { unit: 'minutes' },
  ),
  SESSION_HOURS: api.byDefault(
    '12',
    wholeNumber(1, 168),
    'How long a session lasts at most; then the person signs in again.',
    { unit: 'hours' },
  ),
  CORS_ORIGINS: api.byDefault(
    '',
    listOf(origin),
    'Origins of browsers that may call the API, with commas between; * for all. None by default.',
    { example: 'https://app.example.com' },
  ),
} as const satisfies Record<string, Variable<unknown>>;
