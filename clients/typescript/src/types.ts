import type { components, paths, ProductOutputs, webhooks } from './api.generated.ts';

/** Types that are read off the generated ones, so that a path, its parameters and its answer cannot disagree. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type Schemas = components['schemas'];
/** Code of a product, as in `billing_product_code` of a node. */
export type ProductCode = keyof ProductOutputs;
export type { ProductOutputs };
/** A code of the API's error table; branch on it. */
export type ErrorCode = Schemas['ErrorEnvelope']['error']['code'];
/** The content of a webhook delivery: `event` says which. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];
export type WebhookEventName = WebhookEvent['event'];

/** The operation of a path, or never. */
type OperationOf<M extends Method, P extends keyof paths> =
  paths[P] extends Record<M, infer Operation extends { responses: object }> ? Operation : never;

/** Bodies of the successes of an operation; undefined for an answer without one. */
type SuccessOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: ContentOf<Responses[Status]> }[keyof Responses]
  : never;
type ContentOf<Response> = Response extends { content: infer Content }
  ? Content extends { 'application/json': infer Body }
    ? Body
    : FileContent
  : undefined;

declare const FILE: unique symbol;
interface FileContent {
  readonly [FILE]: never;
}

type PathsWhere<M extends Method, Wanted> = {
  [P in keyof paths]: [OperationOf<M, P>] extends [never]
    ? never
    : [SuccessOf<OperationOf<M, P>>] extends [Wanted]
      ? P
      : never;
}[keyof paths];

/** Paths that answer a method with JSON, or with nothing. */
export type JsonPath<M extends Method> = PathsWhere<M, { readonly data: unknown } | undefined>;
/** Paths whose GET returns a file. */
export type FilePath = PathsWhere<'get', FileContent>;
/** Paths whose GET returns a list. */
export type ListPath = PathsWhere<
  'get',
  { readonly data: readonly unknown[]; readonly meta: Schemas['CollectionMeta'] }
>;

export type DataOf<M extends Method, P extends keyof paths> =
  SuccessOf<OperationOf<M, P>> extends { readonly data: infer Data } ? Data : undefined;
export type MetaOf<M extends Method, P extends keyof paths> =
  SuccessOf<OperationOf<M, P>> extends { readonly meta: infer Meta } ? Meta : undefined;
export type ItemOf<P extends ListPath> = DataOf<'get', P> extends readonly (infer Item)[] ? Item : never;

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, its waits included; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Sent as `X-Request-Id`: 8 to 128 of `A-Z a-z 0-9 . _ -`. It stands in the service's logs. */
  readonly requestId?: string | undefined;
}

type PathPart<Operation> = Operation extends { parameters: { path: infer Path } }
  ? { readonly path: Readonly<Path> }
  : { readonly path?: never };
type QueryPart<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? [NonNullable<Query>] extends [never]
    ? { readonly query?: never }
    : { readonly query?: OneOrSeveral<NonNullable<Query>> }
  : { readonly query?: never };
/** A parameter that takes several values takes one of them as it is. */
type OneOrSeveral<Query> = {
  readonly [Name in keyof Query]: Query[Name] extends readonly (infer Item)[] | undefined
    ? Item | readonly Item[]
    : Query[Name];
};
type BodyPart<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { readonly body: Body }
  : Operation extends { requestBody?: infer Optional }
    ? NonNullable<Optional> extends { content: { 'application/json': infer Body } }
      ? [NonNullable<Optional>] extends [never]
        ? { readonly body?: never }
        : { readonly body?: Body }
      : { readonly body?: never }
    : { readonly body?: never };
type KeyPart<Operation> = Operation extends { parameters: { header?: infer Header } }
  ? 'Idempotency-Key' extends keyof NonNullable<Header>
    ? {
        /** Default: a new UUID for each call, kept over its retries. */
        readonly idempotencyKey?: string | undefined;
      }
    : { readonly idempotencyKey?: never }
  : { readonly idempotencyKey?: never };

type IfMatchPart<Operation> = Operation extends { parameters: { header?: infer Header } }
  ? 'If-Match' extends keyof NonNullable<Header>
    ? {
        /** The `ETag` of the record as it was read: the call is refused if somebody has changed it since. */
        readonly ifMatch?: string | undefined;
      }
    : { readonly ifMatch?: never }
  : { readonly ifMatch?: never };

type OptionsOf<Operation> = PathPart<Operation> &
  QueryPart<Operation> &
  BodyPart<Operation> &
  KeyPart<Operation> &
  IfMatchPart<Operation> &
  CallOptions;

/** Arguments of a method of a resource, beside those in the path, the query and the body. */
export type OptionsOfCall<M extends Method, P extends keyof paths> = KeyPart<OperationOf<M, P>> &
  IfMatchPart<OperationOf<M, P>> &
  CallOptions;
export type BodyOf<M extends Method, P extends keyof paths> =
  BodyPart<OperationOf<M, P>> extends { readonly body?: infer Body } ? NonNullable<Body> : never;
export type QueryOf<M extends Method, P extends keyof paths> =
  QueryPart<OperationOf<M, P>> extends { readonly query?: infer Query } ? NonNullable<Query> : never;
/** Filters by their names alone, and `per_page`. */
export type ListQueryOf<P extends ListPath> = {
  readonly [
    Name in keyof QueryOf<'get', P> as Name extends `filter[${infer Filter}]`
      ? Filter
      : Exclude<Name, 'page' | 'cursor'>
  ]: QueryOf<'get', P>[Name];
};

/** Arguments after the path: none are needed where no option is required. */
export type Arguments<M extends Method, P extends keyof paths> = Optionally<OptionsOf<OperationOf<M, P>>>;
export type ListArguments<P extends ListPath> = Optionally<WithoutPage<OptionsOf<OperationOf<'get', P>>>>;

type Optionally<Options> = object extends Options ? [options?: Options] : [options: Options];
type WithoutPage<Options> = Omit<Options, 'query'> &
  (Options extends { readonly query?: infer Query }
    ? { readonly query?: Omit<NonNullable<Query>, 'page' | 'cursor'> }
    : object);
