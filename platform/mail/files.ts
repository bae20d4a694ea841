import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../crypto.ts';
import type { Mailer, MailToSend } from './mailer.ts';
import { isMailAddress } from './address.ts';
import { MailError } from './error.ts';

/**
 * Writes mail into a folder, for machines without a mail server: one .eml file a letter. The file is named after the
 * Message-ID, so a repeat overwrites it with equal content. A file is there whole or not at all.
 */
export class FileMailer implements Mailer {
  readonly reachesRecipients = false;
  readonly #directory: string;
  #count = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async send({ from, to, raw }: MailToSend): Promise<{ response: string }> {
    if (!isMailAddress(from) || !isMailAddress(to)) {
      throw new MailError('invalid_address', 'an address of the envelope is not a mail address', true);
    }
    const name = fileName(raw);
    this.#count += 1;
    const draft = join(this.#directory, `.${name}.${process.pid}.${this.#count}`);
    try {
      await mkdir(this.#directory, { recursive: true });
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(raw);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(this.#directory, name));
    } catch (error) {
      throw new MailError(systemCode(error), 'the letter could not be written into the mail folder', false);
    }
    return { response: `250 written as ${name}` };
  }

  close(): void {}
}

function fileName(raw: Uint8Array): string {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  const head = text.slice(0, Math.max(0, text.search(/\r?\n\r?\n/)));
  const id = /^Message-ID:\s*<([^<>\s]+)>/im.exec(head)?.[1];
  if (id === undefined) throw new MailError('invalid_message_id', 'the letter has no Message-ID', true);
  return `${/^[A-Za-z0-9][A-Za-z0-9@._-]{0,150}$/.test(id) ? id : sha256Hex(id)}.eml`;
}

function systemCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'EIO';
}
