/** The start of the day, or of the next one, in the reader's time zone. */
export function startOfDay(day: string, by: 0 | 1): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + by);
}
