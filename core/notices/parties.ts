import type { GivenAddressee, LetterNeed, NoticeRequest } from '../cascade/notice-request.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { linesOf } from '../person-members.ts';
import { hasPersonsName, readName } from '../person-name.ts';
import { postalAddress, writtenAddress } from '../postal-address.ts';
import { personAt } from './delivery.ts';
import { RUN_APPLICANT } from './notice-person.ts';

/** The sender of a notice: the account's legal name, address (lines, or parts with commas) and phone. */
export interface NoticeAccount {
  readonly legal_name: string;
  readonly address: string;
  readonly phone: string;
}

/** The agency behind a product's reports. A nationwide consumer reporting agency must have a toll-free number. */
export interface Agency {
  readonly name: string;
  /** Lines of the address. */
  readonly address: readonly string[];
  readonly phone: string;
  readonly toll_free: boolean;
  readonly nationwide: boolean;
  /** False for a third party that is not a consumer reporting agency (15 USC 1681m(b)). */
  readonly consumer_report: boolean;
}

export interface Addressee {
  /** Empty if the payload has none. */
  readonly name: string;
  readonly address_lines: readonly string[];
  /** The parts of the address that a letter by post lacks, in words. */
  readonly address_lacks: readonly string[];
  /** Payload paths of members of name and address that the letter does not use. */
  readonly not_read: readonly string[];
}

const plain = (path: string): string => path.replace(/^context\./, '');
/** The payload path for a person's name, by which a review asks for it. */
const namePath = (applicant: string): string => `${plain(applicant)}.name`;
const addressPath = (applicant: string): string => `${plain(applicant)}.address`;

/** The paths that a letter waits for. */
export function pathsNeeded(need: LetterNeed, { applicant = 'applicant', unresolved = [] }: NoticeRequest): string[] {
  if (need === 'name') return [namePath(applicant)];
  return need === 'address' ? [addressPath(applicant)] : [...unresolved];
}

/** The person's name and address among the values that a reviewer gave, by path. */
export function givenAddressee(applicant: string, values: Readonly<Record<string, string>>): GivenAddressee {
  const [name, address] = [values[namePath(applicant)], values[addressPath(applicant)]];
  return { ...(name === undefined ? {} : { name }), ...(address === undefined ? {} : { address }) };
}

/** The addressee: the person in the payload, with values from a reviewer for what is missing there. */
export function addresseeOf(payload: JsonObject, path = RUN_APPLICANT, given: GivenAddressee = {}): Addressee {
  const person = personAt(payload, path);
  const sent = postalAddress(person);
  const { name, notRead } = readName(person);
  const isSent = sent.lacks.length === 0 || given.address === undefined;
  const { lines, lacks } = isSent ? sent : writtenAddress(given.address);
  return {
    name: name ?? linesOf(given.name ?? '').join(' '),
    address_lines: lines,
    address_lacks: lacks,
    not_read: [...notRead, ...sent.notRead].map((member) => `${plain(path)}.${member}`),
  };
}

const joinedPath = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`);

/** Most members of a payload that are examined. */
const MOST_MEMBERS = 20_000;
const MOST_PEOPLE = 50;

/**
 * Paths in names and addresses that are not used. It covers the applicant and everybody with a person's name, because a
 * notice may be about the person at any path.
 */
export function notReadOfAddressees(payload: JsonObject): readonly string[] {
  const open: { readonly at: string; readonly held: JsonObject | Json[] }[] = [{ at: '', held: payload }];
  const found: string[] = [];
  let people = 0;
  for (const { at, held } of open) {
    if (open.length > MOST_MEMBERS) break;
    if (isJsonObject(held) && (at === RUN_APPLICANT || hasPersonsName(held))) {
      people += 1;
      if (people > MOST_PEOPLE) break;
      const notRead = [...readName(held).notRead, ...postalAddress(held).notRead];
      found.push(...notRead.map((member) => `${at}.${member}`));
    }
    const isList = Array.isArray(held);
    for (const [key, inner] of Object.entries(held)) {
      if (typeof inner !== 'object' || inner === null) continue;
      open.push({ at: isList ? `${at}[${key}]` : joinedPath(at, key), held: inner });
    }
  }
  return found;
}
