import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { operationPath } from '../../services/gateway/docs/reference/paths.ts';
import { MADE_PAGES, PAGES, pathOf } from '../../services/gateway/docs/site/contents.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { startGateway, type TestGateway } from '../gateway/support.ts';
import { testEnvironment } from '../support/environment.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { Axe } from '../slow/axe.ts';

/** The documentation in a real browser: at three widths, light and dark, for everybody, and nothing from elsewhere. */
const axe = new Axe();
const WIDTHS = [360, 768, 1_440];
const OPERATIONS = ROUTES.map(({ tag, operationId }) => operationPath(tag, operationId));
const PATHS = [...PAGES.map(pathOf), ...MADE_PAGES.map(({ path }) => path), '/docs/api/errors/validation_failed'];

let gateway: TestGateway;
let browser: Browser;
/** One tab shows one page after the other, because a new tab for each would start a process for each. */
let tab: Tab;
beforeAll(async () => {
  gateway = await startGateway();
  browser = await puppeteer.launch({
    executablePath: testEnvironment('CHROMIUM_PATH'),
    headless: 'shell',
    // Each page loads axe-core anew and runs it twice: too short for what optimizing compilers cost.
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--no-opt,--no-maglev'],
  });
  tab = await newTab();
});
afterAll(async () => {
  await browser?.close();
  await gateway?.stop();
});

interface Tab {
  readonly page: Page;
  /** Errors that it has had. */
  readonly problems: string[];
}

async function newTab(): Promise<Tab> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== gateway.baseUrl) problems.push(`request to ${origin}`);
  });
  return { page, problems };
}

/** A page of the site in a tab of its own. */
async function open(path: string): Promise<Tab> {
  const own = await newTab();
  await show(own, path);
  return own;
}

async function show({ page, problems }: Tab, path: string): Promise<void> {
  problems.length = 0;
  await look(page, 'light', 1_440);
  await page.goto(gateway.baseUrl + path);
}

/** `show`, with axe-core in the page. */
async function examine(path: string): Promise<Tab> {
  await show(tab, path);
  await axe.load(tab.page);
  return tab;
}

async function look(page: Page, colours: 'light' | 'dark', width: number): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colours }]);
  await page.setViewport({ width, height: 900 });
}

test.each(PATHS)('%s fits every width, breaks no rule of axe-core and runs without errors', async (path) => {
  const { page, problems } = await examine(path);
  for (const colours of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      await look(page, colours, width);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect([path, colours, width, overflow]).toEqual([path, colours, width, 0]);
      await page.waitForFunction(`document.documentElement.dataset.theme === '${colours}'`);
      expect([path, colours, width, await axe.lowContrasts(page)]).toEqual([path, colours, width, []]);
    }
  }
  // The frame has two forms, and colours can change contrast alone.
  await look(page, 'light', 360);
  expect(await axe.violationsOf(page)).toEqual([]);
  await look(page, 'light', 1_440);
  expect(await axe.violationsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test.each(OPERATIONS)('%s breaks no rule of axe-core, wide and light, narrow and dark', async (path) => {
  const { page, problems } = await examine(path);
  // Its script has run.
  await page.waitForSelector('form.try:not([hidden])');
  expect(await axe.violationsOf(page)).toEqual([]);
  expect(await axe.lowContrasts(page)).toEqual([]);
  await look(page, 'dark', 360);
  await page.waitForFunction("document.documentElement.dataset.theme === 'dark'");
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  expect(await axe.lowContrasts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test.each(WIDTHS)('the results of the search are whole at %i pixels', async (width) => {
  const { page } = await open('/docs');
  try {
    await look(page, 'light', width);
    await page.type('#search', 'idempotency keys');
    await page.waitForSelector('#results a');
    const edges = 'const { left, right } = document.querySelector("#results").getBoundingClientRect(); [left, right]';
    const [left, right] = (await page.evaluate(edges)) as [number, number];
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
  } finally {
    await page.close();
  }
});

test('the search finds a page, and a key leads there', async () => {
  const { page, problems } = await open('/docs');
  try {
    await page.keyboard.press('/');
    await page.type('#search', 'idempotency keys');
    await page.waitForSelector('#results a');
    const [first] = await page.$$eval('#results a', (links) => links.map((link) => link.textContent ?? ''));
    expect(first).toContain('Idempotency keys');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/docs/errors#idempotency-keys');
    expect(problems).toEqual([]);
  } finally {
    await page.close();
  }
});

test('the form of an operation sends it with the token of the reader, which stays in the tab', async () => {
  const { token } = await gateway.caller();
  const { tag, operationId } = ROUTES.find(({ path }) => path === '/workflows/{id}') ?? ROUTES[0] ?? {};
  const { page, problems } = await open(operationPath(tag ?? '', operationId ?? ''));
  try {
    await page.waitForSelector('form.try:not([hidden])');
    await page.type('form.try [name=token]', token);
    await page.type('form.try [name=id]', '4711');
    await page.click('form.try button');
    await page.waitForSelector('.try-answer:not([hidden])');
    const answer = await page.$eval('.try-answer', (shown) => shown.textContent ?? '');
    expect(answer).toContain('GET /api/v1/workflows/4711: 404');
    expect(answer).toContain('"code": "not_found"');
    expect(page.url()).not.toContain(token);
    expect(await page.evaluate('document.cookie + JSON.stringify({ ...localStorage })')).not.toContain(token);
    // The browser logs each 404.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  } finally {
    await page.close();
  }
});

test('the choice of colours is kept', async () => {
  const { page } = await open('/docs');
  const theme = () => page.evaluate('document.documentElement.dataset.theme');
  try {
    expect(await theme()).toBe('light');
    await page.click('#theme');
    expect(await theme()).toBe('dark');
    await page.goto(`${gateway.baseUrl}/docs/limits`);
    expect(await theme()).toBe('dark');
  } finally {
    await page.close();
  }
});

test('on a narrow screen the menu opens over the page, where one is', async () => {
  const { page, problems } = await open('/docs/reviews');
  try {
    await look(page, 'light', 360);
    await page.click('.to-menu');
    const seen = `(() => {
      const current = document.querySelector('.menu [aria-current]').getBoundingClientRect();
      const top = document.querySelector('.top').getBoundingClientRect();
      return [getComputedStyle(document.getElementById('menu')).position, location.hash, scrollY, top.top, current.top > top.bottom && current.bottom < innerHeight];
    })()`;
    expect(await page.evaluate(seen)).toEqual(['fixed', '', 0, 0, true]);
    await page.keyboard.press('Escape');
    expect(await page.$eval('.to-menu', (link) => link.getAttribute('aria-expanded'))).toBe('false');
    expect(problems).toEqual([]);
  } finally {
    await page.close();
  }
});
