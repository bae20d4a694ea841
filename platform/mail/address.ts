import { domainToASCII } from 'node:url';
import { composed } from '../../core/same-text.ts';
import { sha256Hex } from '../crypto.ts';
import { isMailAddress, mailAddressKey } from '../../core/mail-address.ts';

export { isMailAddress } from '../../core/mail-address.ts';

export const MAIL_ADDRESS_HELP = 'must be a mail address, or a name and a mail address in angle brackets';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Reads `address` or `Name <address>`; null where it is neither or has control characters. */
export function parseMailbox(text: string): Mailbox | null {
  // oxlint-disable-next-line no-control-regex -- line breaks would begin a header of their own
  if (/[\u0000-\u001f\u007f]/.test(text)) return null;
  const trimmed = text.trim();
  const named = /^(?:"([^"<>\\]*)"|([^"<>\\]*?))\s*<([^<>]+)>$/.exec(trimmed);
  const mailbox = { name: (named?.[1] ?? named?.[2] ?? '').trim(), address: named?.[3]?.trim() ?? trimmed };
  return isMailAddress(mailbox.address) ? mailbox : null;
}

/** The address as an SMTP command takes it: the domain in ASCII (RFC 5891). A local part that is not needs SMTPUTF8. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/**
 * The form in which addresses are compared: composed, the domain in ASCII, in lower case, since no server in use tells
 * cases apart.
 */
export function addressKey(address: string): string {
  return asciiAddress(composed(address)).toLowerCase();
}

/**
 * Names a mailbox without telling it: for tables that retention does not reach. All spellings that reach it are one:
 * `pat+1@…` is `pat@…`, and at Gmail `p.at@…` is.
 */
export function recipientHash(address: string): string {
  return sha256Hex(mailAddressKey(address) ?? addressKey(address).replace(/(?<=^[^+@]+)\+[^@]*/, ''));
}
