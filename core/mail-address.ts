import { punycode } from './punycode.ts';
import { composed } from './same-text.ts';

/** Letters of any script, which RFC 6531 allows if the server supports SMTPUTF8. */
const LOCAL = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const MOST_CHARACTERS = 254;

/**
 * True if the text is exactly one mail address: no display name, no list, no line break. So it can be used unchanged in
 * a header and in an SMTP command. Narrower than RFC 5321: no quoted local parts, no address literals.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > MOST_CHARACTERS) return false;
  const local = text.slice(0, at);
  const labels = composed(text.slice(at + 1)).split('.');
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  return labels.length >= 2 && labels.every((label) => LABEL.test(label));
}

/**
 * Letters beyond ASCII in a person's address, in composed form. The ranges are closed, because PostgreSQL and Node have
 * different versions of Unicode, and agree on case and composition in these.
 */
const LETTERS =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0370-\\u03ff\\u0400-\\u052f\\u0531-\\u0587\\u05d0-\\u05ea\\u0620-\\u06d3' +
  '\\u0900-\\u0dff\\u0e01-\\u0e4e\\u10d0-\\u10ff\\u1e00-\\u1fff\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3';
const KEY = new RegExp(`^([a-z0-9.!#$%&'*+/=?^_\`{|}~${LETTERS}-]+)@([a-z0-9.${LETTERS}-]+)$`, 'u');
/** Blocks in which newer versions of Unicode add no compatible forms of the letters. */
// oxlint-disable-next-line no-control-regex -- all of these blocks
const FOLDABLE = /^[\u0001-\ua6ff\uac00-\ud7a3\uf900-\uffef\u{1d400}-\u{1d7ff}]*$/u;
const BLANKS = /^[\t-\r ]+|[\t-\r ]+$/g;
/** Longer texts are not an address, however they are folded. */
const MOST_CLAIMED = 320;

/**
 * One form for all spellings of a person's address. These do not make another person: letter case, compatible forms
 * (NFKC), surrounding blanks, the final dot of the domain, Unicode domains and `+tag`. Null if it is no address. Quoted
 * local parts and address literals are not accepted, so nobody gets a second address by quoting the first.
 *
 * Dots in the local part are folded for Gmail only. Google delivers all spellings to one mailbox, also under
 * googlemail.com; elsewhere, also in Workspace domains, `jo.ann` and `joann` may be two people.
 *
 * PostgreSQL compares by `mail_address_key`, which returns the same
 * (`test/platform/database/mail-address-key.test.ts`).
 */
export function mailAddressKey(text: string): string | null {
  if (text.length > 2 * MOST_CLAIMED || Array.from(text).length > MOST_CLAIMED || !FOLDABLE.test(text)) return null;
  const folded = lower(text.normalize('NFKC').replaceAll(BLANKS, '').replaceAll('\u3002', '.'));
  const [, claimed = '', domain = ''] = KEY.exec(folded) ?? [];
  const [local = ''] = claimed.split('+', 1);
  const host = hostOf(domain.replace(/\.$/, ''));
  if (host === null || local === '' || local.length > 64 || /^\.|\.$|\.\./.test(local)) return null;
  const key = ['gmail.com', 'googlemail.com'].includes(host)
    ? `${local.replaceAll('.', '')}@gmail.com`
    : `${local}@${host}`;
  return key.length > MOST_CHARACTERS ? null : key;
}

/**
 * Unicode's simple case mapping: one letter for one, regardless of context. Letters beyond the basic plane are not
 * accepted.
 */
function lower(text: string): string {
  return Array.from(text, (letter) => letter.toLowerCase().charAt(0)).join('');
}

/** The domain in ASCII (RFC 3492); null if it is invalid. */
function hostOf(domain: string): string | null {
  const written = domain.split('.');
  // Encoding never shortens a label.
  if (written.some((label) => label.length > 63)) return null;
  // oxlint-disable-next-line no-control-regex -- ASCII as a whole
  const labels = written.map((label) => (/^[\0-\x7f]*$/.test(label) ? label : `xn--${punycode(label)}`));
  const isHost = labels.length >= 2 && labels.every((label) => /^(?!-).{1,63}(?<!-)$/.test(label));
  return isHost ? labels.join('.') : null;
}
