import { NO_ROW, NOTE_HEADER } from '../../../../core/batches/columns.ts';
import { candidatesOf, labelledHeader, type Candidate } from '../../../../core/batches/matches.ts';
import { checkPayloadsOf } from '../../../../core/cascade/payload-faults.ts';
import { areKnown } from '../../../../core/cascade/registry.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../../core/csv-line.ts';
import { dictionaryOf } from '../../../../core/fields/dictionary.ts';
import { specsIn, type FieldSpec, type FieldType } from '../../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../../core/fields/standard.ts';
import type { Asked } from './checked.ts';

const TYPES: Readonly<Partial<Record<FieldType, { readonly words: string; readonly example: string }>>> = {
  number: { words: 'number', example: '4200.5' },
  integer: { words: 'whole number', example: '3' },
  date: { words: 'date', example: '1990-03-14' },
  date_time: { words: 'date and time', example: '2026-11-02T09:30:00Z' },
  yes_no: { words: 'true or false', example: 'true' },
};

/** A CSV file to fill in: one column for each field that the workflow reads or names, required fields first. */
export function templateOf({ definition, fields, known }: Omit<Extract<Asked, { kind: 'template' }>, 'kind'>): string {
  const specs = specsIn(fields);
  const dictionary = dictionaryOf(STANDARD_SPECS, specs);
  const isRead = areKnown(definition) ? checkPayloadsOf(definition).isRead : () => false;
  const rankOf = ({ path }: Candidate): number => {
    if (isRead(path.split('.'))) return specs.get(path)?.required === true ? 0 : 1;
    return path === 'external_reference' || known.includes(path) ? 2 : NO_COLUMN;
  };
  const ranked = candidatesOf(dictionary).map((field) => ({ field, rank: rankOf(field) }));
  // A row needs an applicant even if the workflow reads nothing of it.
  const isEmpty = ranked.every(({ field: { path }, rank }) => rank === NO_COLUMN || !path.startsWith('applicant.'));
  const named = ranked.map(({ field, rank }) => ({
    field,
    rank: isEmpty && /^applicant\.[^.]+$/.test(field.path) && dictionary.at(field.path)?.kind === 'name' ? 2 : rank,
  }));
  const columns = named.filter(({ rank }) => rank < NO_COLUMN).toSorted((a, b) => a.rank - b.rank);
  const line = (note: string, cellOf: (field: Candidate, rank: number) => string) =>
    csvLine([note, ...columns.map(({ field, rank }) => cellOf(field, rank))]);
  const specOf = ({ path }: Candidate) => dictionary.at(path);
  return (
    BYTE_ORDER_MARK +
    line(NOTE_HEADER, labelledHeader) +
    line(`${NO_ROW}types`, (field, rank) => `${rank === 0 ? 'required; ' : ''}${typeWords(field, specOf(field))}`) +
    line(`${NO_ROW}an example`, (field) => specOf(field)?.values?.[0] ?? TYPES[field.type]?.example ?? field.label)
  );
}

const NO_COLUMN = 3;
const MOST_VALUES = 8;

function typeWords({ type }: Candidate, spec: FieldSpec | undefined): string {
  const values = spec?.values ?? [];
  const more = values.length > MOST_VALUES ? ', …' : '';
  const words = values.length > 0 ? `such as ${values.slice(0, MOST_VALUES).join(', ')}${more}` : TYPES[type]?.words;
  return `${words ?? 'text'}${spec?.unit === undefined ? '' : ` (${spec.unit})`}`;
}
