import pg from 'pg';

const WRITE = /^\s*(?:with|insert|update|delete|commit)\b/i;

class Died extends Error {}

type Death = 'before' | 'after';

/** An executor that dies at some of its writes. */
export interface Life {
  readonly writes: () => number;
  readonly deaths: () => number;
  readonly isDead: () => boolean;
  /** Another process begins where the dead one stopped. */
  readonly beginAgain: () => void;
  /** Queries are what they were before. */
  readonly end: () => void;
}

/** `dieAt`: whether the process dies before or after its nth write. A dead process writes nothing more. */
export function mortal(dieAt: (write: number) => Death | null): Life {
  const prototype = pg.Client.prototype as { query: unknown };
  const query = prototype.query as (this: unknown, ...args: unknown[]) => Promise<unknown>;
  let writes = 0;
  let deaths = 0;
  let isDead = false;
  const asked = async function (this: { user?: string }, ...args: unknown[]): Promise<unknown> {
    const [first] = args;
    const text = typeof first === 'string' ? first : String((first as { text?: unknown } | undefined)?.text ?? '');
    const isOwn = this.user?.includes('executor') === true;
    if (!isOwn || /^\s*rollback/i.test(text)) return query.apply(this, args);
    if (isDead) throw new Died('it is dead');
    const death = WRITE.test(text) ? dieAt((writes += 1)) : null;
    const answer = death === 'before' ? undefined : await query.apply(this, args);
    if (death === null) return answer;
    isDead = true;
    deaths += 1;
    throw new Died('it died');
  };
  /** A pool calls it with a callback. */
  prototype.query = function (this: { user?: string }, ...args: unknown[]): unknown {
    const answer = args.at(-1);
    if (typeof answer !== 'function') return asked.apply(this, args);
    asked.apply(this, args.slice(0, -1)).then(
      (result) => void answer(undefined, result),
      (error: unknown) => void answer(error),
    );
    return undefined;
  };
  return {
    writes: () => writes,
    deaths: () => deaths,
    isDead: () => isDead,
    beginAgain: () => {
      isDead = false;
    },
    end: () => {
      prototype.query = query;
    },
  };
}

/** Runs `work` with an executor that dies before or after its nth write. Returns whether it came to that write. */
export async function diesAt(at: Death, nth: number, work: () => Promise<unknown>): Promise<boolean> {
  const life = mortal((write) => (write === nth ? at : null));
  try {
    await work();
  } catch (error) {
    if (!life.isDead()) throw error;
  } finally {
    life.end();
  }
  return life.isDead();
}
