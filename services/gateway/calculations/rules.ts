import { unpack, type PackedDefinition } from '../../../core/sources/pinned.ts';
import { productsOf } from '../../../core/cascade/own-products.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Dictionary } from '../../../core/fields/dictionary.ts';
import { specsIn, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { fieldNouns } from '../../../core/policies/field-nouns.ts';
import { changesBetween, readVersion } from '../../../core/readback/changes.ts';
import type { ExampleOptions } from '../../../core/readback/examples.ts';
import { editRows, type Edited } from '../../../core/rows/edit.ts';
import { ownSpecs } from '../../../core/rules/own-reports.ts';
import { ruleSentences, type RuleSentence as Sentence } from '../../../core/rows/names.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import { RowsRefused, type RowFault, type RowList, type RowsInput } from '../../../core/rows/row.ts';
import { readerOf } from '../../../core/rows/sentence.ts';
import { within, type Work } from '../../../core/work.ts';

export interface ListRules {
  readonly definition: PackedDefinition;
  /** The account's declarations of payload fields. */
  readonly fields: FieldSpecsJson;
}

/** The rules of a definition as rows. */
export function listRules({ definition: packed, fields }: ListRules, work: Work): RowList {
  const definition = unpack(packed);
  const { dictionary } = dictionaryIn(fields, fieldsOfCascade(definition));
  return rowListOf(definition, work, dictionary);
}

export type { Sentence };

/** Definitions of several workflows. */
export interface NamedRules {
  readonly rows: readonly (PackedDefinition & { readonly workflow_id: number })[];
  readonly fields: FieldSpecsJson;
}

/** Sentences of rules, by workflow and name. Rules of a cascade that takes too much work are left out. */
export function nameRules({ rows, fields }: NamedRules, work: Work): readonly (readonly [string, Sentence])[] {
  return rows.flatMap(({ workflow_id: id, ...packed }) => {
    const definition = unpack(packed);
    const { dictionary } = dictionaryIn(fields, fieldsOfCascade(definition));
    return [...sentencesWithin(definition, dictionary, work)].map(
      ([name, sentence]) => [`${id} ${name}`, sentence] as const,
    );
  });
}

/** Rules of a cascade that takes more work are named without sentences. */
const WORK_OF_NAMES = 20_000;

/** The sentences of rules; none if the cascade takes too much work. */
export function sentencesWithin(
  definition: CascadeDefinition,
  dictionary: Dictionary,
  work: Work,
): ReadonlyMap<string, Sentence> {
  return (
    within(work, WORK_OF_NAMES, (own) => ruleSentences(definition, own, dictionary)) ?? new Map<string, Sentence>()
  );
}

/** The ids of rows, by the names of their rules; none if the cascade takes too much work. */
export function rowIdsWithin(
  definition: CascadeDefinition,
  dictionary: Dictionary,
  work: Work,
): ReadonlyMap<string, string> {
  const sentences = [...sentencesWithin(definition, dictionary, work)];
  return new Map(sentences.flatMap(([name, { rowId }]) => (rowId === null ? [] : [[name, rowId]])));
}

export interface ChangeRules extends ListRules {
  readonly input: RowsInput;
  readonly useCase: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type ChangedRules =
  | { readonly faults: readonly RowFault[] }
  | {
      readonly faults: null;
      readonly definition: CascadeDefinition;
      readonly isChanged: boolean;
      /** The changed rows, and the applicants whom they treat differently. */
      readonly told: object;
    };

/** The definition with other rows, and the effects of the change. */
export function changeRules(change: ChangeRules, work: Work): ChangedRules {
  const { fields, input, useCase, now } = change;
  const definition = unpack(change.definition);
  const { dictionary } = dictionaryIn(fields, fieldsOfCascade(definition));
  const nouns = fieldNouns(new Map([...specsIn(fields), ...ownSpecs(productsOf(definition))]));
  const read = readerOf(definition, nouns);
  let edited: Edited;
  try {
    edited = editRows(definition, input, { read, work, dictionary });
  } catch (error) {
    if (error instanceof RowsRefused) return { faults: error.faults };
    throw error;
  }
  const isChanged = edited.definition !== definition;
  const none = { effects: [], more_effects: 0, untried: 0, removed: [], added: [] };
  const told = isChanged ? toldOf(definition, edited.definition, { useCase, now, dictionary }, work) : none;
  return { faults: null, definition: edited.definition, isChanged, told: { ...edited.list, ...told } };
}

function toldOf(before: CascadeDefinition, after: CascadeDefinition, options: ExampleOptions, work: Work): object {
  const read = (definition: CascadeDefinition) => readVersion(definition, options, work);
  const { parts, ...effects } = changesBetween(read(before), read(after), options, work);
  const { removed, added } = parts.find(({ part }) => part === 'rules') ?? parts[0] ?? { removed: [], added: [] };
  return { ...effects, removed, added };
}
