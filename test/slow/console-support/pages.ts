import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { expect } from '../../support/jest.ts';
import type { Desk, Seat } from './desk.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

async function violationsOf({ page }: Seat): Promise<string[]> {
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResult;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** That the page breaks no rule of axe-core and fits, light and dark, from 360 to 1,920 pixels. */
export async function checkPage(seat: Seat, what: string): Promise<void> {
  const { page } = seat;
  // Run through the debugger, which the page's policy does not bind.
  await page.evaluate(await readFile(AXE, 'utf8'));
  for (const colours of ['light', 'dark'] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colours }]);
    await page.waitForFunction(`document.documentElement.dataset.theme === '${colours}'`);
    for (const width of [360, 768, 1_280, 1_920]) {
      await page.setViewport({ width, height: 900 });
      const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect([what, colours, width, overflow, await violationsOf(seat)]).toEqual([what, colours, width, 0, []]);
    }
  }
}

/** From now on the page does not hear what colleagues do with its case, as in the moment before it would. */
export async function deaf(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    void (request.url().includes('/review_events') ? request.abort() : request.continue());
  });
}

/** Somebody of that role at a browser; afterwards nothing went wrong in the page, and its policy refused nothing. */
export async function seated(
  desk: Desk,
  work: (seat: Seat) => Promise<void>,
  ...as: Parameters<Desk['signIn']>
): Promise<void> {
  const seat = await desk.signIn(...as);
  try {
    await work(seat);
    expect([seat.problems, await seat.violations()]).toEqual([[], []]);
  } finally {
    await seat.close();
  }
}
