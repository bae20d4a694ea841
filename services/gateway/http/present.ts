/** Times as the API writes them: RFC 3339, UTC, milliseconds. */
export function timeText(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
