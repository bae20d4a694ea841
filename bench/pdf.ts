/**
 * Letters a second through the service's renderer, from the document to the PDF and over its connection. The floor is a
 * raw page of that Chromium, which prints the HTML in a loop. Rounds alternate, so that both meet the same machine.
 *
 *   npm run bench:pdf [-- letters a round, default 60]
 */
import { once } from 'node:events';
import puppeteer from 'puppeteer-core';
import type { NoticeDocument } from '../core/notices/document.ts';
import { urlOf } from '../platform/lifecycle.ts';
import { createLogger } from '../platform/log/index.ts';
import { loadNoticeData } from '../platform/reference-data/notices.ts';
import { findChromium } from '../dev/servers/chromium.ts';
import { loadFontFaces } from '../services/artifacts/fonts.ts';
import { noticeLetter } from '../services/artifacts/notices/letter.ts';
import { RemoteRenderer } from '../services/artifacts/renderer.ts';
import { Renderer } from '../services/renderer/browser.ts';
import { printableScripts } from '../services/renderer/glyphs.ts';
import { renderServer } from '../services/renderer/server.ts';
import { figuresOf, printBeside, type Round } from './support/figures.ts';

const LETTERS = Number(process.argv[2] ?? 60);
const ROUNDS = 5;

const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium(() => undefined));
const notices = loadNoticeData();
const fontFaces = await loadFontFaces();
const { name, address, phone, nationwide } = notices.testAgencies.credit_report;
const DOCUMENT: NoticeDocument = {
  version: 1,
  stage: 'single',
  purpose: 'credit',
  letter: 'denied',
  jurisdiction: null,
  test_mode: true,
  date: '2026-11-22',
  reference: '4711-12',
  letterhead: {
    name: 'Harbor Homes LLC',
    address_lines: ['12 Quay Street', 'Portland, ME 04101'],
    phone: '207 555 0100',
  },
  addressee: { name: 'Dana Doe', address_lines: ['9 Elm Road', 'Portland, ME 04102'] },
  sections: ['action', 'reasons', 'consumer_report', 'agency_role', 'free_copy', 'dispute', 'score', 'ecoa', 'contact'],
  statement: null,
  reasons: ['Eviction judgment of record', 'Balances too high for the limits'],
  extra_reason: null,
  agencies: [
    { product_code: 'credit_report', report: 'Credit report', name, address_lines: address, phone, nationwide },
  ],
  score: {
    value: 540,
    minimum: 300,
    maximum: 850,
    key_factors: ['Serious delinquency', 'Too many inquiries'],
    created_on: '2026-11-19',
    provided_by: name,
  },
  federal_agency: notices.federalAgencies.agencies.federal_trade_commission ?? null,
  decide_after: null,
  first_letter_date: null,
};

async function measure(render: () => Promise<unknown>): Promise<Round> {
  const latenciesMs: number[] = [];
  const began = performance.now();
  for (let count = 0; count < LETTERS; count += 1) {
    const started = performance.now();
    await render();
    latenciesMs.push(performance.now() - started);
  }
  return { perSecond: LETTERS / ((performance.now() - began) / 1_000), latenciesMs };
}

const letter = () => noticeLetter(DOCUMENT, notices, fontFaces);
const html = letter();
const log = createLogger('bench', 'silent');
const chromium = await Renderer.start({ executablePath, concurrency: 1, log });
const scripts = await printableScripts((document) => chromium.render(document));
const server = renderServer({ renderer: chromium, scripts, capacity: 2, log }).listen(0, '127.0.0.1');
await once(server, 'listening');
const renderer = new RemoteRenderer({ url: urlOf(server) });
const browser = await puppeteer.launch({
  executablePath,
  headless: 'shell',
  pipe: true,
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
});
const page = await browser.newPage();
const raw = async () => {
  await page.setContent(html, { waitUntil: 'load' });
  return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: false });
};
const ours = () => renderer.render(letter());

await measure(raw);
await measure(ours);
const [floor, own]: [Round[], Round[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  floor.push(await measure(raw));
  own.push(await measure(ours));
}
printBeside(['a raw page in a loop', figuresOf(floor)], ['the renderer, from the document', figuresOf(own)]);
await renderer.close();
server.close();
await chromium.close();
await browser.close();
