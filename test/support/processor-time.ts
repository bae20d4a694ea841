/**
 * Processor time of this thread during the work, in milliseconds. Unlike wall-clock time it does not grow with the
 * other load of the machine.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const begun = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}
