import type { Readable } from 'node:stream';
import type { ErrorCode, ErrorDetail } from '../../core/errors.ts';
import type { JsonObject, JsonSchema } from '../../core/json.ts';
import type { Scope } from '../../core/states.ts';
import type { Auth, HandlerServices, Logger } from './services.ts';

/**
 * One declaration for each endpoint. The router, the validators, the scope check and the OpenAPI document all come from
 * it. Handlers return data or throw AppError; the envelope is the business of `middleware/envelope.ts` alone.
 */
export interface RouteDeclaration<Path extends string, Query, Body, Kind extends ReplyKind> {
  readonly method: Method;
  /** Below `/api/v1`. Every `{parameter}` is a positive integer. */
  readonly path: Path;
  readonly operationId: string;
  readonly tag: Tag;
  /** Required: an endpoint without one does not compile. */
  readonly scope: Scope;
  readonly summary: string;
  readonly description: string;
  /** An object schema over the query parameters. What it does not name is refused where `reply` is a list. */
  readonly query?: Schema<Query>;
  readonly body?: BodyDeclaration<Body>;
  readonly reply: Extract<Reply, { kind: Kind }>;
  /** Codes of its own, beside those that every endpoint has. */
  readonly errors: readonly ErrorCode[];
  /** Takes the Idempotency-Key header, which is then required. */
  readonly idempotent?: boolean;
  /** Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  readonly handler: (call: Call<Path, Query, Body>) => Promise<Answers[Kind]>;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Tag = 'Workflows' | 'Workflow templates' | 'Executions' | 'Reviews' | 'Artifacts' | 'Webhooks';

declare const VALUE: unique symbol;
/** A JSON Schema that knows the type of what it accepts. */
export type Schema<T> = JsonSchema & { readonly [VALUE]?: T };
/** The one place where a type is put beside a schema by hand: keep them side by side. */
export function schemaOf<T>(schema: JsonSchema): Schema<T> {
  return schema;
}

export interface BodyDeclaration<Body> {
  readonly schema: Schema<Body>;
  readonly example: JsonObject;
  /** What the schema cannot say. Its details are listed together with the schema's. */
  readonly check?: (body: JsonObject) => readonly ErrorDetail[];
}

/** How a success looks. `schema` is of `data`, for lists of one item. */
export type Reply =
  | {
      readonly kind: 'item';
      readonly status: 200 | 201 | 202;
      readonly description: string;
      readonly schema: JsonSchema;
      readonly example: JsonObject;
    }
  | {
      readonly kind: 'page';
      readonly object: string;
      readonly description: string;
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
  | { readonly kind: 'nothing'; readonly description: string };
export type ReplyKind = Reply['kind'];

/** What handlers of each kind of reply return. */
export interface Answers {
  item: JsonObject | SerialisedData;
  page: { readonly items: readonly JsonObject[]; readonly totalCount: number };
  collection: readonly JsonObject[];
  file: FileAnswer;
  nothing: void;
}

/** `data` as it was serialised once; sent byte for byte. */
export class SerialisedData {
  readonly json: string;
  readonly isReplay: boolean;

  constructor(json: string, isReplay: boolean) {
    this.json = json;
    this.isReplay = isReplay;
  }
}

export interface FileAnswer {
  readonly filename: string;
  readonly contentType: string;
  readonly byteSize: number;
  /** Lowercase hex; becomes the ETag. */
  readonly sha256: string;
  /** Called only where the bytes are wanted. */
  readonly open: () => Promise<Readable | Uint8Array>;
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

export interface Call<Path extends string, Query, Body> extends HandlerServices {
  readonly auth: Auth;
  readonly params: { readonly [Name in ParameterNames<Path>]: number };
  readonly query: Query;
  /** Of lists: which rows are wanted. */
  readonly page: PageRequest;
  readonly body: Body;
  /** Trimmed, at most 200 characters; empty where the route is not idempotent. */
  readonly idempotencyKey: string;
  readonly log: Logger;
  readonly requestId: string;
}

export interface PageRequest {
  readonly number: number;
  readonly size: number;
  readonly offset: number;
}

/** A declaration whose types have been checked and are not needed any more. */
export type Route = RouteDeclaration<string, unknown, unknown, ReplyKind>;

export function defineRoute<const Path extends string, Query, Body, const Kind extends ReplyKind>(
  route: RouteDeclaration<Path, Query, Body, Kind>,
): Route {
  // A handler is only ever called with what its own schemas accepted.
  return route as unknown as Route;
}

/** An object schema over query parameters that lists all it knows. */
export function querySchema<T>(properties: Readonly<Record<string, JsonSchema>>): Schema<T> {
  return { type: 'object', properties, additionalProperties: false };
}

const PAGE_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  page: { type: 'integer', minimum: 1, default: 1, description: 'Page, counted from 1.' },
  per_page: {
    type: 'integer',
    minimum: 1,
    default: 25,
    description: 'Items on a page; more than 100 are taken as 100.',
  },
};

/** Query of a paginated list: its filters, and `page` and `per_page`. */
export function listQuery<T>(filters: Readonly<Record<string, JsonSchema>> = {}): Schema<T & PageQuery> {
  return querySchema({ ...PAGE_PARAMETERS, ...filters });
}

/** Query of an artifact list, which takes `page` and `per_page` and ignores them (reference, "Response conventions"). */
export const COLLECTION_QUERY: Schema<object> = querySchema({
  page: { description: 'Ignored: the whole collection is returned.' },
  per_page: { description: 'Ignored: the whole collection is returned.' },
});

export interface PageQuery {
  readonly page?: number;
  readonly per_page?: number;
}

const MAX_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 25;

export function pageRequest({ page = 1, per_page: perPage = DEFAULT_PER_PAGE }: PageQuery): PageRequest {
  const size = Math.min(perPage, MAX_PER_PAGE);
  return { number: page, size, offset: (page - 1) * size };
}
