import type { Draft } from '../drafts.ts';

/** The reasons as they are sent: codes first, then texts that are not blank. */
export function reasonsOf({ codes, texts }: Draft): string[] {
  return [...codes, ...texts.map((text) => text.trim()).filter((text) => text !== '')];
}
