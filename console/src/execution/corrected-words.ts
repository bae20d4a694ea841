/** `score and accounts differ`. */
export function correctedFieldsText(fields: readonly string[]): string {
  const names = fields.map((field) => field.replaceAll('_', ' '));
  if (names.length === 0) return 'no field of it differs';
  const last = names.at(-1) ?? '';
  return names.length === 1 ? `${last} differs` : `${names.slice(0, -1).join(', ')} and ${last} differ`;
}
