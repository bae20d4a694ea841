/** `score and accounts differ`. */
export function correctedFieldsText(fields: readonly string[]): string {
  const names = fields.map((field) => field.replaceAll('_', ' '));
  if (names.length === 0) return 'no field of it differs';
  const last = names.at(-1) ?? '';
  return names.length === 1 ? `${last} differs` : `${names.slice(0, -1).join(', ')} and ${last} differ`;
}

export interface ChangedValue {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A member of a report: the reported and the current value. */
interface ChangedMember {
  readonly field: string;
  readonly reported?: unknown;
  readonly corrected_to?: unknown;
}

/** The single values that differ within corrected members, by path. */
export function changedValues(members: readonly ChangedMember[]): readonly ChangedValue[] {
  return members.flatMap(({ field, reported, corrected_to: corrected }) => [...differing(field, reported, corrected)]);
}

function* differing(path: string, before: unknown, after: unknown): Generator<ChangedValue> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const [one, other] = [membersOf(before), membersOf(after)];
  if (one === undefined || other === undefined || Array.isArray(before) !== Array.isArray(after)) {
    yield { path, before, after };
    return;
  }
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const below = Array.isArray(before) ? `${path}[${name}]` : `${path}.${name}`;
    yield* differing(below, one.get(name), other.get(name));
  }
}

/** Undefined for a scalar. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}
