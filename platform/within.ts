/** Returns the value of the promise, or `late` after that many milliseconds. A rejection is passed on. */
export async function within<T, L>(promise: Promise<T>, milliseconds: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
