import { domainToASCII } from 'node:url';

export const MAIL_ADDRESS_HELP = 'must be a mail address, or a name and a mail address in angle brackets';

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * Whether the text is exactly one address that mail can be sent to: the dot-atom form of RFC 5321 with a domain name.
 * Quoted local parts, address literals and lists are refused; they serve nobody here and have carried attacks.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 254) return false;
  const [local, domain] = [text.slice(0, at), domainToASCII(text.slice(at + 1))];
  if (local.length > 64 || !LOCAL_PART.test(local)) return false;
  const labels = domain.split('.');
  if (labels.length < 2 && domain !== 'localhost') return false;
  return (
    domain.length <= 253 && labels.every((label) => DOMAIN_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Reads `address` or `Name <address>`; null where it is neither or has control characters. */
export function parseMailbox(text: string): Mailbox | null {
  // eslint-disable-next-line no-control-regex -- line breaks would begin a header of their own
  if (/[\u0000-\u001f\u007f]/.test(text)) return null;
  const trimmed = text.trim();
  const named = /^"?([^"<>]*)"?\s*<([^<>]+)>$/.exec(trimmed);
  const mailbox = { name: (named?.[1] ?? '').trim(), address: named?.[2]?.trim() ?? trimmed };
  return isMailAddress(mailbox.address) ? mailbox : null;
}
