import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { isMailAddress } from './mail-address.ts';
import { didYouMean } from './nearest.ts';

/*
 * Values that a person corrected before a run was evaluated again: `$4,200` was sent, and 4200 was meant. A correction
 * replaces an existing value. It never removes one, and adds one only if it is the address that a letter lacked.
 * Source: semantics 13.4.
 */

/** A correction as stored with the executions that used it. A type alias, so that it is plain JSON. */
export type Correction = {
  /** Null for the payload. */
  readonly product_code: string | null;
  /** Dotted path in the payload or in the report. */
  readonly field: string;
  readonly value: Json;
  /** The value as received from the caller or the agency, even after several corrections. */
  readonly previous: Json;
  /** The source of the corrected value. Always set for a report. */
  readonly note: string | null;
  readonly reason: string;
  readonly corrected_by_user_id: number | null;
  readonly corrected_at: string;
};

/** A correction as requested. */
export interface WantedCorrection {
  /** As the caller wrote it. */
  readonly path: string;
  readonly value: Json;
  readonly note: string | null;
}

/** A fault of the correction with this path. */
export interface CorrectionFault {
  readonly path: string;
  readonly message: string;
}

export const MOST_CORRECTIONS = 50;
export const MOST_CORRECTION_WORDS = 2_000;
const MOST_PATH_CHARACTERS = 500;
const MOST_VALUE_CHARACTERS = 10_000;
const MOST_ITEMS = 100;

/** The member of a report that names its corrected values. */
export const CORRECTED_VALUES = 'corrected_values';

/** Members of `input_context` that the service adds. A payload's own members with these names are never read. */
const OURS: readonly string[] = [
  ...['execution_mode', 'submitted_by_user_id', 'user_approved', 'external_reference', 'allow_inactive'],
  'sandbox_replay',
];
/** Names by which JavaScript reaches inherited members. */
const INHERITED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Reads `{path: value}` or `{path: {value, note}}`, and reports faults of their form. */
export function readCorrections(given: Readonly<Record<string, Json>>): {
  readonly wanted: readonly WantedCorrection[];
  readonly faults: readonly CorrectionFault[];
} {
  const faults: CorrectionFault[] = [];
  const wanted: WantedCorrection[] = [];
  for (const [path, entry] of Object.entries(given)) {
    const fault = pathFault(path) ?? entryFault(entry);
    if (fault !== null) faults.push({ path, message: fault });
    else if (isJsonObject(entry)) {
      wanted.push({
        path,
        value: entry.value ?? null,
        note: typeof entry.note === 'string' ? entry.note.trim() : null,
      });
    } else wanted.push({ path, value: entry, note: null });
  }
  return { wanted, faults };
}

function pathFault(path: string): string | null {
  if (path.length > MOST_PATH_CHARACTERS) return `must have at most ${MOST_PATH_CHARACTERS} characters`;
  const segments = path.split('.');
  if (segments.includes('')) return 'must be a dotted path, such as applicant.monthly_income';
  if (segments.some((segment) => INHERITED.includes(segment))) return 'is no path of a value';
  const [root = ''] = payloadPath(path).split('.');
  if (OURS.includes(root)) return 'is set by the service and cannot be corrected';
  return null;
}

function entryFault(entry: Json): string | null {
  if (!isJsonObject(entry)) return valueFault(entry);
  const unknown = Object.keys(entry).find((name) => name !== 'value' && name !== 'note');
  if (unknown !== undefined) {
    return `has the unknown member \`${unknown}\`${didYouMean(unknown, ['value', 'note'])}; an object here is {value, note}`;
  }
  const { value, note = null } = entry;
  if (value === undefined) return 'needs `value`';
  if (note !== null && (typeof note !== 'string' || note.trim() === '')) return '`note` must be a text';
  if (typeof note === 'string' && note.length > MOST_CORRECTION_WORDS) {
    return `\`note\` must have at most ${MOST_CORRECTION_WORDS} characters`;
  }
  return valueFault(value);
}

function valueFault(value: Json): string | null {
  const items = Array.isArray(value) ? value : [value];
  if (items.length > MOST_ITEMS) return `must have at most ${MOST_ITEMS} items`;
  if (items.some((item) => typeof item === 'object' && item !== null)) {
    return 'must be a text, a number, yes or no, null, or a list of these; the members of an object are corrected one by one';
  }
  if (items.some((item) => typeof item === 'string' && item.length > MOST_VALUE_CHARACTERS)) {
    return `must have at most ${MOST_VALUE_CHARACTERS} characters`;
  }
  return null;
}

/**
 * Drops `context.`, because `context.applicant.x` is another name of `applicant.x`. Only a payload's own `steps` needs
 * it.
 */
function payloadPath(path: string): string {
  return path.replace(/^context\.(?!steps\.)/, '');
}

function isWithin(path: string, of: string): boolean {
  return path === of || path.startsWith(`${of}.`);
}

/** The data that corrections can be applied to. */
export interface CorrectableRun {
  readonly payload: JsonObject;
  /** The reused reports, by product code. */
  readonly reports: ReadonlyMap<string, Json>;
  /** By node, the product of each reused report. */
  readonly products: ReadonlyMap<string, string>;
  /** The other nodes that pull reports. */
  readonly otherNodes: ReadonlySet<string>;
  /** Payload paths at which a missing mail address may be added (`recipientPaths` of core/notices). */
  readonly addable: ReadonlySet<string>;
  /** Corrections of the earlier run. */
  readonly earlier: readonly Correction[];
}

export interface CorrectedRun {
  readonly payload: JsonObject;
  readonly reports: ReadonlyMap<string, Json>;
  /** Those of the earlier run that are still valid, and the new ones. */
  readonly corrections: readonly Correction[];
}

/** The corrected payload and reports, and the corrections that are not possible. */
export function correctRun(
  run: CorrectableRun,
  wanted: readonly WantedCorrection[],
  as: Pick<Correction, 'reason' | 'corrected_by_user_id' | 'corrected_at'>,
): { readonly corrected: CorrectedRun; readonly faults: readonly CorrectionFault[] } {
  const faults: CorrectionFault[] = [];
  const payload = structuredClone(run.payload);
  const reports = new Map([...run.reports].map(([code, report]) => [code, structuredClone(report)]));
  const made: Correction[] = [];
  const targets = wanted.map(({ path }) => targetOf(run, path));
  for (const [index, { path, value, note }] of wanted.entries()) {
    const target = targets[index] ?? { message: 'is no path of a value' };
    const fault =
      'message' in target ? target.message : (missingNote(target, note) ?? overlapFault(wanted, targets, index));
    if ('message' in target || fault !== null) {
      faults.push({ path, message: fault ?? '' });
      continue;
    }
    const { product_code, field } = target;
    const data = product_code === null ? payload : (reports.get(product_code) ?? null);
    const isAddable = product_code === null && run.addable.has(field);
    const replaced = replaceValue(data, field.split('.'), value, isAddable);
    if (typeof replaced === 'string') {
      const isMissing = product_code === null && replaced.startsWith(NOT_THERE);
      faults.push({ path, message: `${replaced}${isMissing ? addableWords(run) : ''}` });
    } else made.push({ product_code, field, value, previous: received(run, target, replaced.previous), note, ...as });
  }
  const kept = run.earlier.filter(
    (each) =>
      (each.product_code === null || reports.has(each.product_code)) &&
      !made.some((one) => one.product_code === each.product_code && isWithin(each.field, one.field)),
  );
  const corrections = [...kept, ...made];
  return { corrected: { payload, reports: withMarks(reports, corrections), corrections }, faults };
}

type Target = Pick<Correction, 'product_code' | 'field'>;
type NoTarget = { readonly message: string };

/**
 * Refuses two corrections of one value, because it would be chance which one applies. Different paths may lead to one
 * value: with `context.`, or by two nodes that share one report.
 */
function overlapFault(
  wanted: readonly WantedCorrection[],
  targets: readonly (Target | NoTarget)[],
  index: number,
): string | null {
  const isOver = (own: Target, other: Target | NoTarget, at: number) =>
    'field' in other &&
    other.product_code === own.product_code &&
    (other.field === own.field ? at < index : isWithin(own.field, other.field));
  const own = targets[index];
  if (own === undefined || 'message' in own) return null;
  const other = wanted[targets.findIndex((each, at) => isOver(own, each, at))];
  return other === undefined ? null : `is within the correction of ${other.path}`;
}

/** A node id may contain dots, so the longest match is used. */
function targetOf({ products, otherNodes }: CorrectableRun, path: string): Target | NoTarget {
  const named = (ids: Iterable<string>, start: string) =>
    [...ids].filter((id) => path.startsWith(`${start}${id}.`)).toSorted((a, b) => b.length - a.length)[0];
  if (path.startsWith('steps.')) {
    const node = named(products.keys(), 'steps.');
    if (node !== undefined) {
      const field = path.slice(`steps.${node}.`.length);
      if (field.split('.')[0] === CORRECTED_VALUES) return { message: 'is written by the service' };
      return { product_code: products.get(node) ?? null, field };
    }
    const other = named(otherNodes, 'steps.');
    if (other !== undefined) return { message: 'is of a report that is not used again' };
    const known = [...products.keys()].map((id) => `steps.${id}`);
    return {
      message: `names no report that is used again; ${known.length === 0 ? 'there is none' : `these are: ${known.join(', ')}`}`,
    };
  }
  return { product_code: null, field: path.replace(/^context\./, '') };
}

function missingNote({ product_code }: Target, note: string | null): string | null {
  return product_code === null || note !== null
    ? null
    : 'is of a report: send {value, note}, where the note says where the value comes from';
}

const NOT_THERE = 'is not there';
const MOST_ADDABLE_NAMED = 5;

function addableWords({ addable }: CorrectableRun): string {
  const paths = [...addable].slice(0, MOST_ADDABLE_NAMED);
  return paths.length === 0 ? '' : `; a mail address may be added at ${paths.join(', ')}`;
}

/** Adds a mail address for a person without one, and the person object if it is missing. */
function addAddress(data: JsonObject, segments: readonly string[], value: Json): { readonly previous: null } | string {
  if (typeof value !== 'string' || !isMailAddress(value))
    return `${NOT_THERE}, and what is added must be a mail address`;
  let parent: Json = data;
  for (const segment of segments.slice(0, -1)) {
    const next = memberOf(parent, segment) ?? null;
    if (next === null && isJsonObject(parent)) parent[segment] = {};
    parent = memberOf(parent, segment) ?? null;
  }
  if (!isJsonObject(parent)) return 'is within a value that is no object';
  parent[segments.at(-1) ?? ''] = value;
  return { previous: null };
}

/** Replaces an existing value in place. A returned text says why that is impossible. */
function replaceValue(
  data: Json,
  segments: readonly string[],
  value: Json,
  isAddable: boolean,
): { readonly previous: Json } | string {
  const last = segments.at(-1) ?? '';
  let parent = data;
  for (const segment of segments.slice(0, -1)) parent = memberOf(parent, segment) ?? null;
  const previous = memberOf(parent, last);
  if (previous === undefined && isAddable && isJsonObject(data)) return addAddress(data, segments, value);
  if (previous === undefined)
    return `${NOT_THERE}${hint(parent, last)}; a correction replaces a value that was received`;
  if (isJsonObject(previous) && segments.length === 1) return 'is an object; its members are corrected one by one';
  if (JSON.stringify(previous) === JSON.stringify(value)) return 'has that value already';
  if (Array.isArray(parent)) parent[Number(last)] = value;
  // The member is the object's own, and its name is not an inherited one.
  else (parent as Record<string, Json>)[last] = value;
  return { previous };
}

function memberOf(data: Json, segment: string): Json | undefined {
  if (Array.isArray(data)) return /^(?:0|[1-9]\d{0,9})$/.test(segment) ? data[Number(segment)] : undefined;
  return isJsonObject(data) && Object.hasOwn(data, segment) ? data[segment] : undefined;
}

const MOST_HINTED = 100;

function hint(parent: Json, segment: string): string {
  return isJsonObject(parent) ? didYouMean(segment, Object.keys(parent).slice(0, MOST_HINTED)) : '';
}

function received({ earlier }: CorrectableRun, { product_code, field }: Target, previous: Json): Json {
  return earlier.find((each) => each.product_code === product_code && each.field === field)?.previous ?? previous;
}

/** Each report names its corrected values itself, so every copy of it does too. */
function withMarks(reports: ReadonlyMap<string, Json>, corrections: readonly Correction[]): ReadonlyMap<string, Json> {
  return new Map(
    [...reports].map(([code, report]): [string, Json] => {
      const own = corrections.filter(({ product_code }) => product_code === code);
      if (own.length === 0 || !isJsonObject(report)) return [code, report];
      const marks = own.map(({ field, value, previous, note, corrected_at }) => ({
        path: field,
        reported: previous,
        corrected_to: value,
        corrected_at,
        note,
      }));
      return [code, { ...report, [CORRECTED_VALUES]: marks }];
    }),
  );
}

/** The report without the marks of earlier corrections, as its product's schema defines it. */
export function withoutMarks(report: Json): Json {
  if (!isJsonObject(report)) return report;
  const { [CORRECTED_VALUES]: _marks, ...rest } = report;
  return rest;
}
