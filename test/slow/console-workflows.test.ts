import { updateUser } from '../../platform/identity/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { Desk, type Seat } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';

/** The pages of workflows in a real browser, on a whole stack. */
let stack: SharedStack;
let desk: Desk;
beforeAll(async () => {
  stack = await sharedStack();
  desk = await Desk.open(stack);
}, 300_000);
afterAll(async () => {
  await desk?.close();
  await stack?.stop();
});

const START = { id: 'start', type: 'ApplicantSource', next_step: ['approve'] };
const APPROVE = { id: 'approve', type: 'Action', action_type: 'Approve', name: 'Say yes' };
/** Nothing leads there: a warning. */
const RESULTS = { id: 'results', type: 'ShowResults' };
const SIMPLE = [START, APPROVE, RESULTS];

/** A choice by records whose use many states limit. */
const records = (value: number, more: object = {}) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['criminal'] },
  { id: 'criminal', type: 'BillingProduct', billing_product_code: 'criminal_background', next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['approve'], ...more },
    branches: {
      pass: {
        condition_groups: [
          {
            conditions: [{ source_node_id: 'criminal', field: 'felony_count', operator: 'less_than_or_equal', value }],
          },
        ],
      },
    },
  },
  APPROVE,
];

async function newWorkflow(definition: readonly object[] = SIMPLE, more: object = {}): Promise<number> {
  return (await desk.api.post('/workflows', { name: 'A policy', definition, active: false, ...more })).data.id;
}

const classesOf = ({ page }: Seat): Promise<Record<string, string>> =>
  page.$$eval('.drawing g[data-node]', (nodes) =>
    Object.fromEntries(
      nodes.map((node) => [String(node.getAttribute('data-node')), String(node.getAttribute('class'))]),
    ),
  );
const nodesOf = async (seat: Seat, name: string): Promise<string[]> =>
  Object.entries(await classesOf(seat)).flatMap(([id, classes]) => (classes.split(' ').includes(name) ? [id] : []));
const textIn = ({ page }: Seat, selector: string): Promise<string> =>
  page.$eval(selector, (element) => (element as unknown as { innerText: string }).innerText);
const buttonsOf = ({ page }: Seat): Promise<string[]> =>
  page.$$eval('button, a.button', (all) => all.map((one) => String(one.textContent)));
const asked = async (seat: Seat, name: string): Promise<void> => {
  await seat.press(name);
  await seat.page.waitForSelector('dialog[open]');
};
const closed = ({ page }: Seat): Promise<unknown> => page.waitForSelector('dialog[open]', { hidden: true });

describe('the pages of workflows', () => {
  test('say what the API says: the list, the picture with its warnings, a node, and the reading', async () => {
    const id = await newWorkflow(SIMPLE, { name: 'Reading matter', use_case: 'credit' });
    await seated(desk, async (seat) => {
      const { page } = seat;
      await seat.goTo('/workflows?show=drafts&name=Reading');
      await page.waitForSelector('table.rows tbody tr');
      expect(await page.$$eval('table.rows tbody tr', (rows) => rows.length)).toBe(1);
      expect(await textIn(seat, 'table.rows tbody')).toMatch(/Reading matter[^]*credit[^]*draft[^]*version 1/);
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await seat.sees('The cascade');
      const { definition, warnings } = (await desk.api.get(`/workflows/${id}`)).data;
      expect(Object.keys(await classesOf(seat))).toEqual(definition.map((node: { id: string }) => node.id));
      const warned = [...new Set(warnings.map((warning: { node_id: string }) => warning.node_id))];
      expect(warned).toContain('results');
      expect((await nodesOf(seat, 'warned')).toSorted()).toEqual(warned.toSorted());
      const { steps, rules } = (await desk.api.get(`/workflows/${id}/reading`)).data;
      await seat.sees(rules[0].text);
      await seat.click('section[aria-label="In English"] summary');
      const shown = await textIn(seat, 'section[aria-label="In English"]');
      for (const { text } of steps) expect(shown).toContain(text);
      // Text between backticks is shown as code.
      for (const { message } of warnings)
        expect(await textIn(seat, 'section[aria-label="Warnings"]')).toContain(message.replaceAll('`', ''));
      // By keys, and what it says of the node is true of that node.
      await page.evaluate(`document.querySelector('[data-node="approve"]').focus()`);
      await page.keyboard.press('Enter');
      await page.waitForSelector('section[aria-label="Node"]');
      const panel = await textIn(seat, 'section[aria-label="Node"]');
      expect(panel).toContain(steps.find((step: { node_id: string }) => step.node_id === 'approve').text);
      expect(panel).toMatch(/Leads here\s+start/);
    });
  });

  test('show the difference of two versions as exactly the nodes that changed, and restore one', async () => {
    const id = await newWorkflow();
    const changed = [{ ...START, next_step: ['approve', 'tell'] }, APPROVE, { id: 'tell', type: 'ShowResults' }];
    await desk.api.patch(`/workflows/${id}`, { definition: changed, version_note: 'Tell more.' });
    await seated(
      desk,
      async (seat) => {
        await seat.goTo(`/workflows/${id}`);
        await seat.sees('Tell more.');
        await seat.click('section[aria-label="Versions"] a[href$="with=1"]');
        await seat.sees('From version 1 to version 2');
        const of = (name: string) => nodesOf(seat, name);
        expect([await of('changed'), await of('added'), await of('removed'), await of('same')]).toEqual([
          ['start'],
          ['tell'],
          ['results'],
          ['approve'],
        ]);
        await seat.click('section[aria-label="What changed"] summary');
        expect(await textIn(seat, 'section[aria-label="What changed"]')).toContain('["approve","tell"]');
        const { changes } = (await desk.api.get(`/workflows/${id}/reading?version=2&compare_to=1`)).data;
        const [line] = changes.parts.flatMap(({ added }: { added: string[] }) => added);
        await seat.seesIn('section[aria-label="Difference in English"]', line);
        await seat.click('section[aria-label="Difference in English"] summary');
        const english = await textIn(seat, 'section[aria-label="Difference in English"]');
        for (const { added, removed } of changes.parts) {
          for (const line of [...added, ...removed]) expect(english).toContain(line);
        }
        await seat.goTo(`/workflows/${id}?version=1`);
        await seat.sees('You look at version 1');
        await asked(seat, 'Restore version 1');
        await seat.type('dialog textarea', 'As it was.');
        await seat.click('dialog[open] button[type=submit]');
        await closed(seat);
        const { data } = await desk.api.get(`/workflows/${id}`);
        expect([data.version, data.definition]).toEqual([3, SIMPLE]);
        const { data: version } = await desk.api.get(`/workflows/${id}/versions/3`);
        expect([version.note, version.created_by_user_id]).toEqual(['As it was.', seat.userId]);
        await seat.sees('As it was.');
      },
      'author',
      'Arthur',
    );
  });

  test('an author says that the law was looked at: the warning ends, and comes again with another choice', async () => {
    const id = await newWorkflow(records(0));
    const read = async () => (await desk.api.get(`/workflows/${id}`)).data;
    const codesOf = (warnings: { code: string }[]) => warnings.map(({ code }) => code);
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await seat.goTo(`/workflows/${id}`);
        await asked(seat, 'It was reviewed …');
        expect(await page.$('dialog[open] button[type="submit"]:disabled')).not.toBeNull();
        await seat.type('dialog[open] textarea', 'Counsel of the region, May 2026');
        await checkPage(seat, 'acknowledging');
        await seat.click('dialog[open] button[type="submit"]');
        await closed(seat);
        await page.waitForFunction(`!document.body.innerText.includes('It was reviewed …')`);
        await page.evaluate(`document.querySelector('[data-node="decide"]').focus()`);
        await page.keyboard.press('Enter');
        const words = 'The law of the place was looked at: "Counsel of the region, May 2026"';
        await seat.seesIn('section[aria-label="Node"]', words);
        await seat.seesIn('section[aria-label="Versions"]', 'by you');
        const saved = await read();
        expect([saved.version, codesOf(saved.warnings).includes('jurisdiction_review')]).toEqual([2, false]);
        const { data: events } = await desk.api.get('/audit_events?filter[action]=workflow.updated');
        expect(events[0]).toMatchObject({
          actor_user_id: seat.userId,
          detail: { new: { jurisdiction_reviews: { decide: 'Counsel of the region, May 2026' } } },
        });
        const { jurisdiction_review: review } = saved.definition[2];
        await desk.api.patch(`/workflows/${id}`, { definition: records(1, { jurisdiction_review: review }) });
        await seat.goTo(`/workflows/${id}`);
        await seat.sees('It was reviewed as it was before.');
        await seat.sees('It was reviewed …');
      },
      'author',
      'Otto',
    );
    await seated(
      desk,
      async (seat) => {
        await seat.goTo(`/workflows/${id}`);
        await seat.sees('jurisdiction review');
        expect(await buttonsOf(seat)).not.toContain('It was reviewed …');
      },
      'viewer',
      'Vito',
    );
  });

  test('show a hostile name, a name of 10,000 characters and 400 nodes as text, and fit', async () => {
    const name = '<img src=x onerror="alert(1)">\u202Elorem \u05E9\u05DC\u05D5\u05DD';
    const wait = { type: 'Wait', wait: { duration: 1, unit: 'hours' } };
    const many = Array.from({ length: 397 }, (_, at) => ({ ...wait, id: `n${at}`, next_step: [`n${at + 1}`] }));
    const definition = [
      { ...START, next_step: ['n0'] },
      ...many,
      { ...APPROVE, id: 'n397', name: `</text><script>alert(2)</script>${'x'.repeat(10_000)}` },
    ];
    const id = await newWorkflow(definition, { name });
    await seated(desk, async (seat) => {
      await seat.goTo(`/workflows/${id}`);
      await seat.sees('<img src=x onerror="alert(1)">');
      await seat.page.waitForSelector('[data-node="n397"]');
      await seat.page.evaluate(`document.querySelector('[data-node="n397"]').focus()`);
      await seat.page.keyboard.press('Enter');
      await seat.sees('</text><script>alert(2)');
      expect(await seat.page.$$eval('main img, main script', (found) => found.length)).toBe(0);
      for (const width of [360, 1_920]) {
        await seat.page.setViewport({ width, height: 900 });
        expect(await seat.page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
      }
    });
  });
});

test('four eyes: one asks, another refuses with a reason or approves, and whoever may not has no button', async () => {
  const other = await Desk.open(stack);
  try {
    await stack.db.pool.query('update account set four_eyes = true, production_access = true where id = $1', [
      (await other.api.get('/me')).data.account.id,
    ]);
    const [ada, bert] = [await other.signIn('author', 'Ada'), await other.signIn('publisher', 'Bert')];
    const vera = await other.signIn('viewer', 'Vera');
    const { data } = await other.api.post('/workflows', { name: 'Four eyes', definition: SIMPLE });
    const path = `/workflows/${data.id}`;
    const submit = async (seat: Seat) => {
      await seat.click('dialog[open] button[type=submit]');
      await closed(seat);
    };
    // Ada does not put live what she writes.
    const ownVersion = await stack.db.pool.query(
      'update workflow_version set created_by_user_id = $2 where workflow_id = $1',
      [data.id, ada.userId],
    );
    expect(ownVersion.rowCount).toBe(1);
    await ada.goTo(path);
    await ada.sees('It is a draft');
    expect((await buttonsOf(ada)).filter((name) => /Put it live|Approve/.test(name))).toEqual([]);
    await asked(ada, 'Ask that it goes live');
    await ada.type('dialog textarea', 'For April.');
    await submit(ada);
    await ada.sees('You wrote some of it');
    expect((await buttonsOf(ada)).filter((name) => /^(Approve|Refuse|Withdraw)/.test(name))).toEqual([
      'Withdraw the request …',
    ]);
    // Bert sees it at his start page, and opens it; Ada and Vera are asked for nothing.
    await bert.goTo('/');
    await bert.sees('A workflow waits for your approval');
    await bert.goTo('/workflows');
    await bert.sees('You can approve or refuse it.');
    await bert.click('.waiting a');
    await bert.sees('For April.');
    await ada.goTo('/workflows');
    await ada.sees('You wrote some of it, so somebody else has to approve it.');
    await vera.goTo('/workflows');
    await vera.sees('A publisher approves or refuses it.');
    await vera.goTo(path);
    await vera.sees('For April.');
    const looks = await buttonsOf(vera);
    expect(looks.filter((name) => /Approve|Refuse|Withdraw|live|draft|Edit|Restore|Ask/.test(name))).toEqual([]);
    await bert.goTo(path);
    await bert.sees('For April.');
    await asked(bert, 'Refuse');
    expect(await bert.page.$eval('dialog button[type=submit]', (button) => button.hasAttribute('disabled'))).toBe(true);
    await bert.type('dialog textarea', 'Not yet.');
    await submit(bert);
    await ada.goTo(path);
    await asked(ada, 'Ask that it goes live');
    await submit(ada);
    await bert.goTo(path);
    await bert.sees('Waits for approval');
    await asked(bert, 'Approve');
    await submit(bert);
    await bert.sees('Version 1 is live');
    expect((await other.api.get(path)).data).toMatchObject({ active: true, version: 1 });
    const { data: requests } = await other.api.get(`${path}/activation_requests`);
    expect(requests.map((one: { status: string; decision_note: string }) => [one.status, one.decision_note])).toEqual([
      ['approved', null],
      ['refused', 'Not yet.'],
    ]);
    for (const seat of [ada, bert, vera]) expect([seat.problems, await seat.violations()]).toEqual([[], []]);
  } finally {
    await other.close();
  }
});

test('where four eyes are asked for, the law that was looked at goes live once somebody else approves it', async () => {
  const other = await Desk.open(stack);
  try {
    const account = (await other.api.get('/me')).data.account.id;
    await stack.db.pool.query('update account set production_access = true where id = $1', [account]);
    const { data: live } = await other.api.post('/workflows', { name: 'Records', definition: records(0) });
    await stack.db.pool.query('update account set four_eyes = true where id = $1', [account]);
    const read = async () => (await other.api.get(`/workflows/${live.id}`)).data;
    await seated(
      other,
      async (seat) => {
        await seat.goTo(`/workflows/${live.id}`);
        await asked(seat, 'It was reviewed …');
        await seat.seesIn(
          'dialog[open]',
          'Version 1 stays live, with the warning, until somebody who wrote none of this',
        );
        await seat.type('dialog[open] textarea', 'Counsel, May 2026');
        await seat.click('dialog[open] button[type="submit"]');
        await closed(seat);
        await seat.sees('A request waits for approval. Once it is decided');
        expect(await buttonsOf(seat)).not.toContain('It was reviewed …');
        expect((await read()).version).toBe(1);
      },
      'author',
      'Otto',
    );
    await seated(
      other,
      async (seat) => {
        await seat.goTo(`/workflows/${live.id}`);
        await seat.sees('The law of the place was looked at: "Counsel, May 2026"');
        await asked(seat, 'Approve …');
        await seat.click('dialog[open] button[type="submit"]');
        await closed(seat);
        await seat.sees('Version 2 is live');
      },
      'publisher',
      'Paula',
    );
    const { version, active, warnings } = await read();
    const codes = warnings.map(({ code }: { code: string }) => code);
    expect([version, active, codes.includes('jurisdiction_review')]).toEqual([2, true, false]);
  } finally {
    await other.close();
  }
});

test('what somebody asks to put live is tried with an applicant before anybody approves it', async () => {
  const id = await newWorkflow();
  const source = { source_node_id: 'credit', field: 'score' };
  const definition = [
    { ...START, next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['results'] },
      branches: {
        pass: { condition_groups: [{ conditions: [{ ...source, operator: 'greater_than_or_equal', value: 700 }] }] },
      },
    },
    APPROVE,
    RESULTS,
  ];
  const { data: request } = await desk.api.post(`/workflows/${id}/activation_requests`, { definition });
  await seated(desk, async (seat) => {
    const { page } = seat;
    await seat.goTo(`/workflows/${id}?request=${request.id}`);
    await page.locator(`a[href$="/simulate?request=${request.id}"]`).click();
    await page.waitForSelector('table.examples button');
    // The current version approves everybody; the proposal does not.
    const tryRow = (value: string) =>
      page.$$eval(
        'table.examples tbody tr',
        (rows, asked) =>
          rows
            .find((one) => String(one.textContent).startsWith(asked))
            ?.querySelector('button')
            ?.click(),
        value,
      );
    await tryRow('700');
    await page.waitForSelector('.node.taken[data-node="approve"]');
    expect(await textIn(seat, '.result .verdict')).toBe('Approved');
    await tryRow('699');
    await page.waitForSelector('.node.idle[data-node="approve"]');
    expect(await page.$$eval('nav.ways a', (all) => all.map((one) => one.textContent))).toEqual([]);
    await checkPage(seat, 'trying a proposal');
  });
});

const EDITOR = `document.querySelector('.json-editor').shadowRoot`;
const editorText = ({ page }: Seat): Promise<string> =>
  page.evaluate(
    `[...${EDITOR}.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')`,
  ) as Promise<string>;
const sees = ({ page }: Seat, expression: string): Promise<unknown> => page.waitForFunction(expression);

async function edit(seat: Seat, id: number): Promise<void> {
  await seat.goTo(`/workflows/${id}/edit`);
  await sees(seat, `document.querySelector('.json-editor')?.shadowRoot?.querySelector('.cm-content') != null`);
  await seat.page.evaluate(`${EDITOR}.querySelector('.cm-content').focus()`);
  await seat.page.keyboard.down('Control');
  await seat.page.keyboard.press('Home');
  await seat.page.keyboard.up('Control');
}

/** Places the cursor after `["approve"` in the fifth line. */
async function toNextStep({ page }: Seat): Promise<void> {
  for (let line = 1; line < 5; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
}

async function save({ page }: Seat): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('s');
  await page.keyboard.up('Control');
  await page.waitForSelector('dialog[open]');
}

const confirmed = async (seat: Seat): Promise<void> => {
  await sees(seat, `document.querySelector('dialog[open] button.primary:not([disabled])') !== null`);
  await seat.click('dialog[open] button.primary');
};

describe('the editor', () => {
  test('by keys alone: offers the id of a node, forgets the warning, and saves a version', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await edit(seat, id);
        await seat.sees('Checked by the service');
        expect(await textIn(seat, 'section[aria-label="Findings"]')).toContain('results');
        expect(await nodesOf(seat, 'warned')).toContain('results');
        await toNextStep(seat);
        await page.keyboard.type(', "re');
        await sees(seat, `${EDITOR}.querySelector('.cm-tooltip-autocomplete li')?.textContent.includes('results')`);
        // The editor accepts no choice in the first 75 ms, in which the user may not have seen it yet.
        await sees(seat, `(globalThis.offered ??= performance.now()) < performance.now() - 100`);
        await page.keyboard.press('Enter');
        expect(await editorText(seat)).toContain('"next_step": ["approve", "results"]');
        await sees(seat, `document.querySelector('[data-node="results"]').classList.contains('warned') === false`);
        await save(seat);
        await sees(seat, `document.querySelector('dialog').innerText.includes('start: changed')`);
        // Before it is saved: what the service says it says otherwise.
        const { data: reading } = await desk.api.post(`/workflows/${id}/reading`, {
          definition: [{ ...START, next_step: ['approve', 'results'] }, APPROVE, RESULTS],
        });
        const added = reading.changes.parts.flatMap((part: { added: string[] }) => part.added);
        expect(added.length).toBeGreaterThan(0);
        await sees(seat, `document.querySelector('dialog ins')?.innerText === ${JSON.stringify(added[0])}`);
        await confirmed(seat);
        await closed(seat);
        const { data } = await desk.api.get(`/workflows/${id}`);
        expect([data.version, data.definition]).toEqual([
          2,
          [{ ...START, next_step: ['approve', 'results'] }, APPROVE, RESULTS],
        ]);
        expect(await page.evaluate(`Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))`)).toEqual(
          [],
        );
      },
      'author',
      'Arthur',
    );
  });

  test('names an error at its place, in words and in the text, and goes there', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        await edit(seat, id);
        await toNextStep(seat);
        await seat.page.keyboard.type(', "nobody');
        await seat.sees('Line 5, start');
        await sees(seat, `${EDITOR}.querySelector('.cm-lintRange-error')?.textContent === '"nobody"'`);
        expect(await nodesOf(seat, 'failed')).toEqual(['start']);
        await seat.page.keyboard.press('Escape');
        await save(seat);
        await seat.sees('An error keeps it from being saved');
        expect(await seat.page.$eval('dialog button.primary', (button) => button.hasAttribute('disabled'))).toBe(true);
        await seat.page.keyboard.press('Escape');
        await closed(seat);
        // While the text is invalid, the picture stays as it was and the mistake is named.
        await seat.page.evaluate(`${EDITOR}.querySelector('.cm-content').focus()`);
        await seat.page.keyboard.press('End');
        await seat.page.keyboard.type('}');
        await seat.sees('This is no JSON');
        await seat.sees('when it could last be read');
        expect(Object.keys(await classesOf(seat))).toEqual(['start', 'approve', 'results']);
      },
      'author',
      'Arthur',
    );
  });

  test('writes nothing over what somebody else saved in between, unless one says so', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        await edit(seat, id);
        await toNextStep(seat);
        await seat.page.keyboard.type(', "results');
        await seat.page.keyboard.press('Escape');
        await desk.api.patch(`/workflows/${id}`, { definition: [START, APPROVE] });
        await save(seat);
        await confirmed(seat);
        await seat.sees('Somebody else changed this workflow since you began');
        expect((await desk.api.get(`/workflows/${id}`)).data).toMatchObject({
          version: 2,
          definition: [START, APPROVE],
        });
        await seat.page.keyboard.press('Escape');
        await closed(seat);
        expect(await editorText(seat)).toContain('["approve", "results"]');
        await seat.press('Keep mine');
        await seat.page.evaluate(`${EDITOR}.querySelector('.cm-content').focus()`);
        await save(seat);
        await sees(seat, `document.querySelector('dialog').innerText.includes('results: added')`);
        await confirmed(seat);
        await closed(seat);
        await until(async () => (await desk.api.get(`/workflows/${id}`)).data.version === 3);
        expect((await desk.api.get(`/workflows/${id}`)).data.definition[0].next_step).toEqual(['approve', 'results']);
      },
      'author',
      'Arthur',
    );
  });

  test('loses no letter over a session that ends, nor over a reload', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await edit(seat, id);
        await updateUser(stack.db.kysely, seat.userId, { role: 'admin' });
        await toNextStep(seat);
        // Letters that are shortcuts of the page elsewhere.
        await page.keyboard.type(', "nix');
        await seat.sees('Your session has ended');
        expect(await editorText(seat)).toContain('["approve", "nix"]');
        await seat.enterAgainBy(await desk.linkOf(seat.userId));
        expect(await editorText(seat)).toContain('["approve", "nix"]');
        await page.reload();
        await seat.sees('What you had typed here, and not saved, is back.');
        await sees(seat, `${EDITOR}?.querySelector('.cm-content') != null`);
        expect(await editorText(seat)).toContain('["approve", "nix"]');
      },
      'author',
      'Arthur',
    );
  });
});

test('the pages break no rule of axe-core and fit, light and dark, from 360 to 1,920 pixels', async () => {
  const id = await newWorkflow();
  await desk.api.patch(`/workflows/${id}`, { definition: [START, APPROVE] });
  await seated(
    desk,
    async (seat) => {
      await seat.goTo('/workflows');
      await seat.page.waitForSelector('table.rows');
      await checkPage(seat, 'workflows');
      await seat.goTo(`/workflows/${id}?version=1`);
      await seat.sees('Step by step');
      await seat.page.evaluate(`document.querySelector('[data-node="results"]').focus()`);
      await seat.page.keyboard.press('Enter');
      await seat.page.waitForSelector('section[aria-label="Node"]');
      await checkPage(seat, 'workflow');
      await seat.goTo(`/workflows/${id}?with=1`);
      await seat.sees('From version 1 to version 2');
      await seat.sees('Step by step');
      await checkPage(seat, 'difference');
      await edit(seat, id);
      await toNextStep(seat);
      await seat.page.keyboard.type(', "nobody');
      await seat.sees('Line 5, start');
      await seat.page.keyboard.press('Escape');
      await checkPage(seat, 'editor');
      await seat.goTo('/workflows/999999');
      await seat.sees('There is no such workflow');
      await checkPage(seat, 'no workflow');
    },
    'author',
    'Arthur',
  );
}, 300_000);
