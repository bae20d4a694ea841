import { FIELD_UNITS, saysNothing, type FieldLabel, type FieldLabels } from '../field-labels.ts';
import type { FieldKind, FieldSpec, FieldSpecsJson } from './spec.ts';

/** What is declared of fields, as letters, explanations and masks read it. */
export function labelsIn(json: FieldSpecsJson | null): { readonly labels?: FieldLabels } {
  if (json === null) return {};
  const said = Object.entries(json).map(([path, spec]) => [path, labelOfSpec(spec)] as const);
  return { labels: new Map(said.filter(([, label]) => !saysNothing(label))) };
}

const PERSONAL_KINDS: readonly FieldKind[] = ['identifier', 'birth', 'age'];
const SHOWN_KINDS: readonly FieldKind[] = ['fact', 'score'];

function labelOfSpec({ label, unit, of_person: person, kind }: FieldSpec): FieldLabel {
  const isPersonal = kind !== undefined && PERSONAL_KINDS.includes(kind);
  return {
    label: label ?? null,
    unit: FIELD_UNITS.find((each) => each === unit) ?? null,
    of_person: person ?? null,
    is_score: kind === undefined ? null : kind === 'score',
    is_personal: isPersonal || (kind !== undefined && SHOWN_KINDS.includes(kind) ? false : null),
  };
}
