import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { createUser, updateUser } from '../../../platform/identity/index.ts';
import { createSignInLink } from '../../../platform/identity/sessions.ts';
import type { Role } from '../../../core/access.ts';
import { ApiCaller } from '../../gateway/api-caller.ts';
import { testEnvironment } from '../../support/environment.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import type { Caller, SharedStack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

/** The cascade of the guide on reviews: a score in between asks a person, a denial drafts a letter. */
const GUIDE = readFileSync(join(import.meta.dirname, '../../../docs/guides/reviews.md'), 'utf8');
const DEFINITION: unknown = JSON.parse(/```json cascade review\.json\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? '');

/** A subject of test mode whose score asks a person. */
export const BENJAMIN = {
  ...{ first_name: 'Benjamin', last_name: 'Harlow', date_of_birth: '1991-09-03' },
  ...{ ssn: '900-10-1002', email: 'benjamin@example.com' },
};

/** An account with a cascade that asks people, and browsers for them. */
export class Desk {
  readonly #stack: SharedStack;
  readonly #browser: Browser;
  readonly #owner: Caller;
  readonly #workflowId: number;
  readonly api: ApiCaller;

  private constructor(stack: SharedStack, browser: Browser, owner: Caller, workflowId: number) {
    this.#stack = stack;
    this.#browser = browser;
    this.#owner = owner;
    this.#workflowId = workflowId;
    this.api = new ApiCaller(stack.baseUrl, owner.token);
  }

  static async open(stack: SharedStack): Promise<Desk> {
    const owner = await stack.createCaller();
    const api = new ApiCaller(stack.baseUrl, owner.token);
    const { data } = await api.post('/workflows', { name: 'Tenant screening', definition: DEFINITION });
    const browser = await puppeteer.launch({
      executablePath: testEnvironment('CHROMIUM_PATH'),
      headless: 'shell',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    return new Desk(stack, browser, owner, data.id);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /** An execution that waits for a person. */
  async newCase(applicant: object = BENJAMIN, more: object = {}): Promise<number> {
    const { data } = await this.api.trigger(this.#workflowId, { payload: { applicant }, ...more });
    await until(async () => (await this.api.get(`/executions/${data.id}`)).data.status === 'awaiting_review');
    return data.id;
  }

  /** Open reviews like that of a case, without running anything for them. */
  async copiesOf(id: number, count: number): Promise<void> {
    await sql`
      with made as (
        insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode,
          needs_human_review, review_status, payload, run_key, external_reference)
        select account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, needs_human_review,
          review_status, payload, gen_random_uuid(), 'copy-' || n
        from execution, generate_series(1, ${count}::int) n where id = ${id}
        returning id
      )
      insert into review_round (execution_id, key, node_id, visit, kind, status, due_at, opened_at)
      select made.id, r.key, r.node_id, r.visit, r.kind, r.status, r.due_at, r.opened_at
      from made, review_round r where r.execution_id = ${id} and r.status = 'open'`.execute(this.#stack.db.kysely);
  }

  /** Queues that somebody works. */
  setQueues(userId: number, queues: readonly string[]): Promise<unknown> {
    return updateUser(this.#stack.db.kysely, userId, { queues });
  }

  async newPerson(role: Role, name: string): Promise<number> {
    const { kysely } = this.#stack.db;
    const { id } = await createUser(kysely, {
      accountId: this.#owner.accountId,
      name,
      email: `${name.toLowerCase()}@example.com`,
    });
    await updateUser(kysely, id, { role });
    return id;
  }

  /** The address of a link that works once. */
  async linkOf(userId: number): Promise<string> {
    const link = await createSignInLink(this.#stack.db.kysely, {
      userId,
      clientId: this.#owner.clientId,
      validMs: 600_000,
    });
    return this.#stack.baseUrl + link.path;
  }

  /** A browser of its own for somebody of that role, signed in, with the inbox open. */
  async signIn(role: Role = 'reviewer', name = 'Robin'): Promise<Seat> {
    const userId = await this.newPerson(role, name);
    const seat = new Seat(await this.#browser.createBrowserContext(), this.#stack.baseUrl, userId);
    await seat.open();
    await seat.enterBy(await this.linkOf(userId));
    if (role !== 'reviewer') await seat.goTo('/');
    return seat;
  }
}

export const OPEN_DIALOG = 'dialog[open]';
const CONTROL = './/*[self::button or self::a]';

/** One person at a browser. */
export class Seat {
  readonly #context: BrowserContext;
  readonly #baseUrl: string;
  readonly userId: number;
  /** Errors of the page: exceptions, refusals by its policy, requests to other origins. */
  readonly problems: string[] = [];
  /** Responses of the API that have ended; undefined if the page has forgotten one. */
  readonly #responses: Promise<string | undefined>[] = [];
  #page: Page | undefined;

  constructor(context: BrowserContext, baseUrl: string, userId: number) {
    this.#context = context;
    this.#baseUrl = baseUrl;
    this.userId = userId;
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error('no page is open');
    return this.#page;
  }

  async open(): Promise<void> {
    const page = await this.newTab();
    this.#page = page;
    await page.setViewport({ width: 1_440, height: 900 });
    page.on('pageerror', (error) => this.problems.push(String(error)));
    page.on('dialog', (dialog) => {
      this.problems.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      // The browser also logs an error for a refusal by the API.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) this.problems.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      // The browser's own fields have pictures in data URLs; neither kind leaves it.
      if (!['blob:', 'data:'].includes(protocol) && origin !== this.#baseUrl)
        this.problems.push(`request to ${origin}`);
    });
    // Not as the answer begins: of one that the next page cuts off, puppeteer never says that its body ended.
    page.on('requestfinished', (request) => {
      const response = request.response();
      if (response === null || !request.url().includes('/api/v1/')) return;
      this.#responses.push(response.text().catch(() => undefined));
    });
    await page.evaluateOnNewDocument(`
      globalThis.violations = [];
      document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
    `);
  }

  /** Presses the button of a sign-in link, which leads to the console. */
  async enterBy(link: string, page: Page = this.page): Promise<void> {
    await page.goto(link);
    await Promise.all([page.waitForNavigation(), page.click('button')]);
    await page.waitForSelector('header.top');
  }

  /** Signs in by another tab, and goes on where the session had ended. */
  async enterAgainBy(link: string): Promise<void> {
    const tab = await this.newTab();
    await this.enterBy(link, tab);
    await tab.close();
    // The page may notice by itself first.
    await until(async () => {
      await this.page.evaluate(`[...document.querySelectorAll('${OPEN_DIALOG} button')].at(-1)?.click()`);
      return (await this.page.$(OPEN_DIALOG)) === null;
    });
  }

  /** Another tab of the same browser. */
  async newTab(): Promise<Page> {
    const page = await this.#context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#baseUrl}/console${path}`);
    await this.page.waitForSelector('h1');
  }

  /** Until the page shows the text. */
  async sees(text: string): Promise<void> {
    await this.#waitFor(`document.body.innerText.includes(${JSON.stringify(text)})`, `"${text}"`);
  }

  /** On failure, reports what the page shows instead. */
  async #waitFor(condition: string, what: string): Promise<void> {
    await this.page.waitForFunction(condition).catch(async (cause: unknown) => {
      throw new Error(`the page does not show ${what}, but:\n${await this.text()}`, { cause });
    });
  }

  /** Until the first of these has the text. */
  async seesIn(selector: string, text: string): Promise<void> {
    const [place, words] = [selector, text].map((one) => JSON.stringify(one));
    await this.#waitFor(`document.querySelector(${place})?.textContent.includes(${words})`, `"${text}" in ${selector}`);
  }

  /*
   * Pages are drawn again at any time. Each of these waits until the control is present, at rest and enabled. If the
   * page has replaced it meanwhile, the new one is used.
   */

  async click(selector: string): Promise<void> {
    await this.page.locator(selector).click();
  }

  /** The button or link whose text begins so. */
  async press(text: string, within: string = 'main'): Promise<void> {
    await this.click(`${within} ::-p-xpath(${CONTROL}[starts-with(normalize-space(.), "${text}")])`);
  }

  /** Answers an open question. */
  async answer(text: string): Promise<void> {
    await this.press(text, OPEN_DIALOG);
  }

  /** The decision that waits is sent before its ten seconds are over, as if the page was left. */
  async sendsDecision(): Promise<void> {
    await this.page.waitForSelector('.held > p');
    await this.page.evaluate("dispatchEvent(new Event('pagehide'))");
    await this.page.waitForFunction("document.querySelector('.held > p') === null");
  }

  /** Appends to the text of the field. */
  async type(selector: string, text: string): Promise<void> {
    await this.page.waitForSelector(selector, { visible: true });
    await this.page.type(selector, text);
  }

  async focus(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { visible: true });
    await this.page.focus(selector);
  }

  /** The choice of that value, as soon as there is one. */
  async choose(selector: string, value: string): Promise<void> {
    await this.page.waitForSelector(`${selector} option[value="${value}"]`);
    await this.page.select(selector, value);
  }

  /** Bodies of the API's responses. */
  async responses(): Promise<string[]> {
    const texts = await Promise.all(this.#responses);
    return texts.filter((text) => text !== undefined);
  }

  text(): Promise<string> {
    return this.page.evaluate('document.body.innerText') as Promise<string>;
  }

  violations(): Promise<unknown> {
    return this.page.evaluate('violations');
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
