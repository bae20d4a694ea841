/**
 * Milliseconds that the processor worked for this thread meanwhile. Unlike the time on the wall they do not grow with what
 * else runs on the machine.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const begun = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}
