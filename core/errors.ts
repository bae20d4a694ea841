/**
 * The error codes of the public API, in one table. The errors middleware, the OpenAPI document and the page at each
 * code's `doc_url` are all made from it. Source: semantics 15.1.
 */
export interface ErrorCodeEntry {
  readonly status: number;
  /** The message, unless the thrower gives another. */
  readonly message: string;
  /** The cause, for the documentation page. */
  readonly what: string;
  /** How to fix it, for the documentation page. */
  readonly fix: string;
}

export const ERROR_CODES = {
  malformed_request: {
    status: 400,
    message: 'The request could not be read.',
    what: 'The body is not valid JSON or not a JSON object, the path or query has broken percent-encoding, or a header is there twice that a request has once.',
    fix: 'Send one JSON object in UTF-8, percent-encode the address, and send each header that the details name once.',
  },
  unauthorized: {
    status: 401,
    message: 'Missing or invalid API token.',
    what: 'The Authorization header is missing or malformed, or the token is unknown or revoked.',
    fix: 'Send `Authorization: Bearer <API_KEY>` with a token that was issued to your API client.',
  },
  token_expired: {
    status: 401,
    message: 'The API token has expired.',
    what: 'The token is known, but its expiry time has passed.',
    fix: 'Ask your administrator for a new token.',
  },
  insufficient_scope: {
    status: 403,
    message: 'The token lacks the scope that this operation needs.',
    what: 'The token is valid, but it does not carry the scope of this operation. The details name the scope.',
    fix: 'Use a token that carries the scope.',
  },
  activation_forbidden: {
    status: 403,
    message: 'Activating a cascade requires production access.',
    what: 'The account has no production access, so its cascades stay drafts.',
    fix: 'Keep the cascade as a draft and run it in test mode, or ask for production access.',
  },
  activation_needs_approval: {
    status: 409,
    message: 'In this account another user approves what goes live.',
    what: 'The account asks for four eyes, and the request would put a version live, or change letters of an active cascade, without the approval of another user; or a vendor of the account would be exchanged, which an operator does.',
    fix: 'Ask for it with POST /workflows/{id}/activation_requests, or of the dictionary with POST /field_requests. The details name the request if one is pending.',
  },
  examples_fail: {
    status: 409,
    message: 'The cascade does not do as its examples expect.',
    what: 'The account asks that examples hold before a version goes live, and some do not. The details name each, what is expected of it and what became of it.',
    fix: 'Fix the version, or change what an example expects (PATCH /workflows/{id}/examples/{example_id}). To activate it anyway, give the reason in `examples_override`.',
  },
  activation_already_requested: {
    status: 409,
    message: 'An activation request is pending.',
    what: 'One activation request of a cascade, and one request to change the dictionary, is pending at a time. The message names it.',
    fix: 'Decide or withdraw that one first.',
  },
  activation_not_pending: {
    status: 409,
    message: 'The activation request is not pending any more.',
    what: 'It was approved, refused or withdrawn, or the cascade or the dictionary has got another version since.',
    fix: 'Read the request. If it was superseded, ask again.',
  },
  approver_wrote_it: {
    status: 403,
    message: 'The author of a version cannot approve it.',
    what: 'You saved a version since the last one that was approved, or the definition of the request is yours. Another token of yours, or another user with your e-mail address, is still you.',
    fix: 'Another user with the scope `workflows:activate` approves it.',
  },
  address_not_confirmed: {
    status: 403,
    message: 'Where two people are asked, each needs a confirmed e-mail address.',
    what: 'You, or who wrote what you approve, have no e-mail address that the identity provider or an operator has confirmed. Without one nobody can tell that two users are two people.',
    fix: 'Sign in again with a verified address, or have an operator confirm yours (`cascade users update ID --email`). The message names the users.',
  },
  sign_in_again: {
    status: 403,
    message: 'A person who signed in less than 15 minutes ago makes tokens and administrators, and no token does.',
    what: 'Tokens and administrators are made in a session that began less than 15 minutes ago, so that a screen that was left open makes none, and not with a token.',
    fix: 'Sign in again, then send the request in the new session. An operator makes tokens at the command line (`cascade tokens create`), and gives the role (`cascade users update`).',
  },
  not_your_request: {
    status: 403,
    message: 'Only the user who made a request withdraws it.',
    what: 'The activation request is of another user.',
    fix: 'Refuse it, with a note that says why.',
  },
  production_access_required: {
    status: 403,
    message: 'Live mode requires production access.',
    what: 'execution_mode was `live`, and the account has no production access.',
    fix: 'Use execution_mode `test`, or ask for production access.',
  },
  live_mode_forbidden: {
    status: 403,
    message: 'Reviewing a live execution requires production access.',
    what: 'The execution runs in live mode, and the account has no production access (any more).',
    fix: 'Ask for production access.',
  },
  not_found: {
    status: 404,
    message: 'Not found.',
    what: 'The path is unknown, the id was never given out, was deleted or belongs to another client, or the file is no longer stored.',
    fix: 'Check the path and the id, and that the token belongs to the client that created the record.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    what: 'The headers or the body of the request took too long to arrive. Nothing was done.',
    fix: 'Send the request again, with a faster connection or a smaller body.',
  },
  method_not_allowed: {
    status: 405,
    message: 'The method is not allowed on this path.',
    what: 'The path exists, but not with this method. The Allow header lists the methods that it has.',
    fix: 'Use one of the methods in the Allow header.',
  },
  idempotency_conflict: {
    status: 409,
    message: 'The Idempotency-Key was used before with a different request.',
    what: 'An Idempotency-Key was used again with another payload, execution_mode, external_reference or row set, or on another operation.',
    fix: 'Use a new key for a new request, and resend the very same request to repeat one.',
  },
  workflow_not_active: {
    status: 409,
    message: 'The cascade is a draft and cannot run in live mode.',
    what: 'execution_mode was `live`, and the cascade is not active.',
    fix: 'Activate the cascade, or run it in test mode.',
  },
  execution_not_cancellable: {
    status: 409,
    message: 'The execution has already ended and cannot be cancelled.',
    what: 'The execution is completed, failed or skipped.',
    fix: 'Nothing is left to cancel.',
  },
  executions_in_flight: {
    status: 409,
    message: 'Executions of the person have not ended.',
    what: 'A person is erased once nothing is under way for them. The message names the executions that have not ended.',
    fix: 'Wait until they have ended, or send `cancel`: true, which cancels them first.',
  },
  execution_erased: {
    status: 409,
    message: 'The person whom the execution was about was erased.',
    what: 'Somebody asked that the person be forgotten, so nothing is added to their executions.',
    fix: 'Read `erased_at` of the execution. If the person applies again, that is a new execution.',
  },
  execution_not_reevaluable: {
    status: 409,
    message: 'The execution cannot be re-evaluated.',
    what: 'The execution has not ended yet, or its input has been redacted under the retention rules, or its person was erased.',
    fix: 'Wait until it has ended; a redacted one needs a new trigger.',
  },
  count_changed: {
    status: 409,
    message: 'Another number of executions matches the filter now.',
    what: '`expected_count` is not the number of executions that match the filter: some were evaluated again, or more have failed. The message says how many match. Nothing was done.',
    fix: 'Read the list again, and send the number that it counts.',
  },
  not_awaiting_review: {
    status: 409,
    message: 'The execution is not awaiting review.',
    what: 'The execution never stopped for a review, or it has ended.',
    fix: 'Read the execution: only one whose status is `awaiting_review` takes a decision.',
  },
  review_not_pending: {
    status: 409,
    message: 'No such review is pending.',
    what: 'The review was decided already, or the open review is another one than the decision named.',
    fix: 'Read `pending_review` of the execution.',
  },
  review_unspecified: {
    status: 409,
    message: 'The decision must name the review: send node_id.',
    what: 'An earlier review of this execution was decided, and another one is open. A decision without `node_id` could decide a review that its sender has not seen.',
    fix: 'Read `pending_review` of the execution and send its `node_id` with the decision.',
  },
  assigned_elsewhere: {
    status: 409,
    message: 'The review is assigned to another reviewer.',
    what: 'Another user has claimed the execution.',
    fix: 'Ask that reviewer to release it, or release it with `assignee` null and `force` true.',
  },
  already_approved: {
    status: 409,
    message: 'You have approved this review.',
    what: 'Several different people have to approve the review, and you are one of those who have. Another token of yours, or another user with your e-mail address, is still you.',
    fix: 'Another user with the scope `reviews:decide` approves it. You may still deny it.',
  },
  approvals_missing: {
    status: 409,
    message: 'Others have to approve this letter first.',
    what: 'Several different people have to approve the letter before it is posted, and too few of them have.',
    fix: 'Let others approve it with `POST /executions/{id}/review_decisions`. The person who posts it counts as one of them.',
  },
  delivery_not_retryable: {
    status: 409,
    message: 'The delivery cannot be retried.',
    what: 'The delivery has succeeded, is still on its schedule, or its subscription is paused or deleted.',
    fix: 'Only failed and dead deliveries of active subscriptions can be retried.',
  },
  batch_not_cancellable: {
    status: 409,
    message: 'The batch cannot be cancelled.',
    what: 'The batch has ended.',
    fix: 'Nothing is left to cancel.',
  },
  batch_not_resumable: {
    status: 409,
    message: 'The batch cannot be resumed.',
    what: 'Only an interrupted batch can be resumed.',
    fix: 'Read the status of the batch.',
  },
  batch_not_retryable: {
    status: 409,
    message: 'The batch has nothing to retry.',
    what: 'The batch has not ended, or none of its rows failed or was skipped.',
    fix: 'Wait until the batch has ended.',
  },
  subscription_limit_reached: {
    status: 409,
    message: 'The API client has as many subscriptions as it may have.',
    what: 'The number of webhook subscriptions of an API client is limited, by default to 50.',
    fix: 'Delete a subscription that is no longer used, or let one subscription receive more events.',
  },
  field_in_use: {
    status: 409,
    message: 'An active cascade reads the field, so it stays declared.',
    what: 'A declaration cannot be removed while an active cascade reads the field; `details` names the field and the cascades.',
    fix: 'Declare it otherwise, or make these cascades drafts first.',
  },
  product_in_use: {
    status: 409,
    message: 'An active cascade pulls the product, so it stays.',
    what: 'A product that an active cascade pulls cannot be withdrawn; `details` names the cascades.',
    fix: 'Make these cascades drafts first, or give the product another version: they keep the one that they were saved with.',
  },
  precondition_required: {
    status: 428,
    message: 'The request must say which state of the record it changes: send If-Match.',
    what: 'The operation replaces the whole, and the `If-Match` header is missing. Without it, what another person saved meanwhile would be lost.',
    fix: 'Send the `ETag` of the record as you read it as `If-Match`.',
  },
  precondition_failed: {
    status: 412,
    message: 'The record has changed: it no longer has the version that If-Match names.',
    what: 'The `If-Match` header names another version than the current one, so another request changed the record.',
    fix: 'Read the record, apply the change to what it is now, and send its new `ETag` as `If-Match`.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large.',
    what: 'The body is over the limit of the operation: 1 MiB, or 8 MiB for a batch.',
    fix: 'Send less; split a batch.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The request body must be application/json.',
    what: 'A body came with another Content-Type than application/json.',
    fix: 'Send `Content-Type: application/json`.',
  },
  validation_failed: {
    status: 422,
    message: 'The request is invalid.',
    what: 'One or more fields are invalid. The details list each field and what is wrong with it, at most 100; the message says how many there are.',
    fix: 'Correct every field that the details name.',
  },
  missing_idempotency_key: {
    status: 422,
    message: 'The Idempotency-Key header is required.',
    what: 'The operation needs the Idempotency-Key header, and it was missing or blank.',
    fix: 'Send a new UUID as Idempotency-Key for each new request, and the same one to repeat it.',
  },
  too_much_work: {
    status: 422,
    message: 'This takes more work or more memory than one request may.',
    what: 'The cascade reads so many lists, or the data is so large, that the calculation was stopped at a limit.',
    fix: 'Send less data, or compare fewer fields. The limits are in the guide to limits.',
  },
  workflow_not_runnable: {
    status: 422,
    message: 'The cascade cannot be run.',
    what: 'The definition is empty, or, for a re-evaluation, the cascade was deleted.',
    fix: 'Give the cascade a definition first.',
  },
  rules_not_editable: {
    status: 422,
    message: 'This cascade cannot hold these rules.',
    what: 'The cascade is no list of rules where the change would be, or its steps are joined in another way. The details name the rule and the node. Nothing was changed.',
    fix: 'Change the definition itself (`PATCH /workflows/{id}`), or leave the named rule where it is.',
  },
  generation_failed: {
    status: 422,
    message: 'No valid cascade could be generated from the prompt.',
    what: 'No valid definition could be generated from the prompt, even after a repair pass. The details say why.',
    fix: 'Name the products, the thresholds, and what happens on pass, review and fail.',
  },
  rate_limited: {
    status: 429,
    message: 'Rate limit exceeded. Retry later.',
    what:
      'A rate limit was exceeded, too many unknown tokens came from this address, or a heavy request waited too long ' +
      'for the others of its account.',
    fix: 'Wait for the seconds that the Retry-After header says.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request headers are too large.',
    what: 'The headers of the request are larger than the server accepts (16 KiB).',
    fix: 'Send fewer or shorter headers; filters and references belong in the query or the body.',
  },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side.',
    what: 'An unforeseen error. It has been logged under the request id.',
    fix: 'Retry with the same Idempotency-Key; send us the request id if it persists.',
  },
  service_unavailable: {
    status: 503,
    message: 'A part of the service is unavailable. Retry later.',
    what: 'A dependency of this operation is down. Nothing was changed, unless the message says that the outcome is unknown.',
    fix: 'Retry after the seconds that the Retry-After header says, with the same Idempotency-Key.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** One problem of a request. `field`: a dotted path with indexes, or the name of a header or a parameter. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

/** The only error that handlers throw. Message and details are public; pass the reason for the log as `cause`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** Total number of problems, which may exceed the listed details. */
  readonly total: number;
  /** Extra response headers, such as Allow, Retry-After or WWW-Authenticate. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      details?: readonly ErrorDetail[];
      total?: number;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? ERROR_CODES[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.total = options.total ?? this.details.length;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** Makes a switch exhaustive: a missing case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
