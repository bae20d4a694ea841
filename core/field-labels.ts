/**
 * What an account calls the fields of its own payloads, for letters and explanations. A label is printed to people, so it
 * is one short line of text. Source: semantics 10.
 */
export interface FieldLabel {
  readonly label: string;
  readonly unit: FieldUnit | null;
}

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

const PATH = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u;

/** What is wrong with a path that is to have a label; null if nothing is. */
export function pathFault(path: string): string | null {
  if (path.length > MAX_PATH_LENGTH) return `must have at most ${MAX_PATH_LENGTH} characters`;
  if (!PATH.test(path)) return 'must be the dotted path of a field of the payload, such as applicant.ltv_percent';
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

/** Labels as JSON by path. */
export type LabelsJson = Readonly<Record<string, FieldLabel>>;

export function labelsIn(json: LabelsJson | null): { readonly labels?: FieldLabels } {
  return json === null ? {} : { labels: new Map(Object.entries(json)) };
}
