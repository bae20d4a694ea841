/**
 * Starts the work on the items in order, `atOnce` at a time. Returns a promise for each, which may be awaited later:
 * its rejection is then not unhandled.
 */
export function sideBySide<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const results = new Map(items.map((item) => [item, Promise.withResolvers<Result>()] as const));
  const left = results.entries();
  const workOn = async (): Promise<void> => {
    for (const [item, { promise, resolve }] of left) {
      resolve(work(item));
      await promise.catch(() => undefined);
    }
  };
  for (let n = 0; n < atOnce; n += 1) void workOn();
  return (item) => {
    const result = results.get(item);
    if (result === undefined) throw new Error('no work was begun on this item');
    return result.promise;
  };
}
