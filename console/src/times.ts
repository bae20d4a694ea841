/** A time relative to now, in words for a list. `at` and `now` are in milliseconds since the epoch. */
export function fromNow(at: number, now: number): string {
  const minutes = Math.round((at - now) / 60_000);
  const [amount, unit] = inUnits(Math.abs(minutes));
  if (amount === 0) return 'now';
  const words = `${amount} ${unit}${amount === 1 ? '' : 's'}`;
  return minutes > 0 ? `in ${words}` : `${words} ago`;
}

function inUnits(minutes: number): [number, string] {
  if (minutes < 90) return [minutes, 'minute'];
  const hours = Math.round(minutes / 60);
  return hours < 48 ? [hours, 'hour'] : [Math.round(hours / 24), 'day'];
}

/** When a review is due: the time left, or the delay. */
export function dueWords(dueAt: string | null, now: number): string {
  if (dueAt === null) return 'no time limit';
  const at = Date.parse(dueAt);
  return at <= now
    ? `overdue by ${fromNow(at, now).replace(/ ago$/, '').replace(/^now$/, 'less than a minute')}`
    : fromNow(at, now);
}
