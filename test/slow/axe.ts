import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const CONTRAST = 'color-contrast';

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/**
 * axe-core in the pages of one test file. Contrast is two thirds of its work and depends on how a text is drawn. So
 * each way of drawing is examined once: colour, font, the backgrounds below it, and exemptions from the rule.
 */
export class Axe {
  readonly #examined = new Set<string>();

  /** Loads it into the page by the debugger, which the page's policy does not restrict. */
  async load(page: Page): Promise<void> {
    await page.evaluate(await readFile(AXE, 'utf8'));
  }

  /** Violations of all rules except contrast. */
  async violationsOf(page: Page): Promise<string[]> {
    return this.#run(page, 'document', { rules: { [CONTRAST]: { enabled: false } } });
  }

  /** Low contrast of texts that are drawn in a new way. */
  async lowContrasts(page: Page): Promise<string[]> {
    const drawn = (await page.evaluate(DRAWINGS)) as string[];
    const isNew = drawn.map((way) => !this.#examined.has(way));
    if (!isNew.includes(true)) return [];
    for (const way of drawn) this.#examined.add(way);
    const texts = `{ include: globalThis.drawnTexts.filter((_, index) => ${JSON.stringify(isNew)}[index]) }`;
    return this.#run(page, texts, { runOnly: [CONTRAST] });
  }

  async #run(page: Page, context: string, options: object): Promise<string[]> {
    const all = JSON.stringify({ resultTypes: ['violations'], ...options });
    const { violations } = (await page.evaluate(`axe.run(${context}, ${all})`)) as AxeResult;
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }
}

/** In the page: how each of its texts is drawn. One text of each kind is kept in `drawnTexts`, in the same order. */
const DRAWINGS = `(() => {
  const below = new Map([[null, '']]);
  const backgrounds = (element) => {
    const known = below.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const all = [backgroundColor, backgroundImage, opacity, position, '<', backgrounds(element.parentElement)].join(' ');
    below.set(element, all);
    return all;
  };
  const kinds = new Map();
  for (const element of document.querySelectorAll('body *')) {
    const isText =
      element.matches('input, textarea, select') ||
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue.trim() !== '');
    if (!isText || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const { right, bottom, width, height } = element.getBoundingClientRect();
    const isOnThePage = right > 0 && bottom + scrollY > 0 && width > 1 && height > 1;
    const isExempt =
      element.closest(':disabled, [aria-disabled="true"], [aria-hidden="true"], [inert]') !== null ||
      element.closest('label')?.control?.disabled === true;
    const text = [element.tagName, color, fontSize, fontWeight, textShadow, isOnThePage, isExempt].join(' ');
    const kind = text + ' on ' + backgrounds(element);
    if (!kinds.has(kind)) kinds.set(kind, element);
  }
  globalThis.drawnTexts = [...kinds.values()];
  return [...kinds.keys()];
})()`;
