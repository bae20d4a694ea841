import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { Axe } from './axe.ts';
import { Desk, OPEN_DIALOG, type Seat } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';
import { shoot } from './console-support/shots.ts';

/** People and tokens in the settings, and the pages before a sign-in, as somebody sees them who never saw a terminal. */
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

const wide = ({ page }: Seat) => page.setViewport({ width: 1_440, height: 900 });

const axe = new Axe();
/** Checks that it fits and breaks no rule of axe-core, light and dark. */
async function clean({ page }: Seat, what: string): Promise<void> {
  await axe.load(page);
  for (const value of ['light', 'dark'] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    for (const width of [390, 1_440]) {
      await page.setViewport({ width, height: 900 });
      const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      const faults = [...(await axe.lowContrasts(page)), ...(await axe.violationsOf(page))];
      expect([what, value, width, overflow, faults]).toEqual([what, value, width, 0, []]);
    }
  }
}

const fill = (seat: Seat, label: string, text: string) =>
  seat.page.locator(`${OPEN_DIALOG} ::-p-xpath(.//label[contains(., "${label}")]//input)`).fill(text);
/** The question is answered, and gone. */
async function atRest({ page }: Seat): Promise<void> {
  await page.waitForSelector(OPEN_DIALOG, { hidden: true });
}
const rowOf = (name: string) => `main ::-p-xpath(.//tr[contains(., "${name}")])`;

// Rules: 16.26.1, 16.26.4
test('an administrator invites a person, changes their role and takes it away', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo('/settings/people');
      await seat.press('Invite a person');
      await fill(seat, 'Name', 'Rita Reviewer');
      await fill(seat, 'E-mail address', 'rita@harbor.example');
      await checkPage(seat, 'the question of an invitation');
      await shoot(seat, 'invite');
      await wide(seat);
      await seat.answer('Send the invitation');
      await seat.seesIn(OPEN_DIALOG, 'A mail with a link is on its way to rita@harbor.example');
      await seat.answer('Close');
      await page.waitForSelector(`${rowOf('Rita')} ::-p-xpath(.//span[.="never, or not in the last month"])`);
      // A repeated address is refused in words.
      await seat.press('Invite a person');
      await fill(seat, 'Name', 'Rita again');
      await fill(seat, 'E-mail address', 'RITA@harbor.example');
      await seat.answer('Send the invitation');
      await seat.seesIn(OPEN_DIALOG, 'is in the account already');
      await seat.answer('Leave it');

      await seat.click(`${rowOf('Rita')} ::-p-xpath(.//button[starts-with(., "Change the role")])`);
      await seat.click(`${OPEN_DIALOG} ::-p-xpath(.//label[contains(., "author")]/input)`);
      await seat.answer('Save');
      await page.waitForSelector(`${rowOf('Rita')} ::-p-xpath(.//strong[.="author"])`);
      await atRest(seat);
      await checkPage(seat, 'people in the settings');
      await shoot(seat, 'people');
      await wide(seat);

      await seat.click(`${rowOf('Rita')} ::-p-xpath(.//button[starts-with(., "Take away")])`);
      await shoot(seat, 'take-away');
      await wide(seat);
      await seat.answer('Take the role away');
      await page.waitForSelector(`${rowOf('Rita')} ::-p-xpath(.//span[.="none"])`);
      // Nobody changes their own role: there is no button for it.
      expect(await page.$(`${rowOf('you')} ::-p-xpath(.//button[starts-with(., "Change the role")])`)).toBeNull();
    },
    'admin',
    'Alex',
  );
}, 240_000);

// Rules: 16.26.1
test('an invitation is sent by keys alone', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo('/settings/people');
      await seat.focus('main .page-head button');
      await page.keyboard.press('Enter');
      await page.waitForSelector(OPEN_DIALOG);
      const reach = async (what: string): Promise<void> => {
        for (let nth = 0; nth < 30; nth += 1) {
          if (await page.evaluate(`document.activeElement?.closest('label, button')?.textContent.includes('${what}')`))
            return;
          await page.keyboard.press('Tab');
        }
        throw new Error(`no key leads to ${what}`);
      };
      await reach('Name');
      await page.keyboard.type('Karl Keys');
      await reach('E-mail address');
      await page.keyboard.type('karl@harbor.example');
      await page.keyboard.press('Enter');
      await seat.sees('karl@harbor.example');
    },
    'admin',
    'Kim',
  );
}, 120_000);

// Rules: 16.27.1, 16.27.2, 16.27.5, 16.27.6
test('an administrator makes a token that is shown once, exchanges it, and revokes it', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo('/settings/tokens');
      await seat.press('Make a token');
      await seat.click(`${OPEN_DIALOG} ::-p-xpath(.//label[contains(., "workflows:read")]/input)`);
      await checkPage(seat, 'the question of a token');
      await shoot(seat, 'make-token');
      await wide(seat);
      await seat.answer('Make it');
      await page.waitForSelector('textarea.secret');
      const token = await page.$eval('textarea.secret', ({ value }) => value);
      expect(token).toMatch(/^[0-9a-f-]{36}$/);
      await checkPage(seat, 'a token, this once');
      await wide(seat);
      await seat.answer('I have stored it');
      await seat.sees(`${token.slice(0, 8)}…`);
      expect(await page.content()).not.toContain(token);
      await atRest(seat);
      await checkPage(seat, 'tokens in the settings');
      await shoot(seat, 'tokens');
      await wide(seat);

      await seat.click(`${rowOf(token.slice(0, 8))} ::-p-xpath(.//button[starts-with(., "Rotate")])`);
      await checkPage(seat, 'the question of a rotation');
      await wide(seat);
      await seat.answer('Make the new one');
      await page.waitForSelector('textarea.secret');
      await seat.answer('I have stored it');
      await seat.click(`${rowOf(token.slice(0, 8))} ::-p-xpath(.//button[starts-with(., "Revoke")])`);
      await seat.answer('Revoke');
      await page.waitForSelector(`${rowOf(token.slice(0, 8))} ::-p-xpath(.//span[.="revoked"])`);

      // A page whose session is too old makes none, and says what to do.
      await stack.db.pool.query(
        "update user_session set created_at = now() - interval '16 minutes' where user_id = $1",
        [seat.userId],
      );
      await seat.press('Make a token');
      await seat.click(`${OPEN_DIALOG} ::-p-xpath(.//label[contains(., "workflows:read")]/input)`);
      await seat.answer('Make it');
      await seat.seesIn(OPEN_DIALOG, 'signed in more than 15 minutes ago');
      const door = `${OPEN_DIALOG} ::-p-xpath(.//a[.="Sign in again in another tab"])`;
      expect(await page.$eval(door, (link) => link.getAttribute('href'))).toBe('/auth/new-link');
      await shoot(seat, 'sign-in-again');
      await wide(seat);
      await seat.answer('Leave it');
    },
    'admin',
    'Alma',
  );
}, 240_000);

// Rules: 16.28.5
test('the pages before a sign-in have a design, break no rule, and lead to a new link', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      const link = await desk.linkOf(seat.userId);
      const pages: [string, string, string][] = [
        [link, 'You opened your sign-in link', 'link'],
        [`${stack.baseUrl}/auth/new-link`, 'Send me a new link', 'new-link'],
        [`${stack.baseUrl}/auth/sent`, 'Look into your mail', 'sent'],
      ];
      for (const [address, words, name] of pages) {
        await page.goto(address);
        await seat.sees(words);
        await clean(seat, name);
        await shoot(seat, name);
        await wide(seat);
      }
      await seat.enterBy(link);
      // The link was used, and is opened once more.
      await page.goto(link);
      await Promise.all([page.waitForNavigation(), page.click('button')]);
      await seat.sees('This link works no more');
      await clean(seat, 'used-link');
      await shoot(seat, 'used-link');
      await wide(seat);
      await page.type('input[type="email"]', 'nobody@harbor.example');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(new URL(page.url()).pathname).toBe('/auth/sent');
      // The console for a visitor who is not signed in.
      await page.deleteCookie(...(await page.cookies()));
      await seat.goTo('/');
      await seat.sees('Send me a new link');
      await clean(seat, 'console-sign-in');
      await shoot(seat, 'console-sign-in');
      await wide(seat);
      await page.type('input[type="email"]', 'nobody@harbor.example');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      await seat.sees('Look into your mail');
    },
    'viewer',
    'Vera',
  );
}, 240_000);
