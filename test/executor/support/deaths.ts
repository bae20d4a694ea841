import pg from 'pg';

const WRITE = /^\s*(with|insert|update|delete|commit)/i;

class Died extends Error {}

/**
 * Runs `work` with an executor that dies before or after its nth write: a dead process writes nothing more. Returns whether it
 * came to that write.
 */
export async function diesAt(at: 'before' | 'after', nth: number, work: () => Promise<unknown>): Promise<boolean> {
  const prototype = pg.Client.prototype as { query: unknown };
  const query = prototype.query as (this: unknown, ...args: unknown[]) => Promise<unknown>;
  let writes = 0;
  let isDead = false;
  const asked = async function (this: { user?: string }, ...args: unknown[]): Promise<unknown> {
    const [first] = args;
    const text = typeof first === 'string' ? first : String((first as { text?: unknown } | undefined)?.text ?? '');
    const isOwn = this.user?.includes('executor') === true;
    if (!isOwn || /^\s*rollback/i.test(text)) return query.apply(this, args);
    if (isDead) throw new Died('it is dead');
    if (!WRITE.test(text) || (writes += 1) !== nth) return query.apply(this, args);
    isDead = true;
    if (at === 'after') await query.apply(this, args);
    throw new Died('it died');
  };
  /** A pool asks with a callback. */
  prototype.query = function (this: { user?: string }, ...args: unknown[]): unknown {
    const answer = args.at(-1);
    if (typeof answer !== 'function') return asked.apply(this, args);
    asked.apply(this, args.slice(0, -1)).then(
      (result) => void answer(undefined, result),
      (error: unknown) => void answer(error),
    );
    return undefined;
  };
  try {
    await work();
  } catch (error) {
    if (!isDead) throw error;
  } finally {
    prototype.query = query;
  }
  return isDead;
}
