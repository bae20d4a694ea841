import type { Page } from 'puppeteer-core';
import { expect } from '../../support/jest.ts';
import { Axe } from '../axe.ts';
import type { Desk, Seat } from './desk.ts';

const axe = new Axe();

/** One width for each form of the page's layout; wider pages look alike. */
const WIDTHS = [360, 768, 1_280, 1_920];
const WIDEST_FORM = 1_280;

/** Checks that the page breaks no rule of axe-core and fits, light and dark, from 360 to 1,920 pixels. */
export async function checkPage({ page }: Seat, what: string): Promise<void> {
  await axe.load(page);
  for (const colours of ['light', 'dark'] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colours }]);
    await page.waitForFunction(`document.documentElement.dataset.theme === '${colours}'`);
    for (const width of WIDTHS) {
      await page.setViewport({ width, height: 900 });
      const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect([what, colours, width, overflow, await axe.lowContrasts(page)]).toEqual([what, colours, width, 0, []]);
      // Colours change contrast, and how links differ from their text.
      const isOther = colours === 'light' ? width <= WIDEST_FORM : width === WIDEST_FORM;
      if (isOther) expect([what, colours, width, await axe.violationsOf(page)]).toEqual([what, colours, width, []]);
    }
  }
}

/** From now on the page gets no news of colleagues' acts on its case, as in the moment before they arrive. */
export async function deaf(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    void (request.url().includes('/review_events') ? request.abort() : request.continue());
  });
}

/** A seat of that role; afterwards checks that the page had no error and its policy refused nothing. */
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
