import type { JsonObject } from '../../../core/json.ts';
import type { EffectKind, EffectRequest } from '../../../core/cascade/contract.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';

/** An effect that this attempt performs: its row is `begun`, and the run was live at that moment. */
export interface BegunEffect {
  readonly id: number;
  readonly nodeId: string;
  readonly visit: number;
  readonly request: EffectRequest;
  /** Includes this attempt and all runs of the execution. */
  readonly attempts: number;
  /** Since the first attempt began, by PostgreSQL's clock. */
  readonly elapsedMs: number;
  /** When the run requested it, by the workflow's clock. */
  readonly askedAt: Date;
  readonly execution: {
    readonly id: number;
    readonly runKey: string;
    readonly accountId: number;
    readonly apiClientId: number;
    readonly mode: ExecutionMode;
    readonly externalReference: string | null;
    readonly payload: JsonObject;
    readonly requestId: string | null;
  };
}

/**
 * The result of an attempt. Codes and messages are public: both appear in failed_steps, codes in Temporal too. So they
 * are fixed texts or name things of this service; they never repeat what a person, a vendor or a server sent.
 */
export type EffectOutcome =
  | {
      readonly is: 'done';
      readonly result: JsonObject;
      /** Written in the transaction of the result. */
      readonly also?: (trx: Queryable) => Promise<void>;
    }
  /** Final: another attempt would end in the same way. */
  | { readonly is: 'failed'; readonly code: string; readonly message: string }
  /** Begun, and finished by another part of the service. No activity waits for it. */
  | { readonly is: 'delegated'; readonly to: Delegate }
  /** Nothing was tried, since it would have failed, so it does not count as an attempt. */
  | { readonly is: 'postponed'; readonly code: string; readonly message: string; readonly retryAfterMs: number }
  /** Another attempt may succeed. */
  | { readonly is: 'transient'; readonly code: string; readonly message: string; readonly retryAfterMs?: number };

/** The part that finishes an effect that was begun. */
export interface Delegate {
  /**
   * Records, in the transaction that marks the effect as delegated, that the effect waits; returns the known part of
   * its result.
   */
  handOver(trx: Queryable, effectId: number): Promise<JsonObject>;
  /** Finishes the effect if that could have been done before it waited. */
  finishIfReady?(trx: Queryable): Promise<void>;
}

export interface AttemptContext {
  /** Aborted if the activity was cancelled or the worker has to end. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Performs an effect. It may have been performed before without being recorded: then the outside must see no second
 * one.
 */
export type Executor = (effect: BegunEffect, context: AttemptContext) => Promise<EffectOutcome>;

type RequestOf<Kind extends EffectKind> = Extract<EffectRequest, { readonly kind: Kind }>;

/** An executor that sees its own kind of request only. */
export function executorOf<Kind extends EffectKind>(
  kind: Kind,
  execute: (effect: BegunEffect, request: RequestOf<Kind>, context: AttemptContext) => Promise<EffectOutcome>,
): Executor {
  const isOwn = (request: EffectRequest): request is RequestOf<Kind> => request.kind === kind;
  return async (effect, context) => {
    const { request } = effect;
    if (!isOwn(request)) throw new Error(`the effect asks for ${request.kind}, not for ${kind}`);
    return execute(effect, request, context);
  };
}
