import { closingOf } from '../../../platform/closing.ts';
import type { Actor } from '../../../platform/database/audit.ts';
import type { Logger } from '../services.ts';
import type { Context } from './context.ts';
import type { Commit, Idempotency } from './idempotency/index.ts';
import type { Authenticator } from './middleware/auth.ts';

/**
 * Members of a call that few handlers ask for. A class, because an object that brings its own getters has a hidden class
 * of its own, which V8 keeps with all that they refer to, so the whole request, until it next collects the old generation.
 */
export class OnDemand {
  readonly #ctx: Context;
  readonly #actor: Actor;
  readonly #authenticator: Authenticator;
  readonly #idempotency: Idempotency | undefined;

  constructor(
    ctx: Context,
    {
      actor,
      authenticator,
      idempotency,
    }: {
      readonly actor: Actor;
      readonly authenticator: Authenticator;
      /** Undefined if the operation takes no Idempotency-Key. */
      readonly idempotency: Idempotency | undefined;
    },
  ) {
    this.#ctx = ctx;
    this.#actor = actor;
    this.#authenticator = authenticator;
    this.#idempotency = idempotency;
  }

  get idempotency(): Idempotency {
    if (this.#idempotency === undefined) throw new Error('the operation takes no Idempotency-Key');
    return this.#idempotency;
  }

  get commit(): Commit {
    return this.idempotency.commit;
  }

  get acting(): { readonly actor: Actor; readonly proof: string } {
    return { actor: this.#actor, proof: this.#authenticator.proofOf(this.#ctx) };
  }

  get signal(): AbortSignal {
    return closingOf(this.#ctx.res);
  }

  get log(): Logger {
    return this.#ctx.state.log;
  }
}
