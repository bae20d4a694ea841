import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { BENJAMIN, Desk, type Seat } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';

/** The rules of a workflow, read and changed in a real browser, on a whole stack. */
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

const POLICY =
  'Deny if the credit score is below 600. Deny if there are more than 2 evictions. ' +
  'If the identity is not verified, send to human review. Review scores from 600 to 679. ' +
  'Review if the income is less than 3 times the rent. Approve everyone else.';

const CHANGES = 'section[aria-label="What it changes"]';

/** Asks nobody and writes no letter, so it needs nothing to be live. */
const BY_SCORE = [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['results'] },
    branches: {
      pass: {
        condition_groups: [
          {
            conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: 650 }],
          },
        ],
      },
    },
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  { id: 'results', type: 'ShowResults' },
];

const newWorkflow = async (prompt = POLICY): Promise<number> =>
  (await desk.api.post('/workflows/generate', { prompt, name: 'Screening', create: true })).data.id;

interface RuleOfApi {
  readonly id: string;
  readonly text: string;
  readonly then: { readonly decision: string };
}
const rulesOf = async (id: number): Promise<readonly RuleOfApi[]> =>
  (await desk.api.get(`/workflows/${id}/rules`)).data.rules;
const textsOf = async (id: number): Promise<string[]> => (await rulesOf(id)).map(({ text }) => text);

/** Replaces the figure of that label. */
async function retype({ page }: Seat, label: string, figure: string): Promise<void> {
  const field = await page.waitForSelector(`ol.rules input[aria-label="${label}"]`, { visible: true });
  await field?.focus();
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(figure);
}

const opened = async (seat: Seat, id: number): Promise<void> => {
  await seat.goTo(`/workflows/${id}`);
  await seat.page.waitForSelector('ol.rules');
};
/** Its effects are shown before it can be saved. */
const saved = async (seat: Seat): Promise<void> => {
  await seat.page.waitForSelector(`${CHANGES} button[type="submit"]:not(:disabled)`);
  await seat.click(`${CHANGES} button[type="submit"]`);
  await seat.page.waitForSelector(CHANGES, { hidden: true });
};

describe('the rules of a workflow', () => {
  test('a limit is changed in its sentence, moves with the one that another rule shares, and its effect comes before its words', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        await opened(seat, id);
        await checkPage(seat, 'the rules');
        await retype(seat, 'the credit score is less than', '620');
        await seat.sees('Rule 4 had the same limit, so it is 620 there too.');
        await seat.seesIn(CHANGES, 'Who is treated differently');
        await seat.seesIn(CHANGES, 'Deny if the credit score is below 600 → 620.');
        await checkPage(seat, 'what saving changes');
        const shown = await seat.page.$eval(CHANGES, (part) => String(part.textContent));
        expect(shown).toMatch(/600.{0,12}619: goes to a person → is denied for example, with /);
        expect(shown.indexOf('is denied')).toBeLessThan(shown.indexOf('The rules that change'));
        await saved(seat);
        await seat.seesIn('.rules-said', 'Saved as version 2.');
        await seat.seesIn('section[aria-label="Versions"]', 'Version 2');
        const texts = await textsOf(id);
        expect([texts[0], texts[3]]).toEqual([
          'Deny if the credit score is below 620.',
          'Review scores from 620 to 679.',
        ]);
        await seat.page.waitForSelector('.save-bar', { hidden: true });
      },
      'author',
      'Arthur',
    );
  });

  test('a limit that moved with another one can be kept, and what the author saved a second reader understands from the page', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        await opened(seat, id);
        await retype(seat, 'the credit score is less than', '590');
        await seat.press('Keep 600 in rule 4');
        await saved(seat);
        expect((await textsOf(id))[3]).toBe('Review scores from 600 to 679.');
      },
      'author',
      'Keeva',
    );
    await seated(
      desk,
      async (seat) => {
        await opened(seat, id);
        const change = 'section[aria-label="What version 2 changed"]';
        await seat.seesIn(change, 'By Keeva');
        await seat.seesIn(change, 'Deny if the credit score is below 600 → 590.');
        await seat.seesIn(change, 'is denied → ');
        const text = await seat.page.$eval(change, (part) => String(part.textContent));
        expect([text.includes('Review scores'), /deny_if|[{}]/.test(text)]).toEqual([false, false]);
        await checkPage(seat, 'what a version changed');
      },
      'viewer',
      'Sigrid',
    );
  });

  test('what other figures would do is gone as soon as one is typed, and while a field holds none', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await opened(seat, id);
        await retype(seat, 'the credit score is less than', '6');
        await seat.seesIn(CHANGES, 'is denied → ');
        // Records every status text that it shows while it computes, however short.
        await page.evaluate(`(() => {
          const panel = document.querySelector('${CHANGES}');
          window.saidMeanwhile = [];
          new MutationObserver(() => {
            if (/Looking|no number/.test(panel.textContent)) window.saidMeanwhile.push(panel.textContent);
          }).observe(panel, { childList: true, characterData: true, subtree: true });
        })()`);
        await retype(seat, 'the credit score is less than', '66o');
        await seat.sees('A figure is no number yet.');
        await retype(seat, 'the credit score is less than', '660');
        await seat.seesIn(CHANGES, '600 → 660');
        const said = (await page.evaluate('window.saidMeanwhile')) as readonly string[];
        expect(said.some((text) => text.includes('Looking whom it concerns'))).toBe(true);
        expect(said.filter((text) => text.includes('→'))).toEqual([]);
      },
      'author',
      'Stella',
    );
  });

  test('what is typed and is no figure keeps them from being saved, and what was changed can be undone', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        await opened(seat, id);
        await retype(seat, 'the credit score is less than', '62o');
        await seat.sees('A figure is no number yet.');
        expect(await seat.page.$(`${CHANGES} button.primary:disabled`)).not.toBeNull();
        await retype(seat, 'the credit score is less than', '620');
        await seat.page.waitForSelector(`${CHANGES} button.primary:not(:disabled)`);
        await seat.press('Undo all');
        await seat.page.waitForSelector('.save-bar', { hidden: true });
        expect(await textsOf(id)).toContain('Deny if the credit score is below 600.');
      },
      'author',
      'Undine',
    );
  });

  test('by keys a rule moves; in a block that changes nothing, and the page says so', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await opened(seat, id);
        await seat.focus('button[aria-label="Move rule 1 down"]');
        await page.keyboard.press('Enter');
        await seat.sees('their order changes nothing for any applicant');
        await seat.seesIn('ol.rules li', 'Deny if there are more than');
        // The focus moves with the rule.
        expect(await page.evaluate('document.activeElement.closest("li")?.getAttribute("aria-label")')).toBe('Rule 2');
        await page.keyboard.down('Alt');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.up('Alt');
        await seat.sees('this may change who is decided how');
      },
      'author',
      'Mona',
    );
  });

  test('a rule is added in a sentence or from a field, and another decision is a choice', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        const aboveThePanel = () =>
          seat.page.evaluate(`document.querySelector('.add-rule').scrollIntoView({ block: 'end' })`);
        await opened(seat, id);
        await seat.press('Add a rule in a sentence');
        await seat.type('.add-rule input', 'Deny if the moon is full');
        await seat.press('Add it');
        await seat.seesIn('.add-rule', 'This sentence');
        await seat.page.evaluate(`document.querySelector('.add-rule input').select()`);
        await seat.type('.add-rule input', 'Deny if the number of evictions is more than 1');
        await seat.press('Add it');
        await seat.page.waitForSelector('ol.rules li[aria-label="Rule 6"]');
        // The panel now covers the button, and would take the click.
        await aboveThePanel();
        await seat.press('Add a rule from a field');
        await seat.page.waitForSelector('.add-rule select');
        await seat.page.evaluate(`(() => {
          const select = document.querySelector('.add-rule select');
          const option = [...select.options].find((each) => each.text === 'late payment count');
          select.value = (option ?? select.options[1]).value;
          select.dispatchEvent(new Event('change', { bubbles: true }));
        })()`);
        await seat.choose('.add-rule label:nth-of-type(2) select', 'greater_than');
        await seat.type('.add-rule label:nth-of-type(3) input', '4');
        await seat.choose('.add-rule label:nth-of-type(4) select', 'review');
        await aboveThePanel();
        await seat.press('Add it');
        await seat.choose('select[aria-label="What rule 3 decides"]', 'deny');
        await seat.seesIn(CHANGES, 'Who is treated differently');
        await saved(seat);
        await seat.seesIn('section[aria-label="Versions"]', 'Version 2');
        const rules = await rulesOf(id);
        expect(rules).toHaveLength(7);
        expect(rules.map(({ then }) => then.decision).toSorted()).toEqual([
          ...['deny', 'deny', 'deny', 'deny', 'review', 'review', 'review'],
        ]);
      },
      'author',
      'Adda',
    );
  });

  test('of a live workflow saving keeps what is live, and activating is another act', async () => {
    const other = await Desk.open(stack);
    try {
      const account = (await other.api.get('/me')).data.account.id;
      await stack.db.pool.query('update account set production_access = true where id = $1', [account]);
      const { data } = await other.api.post('/workflows', { name: 'Live', definition: BY_SCORE });
      const path = `/workflows/${data.id}`;
      const read = async () => (await other.api.get(path)).data;
      expect((await read()).active).toBe(true);
      await seated(
        other,
        async (seat) => {
          await opened(seat, data.id);
          await retype(seat, 'the credit score is at least', '700');
          await seat.seesIn(CHANGES, 'Version 1 stays live until this is activated');
          await saved(seat);
          await seat.seesIn('.rules-said', 'Saved. Version 1 stays live until somebody activates it.');
          await seat.sees('Waits for approval');
          expect(await read()).toMatchObject({ version: 1, active: true });
          // The people who have to agree read there whom it concerns.
          await seat.seesIn('[aria-label="Request"]', 'Who is treated differently');
          await seat.seesIn('[aria-label="Request"]', '650 → 700');
          await seat.press('Activate …');
          await seat.click('dialog[open] button[type="submit"]');
          await seat.page.waitForSelector('dialog[open]', { hidden: true });
          await seat.sees('Version 2 is live');
          expect((await other.api.get(`${path}/rules`)).data.rules[0].text).toContain('700');
        },
        'admin',
        'Livia',
      );
    } finally {
      await other.close();
    }
  });

  test('the applicants at the limits of a rule come with a press, and who may not write only reads', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        await opened(seat, id);
        await seat.click('button[aria-label="Applicants at its limits: rule 4"]');
        await seat.seesIn('dialog[open]', 'goes to a person');
        await seat.answer('Close');
        expect(await seat.page.$$('ol.rules input, ol.rules select, .add-rule')).toHaveLength(0);
      },
      'viewer',
      'Vito',
    );
  });

  test('the text of the policy opens again as its rules say it, and becomes a version of this workflow', async () => {
    const id = await newWorkflow();
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await opened(seat, id);
        await seat.press('Change the text of the policy');
        await page.waitForSelector('form.policy-text textarea');
        const text = await page.$eval(
          'form.policy-text textarea',
          (field) => (field as unknown as { value: string }).value,
        );
        expect(text.replaceAll('\n', ' ')).toBe(POLICY);
        await page.focus('form.policy-text textarea');
        await page.keyboard.down('Control');
        await page.keyboard.press('Home');
        await page.keyboard.up('Control');
        await page.keyboard.type('Deny if there are more than 3 felonies. ');
        await seat.press('Read it');
        await seat.sees('Save it as a version of this workflow');
        await seat.click('section[aria-label="Save it"] button[type="submit"]');
        await seat.seesIn('section[aria-label="Versions"]', 'Version 2');
        await seat.seesIn('.rules-said', 'Saved as version 2.');
        expect((await textsOf(id))[0]).toBe('Deny if there are more than 3 felonies.');
      },
      'author',
      'Thea',
    );
  });

  test('a case, its execution and the inbox name the rule that asks, with the value between its limits', async () => {
    const id = await newWorkflow();
    const { data } = await desk.api.trigger(id, { payload: { applicant: BENJAMIN } });
    await until(async () => (await desk.api.get(`/executions/${data.id}`)).data.status === 'awaiting_review');
    const { rules } = (await desk.api.get(`/executions/${data.id}/review`)).data;
    await seated(desk, async (seat) => {
      await seat.goTo(`/cases/${data.id}`);
      for (const { number, text, conditions } of rules) {
        await seat.seesIn('section[aria-label="Why you are asked"]', `Rule ${number}: ${text}`);
        for (const condition of conditions) await seat.sees(condition.text);
      }
      await seat.page.waitForSelector('.scale .value');
      await checkPage(seat, 'a case with its rule');
      await seat.goTo('/');
      await seat.page.waitForSelector(`a[href="/console/cases/${data.id}"]`);
      for (const { number, text } of rules.slice(0, 2)) await seat.sees(`Rule ${number}: ${text}`);
      await checkPage(seat, 'the inbox with rules');
      await seat.goTo(`/executions/${data.id}`);
      for (const { number, text } of rules)
        await seat.seesIn('section[aria-label="The rule that decided"]', `Rule ${number}: ${text}`);
    });
  });
});
