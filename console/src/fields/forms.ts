import { STANDARD_SCOPE } from '../../../core/fields/change.ts';
import { dictionaryFaults, type FieldFault } from '../../../core/fields/faults.ts';
import type { SeenType } from '../../../core/fields/proposals.ts';
import type { FieldQuestion } from '../../../core/fields/questions.ts';
import {
  FIELD_BASES,
  FIELD_KINDS,
  FIELD_TYPES,
  type FieldBasis,
  type FieldKind,
  type FieldSpec,
  type FieldSpecs,
  type FieldType,
} from '../../../core/fields/spec.ts';

/* The form in which a person edits fields, and the dictionary made from it. This module sends nothing. */

/** The ways in which a value falls short, each with its words in a denial, and the name of a list's items. */
export const REASONS = ['above', 'below', 'is', 'missing'] as const;
export const ITEM_WORDS = ['one', 'many'] as const;
const WORDS = [...REASONS, ...ITEM_WORDS] as const;
const NO_WORDS = { above: '', below: '', is: '', missing: '', one: '', many: '', empty: '' } as const;

/** The form of one field. Empty text: not declared. */
export interface FieldForm extends Readonly<Record<(typeof WORDS)[number], string>> {
  /** True if the field is part of the saved dictionary. */
  readonly isDeclared: boolean;
  readonly type: FieldType | '';
  readonly label: string;
  readonly unit: string;
  readonly kind: FieldKind | '';
  readonly person: string;
  readonly basis: FieldBasis | '';
  readonly empty: NonNullable<FieldSpec['empty']> | '';
}

/** Edited rows by path. */
export type FieldForms = Readonly<Record<string, FieldForm>>;

export interface Proposed {
  readonly types: readonly string[];
  readonly label: string;
}

export function formOfSpec(spec: FieldSpec): FieldForm {
  const { type, label, unit, kind, of_person: person, basis, reason, item, empty } = spec;
  return {
    ...NO_WORDS,
    ...{ ...reason, ...item, empty: empty ?? '' },
    ...{ isDeclared: true, type, label: label ?? '', unit: unit ?? '', kind: kind ?? '' },
    ...{ person: person ?? '', basis: basis ?? '' },
  };
}

export function formOfProposal({ types, label }: Proposed): FieldForm {
  return { ...NO_WORDS, isDeclared: false, type: typeSeen(types), label, unit: '', kind: '', person: '', basis: '' };
}

const TYPE_SEEN: Readonly<Record<Exclude<SeenType, 'null'>, FieldType>> = {
  number: 'number',
  text: 'text',
  yes_no: 'yes_no',
  object: 'object',
  list: 'list',
};

/** The type of all received values; empty if none were received or they differ. */
export function typeSeen(types: readonly string[]): FieldType | '' {
  const [only, ...others] = types.filter((type) => type !== 'null');
  const type = Object.entries(TYPE_SEEN).find(([seen]) => seen === only)?.[1];
  return type === undefined || others.length > 0 ? '' : type;
}

/** The declaration made from a row and the saved one: members that the row does not show are kept. */
function specOfForm(form: FieldForm, now: FieldSpec | undefined): object {
  const { type, label, unit, kind, person, basis } = form;
  const shown = ['type', 'label', 'unit', 'kind', 'of_person', 'basis', 'reason', 'item', 'empty'];
  const kept = Object.entries(now ?? {}).filter(([name]) => !shown.includes(name));
  const reason = said(Object.fromEntries(REASONS.map((way) => [way, form[way]])));
  const item = said({ one: form.one, many: form.many });
  return {
    ...said({ type, label, unit, kind, of_person: person, basis }),
    ...Object.fromEntries(kept),
    ...(Object.keys(reason).length === 0 ? {} : { reason }),
    ...(type === 'list' && Object.keys(item).length > 0 ? { item } : {}),
    ...(type === 'list' ? said({ empty: form.empty }) : {}),
  };
}

/** The members with a non-empty text. */
function said(members: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  );
}

/** The complete dictionary made from the rows and the saved one. Rows without a type are left out. */
export function wantedSpecs(now: FieldSpecs, forms: FieldForms): FieldSpecs {
  const wanted = new Map(now);
  for (const [path, form] of Object.entries(forms)) {
    if (!form.isDeclared) wanted.delete(path);
    else if (form.type !== '') wanted.set(path, specOfForm(form, now.get(path)) as FieldSpec);
  }
  return wanted;
}

/** The faults of each row, by path. */
export function faultsOfForms(now: FieldSpecs, forms: FieldForms): ReadonlyMap<string, readonly FieldFault[]> {
  const faults = new Map<string, FieldFault[]>();
  const add = (path: string, fault: FieldFault): void => void faults.set(path, [...(faults.get(path) ?? []), fault]);
  for (const [path, { isDeclared, type, one, many }] of Object.entries(forms)) {
    if (isDeclared && type === '') add(path, { field: 'type', message: 'has to be chosen' });
    if (isDeclared && type === 'list' && (one.trim() === '') !== (many.trim() === '')) {
      add(path, { field: 'item', message: 'need both: one, and several' });
    }
  }
  for (const { path, ...fault } of dictionaryFaults(wantedSpecs(now, forms), STANDARD_SCOPE)) add(path, fault);
  return faults;
}

/** The row if the question is answered with yes. */
export function answeredYes(form: FieldForm, code: FieldQuestion['code']): FieldForm {
  const kind = FIELD_KINDS.find((name) => name === code);
  // An age needs a kind and a basis; a person says which of the two is meant.
  const basis = FIELD_BASES.find((name) => name === code);
  if (basis !== undefined) return { ...form, isDeclared: true, basis };
  if (kind !== undefined) return { ...form, isDeclared: true, kind };
  const type = FIELD_TYPES.find((name) => name === code);
  return type === undefined ? form : { ...form, isDeclared: true, type };
}

/** The change made by `answeredYes`, in words. */
export function yesWords(code: FieldQuestion['code']): string {
  const form = answeredYes(formOfProposal({ types: [], label: '' }), code);
  if (form.basis !== '') return `Yes: prohibited basis ${form.basis.replaceAll('_', ' ')}`;
  return form.kind === '' ? `Yes: type ${form.type}` : `Yes: kind ${form.kind}`;
}

/** True if the row already answers the question. */
export function isAnsweredBy(form: FieldForm, code: FieldQuestion['code']): boolean {
  const { kind, type, basis } = form;
  if (code === 'person') return type === 'person';
  const tellsAge = kind === 'age' || kind === 'birth';
  if (FIELD_BASES.some((name) => name === code)) return basis !== '' || tellsAge;
  return kind === code || (code === 'identifier' && tellsAge);
}

/** The payload path at a JSON pointer of the schema; the text itself if it is not a pointer. */
export function pathAt(pointer: string): string {
  const names = pointer.split('/').slice(1);
  const path: string[] = [];
  for (let at = 0; at < names.length && ['properties', 'items'].includes(names[at] ?? ''); at += 1) {
    if (names[at] === 'items') continue;
    at += 1;
    path.push((names[at] ?? '').replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return path.length === 0 ? pointer : path.join('.');
}

/** Stored forms may have an older shape; they are then discarded. */
export function readForms(text: string): FieldForms {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return {};
    const names = ['type', 'label', 'unit', 'kind', 'person', 'basis', 'empty', ...WORDS];
    const isForm = (form: unknown): boolean =>
      typeof form === 'object' &&
      form !== null &&
      typeof Reflect.get(form, 'isDeclared') === 'boolean' &&
      names.every((name) => typeof Reflect.get(form, name) === 'string');
    return Object.fromEntries(Object.entries(kept).filter(([, form]) => isForm(form))) as FieldForms;
  } catch {
    return {};
  }
}
