import fc from 'fast-check';
import { dictionaryFaults } from '../../../core/fields/faults.ts';
import {
  FIELD_BASES,
  FIELD_KINDS,
  FIELD_TYPES,
  FIELD_UNITS,
  ITEM_TYPES,
  type FieldSpec,
  type FieldSpecs,
} from '../../../core/fields/spec.ts';
import { composed } from '../../../core/same-text.ts';

export const optional = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
const words = fc.oneof(
  fc.constantFrom('Monthly pay', 'dogs', 'Größe der Wohnung', '収入', 'a/b~c "d"', '</script>', 'N/A'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
);
const name = fc.oneof(
  fc.constantFrom(
    'applicant',
    'jobs',
    'pay',
    'Monthly Income',
    'max',
    '2024',
    'x/y~z',
    'ß',
    'title',
    'type',
    'toString',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => composed(names.join('.')));

const spec: fc.Arbitrary<FieldSpec> = fc
  .record({
    type: fc.constantFrom(...FIELD_TYPES),
    label: optional(words),
    unit: optional(fc.constantFrom(...FIELD_UNITS, 'dogs')),
    of_person: optional(fc.oneof(fc.constantFrom('nobody', 'each', 'applicant'), path)),
    kind: optional(fc.constantFrom(...FIELD_KINDS)),
    basis: optional(fc.constantFrom(...FIELD_BASES)),
    values: optional(fc.uniqueArray(words, { minLength: 1, maxLength: 4 })),
    required: optional(fc.constant(true)),
    reason: optional(
      fc
        .record({ above: optional(words), below: optional(words), is: optional(words), missing: optional(words) })
        .map(defined)
        .filter((reason) => Object.keys(reason).length > 0),
    ),
    item_type: optional(fc.constantFrom(...ITEM_TYPES)),
    item: optional(fc.record({ one: words, many: words })),
    empty: optional(fc.constantFrom('best' as const, 'worst' as const)),
    absent: optional(fc.constant('none_on_record' as const)),
    also: optional(fc.uniqueArray(words, { minLength: 1, maxLength: 3 })),
  })
  .map((each) => defined(each));

export function defined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

/** Without what is wrong of them, so that what is left is a dictionary as an account can have it. */
export function validSpecs(specs: Map<string, FieldSpec>): FieldSpecs {
  for (;;) {
    const faults = dictionaryFaults(specs);
    if (faults.length === 0) return specs;
    for (const { path: at, field } of faults) {
      const own = specs.get(at);
      const member = field.replace(/[.[].*/, '');
      if (own === undefined) continue;
      if (member === 'path' || !Object.hasOwn(own, member)) specs.delete(at);
      else specs.set(at, Object.fromEntries(Object.entries(own).filter(([key]) => key !== member)) as FieldSpec);
    }
  }
}

export const randomDictionaries: fc.Arbitrary<FieldSpecs> = fc
  .array(fc.tuple(path, spec), { maxLength: 25 })
  .map((entries) => validSpecs(new Map(entries)));
