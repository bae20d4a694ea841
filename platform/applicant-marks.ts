import { createHmac } from 'node:crypto';
import { indexedWords } from '../core/applicants/words.ts';
import { mailAddressKey } from '../core/mail-address.ts';
import { numberIn, phoneIn, readIdentity, type Identity, type MARKS } from '../core/applicants/identity.ts';
import { Masks } from '../core/masks/index.ts';
import type { Dictionary } from '../core/fields/dictionary.ts';
import type { JsonObject } from '../core/json.ts';
import type { ExecutionMode } from '../core/states.ts';
import type { EncryptionKey } from './crypto.ts';

/*
 * The stored marks of an applicant: words, and HMACs under SEARCH_KEYS of identifying values. An HMAC holds the API
 * client and the mode, so that nothing can be compared between two of them. Source: semantics 22.1.
 */

type MarkKind = keyof typeof MARKS;

export interface Whose {
  readonly apiClientId: number;
  readonly executionMode: ExecutionMode;
}

/** As `applicants_join` takes it, and the words that are kept beside the execution. */
export interface Person {
  /** The strongest first. */
  readonly handles: readonly string[];
  /** The marks under older keys. */
  readonly also: readonly string[];
  readonly words: readonly string[];
}

export interface Sent extends Whose {
  readonly payload: JsonObject;
  readonly applicantKey: string | null;
  readonly externalReference: string | null;
}

/** Null: the execution is about nobody that is known. */
export function personOf(keys: readonly EncryptionKey[], dictionary: Dictionary, sent: Sent): Person | null {
  const { applicantKey: key, externalReference: reference } = sent;
  const identity = readIdentity(sent.payload, dictionary);
  if (identity === null && key === null) return null;
  const [newest = { handles: [], finds: [] }, ...older] = keys.map((each) => marksUnder(each, sent, identity));
  return {
    handles: [...(key === null ? [] : [keyHandle(key)]), ...newest.handles],
    also: older.flatMap(({ handles }) => handles),
    words: [
      ...new Set([
        ...newest.handles,
        ...newest.finds,
        // Apart, so that a name of many words leaves room for the key.
        ...indexedWords(shownNames(identity?.names ?? [], dictionary, sent.payload)),
        ...indexedWords([key ?? '', reference ?? '']),
      ]),
    ],
  };
}

/**
 * Names as they are shown without `pii:read`. A number within a name is neither stored nor can it be guessed digit by
 * digit.
 */
function shownNames(names: readonly string[], dictionary: Dictionary, payload: JsonObject): readonly string[] {
  if (!names.some((name) => /\p{N}/u.test(name))) return names;
  const masks = new Masks({ dictionaries: [dictionary], undeclared: 'hidden', reports: [] }, { payload });
  return names.map((name) => masks.text(name));
}

const keyHandle = (applicantKey: string): string => `key:${applicantKey}`;

function marksUnder(key: EncryptionKey, whose: Whose, identity: Identity | null) {
  const { fullName = null, numbers = [], mails = [], phones = [], births = [] } = identity ?? {};
  const mark = (kind: MarkKind, ...values: readonly string[]) => markOf(key, whose, kind, values);
  const named = fullName === null ? [] : [indexedWords([fullName]).toSorted().join(' ')];
  return {
    handles: [
      ...numbers.map(({ path, value }) => mark('n', path, value)),
      ...mails.flatMap((mail) => births.map((birth) => mark('m', mail, birth))),
    ],
    finds: [
      ...mails.map((mail) => mark('e', mail)),
      ...phones.map((phone) => mark('t', phone)),
      ...named.flatMap((name) => births.map((birth) => mark('b', name, birth))),
    ],
  };
}

/** The marks under which a searched e-mail address, telephone number or identifier may be stored. */
export function searchedMarks(
  keys: readonly EncryptionKey[],
  whose: Whose,
  {
    text,
    numberPaths,
  }: { readonly text: string; /** Declared identifiers. */ readonly numberPaths: readonly string[] },
): readonly string[] {
  const [mail, phone, number] = [mailAddressKey(text), phoneIn(text), numberIn(text)];
  return keys.flatMap((key) => [
    ...(mail === null ? [] : [markOf(key, whose, 'e', [mail])]),
    ...(phone === null ? [] : [markOf(key, whose, 't', [phone])]),
    ...(number === null ? [] : numberPaths.map((path) => markOf(key, whose, 'n', [path, number]))),
  ]);
}

/** 128 bits: enough that no two people ever share one by chance. */
const BYTES = 16;

function markOf({ id, key }: EncryptionKey, whose: Whose, kind: MarkKind, values: readonly string[]): string {
  const said = JSON.stringify([whose.apiClientId, whose.executionMode, kind, ...values]);
  const mac = createHmac('sha256', key).update(said).digest().subarray(0, BYTES);
  return `#${kind}${id}.${mac.toString('base64url')}`;
}
