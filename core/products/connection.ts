import type { ErrorDetail } from '../errors.ts';
import type { JsonSchema } from '../json.ts';
import { IDENTIFYING, isOneAlone, type MadeUpPerson } from './sandbox.ts';

/**
 * How a vendor handles an order that is placed twice. `header`: it makes one order per `Idempotency-Key`. `lookup`: it
 * is first asked for the order by our reference. `none`: an order that may have been placed is not placed again.
 */
const IDEMPOTENCIES = ['header', 'lookup', 'none'] as const;
export type Idempotency = (typeof IDEMPOTENCIES)[number];

/** The placeholder for our reference in `lookup_url`, and for the vendor's in `order_url`. */
const REFERENCE_IN_URL = '{reference}';

/** Most concurrent requests on one connection. */
export const MOST_SLOTS = 20;

/** Headers that the service sets itself, or that change how a message is parsed. */
export const OWN_HEADERS: readonly string[] = [
  ...['accept', 'connection', 'content-encoding', 'content-length', 'content-type', 'cookie', 'expect', 'host'],
  ...['idempotency-key', 'keep-alive', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
];

const SECRET = { type: 'string', minLength: 16, maxLength: 1_000 } as const;
const HEADER = { type: 'string', pattern: '^[A-Za-z0-9-]{1,100}$' } as const;
const PLACE = { type: 'string', minLength: 1, maxLength: 200 } as const;
const ADDRESS = { type: 'string', minLength: 1, maxLength: 1_000 } as const;

/**
 * How callbacks are signed, always by an HMAC over the bytes as sent. `body`: over the body only. `timestamped`: over
 * the time, a dot and the body, in one header (`t=…,v1=…`). `standard`: as in Standard Webhooks.
 */
const SIGNATURE_FORMS = ['body', 'timestamped', 'standard'] as const;
const HASHES = ['sha256', 'sha512'] as const;

/** The statuses that can be returned for a stored callback. */
const REPLY_STATUSES = [200, 202] as const;

/** Everything that is agreed with a vendor besides address and credentials. */
export const TERMS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    idempotency: {
      type: 'string',
      enum: IDEMPOTENCIES,
      description:
        '`header`, the default: one order of each Idempotency-Key. `lookup`: an order is looked up before it is repeated. ' +
        '`none`: the vendor makes an order of each request.',
    },
    lookup_url: {
      ...ADDRESS,
      description: 'Where orders are looked up (GET), with `{reference}` for ours; of the origin of the address.',
    },
    order_url: {
      ...ADDRESS,
      description: "Where an order is asked for (GET), with `{reference}` for the vendor's, if it names no `Location`.",
    },
    fetch: { type: 'boolean', description: 'False: the vendor cannot be asked, and sends the report itself.' },
    poll: {
      type: 'object',
      description: 'How often an order is asked for.',
      additionalProperties: false,
      properties: {
        every_seconds: { type: 'integer', minimum: 1, maximum: 86_400, description: 'The first wait, 5 by default.' },
        until_hours: {
          type: 'integer',
          minimum: 1,
          maximum: 8_760,
          description: 'After that it is asked for at the deadline alone.',
        },
      },
    },
    callback: {
      type: 'object',
      description: 'The one URL that is entered at the vendor; it has `signature` or `secret`.',
      additionalProperties: false,
      required: ['match'],
      properties: {
        match: { ...PLACE, description: 'Where in the body the reference of the order stands: `data.order.id`.' },
        report: { ...PLACE, description: 'Where the report stands; the whole body by default.' },
        only: {
          type: 'object',
          description: 'Calls that count, at a vendor which calls about other things too. Others are dropped.',
          additionalProperties: false,
          required: ['path', 'is'],
          properties: {
            path: { ...PLACE, description: 'Where in the body the event stands: `type`.' },
            is: {
              type: 'array',
              description: 'The events: `report.completed`.',
              minItems: 1,
              maxItems: 20,
              items: { ...PLACE, description: 'One event.' },
            },
          },
        },
        signature: {
          type: 'object',
          description: 'HMAC over the bytes.',
          additionalProperties: false,
          required: ['form'],
          properties: {
            form: {
              type: 'string',
              enum: SIGNATURE_FORMS,
              description: '`body`: over the body. `timestamped`: `t=…,v1=…`. `standard`: as Standard Webhooks says.',
            },
            secret: { ...SECRET, description: 'The key. Secret.' },
            header: { ...HEADER, description: 'The header with the signature, for `body` and `timestamped`.' },
            encoding: {
              type: 'string',
              enum: ['hex', 'base64'],
              description: 'How the signature is written, for `body` and `timestamped`; hex by default.',
            },
            hash: {
              type: 'string',
              enum: HASHES,
              description: 'The hash, for `body` and `timestamped`; sha256 by default.',
            },
            tolerance_seconds: {
              type: 'integer',
              minimum: 1,
              maximum: 86_400,
              description: 'How old a signature may be that has a time; 300 by default.',
            },
          },
        },
        secret: {
          type: 'object',
          description: 'A header with a fixed value, of vendors that sign nothing.',
          additionalProperties: false,
          required: ['header'],
          properties: {
            header: { ...HEADER, description: 'Its name.' },
            value: { ...SECRET, description: 'Its value. Secret.' },
          },
        },
      },
    },
    sandbox: {
      type: 'object',
      description:
        "Marks the address as the vendor's sandbox: it is asked for made-up people alone, and no other address is asked for those.",
      additionalProperties: false,
      properties: {
        people: {
          type: 'array',
          description:
            "The vendor's test people, beside the test subjects of the products: each by all the fields that are given.",
          maxItems: 50,
          items: {
            type: 'object',
            description: 'A made-up person.',
            additionalProperties: false,
            minProperties: 1,
            properties: Object.fromEntries(
              IDENTIFYING.map((name) => [name, { ...PLACE, description: 'As triggers have it.' }]),
            ),
          },
        },
      },
    },
    reply: {
      type: 'object',
      description: 'How a call of the vendor is answered.',
      additionalProperties: false,
      properties: {
        status: {
          type: 'integer',
          enum: REPLY_STATUSES,
          description: '200 for a vendor that takes nothing else; 202 by default.',
        },
        challenge: {
          type: 'string',
          pattern: '^[A-Za-z0-9_.-]{1,100}$',
          description:
            'The member of the query that a GET of `callback_url` gets back, at a vendor which proves the address so.',
        },
      },
    },
    deadline_hours: {
      type: 'integer',
      minimum: 1,
      maximum: 8_760,
      description: 'How long a report may take, in place of `PULL_DEADLINE_HOURS`.',
    },
    slots: { type: 'integer', minimum: 1, maximum: MOST_SLOTS, description: 'Most requests at once, 20 by default.' },
  },
} as const satisfies JsonSchema;

export interface CallbackSignature {
  readonly form: (typeof SIGNATURE_FORMS)[number];
  readonly secret?: string;
  /** For `body` and `timestamped`. */
  readonly header?: string;
  /** For `body` and `timestamped`. Default: hex. */
  readonly encoding?: 'hex' | 'base64';
  /** For `body` and `timestamped`. Default: sha256. */
  readonly hash?: (typeof HASHES)[number];
  /** Greatest age of a signature that has a time. Default: five minutes. */
  readonly tolerance_seconds?: number;
}

/** The callback URL, entered once at the vendor for all orders of the connection. */
export interface ConnectionCallback {
  /** Path in the body of the order's reference: the vendor's or ours. */
  readonly match: string;
  /** Path in the body of the report. Default: the whole body. */
  readonly report?: string;
  /** The events that count. Default: all. */
  readonly only?: { readonly path: string; readonly is: readonly string[] };
  readonly signature?: CallbackSignature;
  /** A header with a fixed value, for vendors that do not sign. */
  readonly secret?: { readonly header: string; readonly value?: string };
}

/** The terms as entered. */
export interface ConnectionTerms {
  readonly idempotency?: Idempotency;
  readonly lookup_url?: string;
  readonly order_url?: string;
  /** True if the vendor can be asked for a report. Then content that it sends by itself is not trusted. */
  readonly fetch?: boolean;
  readonly poll?: { readonly every_seconds?: number; readonly until_hours?: number };
  readonly callback?: ConnectionCallback;
  /** Marks the address as the vendor's sandbox: it is asked only for made-up people. */
  readonly sandbox?: { readonly people?: readonly MadeUpPerson[] };
  /** The response to a vendor's callback. */
  readonly reply?: { readonly status?: (typeof REPLY_STATUSES)[number]; readonly challenge?: string };
  readonly deadline_hours?: number;
  readonly slots?: number;
}

/** Attack: a key that decodes to nothing would accept anybody's signature, so it must be base64. */
const STANDARD_SECRET = /^(?:whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/;

/** A fault of the terms that the schema cannot express; undefined if there is none. `url` is the address for pulls. */
export function faultOfTerms(terms: ConnectionTerms, url: string): ErrorDetail | undefined {
  const { callback, idempotency } = terms;
  for (const field of ['lookup_url', 'order_url'] as const) {
    const address = terms[field];
    if (address !== undefined && !isOfOrigin(address, url)) {
      return { field, message: `must be of the origin of the vendor's address and hold ${REFERENCE_IN_URL} behind it` };
    }
  }
  if (idempotency === 'lookup' && terms.lookup_url === undefined) {
    return { field: 'lookup_url', message: 'is needed to look orders up' };
  }
  const shared = terms.sandbox?.people?.findIndex((person) => !isOneAlone(person)) ?? -1;
  if (shared >= 0) {
    const message =
      'must have an ssn of nine digits, or first_name, last_name and date_of_birth: others may have the same';
    return { field: `sandbox.people[${shared}]`, message };
  }
  return callback === undefined ? undefined : faultOfCallback(callback);
}

function faultOfCallback({ signature, secret }: ConnectionCallback): ErrorDetail | undefined {
  if ((signature === undefined) === (secret === undefined)) {
    return { field: 'callback', message: 'must have either signature or secret' };
  }
  if (signature !== undefined && (signature.form === 'standard') !== (signature.header === undefined)) {
    return { field: 'callback.signature', message: 'must name its header, but not if its form is standard' };
  }
  if (signature?.form === 'standard' && (signature.hash ?? signature.encoding) !== undefined) {
    const message = 'must be left out: Standard Webhooks says it';
    return { field: `callback.signature.${signature.hash === undefined ? 'encoding' : 'hash'}`, message };
  }
  if (signature !== undefined && signature.secret === undefined) {
    return { field: 'callback.signature.secret', message: 'is required' };
  }
  if (signature?.form === 'standard' && !STANDARD_SECRET.test(signature.secret ?? '')) {
    const message = 'must be the text in base64 of a key of 16 bytes or more, with or without whsec_ before it';
    return { field: 'callback.signature.secret', message };
  }
  if (secret !== undefined && secret.value === undefined) {
    return { field: 'callback.secret.value', message: 'is required' };
  }
  return undefined;
}

/**
 * Attack: a reference must not choose the server, so it must come after the origin. It must also come before a
 * fragment: fragments are not sent, so all orders would look the same.
 */
function isOfOrigin(address: string, url: string): boolean {
  const { origin } = new URL(url);
  const [before = '', ...behind] = address.split(REFERENCE_IN_URL);
  const isSent = URL.parse(filledIn(address, 'x'))?.hash === '';
  return behind.length === 1 && before.startsWith(`${origin}/`) && isSent;
}

/** The address with the reference filled in, percent-encoded as a whole. */
export function filledIn(address: string, reference: string): string {
  return address.replace(REFERENCE_IN_URL, () => encodeURIComponent(reference));
}

const LONGEST_REFERENCE = 200;

/** True if the value can be stored as a vendor's reference. Dots alone would climb up the path of an address. */
export function isReference(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value) && value.length <= LONGEST_REFERENCE && !/^\.+$/.test(value);
}
