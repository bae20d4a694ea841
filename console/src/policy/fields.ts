import { fieldsOfSource } from '../../../core/cascade/nodes/applicant-source.ts';
import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { declared, dictionaryOf, type Dictionary } from '../../../core/fields/dictionary.ts';
import { specsIn, type FieldSpec, type FieldSpecs, type FieldType } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { domainsOf } from '../../../core/readback/domains.ts';
import { comparisonsIn, logicOf } from '../../../core/readback/logic.ts';
import { typesOf } from '../../../core/readback/predicate.ts';
import { canBeMissing, Subjects, type Subject } from '../../../core/readback/subject.ts';
import { isDate } from '../../../core/time.ts';

/*
 * The inputs of an applicant form: the values that a cascade's conditions read, and the required ones. Types, labels
 * and units come from the products and the data dictionary.
 */

/** An applicant as a trigger and a simulation take it. */
export interface Applicant {
  readonly payload: JsonObject;
  readonly reports: Readonly<Record<string, JsonObject>>;
}

export const NOBODY: Applicant = { payload: {}, reports: {} };

export interface Field {
  readonly key: string;
  /** The field's name in readings, without its article. */
  readonly label: string;
  /** `context` for a value that the caller sends; otherwise the code of the report. */
  readonly source: string;
  readonly path: readonly string[];
  readonly kind: 'number' | 'whole' | 'yes_no' | 'choice' | 'date' | 'text';
  readonly unit: string | null;
  readonly choices: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** True if a report may lack the value. */
  readonly mayBeMissing: boolean;
  /** True if the dictionary declares it as required. A trigger accepts a payload without it all the same. */
  readonly isRequired: boolean;
}

export interface Asked {
  readonly fields: readonly Field[];
  /** Values that are read but cannot be entered: parts of lists, and what the run itself sets. */
  readonly leftOut: readonly string[];
}

/** The cascade's declarations override the account's, and those override the standard ones. */
export function dictionaryOfCascade(definition: CascadeDefinition, account: FieldSpecs): Dictionary {
  return dictionaryOf(STANDARD_SPECS, account, ...definition.map((node) => specsIn(fieldsOfSource(node))));
}

/**
 * `definition`: in the API's form; an invalid one gives no inputs. `account`: the account's declarations, which those
 * of the cascade override.
 */
export function askedBy(definition: unknown, account: FieldSpecs = new Map()): Asked {
  const valid = validateDefinition(definition).definition ?? [];
  const dictionary = dictionaryOfCascade(valid, account);
  const subjects = new Subjects(valid, dictionary);
  const comparisons = valid.flatMap((node) =>
    isKind(node, 'IfElse')
      ? [node.branches.pass, node.branches.human_review].flatMap((branch) => [
          ...comparisonsIn(logicOf(branch, subjects)),
        ])
      : [],
  );
  const { domains, others } = domainsOf(comparisons);
  const read = domains.map(({ subject, key, values }) => fieldOf(subject, key, { values, dictionary }));
  const asked = new Set(read.flatMap(({ source, path }) => (source === 'context' ? [path.join('.')] : [])));
  const required =
    valid.length === 0 ? [] : [...dictionary.specs].filter(([path, spec]) => isAskedFor(path, spec, asked));
  return {
    fields: [
      ...read,
      ...required.map(([path]) => {
        const subject = subjects.of({ source_node_id: '', field: `context.${path}` });
        return fieldOf(subject, subject.key, { values: [], dictionary });
      }),
    ],
    leftOut: [...new Set(others.map(({ phrase }) => phrase))],
  };
}

/** True if the form has an input for it although no condition reads it. */
function isAskedFor(path: string, { required, type }: FieldSpec, asked: ReadonlySet<string>): boolean {
  return required === true && KINDS[type] !== undefined && !asked.has(path);
}

interface Known {
  /** Values that it is compared with. */
  readonly values: readonly Json[];
  readonly dictionary: Dictionary;
}

function fieldOf(subject: Subject, key: string, { values, dictionary }: Known): Field {
  const { source, field, schema, phrase } = subject;
  const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  const unit = schema?.['x-unit'];
  const found = source === 'context' ? declared(dictionary, field) : undefined;
  const spec = found?.figure === undefined ? found?.spec : undefined;
  const choices = spec?.type === 'text' && spec.values !== undefined ? spec.values : choicesOf(subject);
  const own = spec === undefined ? undefined : KINDS[spec.type];
  return {
    ...{ key, source, path: field.split('.'), choices },
    kind: choices.length > 0 ? 'choice' : (own ?? kindOf(subject, values)),
    label: phrase.replace(/^the (field )?/, ''),
    // "Number of months" already names the unit.
    unit: typeof unit === 'string' && unit !== 'count' && !phrase.includes(unit) ? unit : null,
    minimum: numberOf(schema?.minimum),
    maximum: numberOf(schema?.maximum),
    mayBeMissing: source !== 'context' && canBeMissing(subject),
    isRequired: spec?.required === true,
  };
}

/** The input for a field, by its declared type. */
const KINDS: Readonly<Partial<Record<FieldType, Field['kind']>>> = {
  number: 'number',
  integer: 'whole',
  text: 'text',
  date: 'date',
  date_time: 'text',
  yes_no: 'yes_no',
};

function choicesOf({ schema }: Subject): string[] {
  const choices: readonly unknown[] = Array.isArray(schema?.enum) ? schema.enum : [];
  return choices.filter((choice) => typeof choice === 'string');
}

/** The input for an undeclared value, found from the values that it is compared with. */
function kindOf(subject: Subject, values: readonly Json[]): Field['kind'] {
  const { schema } = subject;
  const types = typesOf(schema);
  if (types.includes('boolean')) return 'yes_no';
  if (types.includes('number')) return 'number';
  if (types.includes('integer')) return 'whole';
  const compared = values.filter((value) => value !== null);
  if (schema?.format === 'date' || (compared.length > 0 && compared.every(isDate))) return 'date';
  if (types.length > 0 || compared.length === 0) return 'text';
  if (compared.every((value) => typeof value === 'number')) return 'number';
  return compared.every((value) => typeof value === 'boolean') ? 'yes_no' : 'text';
}

/** Undefined: the applicant does not set the value, so test mode supplies a report's. Null: it is not known. */
export function valueOf({ payload, reports }: Applicant, { source, path }: Pick<Field, 'source' | 'path'>) {
  let value: Json | undefined = source === 'context' ? payload : reports[source];
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

export function withValue(
  applicant: Applicant,
  { source, path }: Pick<Field, 'source' | 'path'>,
  value: Json | undefined,
): Applicant {
  const { payload, reports } = applicant;
  if (source === 'context') return { payload: placed(payload, path, value), reports };
  const { [source]: report = {}, ...rest } = reports;
  const changed = placed(report, path, value);
  return { payload, reports: Object.keys(changed).length === 0 ? rest : { ...rest, [source]: changed } };
}

function placed(into: JsonObject, [head = '', ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const { [head]: held, ...others } = into;
  const inner = rest.length === 0 ? value : placed(isJsonObject(held) ? held : {}, rest, value);
  const isEmpty = inner === undefined || (rest.length > 0 && isJsonObject(inner) && Object.keys(inner).length === 0);
  return isEmpty ? others : { ...others, [head]: inner };
}

/** The typed text as a value, or an Error that says what is expected. Empty text is no value. */
export function valueTyped({ kind, minimum, maximum }: Field, typed: string): Json | undefined | Error {
  const text = typed.trim();
  if (text === '') return undefined;
  if (kind === 'yes_no') return text === 'yes';
  if (kind !== 'number' && kind !== 'whole') return text;
  const value = Number(text.replaceAll(/[,$%]/g, ''));
  if (!Number.isFinite(value)) return new Error('is a number');
  if (kind === 'whole' && !Number.isInteger(value)) return new Error('is a whole number');
  if (minimum !== null && value < minimum) return new Error(`is at least ${minimum}`);
  if (maximum !== null && value > maximum) return new Error(`is at most ${maximum}`);
  return value;
}

/** A value as text for its input. */
export function typedOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** Parses an example applicant of the API. */
export function applicantIn(value: Readonly<Record<string, unknown>>): Applicant {
  const { payload, reports } = value;
  const given = isJsonObject(reports) ? Object.entries(reports) : [];
  return {
    payload: isJsonObject(payload) ? payload : {},
    reports: Object.fromEntries(given.flatMap(([code, report]) => (isJsonObject(report) ? [[code, report]] : []))),
  };
}
