import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Seat } from './desk.ts';

const HEADER =
  'external_reference,applicant.first_name,applicant.last_name,applicant.ssn,applicant.date_of_birth,applicant.email';

/** An approved one, a denied one with a letter, and one whose vendor fails, by the subjects of test mode. */
export const APPROVED = 'Clara,Bright,900-10-1001,1988-04-12,clara@example.com';
export const DENIED = 'Felix,Ashdown,900-10-1003,1984-12-21,felix@example.com';
export const FAILS = 'Vera,Nolan,900-10-1005,1979-02-17,vera@example.com';

export function csvOf(applicants: readonly string[]): string {
  return `${HEADER}\n${applicants.map((applicant, index) => `row-${index},${applicant}\n`).join('')}`;
}

/** Files that somebody has on their disk. */
export class Disk {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(): Promise<Disk> {
    return new Disk(await mkdtemp(join(tmpdir(), 'cascade-console-')));
  }

  async fileOf(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.#folder, name);
    await writeFile(path, content);
    return path;
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/** Chooses a file on the page of uploads, and waits until it was checked. */
export async function choose({ page }: Seat, path: string): Promise<void> {
  const input = await page.waitForSelector('input[type="file"]');
  await page.evaluate(`document.querySelectorAll('section[aria-label="Faults"], section[aria-label="Ready"]')
    .forEach((section) => { section.dataset.before = 'yes'; })`);
  // The element is an input, because the selector asks for one.
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
  await page.waitForSelector(
    'section[aria-label="Faults"]:not([data-before]), section[aria-label="Ready"]:not([data-before])',
  );
}
