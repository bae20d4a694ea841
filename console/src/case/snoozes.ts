/** Times until which one snoozes a case: what reviewers mean, in the time of their own clock. */
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

/** Beside these: the time that one types, and none, which brings the case back. */
export const OWN_TIME = 'own';
export const NOW = 'now';

interface Choice {
  readonly chosen: string;
  /** As a field of the page has it, in the time of one's own clock. */
  readonly own: string;
}

/** Null brings the case back; undefined until a time to come is given. */
export function snoozedUntil({ chosen, own }: Choice, now: Date): Date | null | undefined {
  if (chosen === NOW) return null;
  if (chosen !== OWN_TIME) return SNOOZES.find(({ value }) => value === chosen)?.until(now);
  const until = new Date(own);
  return until.getTime() > now.getTime() ? until : undefined;
}
