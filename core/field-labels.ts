/**
 * What an account says of the fields of its own payloads, for letters, explanations and warnings: what they are called, of
 * whom they are, whether a model made them, and whether they identify somebody. A label is printed to people, so it is one short line of text. Source:
 * semantics 10.23.18.
 */
export interface FieldLabel {
  /** Null: the words of its name. */
  readonly label: string | null;
  readonly unit: FieldUnit | null;
  /**
   * Whom the value is of, with all that stands in it: the person at this path of the payload, `nobody`, or `each`, where
   * every item of the list is a person. Null or left out: what the payload says by its names.
   */
  readonly of_person?: string | null;
  /** Whether a model made it of somebody, with all that stands in it. Null or left out: what its name says. */
  readonly is_score?: boolean | null;
  /**
   * Whether it identifies somebody or tells their age, so that its value is printed to nobody, with all that stands in it.
   * Null or left out: what its name and label say.
   */
  readonly is_personal?: boolean | null;
}

/** Instead of a path of a person. */
export const NOBODY = 'nobody';
export const EACH_ITEM = 'each';

export const FIELD_UNITS = ['USD', 'percent', 'months', 'years', 'days'] as const;
export type FieldUnit = (typeof FIELD_UNITS)[number];

/** By the path of the field, as `fieldPath` writes it. */
export type FieldLabels = ReadonlyMap<string, FieldLabel>;

export const MAX_LABEL_LENGTH = 60;
export const MAX_PATH_LENGTH = 200;
/** Of one account: more are not in any payload. */
export const MAX_LABELS = 500;

/** `context.applicant.x` is another name of `applicant.x`. */
export function fieldPath(field: string): string {
  return field.replace(/^context\./, '');
}

const PATH = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u;

/** What is wrong with a path of which something is said; null if nothing is. A whole member of the payload is of somebody. */
export function pathFault(
  path: string,
  { of_person: person = null }: Pick<FieldLabel, 'of_person'> = {},
): string | null {
  if (path.length > MAX_PATH_LENGTH) return `must have at most ${MAX_PATH_LENGTH} characters`;
  if (!PATH.test(path) || (person === null && !path.includes('.')))
    return 'must be the dotted path of a field of the payload, such as applicant.ltv_percent';
  if (/^(?:steps|execution|workflow)\./.test(path))
    return 'must be a field of what you send: fields of reports have their own labels';
  return null;
}

/** What is wrong with a label; null if nothing is. */
export function labelFault(label: string): string | null {
  if (label.trim() === '') return 'must not be blank';
  if (label.length > MAX_LABEL_LENGTH) return `must have at most ${MAX_LABEL_LENGTH} characters`;
  // Separators and formats, such as a change of direction, are no part of a name either.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(label) || !label.isWellFormed())
    return 'must be one line without control characters';
  if (label.includes('{{')) return 'must not hold {{: no variable is filled in there';
  return null;
}

/** What is wrong with whose a field is said to be; null if nothing is. */
export function personFault(person: string): string | null {
  if (person.length > MAX_PATH_LENGTH) return `must have at most ${MAX_PATH_LENGTH} characters`;
  if (PATH.test(person)) return null;
  return `must be the path of a person in the payload, such as co_applicant, or ${NOBODY}, or ${EACH_ITEM} where each item of a list is a person`;
}

/** What is said of a field, if anything is. */
export function saysNothing({ label, unit, ...marks }: FieldLabel): boolean {
  const { of_person: person = null, is_score: isScore = null, is_personal: isPersonal = null } = marks;
  return [label, unit, person, isScore, isPersonal].every((each) => each === null);
}

/** What the account says of a field, or of the innermost of what it stands in of which it says so. */
export function markOf<M extends 'of_person' | 'is_score' | 'is_personal'>(
  labels: FieldLabels,
  field: string,
  mark: M,
): { readonly path: string; readonly says: NonNullable<FieldLabel[M]> } | undefined {
  const names = labels.size === 0 ? [] : fieldPath(field).split('.');
  // No path with a label is longer.
  for (let length = Math.min(names.length, MAX_PATH_LENGTH); length > 0; length -= 1) {
    const path = names.slice(0, length).join('.');
    const says = labels.get(path)?.[mark];
    if (says !== undefined && says !== null) return { path, says };
  }
  return undefined;
}
