import puppeteer, { type Browser, type HTTPRequest, type Page } from 'puppeteer-core';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../platform/log/index.ts';
import { RENDER_DEADLINE_MS, RenderError } from '../../platform/rendering.ts';
import { within } from '../../platform/within.ts';

export interface RendererOptions {
  readonly executablePath: string;
  /** Pages rendered side by side. */
  readonly concurrency: number;
  readonly log: Logger;
  /** Renders after which the browser is replaced, because it leaks memory. */
  readonly rendersPerBrowser?: number;
  readonly deadlineMs?: number;
}

const RENDERS_PER_BROWSER = 500;
const LAUNCH_TIMEOUT_MS = 30_000;
const RELAUNCH_MS = 1_000;

/**
 * Chromium's own sandbox needs user namespaces, which the default seccomp profile of containers blocks. Without it, a
 * hostile document is kept in check by our own templates alone, escaping of every value, no script, no network, and a
 * container without secrets.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--font-render-hinting=none',
  // Nothing resolves: should a request ever get past the interception, it finds no host.
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

interface Tab {
  readonly page: Page;
  /** Rejects once the process of the page has died: what it was asked has no answer then. */
  readonly died: Promise<never>;
}

/** One browser with its warm pages. Once it is used up or has died, its last render closes it. */
interface Generation {
  readonly browser: Browser;
  readonly idle: Set<Tab>;
  atWork: number;
  renders: number;
}

/**
 * HTML to PDF by one warm Chromium, whose pages are kept and reused.
 *
 * - At most `concurrency` renders at a time; more are queued.
 * - A page is closed after a failed render or one that exceeded its deadline, and once its process has died.
 * - A browser that dies is replaced in the background, and its renders reject.
 * - The browser is connected by a pipe, so it ends with this process, also after a crash.
 */
export class Renderer {
  readonly #options: Required<RendererOptions>;
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #current: Promise<Generation>;
  #isUp = false;
  #isClosed = false;

  private constructor(options: RendererOptions) {
    this.#options = { rendersPerBrowser: RENDERS_PER_BROWSER, deadlineMs: RENDER_DEADLINE_MS, ...options };
    this.#free = options.concurrency;
    this.#current = this.#launch();
  }

  /** Rejects if the browser does not start. */
  static async start(options: RendererOptions): Promise<Renderer> {
    const renderer = new Renderer(options);
    await renderer.#current;
    return renderer;
  }

  /** True if a browser is ready. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** The PDF of a whole document. Rejects with a RenderError; also if the caller has gone away before it is rendered. */
  async render(html: string, unwanted?: AbortSignal): Promise<Uint8Array> {
    await this.#takeTurn();
    try {
      if (unwanted?.aborted === true) throw new RenderError('Nobody waits for the document any more.');
      return await this.#renderNow(html);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  /** Fails the running renders; call `close` once they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isUp = false;
    const generation = await this.#current.catch(() => undefined);
    await generation?.browser.close();
  }

  async #takeTurn(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async #renderNow(html: string): Promise<Uint8Array> {
    const { deadlineMs } = this.#options;
    const started = Date.now();
    const generation = await within(this.#generation(), deadlineMs, undefined);
    if (generation === undefined) throw new RenderError('The browser did not start in time.');
    generation.atWork += 1;
    generation.renders += 1;
    let tab: Tab | undefined;
    let isTabGood = false;
    try {
      const work = (async () => {
        tab = takeIdle(generation) ?? (await newTab(generation));
        return await Promise.race([print(tab.page, html, deadlineMs), tab.died]);
      })();
      // A render that exceeded its deadline is aborted below, and its later rejection has no listener.
      work.catch(() => undefined);
      const pdf = await within(work, Math.max(1, deadlineMs - (Date.now() - started)), undefined);
      if (pdf === undefined) throw new RenderError(`Rendering took longer than ${deadlineMs / 1_000} seconds.`);
      isTabGood = true;
      return pdf;
    } catch (error) {
      if (error instanceof RenderError) throw error;
      throw new RenderError('The browser failed while it rendered.', { cause: error });
    } finally {
      generation.atWork -= 1;
      if (tab !== undefined) {
        if (isTabGood) generation.idle.add(tab);
        else void tab.page.close().catch(() => undefined);
      }
      await this.#closeIfRetired(generation);
    }
  }

  /** The browser for the next render; a used-up one is replaced first. */
  async #generation(): Promise<Generation> {
    const generation = await this.#current;
    if (generation.renders < this.#options.rendersPerBrowser || this.#isClosed) return generation;
    if ((await this.#current) === generation) {
      this.#current = this.#launch();
      void this.#current.then(() => this.#closeIfRetired(generation)).catch(() => undefined);
    }
    return this.#current;
  }

  async #closeIfRetired(generation: Generation): Promise<void> {
    if (generation.atWork > 0 || generation.renders < this.#options.rendersPerBrowser) return;
    const current = await this.#current.catch(() => undefined);
    if (current === generation || generation.atWork > 0) return;
    await generation.browser.close().catch(() => undefined);
  }

  async #launch(): Promise<Generation> {
    const { executablePath, deadlineMs } = this.#options;
    const launched = puppeteer.launch({
      executablePath,
      headless: 'shell',
      pipe: true,
      args: ARGUMENTS,
      timeout: LAUNCH_TIMEOUT_MS,
      protocolTimeout: deadlineMs + LAUNCH_TIMEOUT_MS,
      // The service closes its browser itself at shutdown.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const browser = await launched.catch((error: unknown) => {
      // Logs leave out what packages say. This cannot be of a document: none was there yet.
      const reason = error instanceof Error ? error.message : 'no reason given';
      throw new Error(`Chromium (CHROMIUM_PATH: ${executablePath}) does not start: ${reason}`, { cause: error });
    });
    const generation: Generation = { browser, idle: new Set(), atWork: 0, renders: 0 };
    browser.once('disconnected', () => void this.#replace(generation));
    generation.idle.add(await newTab(generation));
    this.#isUp = true;
    return generation;
  }

  /** A browser died. If it was the one in use, starts others until one runs. */
  async #replace(gone: Generation): Promise<void> {
    const current = await this.#current.catch(() => gone);
    if (current !== gone || this.#isClosed) return;
    this.#isUp = false;
    this.#options.log.warn('the browser has gone; starting another');
    this.#current = this.#launchUntilUp();
    // Only renders wait for it.
    this.#current.catch(() => undefined);
  }

  async #launchUntilUp(): Promise<Generation> {
    for (;;) {
      try {
        return await this.#launch();
      } catch (error) {
        if (this.#isClosed) throw error;
        this.#options.log.error({ err: error }, 'the browser does not start; trying on');
        await sleep(RELAUNCH_MS);
      }
    }
  }
}

function takeIdle({ idle }: Generation): Tab | undefined {
  const [tab] = idle;
  if (tab !== undefined) idle.delete(tab);
  return tab;
}

/** No script and no request but for data: URLs, on every page. */
async function newTab({ browser, idle }: Generation): Promise<Tab> {
  const page = await browser.newPage();
  const { promise: died, reject } = Promise.withResolvers<never>();
  // Whoever renders hears of it.
  died.catch(() => undefined);
  const tab: Tab = { page, died };
  page.once('error', (error) => {
    reject(error);
    if (idle.delete(tab)) void page.close().catch(() => undefined);
  });
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    const isAllowed = request.url().startsWith('data:') || request.url() === 'about:blank';
    const answer = isAllowed ? request.continue() : request.abort('blockedbyclient');
    answer.catch(() => undefined);
  });
  return tab;
}

async function print(page: Page, html: string, timeoutMs: number): Promise<Uint8Array> {
  await page.setContent(html, { waitUntil: 'load', timeout: timeoutMs });
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: false,
    timeout: timeoutMs,
  });
  // Frees the memory that the document takes in the page.
  await page.setContent('', { timeout: timeoutMs });
  return pdf;
}
