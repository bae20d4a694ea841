import type { Readable } from 'node:stream';
import type { Findings } from '../../../core/schema/findings.ts';
import type { ErrorCode, ErrorDetail } from '../../../core/errors.ts';
import type { FromSchema } from '../../../core/from-schema.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import type { OwnProducts } from '../../../core/cascade/own-products.ts';
import type { Scope } from '../../../core/access.ts';
import type { Actor } from '../../../platform/database/audit.ts';
import type { Auth, LimitSettings, Logger, OpenServices } from '../services.ts';
import type { Audit, AuditDeclaration } from './audit.ts';
import type { CursorContent, Position } from './cursor.ts';
import type { Commit, Idempotency } from './idempotency/index.ts';
import { ID } from './schemas.ts';
import type { SerialisedData } from './serialised.ts';
import type { Tag } from '../tags.ts';

/**
 * One declaration for each endpoint: the source of the router, the validators, the scope check and the OpenAPI
 * document. Handlers return data or throw AppError; only `middleware/envelope.ts` knows the envelope.
 */
export interface RouteDeclaration<Path extends string, Query, Body, Kind extends ReplyKind, State> {
  readonly method: Method;
  /** Relative to `/api/v1`. Every `{parameter}` is a positive integer, except those of TEXT_PARAMETERS. */
  readonly path: Path;
  readonly operationId: string;
  /** Its `{code}` is the code of a product that the account describes. */
  readonly isOfOwnProduct?: true;
  readonly tag: Tag;
  /** Required: an endpoint without one does not compile. If there are several scopes, any one is enough. */
  readonly scope: Scope | readonly [Scope, ...Scope[]];
  readonly summary: string;
  readonly description: string;
  /** An object schema over the query parameters. Parameters that it does not name are refused. */
  readonly query?: Schema<Query>;
  readonly body?: BodyDeclaration<Body>;
  readonly reply: Extract<Reply, { kind: Kind }>;
  /** Error codes of this endpoint, in addition to those of all endpoints. */
  readonly errors: readonly ErrorCode[];
  /**
   * Default: the Idempotency-Key header is optional for POST, and ignored for other methods. `none` is for operations
   * that change nothing.
   */
  readonly idempotency?: 'required' | 'none';
  /** Part of the stored key between the client and the caller's key, such as `reeval:4711:`. */
  readonly keyNamespace?: (params: PathParams) => string;
  /**
   * `sent`: the response has an ETag. `checked`: the request may also carry If-Match. `required`: the request has to
   * carry it.
   */
  readonly etag?: 'sent' | 'checked' | 'required';
  /** An act of a person: the request of another user is another request, even if it is equal. */
  readonly isPersonal?: boolean;
  /** Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Default: 100,000. */
  readonly maxBodyValues?: number;
  /** Reads a whole run with its payload and outputs, so an account has one such request at work at a time. */
  readonly isHeavy?: boolean;
  /**
   * Awaited before a slot of heavy work is taken, so that a request that waits for another service delays no others.
   */
  readonly beforehand?: (call: Beforehand<Path>) => Promise<void>;
  /** A file that shows an applicant's numbers and cannot be masked: needs `pii:read` besides the scope. */
  readonly showsIdentifiers?: boolean;
  /**
   * Executions that the response shows with their numbers to callers who may see these. Each leaves `execution.read`,
   * once an hour for each reader.
   */
  readonly fullReads?: (params: PathParams, query: Query) => readonly number[];
  /** Required for operations that change or download something (`test/gateway/audit.test.ts`). */
  readonly audit?: AuditDeclaration;
  /** Called once for each gateway; the handler gets its result as `state`. */
  readonly open?: (services: OpenServices) => State;
  readonly handler: (call: Call<Path, Query, Body, State>) => Promise<Answers[Kind]>;
}

export type PathParams = Readonly<Record<string, number | string>>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Parameters of paths that are text. */
const TEXT_PARAMETERS = ['code', 'field'] as const;
export type TextParameter = (typeof TEXT_PARAMETERS)[number];

export function isTextParameter(name: string): name is TextParameter {
  return TEXT_PARAMETERS.some((text) => text === name);
}

/** True if requests of the method carry a body. */
export function takesBody({ method }: { readonly method: Method }): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

declare const VALUE: unique symbol;
/** A JSON Schema that knows the type of what it accepts. */
export type Schema<T> = JsonSchema & { readonly [VALUE]?: T };
/** The type of a query or body that its schema has accepted. */
export type Accepted<S> = S extends Schema<infer T> ? T : never;

/**
 * The schema of a body, which is also its type. Members that it does not name are refused, unless it says otherwise,
 * because a misspelt one would be ignored silently.
 */
export function bodySchema<const S extends JsonSchema>(schema: S): Schema<FromSchema<S>> {
  return { additionalProperties: false, ...schema };
}

/** For operations whose body has no members. */
export const EMPTY_BODY = bodySchema({ type: 'object', properties: {} });

export interface BodyDeclaration<Body> {
  readonly schema: Schema<Body>;
  /** The schema as it is published, if `check` validates the content of a part. */
  readonly published?: JsonSchema;
  readonly example: JsonObject;
  /** Removes members that count as absent where the schema cannot say so. Runs first. */
  readonly prepare?: (body: JsonObject) => JsonObject;
  /** The part of the body by which requests are equal. Default: the whole body. */
  readonly identity?: (body: Body) => JsonObject;
  /** Checks that a schema cannot express. Their errors are listed together with the schema's. */
  readonly check?: (body: JsonObject, products: OwnProducts) => readonly ErrorDetail[] | Findings;
  /** The member that is a definition: `check` is given the account's own products that it pulls. */
  readonly pulls?: 'definition';
}

/** The shape of a success. `schema` is that of `data`; in lists, that of one item. */
export type Reply =
  | {
      readonly kind: 'item';
      readonly status: 200 | 201 | 202;
      readonly description: string;
      readonly schema: JsonSchema;
      readonly example: JsonObject;
      /** The response to a request for a preview, with status 200 (`Call.answerPreview`). */
      readonly preview?: { readonly description: string; readonly schema: JsonSchema; readonly example: JsonObject };
    }
  | {
      readonly kind: 'page';
      readonly object: string;
      readonly description: string;
      /** Members of `meta` in addition to those of every page: their schemas and an example. */
      readonly meta?: { readonly properties: Readonly<Record<string, JsonSchema>>; readonly example: JsonObject };
      readonly schema: JsonSchema;
      readonly example: JsonObject;
    }
  | {
      readonly kind: 'collection';
      readonly object: string;
      readonly description: string;
      readonly schema: JsonSchema;
      readonly example: JsonObject;
    }
  | { readonly kind: 'file'; readonly contentType: string; readonly description: string }
  | { readonly kind: 'stream'; readonly contentType: string; readonly description: string }
  /** Server-sent events; `schema` is that of one event's data. */
  | {
      readonly kind: 'events';
      readonly description: string;
      readonly schema: JsonSchema;
      readonly example: string;
    }
  | { readonly kind: 'nothing'; readonly description: string };
export type ReplyKind = Reply['kind'];

/** The results that handlers return, by kind of reply. */
export interface Answers {
  item: JsonObject | SerialisedData;
  page: {
    readonly items: readonly JsonObject[];
    readonly totalCount: number;
    /** Where the next page begins; null after the last one. */
    readonly next: Position | null;
    /** Members of `meta` of this list alone (`Reply.meta`). */
    readonly meta?: JsonObject;
  };
  collection: readonly JsonObject[];
  file: FileAnswer;
  stream: StreamAnswer;
  events: EventsAnswer;
  nothing: void;
}

export interface FileAnswer {
  readonly filename: string;
  readonly contentType: string;
  readonly byteSize: number;
  /** Lowercase hex; becomes the ETag. */
  readonly sha256: string;
  /** Called only if the bytes are sent. */
  readonly open: () => Promise<Readable | Uint8Array>;
}

/** A file that is made while it is sent, so its size and hash are not known before. */
export interface StreamAnswer {
  readonly filename: string;
  readonly contentType: string;
  /** Called only if the bytes are sent. */
  readonly open: () => Readable;
}

export interface EventsAnswer {
  /** Called only if the events are sent. */
  readonly open: () => Readable;
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** Data of an operation that is known before its own work begins. */
export type Beforehand<Path extends string> = OpenServices &
  Pick<Call<Path, unknown, unknown, unknown>, 'auth' | 'params' | 'requestId'>;

export interface Call<Path extends string, Query, Body, State> extends OpenServices {
  readonly state: State;
  readonly auth: Auth;
  /** The caller, and the proof of it for PostgreSQL. */
  readonly acting: { readonly actor: Actor; readonly proof: string };
  readonly audit: Audit;
  /** Computes in a process beside the gateway, one calculation of an account at a time. */
  readonly calculate: ReturnType<OpenServices['calculations']['of']>;
  readonly limits: LimitSettings;
  readonly params: { readonly [Name in ParameterNames<Path>]: Name extends TextParameter ? string : number };
  readonly query: Query;
  /** The rows to return, in lists. */
  readonly page: PageRequest;
  readonly body: Body;
  /** Present for operations that take an Idempotency-Key, even if none was sent. */
  readonly idempotency: Idempotency;
  /** `idempotency.commit`. */
  readonly commit: Commit;
  /** If-Match of the request; empty if it has none. */
  readonly ifMatch: string;
  readonly setEtag: (etag: string) => void;
  /** Marks the response as the preview of the reply. */
  readonly answerPreview: () => void;
  /** Adds fields to the log line of the request, such as the id of what it created. */
  readonly note: (fields: Readonly<Record<string, number | string>>) => void;
  /** Aborted when the connection of the request closes. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly requestId: string;
}

export interface PageRequest {
  readonly number: number;
  readonly size: number;
  readonly offset: number;
  /** Where the page begins, if a cursor was sent. */
  readonly cursor: CursorContent | null;
  /** The list, filters and client to which the cursors are bound. */
  readonly binding: string;
}

/** A declaration whose types were checked and erased. */
export type Route = RouteDeclaration<string, unknown, unknown, ReplyKind, unknown>;

export function defineRoute<const Path extends string, Query, Body, const Kind extends ReplyKind, State>(
  route: RouteDeclaration<Path, Query, Body, Kind, State>,
): Route {
  // A handler is only called with input that its own schemas accepted.
  return route as unknown as Route;
}

/** A closed object schema over query parameters, which is also their type. */
export function querySchema<const P extends Parameters, const Required extends string = never>(
  properties: P,
  required: readonly Required[] = [],
): Schema<QueryOf<P, Required>> {
  return { type: 'object', properties, required, additionalProperties: false };
}

type Parameters = Readonly<Record<string, JsonSchema>>;
type QueryOf<P extends Parameters, Required extends string> = FromSchema<{
  readonly type: 'object';
  readonly properties: P;
  readonly required: readonly Required[];
}>;

const PAGE_PARAMETERS = {
  page: { ...ID, default: 1, description: 'Page, counted from 1. Not beside `cursor`.' },
  // Without a maximum: larger values count as 100.
  per_page: {
    type: 'integer',
    minimum: 1,
    default: 25,
    description: 'Items on a page; values above 100 count as 100.',
  },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 400,
    description:
      '`meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created ' +
      'meanwhile. With the same filters only; `total_count` stays that of the first page.',
  },
} as const satisfies Parameters;

/** Query of a paginated list: its filters, and `page` or `cursor` and `per_page`. */
export function listQuery<const Filters extends Parameters = Record<never, never>>(
  filters?: Filters,
): Schema<QueryOf<typeof PAGE_PARAMETERS & Filters, never>> {
  const properties: Parameters = { ...PAGE_PARAMETERS, ...filters };
  return { type: 'object', properties, required: [], additionalProperties: false };
}

export type PageQuery = QueryOf<typeof PAGE_PARAMETERS, never>;

/** Query of an artifact list, which takes `page` and `per_page` and ignores them (OpenAPI document, CollectionMeta). */
export const COLLECTION_QUERY = querySchema({
  page: { description: 'Ignored: the whole collection is returned.' },
  per_page: { description: 'Ignored: the whole collection is returned.' },
});

/** Use of the Idempotency-Key header by the operation. */
export function idempotencyKeyUse({ method, idempotency }: Route): 'required' | 'optional' | 'none' {
  if (idempotency !== undefined) return idempotency;
  return method === 'POST' ? 'optional' : 'none';
}

/** The scopes of which a token needs at least one. */
export function scopesOf({ scope }: Pick<Route, 'scope'>): readonly Scope[] {
  return typeof scope === 'string' ? [scope] : scope;
}
