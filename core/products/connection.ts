import type { ErrorDetail } from '../errors.ts';
import type { JsonSchema } from '../json.ts';
import { IDENTIFYING, isOneAlone, type MadeUpPerson } from './sandbox.ts';

/**
 * What happens to an order that is placed twice. `header`: the vendor makes one order of each `Idempotency-Key`. `lookup`: it
 * is asked by our reference first. `none`: an order of which nobody knows whether it was placed is not placed again.
 */
const IDEMPOTENCIES = ['header', 'lookup', 'none'] as const;
export type Idempotency = (typeof IDEMPOTENCIES)[number];

/** Stands in `lookup_url` for our reference, and in `order_url` for the vendor's. */
const REFERENCE_IN_URL = '{reference}';

/** Most requests at once to one connection. */
export const MOST_SLOTS = 20;

/** The service sets them, or they change how a message is read. */
export const OWN_HEADERS: readonly string[] = [
  ...['accept', 'connection', 'content-encoding', 'content-length', 'content-type', 'cookie', 'expect', 'host'],
  ...['idempotency-key', 'keep-alive', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
];

const SECRET = { type: 'string', minLength: 16, maxLength: 1_000 } as const;
const HEADER = { type: 'string', pattern: '^[A-Za-z0-9-]{1,100}$' } as const;
const PLACE = { type: 'string', minLength: 1, maxLength: 200 } as const;
const ADDRESS = { type: 'string', minLength: 1, maxLength: 1_000 } as const;

/**
 * How the callbacks of a connection are signed, always by an HMAC over the bytes as they were sent. `body`: over the body
 * alone. `timestamped`: over time, a dot and the body, in one header (`t=…,v1=…`). `standard`: as Standard Webhooks says.
 */
const SIGNATURE_FORMS = ['body', 'timestamped', 'standard'] as const;
const HASHES = ['sha256', 'sha512'] as const;

/** The statuses that a call which was stored may be answered with. */
const REPLY_STATUSES = [200, 202] as const;

/** What is agreed with a vendor beside its address and the credentials. */
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
  /** Of `body` and `timestamped`. */
  readonly header?: string;
  /** Of `body` and `timestamped`; hex by default. */
  readonly encoding?: 'hex' | 'base64';
  /** Of `body` and `timestamped`; sha256 by default. */
  readonly hash?: (typeof HASHES)[number];
  /** How old a signature may be that has a time; five minutes by default. */
  readonly tolerance_seconds?: number;
}

/** The one URL that is entered at a vendor, for all orders of the connection. */
export interface ConnectionCallback {
  /** Where in the body the reference of the order stands: the vendor's, or ours. */
  readonly match: string;
  /** Where in the body the report stands; the whole body by default. */
  readonly report?: string;
  /** Events that count; all by default. */
  readonly only?: { readonly path: string; readonly is: readonly string[] };
  readonly signature?: CallbackSignature;
  /** A header with a fixed value, of vendors that sign nothing. */
  readonly secret?: { readonly header: string; readonly value?: string };
}

/** As they are entered. */
export interface ConnectionTerms {
  readonly idempotency?: Idempotency;
  readonly lookup_url?: string;
  readonly order_url?: string;
  /** Whether the vendor can be asked for a report. Then nothing that it says by itself is believed. */
  readonly fetch?: boolean;
  readonly poll?: { readonly every_seconds?: number; readonly until_hours?: number };
  readonly callback?: ConnectionCallback;
  /** The address is the vendor's sandbox: it is asked for made-up people alone. */
  readonly sandbox?: { readonly people?: readonly MadeUpPerson[] };
  /** How a call of the vendor is answered. */
  readonly reply?: { readonly status?: (typeof REPLY_STATUSES)[number]; readonly challenge?: string };
  readonly deadline_hours?: number;
  readonly slots?: number;
}

/** A key must be base64: a text that decodes to nothing would accept the signature of anybody. */
const STANDARD_SECRET = /^(?:whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/;

/** What the schema cannot say of terms; undefined: nothing is wrong. `url` is the address of the pulls. */
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
 * Nothing of a reference may choose who is asked, so it stands behind the origin; and before a fragment, which is not sent: all
 * orders would be one.
 */
function isOfOrigin(address: string, url: string): boolean {
  const { origin } = new URL(url);
  const [before = '', ...behind] = address.split(REFERENCE_IN_URL);
  const isSent = URL.parse(filledIn(address, 'x'))?.hash === '';
  return behind.length === 1 && before.startsWith(`${origin}/`) && isSent;
}

/** An address with a reference in it, percent-encoded whole. */
export function filledIn(address: string, reference: string): string {
  return address.replace(REFERENCE_IN_URL, () => encodeURIComponent(reference));
}

const LONGEST_REFERENCE = 200;

/** Whether it can be kept as a vendor's reference. Dots alone would climb out of the path of an address. */
export function isReference(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value) && value.length <= LONGEST_REFERENCE && !/^\.+$/.test(value);
}
