import type { JsonObject } from '../../../core/json.ts';
import type { EffectKind, EffectRequest } from '../../../core/nodes/contract.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log.ts';

/** An effect that this attempt may carry out: it is `begun`, and the run was alive when it was. */
export interface BegunEffect {
  readonly id: number;
  readonly nodeId: string;
  readonly visit: number;
  readonly request: EffectRequest;
  /** This attempt included, over all runs of the execution. */
  readonly attempts: number;
  /** When the run asked for it, by the workflow's clock. */
  readonly askedAt: Date;
  readonly execution: {
    readonly id: number;
    readonly runKey: string;
    readonly accountId: number;
    readonly apiClientId: number;
    readonly mode: ExecutionMode;
    readonly externalReference: string | null;
    readonly payload: JsonObject;
  };
}

/**
 * What came of an attempt. Codes and messages are public: they stand in failed_steps, and codes in Temporal too; so
 * they are fixed texts, or name things of ours, never what a person, a vendor or a server sent.
 */
export type EffectOutcome =
  | {
      readonly is: 'done';
      readonly result: JsonObject;
      /** Written together with the result, or not at all. */
      readonly also?: (trx: Queryable) => Promise<void>;
    }
  /** For good: another attempt would end the same way. */
  | { readonly is: 'failed'; readonly code: string; readonly message: string }
  /** Another attempt may do better. */
  | { readonly is: 'transient'; readonly code: string; readonly message: string; readonly retryAfterMs?: number };

export interface AttemptContext {
  /** Aborted where nobody waits for the attempt any more or the worker has to end. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** Carries an effect out. It may have been carried out before without its record: then the world must not notice. */
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
