import { ERROR_CODES } from '../../../../core/errors.ts';
import type { JsonSchema } from '../../../../core/json.ts';
import { count, named, text, textOrNull } from '../../http/schemas.ts';

const requestId = text('Correlation id; also the header `X-Request-Id`.');

export const META = named('Meta', {
  type: 'object',
  properties: { request_id: requestId },
  required: ['request_id'],
});

const collectionMeta = {
  type: 'object',
  properties: {
    request_id: requestId,
    page: { type: 'integer', minimum: 1, description: 'Counted from 1.' },
    per_page: count('Items on a page.'),
    total_count: count('Items in the whole list.'),
    total_pages: count('Pages of the whole list.'),
    object: text('Type of each item.'),
  },
  required: ['request_id', 'page', 'per_page', 'total_count', 'total_pages', 'object'],
};
/** `meta` of lists that are returned as a whole. */
export const COLLECTION_META = named('CollectionMeta', collectionMeta);

const pageMeta = {
  ...collectionMeta,
  properties: {
    ...collectionMeta.properties,
    next_cursor: textOrNull('`cursor` of the next page; null if this is the last.'),
  },
  required: [...collectionMeta.required, 'next_cursor'],
};
export const PAGE_META = named('PageMeta', pageMeta);

/** `meta` of a list that has members of its own. */
export function extendedMeta(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    ...pageMeta,
    properties: { ...pageMeta.properties, ...properties },
    required: [...pageMeta.required, ...Object.keys(properties)],
  };
}

export const ERROR_ENVELOPE = named('ErrorEnvelope', {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      description: 'The error.',
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_CODES), description: 'Stable; branch on it.' },
        message: text('The error as a sentence; its words may change.'),
        details: {
          type: 'array',
          description: 'Every field that is wrong, at most 100; empty if the error concerns no field.',
          items: {
            type: 'object',
            properties: {
              field: text('Dotted path with indexes in the body, name of a header, or name of a query parameter.'),
              message: text('The fault of the member.'),
            },
            required: ['field', 'message'],
          },
        },
        request_id: requestId,
        doc_url: { type: 'string', format: 'uri', description: 'Page about the code.' },
      },
      required: ['code', 'message', 'details', 'request_id', 'doc_url'],
    },
  },
  required: ['error'],
});

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });

export const COMPONENT_HEADERS = {
  RequestId: header('Correlation id.', { type: 'string' }, 'b1f6c1d2-8c35-4c53-9c5e-0a1f6f0a7d11'),
  RateLimit: header(
    'Requests left under each limit, and seconds until its window ends (IETF draft).',
    { type: 'string' },
    '"app";r=299;t=300, "ip";r=59;t=60, "token";r=599;t=3600',
  ),
  RateLimitPolicy: header(
    'The limits: quota and window in seconds (IETF draft).',
    { type: 'string' },
    '"app";q=300;w=300, "ip";q=60;w=60, "token";q=600;w=3600',
  ),
  RetryAfter: header('Seconds to wait.', { type: 'integer', minimum: 1 }, 12),
  WWWAuthenticate: header('How to authenticate.', { type: 'string' }, 'Bearer'),
  IdempotentReplayed: header(
    '`true` if this is the response of an earlier request with the same key.',
    { type: 'string', enum: ['true'] },
    'true',
  ),
  ETag: header('SHA-256 of the file.', { type: 'string' }, '"9f86d081884c7d659a2feaa0c55ad015"'),
  RecordETag: header('Version of the record, for `If-Match`.', { type: 'string' }, '"12.1.1772467512000"'),
  ContentDisposition: header('Name of the file.', { type: 'string' }, 'attachment; filename="credit-report-4711.pdf"'),
};
