/** All items, of all pages. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The error with which a call was rejected. Throws if it succeeded. */
export function refusalOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => error,
  );
}
