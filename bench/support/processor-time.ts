import { readdir, readFile } from 'node:fs/promises';

/** User and system time in /proc are in ticks of this length, on every Linux. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that processes and their descendants have used. On a machine with other work it is
 * a steadier measure than the time on the clock. 0 where there is no /proc.
 */
export async function processorTimeMs(pids: readonly number[]): Promise<number> {
  const parents = new Map<number, { parent: number; ticks: number }>();
  const entries = await readdir('/proc').catch(() => []);
  await Promise.all(
    entries
      .filter((entry) => /^\d+$/.test(entry))
      .map(async (entry) => {
        const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => null);
        if (stat === null) return;
        // The name, in brackets, may hold anything. The time of children that have ended is in that of their parent.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        parents.set(Number(entry), { parent: Number(fields[1]), ticks: fields.slice(11, 15).map(Number).reduce(sum) });
      }),
  );
  const isOwn = (pid: number): boolean =>
    pids.includes(pid) || (parents.has(pid) && isOwn(parents.get(pid)?.parent ?? 0));
  const own = [...parents].filter(([pid]) => isOwn(pid));
  return own.map(([, { ticks }]) => ticks * TICK_MS).reduce(sum, 0);
}

function sum(a: number, b: number): number {
  return a + b;
}
