import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Seat } from './desk.ts';

/** Folder for screenshots that people look at; unset in the usual run. */
const SHOTS = process.env.SCREENSHOTS;

/** The whole page, light and dark, narrow and wide. */
export async function shoot({ page }: Seat, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const value of ['light', 'dark'] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    for (const width of [390, 1_440]) {
      await page.setViewport({ width, height: 900 });
      await page.screenshot({ path: join(SHOTS, `${name}-${value}-${width}.png`), fullPage: true });
    }
  }
}
