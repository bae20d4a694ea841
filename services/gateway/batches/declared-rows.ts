import type { PayloadTypes } from '../../../core/fields/payload-types.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';
import {
  checkPayload,
  invalidRowWarnings,
  joinWarnings,
  payloadFaults,
  type PayloadContext,
  type PayloadWarning,
} from '../../../core/notices/payload-check.ts';
import { FindingsList, type Findings, type Report } from '../../../core/schema/findings.ts';

/** The rows of a batch, checked against the account's declarations. Source: semantics 17.8. */

export interface BatchRow {
  /** Position in the submitted rows, from 0. */
  readonly index: number;
  readonly externalReference: string | null;
  readonly applicantKey: string | null;
  /** The sent row without the reference. */
  readonly payload: JsonObject;
}

export interface CheckedRows {
  /** Those that are right. */
  readonly rows: readonly BatchRow[];
  /** Positions of the others. */
  readonly skipped: readonly number[];
  /** The faults of the other rows. */
  readonly faults: Findings;
  readonly warnings: readonly PayloadWarning[];
}

export interface Declared {
  /** Declarations of the account alone. */
  readonly specs: FieldSpecs;
  readonly types: PayloadTypes;
  /** Paths that the cascade declares itself. */
  readonly overridden: ReadonlySet<string>;
}

export function checkRows(
  sent: readonly JsonObject[],
  { specs, types, overridden }: Declared,
  context: Omit<PayloadContext, 'at'>,
): CheckedRows {
  const members = membersOf([...specs.keys(), ...overridden]);
  const faults = new FindingsList();
  const rows: BatchRow[] = [];
  const skipped: number[] = [];
  const warnings: (readonly PayloadWarning[])[] = [];
  for (const [index, row] of sent.entries()) {
    const at = `rows[${index}].`;
    const { payload, ...named } = readRow(row);
    const findings = checkPayload(payload, { ...context, at });
    const before = faults.total;
    payloadFaults(findings, (report) => types(payload, at, report, overridden), faults);
    checkMembers(row, members, at, faults.report);
    if (faults.total > before) skipped.push(index);
    else {
      rows.push({ index, ...named, payload });
      warnings.push(findings.warnings);
    }
  }
  return { rows, skipped, faults, warnings: joinWarnings([invalidRowWarnings(faults), ...warnings]) };
}

const REFERENCE = 'external_reference';
const KEY = 'applicant_key';

/** Members that a row can have: an applicant, a property, and those with declared paths. */
function membersOf(paths: readonly string[]): ReadonlySet<string> {
  const roots = [...STANDARD_SPECS.keys(), ...paths].map((path) => path.split('.', 1)[0] ?? path);
  return new Set([REFERENCE, KEY, 'applicant', 'property', ...roots]);
}

/** A misspelt member would run a cascade without its input, so it is refused. */
function checkMembers(row: JsonObject, members: ReadonlySet<string>, at: string, report: Report): void {
  for (const name of Object.keys(row)) {
    if (members.has(name)) continue;
    report(`${at}${name}`, () => {
      const hint = didYouMean(name, [...members]);
      return `is not declared${hint || ': declare it in the data dictionary, or leave it out'}`;
    });
  }
}

function readRow({ [REFERENCE]: reference, [KEY]: key, ...members }: JsonObject): Omit<BatchRow, 'index'> {
  return {
    externalReference: typeof reference === 'string' ? reference : null,
    applicantKey: typeof key === 'string' ? key : null,
    payload: Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)),
  };
}
