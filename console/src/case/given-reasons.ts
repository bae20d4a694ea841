import type { Draft } from '../drafts.ts';

/** The reasons as sent: codes first, then the non-blank texts. */
export function reasonsOf({ codes, texts }: Draft): string[] {
  return [...codes, ...texts.map((text) => text.trim()).filter((text) => text !== '')];
}
