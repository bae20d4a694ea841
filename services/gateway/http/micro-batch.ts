import { setImmediate } from 'node:timers/promises';

/**
 * Collects the calls that arrive while a statement is running and runs them as the next one: under load one round trip
 * serves many calls. A statement also takes the calls of the current turn of the event loop, so that requests that were
 * read together go together. A single call waits for nothing else.
 */
export interface MicroBatch<Item, Result> {
  (item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface MicroBatchOptions {
  readonly maxItems?: number;
  readonly maxInFlight?: number;
}

/** `run` returns one result for each item, in their order. If it fails, every call of that batch fails. */
export function microBatch<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxItems = 200, maxInFlight = 2 }: MicroBatchOptions = {},
): MicroBatch<Item, Result> {
  const queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;

  const pump = async (): Promise<void> => {
    inFlight += 1;
    while (queue.length > 0) {
      // Not a microtask: each request is read from its connection in a callback of its own.
      await setImmediate();
      const batch = queue.splice(0, maxItems);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          if (index < results.length) resolve(results[index] as Result);
          else reject(new Error('the batch returned too few results'));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    inFlight -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (inFlight < maxInFlight) void pump();
    });
}
