import type { JsonObject } from '../json.ts';
import type { FieldReason, Product } from './contract.ts';
import { equals, state } from './schema.ts';

/** The words for a file that the agency did not release; undefined for other reports. */
export function unreleasedReason(product: Product, report: JsonObject): FieldReason | undefined {
  const { unreleased } = product;
  if (unreleased === undefined || !Object.hasOwn(report, unreleased.field)) return undefined;
  const code = codeOf(product, unreleased.field, report[unreleased.field]);
  return unreleasedReasons(product).find((reason) => reason.code === code);
}

export function unreleasedReasons(product: Product): readonly FieldReason[] {
  const { unreleased } = product;
  if (unreleased === undefined) return [];
  return Object.entries(unreleased.reasons).map(([value, text]) => ({
    code: codeOf(product, unreleased.field, value),
    text,
    byPurpose: {},
    compared: {},
    ofNone: undefined,
    ofItem: undefined,
    when: { ...state(equals(unreleased.field, value)), cure: 'either' },
  }));
}

function codeOf({ code }: Product, field: string, value: unknown): string {
  return `${code}.${field}.${String(value)}`;
}

/**
 * The report without the figures of an unreleased file. Vendors fill such reports with zeros and empty lists, and "no
 * bankruptcies" from an unreadable file must approve nobody. Members that the schema requires become null.
 */
export function releasedPart(product: Product, report: JsonObject): JsonObject {
  if (unreleasedReason(product, report) === undefined) return report;
  const kept = product.unreleased?.kept ?? [];
  const required: readonly unknown[] = Array.isArray(product.schema.required) ? product.schema.required : [];
  return {
    ...Object.fromEntries(required.map((name) => [String(name), null])),
    ...Object.fromEntries(Object.entries(report).filter(([name]) => kept.includes(name))),
  };
}

/** The members of a chosen report that an unreleased file would not have. */
export function unreleasedMembers(product: Product, chosen: JsonObject): readonly string[] {
  if (unreleasedReason(product, chosen) === undefined) return [];
  const released = releasedPart(product, chosen);
  return Object.keys(chosen).filter((name) => chosen[name] !== null && chosen[name] !== released[name]);
}
