import { closingOf } from '../../../platform/closing.ts';
import type { Actor } from '../../../platform/database/audit.ts';
import type { Logger } from '../services.ts';
import type { Context } from './context.ts';
import type { Commit, Idempotency } from './idempotency/index.ts';
import type { Authenticator } from './middleware/auth.ts';

interface HandledRequest {
  readonly ctx: Context;
  readonly actor: Actor;
  readonly authenticator: Authenticator;
  /** Undefined if the operation takes no key. */
  readonly idempotency: Idempotency | undefined;
}

/**
 * Members of a call that few handlers ask for. A class, because an object literal with getters has a hidden class of
 * its own. V8 keeps that class, and through it the whole request, until it next collects the old generation.
 */
export class OnDemand {
  readonly #request: HandledRequest;

  constructor(request: HandledRequest) {
    this.#request = request;
  }

  get idempotency(): Idempotency {
    const { idempotency } = this.#request;
    if (idempotency === undefined) throw new Error('the operation takes no Idempotency-Key');
    return idempotency;
  }

  get commit(): Commit {
    return this.idempotency.commit;
  }

  get acting(): { readonly actor: Actor; readonly proof: string } {
    const { ctx, actor, authenticator } = this.#request;
    return { actor, proof: authenticator.proofOf(ctx) };
  }

  get signal(): AbortSignal {
    return closingOf(this.#request.ctx.res);
  }

  get log(): Logger {
    return this.#request.ctx.state.log;
  }
}
