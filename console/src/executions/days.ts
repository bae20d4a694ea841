/** When that day begins, or the one after it, where one looks. */
export function startOfDay(day: string, by: 0 | 1): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + by);
}
