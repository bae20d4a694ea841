import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { PRODUCT_CODES } from '../products/contract.ts';

/** Who a notice comes from: the account's legal name, address (lines, or parts with commas) and phone. */
export interface NoticeAccount {
  readonly legal_name: string;
  readonly address: string;
  readonly phone: string;
}

/** The consumer reporting agency behind a product. A nationwide one must be reachable by a toll-free number. */
export interface Agency {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly nationwide: boolean;
}

export interface Addressee {
  readonly name: string;
  readonly address_lines: readonly string[];
}

/** Name and postal address of the applicant in a trigger's payload; what is not there is empty. */
export function addresseeOf(payload: JsonObject): Addressee {
  const applicant = isJsonObject(payload.applicant) ? payload.applicant : {};
  const fullName = joined(' ', textUnder(applicant, 'first_name'), textUnder(applicant, 'last_name'));
  return {
    name: fullName === '' ? textUnder(applicant, 'name') : fullName,
    address_lines: postalLines(Object.hasOwn(applicant, 'address') ? applicant.address : undefined),
  };
}

/** The lines of a US postal address: `{line1, line2, city, state, postal_code}`, or text with line breaks. */
export function postalLines(address: Json | undefined): readonly string[] {
  if (typeof address === 'string') return textLines(address);
  if (!isJsonObject(address)) return [];
  const town = joined(
    ', ',
    textUnder(address, 'city'),
    joined(' ', textUnder(address, 'state'), textUnder(address, 'postal_code')),
  );
  return [textUnder(address, 'line1'), textUnder(address, 'line2'), town].filter((line) => line !== '');
}

export function textLines(text: string): readonly string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Area codes that cost the caller nothing (North American Numbering Plan, 47 CFR 52.101). */
const TOLL_FREE = /^(?:\+?1[-. ]?)?\(?8(?:00|33|44|55|66|77|88)\)?/;
export function isTollFree(phone: string): boolean {
  return TOLL_FREE.test(phone.trim());
}

/**
 * The agencies of `data/agencies.json`, by product code. Throws with one message that lists everything that is wrong.
 */
export function parseAgencies(file: unknown): ReadonlyMap<string, Agency> {
  if (!isObject(file) || !isObject(file.agencies)) throw new Error('agencies: must be an object by product code');
  const agencies = new Map<string, Agency>();
  const problems: string[] = [];
  for (const [code, entry] of Object.entries(file.agencies)) {
    if (!PRODUCT_CODES.some((known) => known === code)) problems.push(`${code}: no such product`);
    if (!isObject(entry)) {
      problems.push(`${code}: must be an object`);
      continue;
    }
    const { name, address, phone, nationwide } = entry;
    if (isText(name) && isText(address) && isText(phone) && typeof nationwide === 'boolean') {
      agencies.set(code, { name, address, phone, nationwide });
      continue;
    }
    if (!isText(name)) problems.push(`${code}.name: must be text`);
    if (!isText(address)) problems.push(`${code}.address: must be text`);
    if (!isText(phone)) problems.push(`${code}.phone: must be text`);
    if (typeof nationwide !== 'boolean') problems.push(`${code}.nationwide: must be true or false`);
  }
  if (problems.length > 0) throw new Error(`agencies: ${problems.join('; ')}`);
  return agencies;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function textUnder(object: JsonObject, key: string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}
