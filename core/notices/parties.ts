import { personAt } from './delivery.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** Who a notice comes from: the account's legal name, address (lines, or parts with commas) and phone. */
export interface NoticeAccount {
  readonly legal_name: string;
  readonly address: string;
  readonly phone: string;
}

/** Who is behind a product's reports. A nationwide consumer reporting agency must have a toll-free number. */
export interface Agency {
  readonly name: string;
  /** Lines of the address. */
  readonly address: readonly string[];
  readonly phone: string;
  readonly toll_free: boolean;
  readonly nationwide: boolean;
  /** False: a third party that is not a consumer reporting agency (15 USC 1681m(b)). */
  readonly consumer_report: boolean;
}

export interface Addressee {
  readonly name: string;
  readonly address_lines: readonly string[];
}

/** Name and postal address of a person in a trigger's payload, by default the applicant; what is not there is empty. */
export function addresseeOf(payload: JsonObject, path?: string): Addressee {
  const applicant = personAt(payload, path);
  const fullName = joined(' ', textUnder(applicant, 'first_name'), textUnder(applicant, 'last_name'));
  return {
    name: fullName === '' ? textUnder(applicant, 'name') : fullName,
    address_lines: postalLines(Object.hasOwn(applicant, 'address') ? applicant.address : undefined),
  };
}

/**
 * The lines of a postal address: `{line1, line2, city, state, postal_code, country}`, or text with line breaks. Letters
 * within the United States name no country.
 */
export function postalLines(address: Json | undefined): readonly string[] {
  if (typeof address === 'string') return textLines(address);
  if (!isJsonObject(address)) return [];
  const town = joined(
    ', ',
    textUnder(address, 'city'),
    joined(' ', textUnder(address, 'state'), textUnder(address, 'postal_code')),
  );
  const country = textUnder(address, 'country');
  const lines = [textUnder(address, 'line1'), textUnder(address, 'line2'), town];
  return [...lines, AT_HOME.test(country) ? '' : country].filter((line) => line !== '');
}

const AT_HOME = /^(?:us|usa|u\.s\.a?\.?|united states(?: of america)?)$/i;

export function textLines(text: string): readonly string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function textUnder(object: JsonObject, key: string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}
