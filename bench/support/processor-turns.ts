/** How often the timer looks, which every figure includes. */
const RESOLUTION_MS = 1;

/**
 * Watches how much processor time this thread takes in one turn of its event loop. It is the most between two ticks of
 * a timer that ticks as often as it can. Other work on the machine makes no turn longer by this measure. The function
 * that it returns ends the watch and returns milliseconds.
 */
export function watchTurns(): () => number {
  let longest = 0;
  let last = usedMs();
  const look = (): void => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, RESOLUTION_MS);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
