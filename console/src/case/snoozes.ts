/** Times until which a case can be snoozed, in the reviewer's own time zone. */
export const SNOOZES = [
  { value: 'hour', label: 'in an hour', until: (now: Date) => new Date(now.getTime() + 3_600_000) },
  { value: 'hours', label: 'in four hours', until: (now: Date) => new Date(now.getTime() + 4 * 3_600_000) },
  { value: 'tomorrow', label: 'tomorrow, 9:00', until: (now: Date) => morning(now, 1) },
  { value: 'days', label: 'in three days, 9:00', until: (now: Date) => morning(now, 3) },
  { value: 'monday', label: 'next Monday, 9:00', until: (now: Date) => morning(now, (8 - now.getDay()) % 7 || 7) },
  { value: 'weeks', label: 'in two weeks, 9:00', until: (now: Date) => morning(now, 14) },
] as const;

const OPENS_AT_HOUR = 9;

function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, OPENS_AT_HOUR);
}

/** The other choices: a typed time, and none, which ends the snooze. */
export const OWN_TIME = 'own';
export const NOW = 'now';

interface Choice {
  readonly chosen: string;
  /** The value of the page's time field, in local time. */
  readonly own: string;
}

/** Null ends the snooze; undefined until a future time is given. */
export function snoozedUntil({ chosen, own }: Choice, now: Date): Date | null | undefined {
  if (chosen === NOW) return null;
  if (chosen !== OWN_TIME) return SNOOZES.find(({ value }) => value === chosen)?.until(now);
  const until = new Date(own);
  return until.getTime() > now.getTime() ? until : undefined;
}
