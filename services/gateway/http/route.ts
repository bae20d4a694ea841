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
 * One declaration for each endpoint: the router, the validators, the scope check and the OpenAPI document all come from
 * it. Handlers return data or throw AppError; only `middleware/envelope.ts` knows the envelope.
 */
export interface RouteDeclaration<Path extends string, Query, Body, Kind extends ReplyKind, State> {
  readonly method: Method;
  /** Below `/api/v1`. Every `{parameter}` is a positive integer, except those of TEXT_PARAMETERS. */
  readonly path: Path;
  readonly operationId: string;
  /** Its `{code}` is that of a product that the account describes. */
  readonly isOfOwnProduct?: true;
  readonly tag: Tag;
  /** Required: an endpoint without one does not compile. Of several scopes any one is enough. */
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
   * Default: the Idempotency-Key header is optional for POST, and ignored for other methods. `none`: changes nothing.
   */
  readonly idempotency?: 'required' | 'none';
  /** Part of the stored key between the client and the caller's key, such as `reeval:4711:`. */
  readonly keyNamespace?: (params: PathParams) => string;
  /** `sent`: the response has an ETag. `checked`: besides, the request may carry If-Match. `required`: it has to. */
  readonly etag?: 'sent' | 'checked' | 'required';
  /** An act of a person: the same request of another user is another request. */
  readonly isPersonal?: boolean;
  /** Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Default: 100,000. */
  readonly maxBodyValues?: number;
  /** Reads a whole run with its payload and outputs, so an account has one such request at work at a time. */
  readonly isHeavy?: boolean;
  /** Waited for before a slot of heavy work is taken, so that who waits for another service keeps nobody from it. */
  readonly beforehand?: (call: Beforehand<Path>) => Promise<void>;
  /** A file that shows an applicant's numbers and cannot be masked: asks for `pii:read`, whatever else admits. */
  readonly showsIdentifiers?: boolean;
  /**
   * Executions that the response shows with their numbers, to whoever sees these: that leaves `execution.read`, once an hour
   * for each reader.
   */
  readonly fullReads?: (params: PathParams, query: Query) => readonly number[];
  /** Required for what changes or downloads something (`test/gateway/audit.test.ts`). */
  readonly audit?: AuditDeclaration;
  /** Called once for each gateway; every call of the handler gets what it returns as `state`. */
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

/** Whether requests of the method carry a body. */
export function takesBody({ method }: { readonly method: Method }): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

declare const VALUE: unique symbol;
/** A JSON Schema that knows the type of what it accepts. */
export type Schema<T> = JsonSchema & { readonly [VALUE]?: T };
/** What a query or body is once its schema has accepted it. */
export type Accepted<S> = S extends Schema<infer T> ? T : never;

/**
 * The schema of a body, which is also its type. Members that it does not name are refused, unless it says otherwise: a
 * misspelt one would be ignored without a word.
 */
export function bodySchema<const S extends JsonSchema>(schema: S): Schema<FromSchema<S>> {
  return { additionalProperties: false, ...schema };
}

/** Of operations without members of a body. */
export const EMPTY_BODY = bodySchema({ type: 'object', properties: {} });

export interface BodyDeclaration<Body> {
  readonly schema: Schema<Body>;
  /** The schema as it is published, if `check` looks at what a part of it holds. */
  readonly published?: JsonSchema;
  readonly example: JsonObject;
  /** Takes out what counts as absent where the schema does not tell. Before everything else. */
  readonly prepare?: (body: JsonObject) => JsonObject;
  /** What of it makes two requests the same, if not the body as it is. */
  readonly identity?: (body: Body) => JsonObject;
  /** Checks that a schema cannot express. Their details are listed together with the schema's. */
  readonly check?: (body: JsonObject, products: OwnProducts) => readonly ErrorDetail[] | Findings;
  /** The member that is a definition: `check` is given the products of the account that it pulls. */
  readonly pulls?: 'definition';
}

/** Shape of a success. `schema` is that of `data`; of lists, that of one item. */
export type Reply =
  | {
      readonly kind: 'item';
      readonly status: 200 | 201 | 202;
      readonly description: string;
      readonly schema: JsonSchema;
      readonly example: JsonObject;
      /** What a request that only asks for a preview gets, with status 200 (`Call.answerPreview`). */
      readonly preview?: { readonly description: string; readonly schema: JsonSchema; readonly example: JsonObject };
    }
  | {
      readonly kind: 'page';
      readonly object: string;
      readonly description: string;
      /** Members of `meta` beside those of every page: their schemas and an example. */
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
  /** Server-sent events; `schema` is that of the data of an event. */
  | {
      readonly kind: 'events';
      readonly description: string;
      readonly schema: JsonSchema;
      readonly example: string;
    }
  | { readonly kind: 'nothing'; readonly description: string };
export type ReplyKind = Reply['kind'];

/** What handlers of each kind of reply return. */
export interface Answers {
  item: JsonObject | SerialisedData;
  page: {
    readonly items: readonly JsonObject[];
    readonly totalCount: number;
    /** Where the next page begins; null after the last one. */
    readonly next: Position | null;
    /** Members of `meta` that only this list has (`Reply.meta`). */
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

/** A file that is made while it is sent: its size and hash are not known before. */
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

/** What an operation knows before its own work begins. */
export type Beforehand<Path extends string> = OpenServices &
  Pick<Call<Path, unknown, unknown, unknown>, 'auth' | 'params' | 'requestId'>;

export interface Call<Path extends string, Query, Body, State> extends OpenServices {
  readonly state: State;
  readonly auth: Auth;
  /** Who acts, and what shows PostgreSQL that they do. */
  readonly acting: { readonly actor: Actor; readonly proof: string };
  readonly audit: Audit;
  /** Computes in a process beside the gateway, one calculation of an account at a time. */
  readonly calculate: ReturnType<OpenServices['calculations']['of']>;
  readonly limits: LimitSettings;
  readonly params: { readonly [Name in ParameterNames<Path>]: Name extends TextParameter ? string : number };
  readonly query: Query;
  /** Of lists: the rows to return. */
  readonly page: PageRequest;
  readonly body: Body;
  /** Of operations that take an Idempotency-Key, whether one was sent or not. */
  readonly idempotency: Idempotency;
  /** `idempotency.commit`. */
  readonly commit: Commit;
  /** If-Match of the request; empty if it has none. */
  readonly ifMatch: string;
  readonly setEtag: (etag: string) => void;
  /** The response is the preview of the reply. */
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
  /** Where the page begins, if a cursor says it. */
  readonly cursor: CursorContent | null;
  /** What the cursors of this list are bound to. */
  readonly binding: string;
}

/** A declaration whose types were checked and erased. */
export type Route = RouteDeclaration<string, unknown, unknown, ReplyKind, unknown>;

export function defineRoute<const Path extends string, Query, Body, const Kind extends ReplyKind, State>(
  route: RouteDeclaration<Path, Query, Body, Kind, State>,
): Route {
  // A handler is only ever called with what its own schemas accepted.
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
  // Without a maximum: however large, it counts as 100.
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

/** Whether the operation takes the Idempotency-Key header. */
export function idempotencyKeyUse({ method, idempotency }: Route): 'required' | 'optional' | 'none' {
  if (idempotency !== undefined) return idempotency;
  return method === 'POST' ? 'optional' : 'none';
}

/** The scopes of which a token needs one. */
export function scopesOf({ scope }: Pick<Route, 'scope'>): readonly Scope[] {
  return typeof scope === 'string' ? [scope] : scope;
}
