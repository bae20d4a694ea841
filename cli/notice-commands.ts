import type { Command } from 'commander';
import { NOTICE_PURPOSES, type NoticePurpose } from '../core/notices/document.ts';
import { PRODUCT_CODES } from '../core/products/contract.ts';
import type { AccountUpdate, AgencyInput } from './notices.ts';
import type { OnDatabase } from './action.ts';
import { EXAMPLES_GATES } from '../core/examples/example.ts';
import { claimsMonths, days, id, notBlank, oneOf } from './parse.ts';

/** Loading what reads `data/` and the database takes longer than the rest of a command. */
const noticesModule = () => import('./notices.ts');

/** The flags of an account that only its notices need; `accounts create` and `accounts update` share them. */
export function noticeFlags(command: Command): Command {
  return command
    .option('--default-purpose <purpose>', `purpose of notices: ${NOTICE_PURPOSES.join(', ')}`, oneOf(NOTICE_PURPOSES))
    .option('--ecoa-agency <key>', 'federal agency of the ECOA notice: a key of federal-agencies.json', notBlank)
    .option('--keeps-esign-consent', 'the account keeps the consent of applicants to electronic notices')
    .option('--no-keeps-esign-consent', 'it does not (the default)')
    .option('--hides-thresholds', 'notices do not tell the thresholds that values were compared with')
    .option('--no-hides-thresholds', 'they do (the default)')
    .option(
      '--reviews-free-text',
      "a letter whose only reasons are a reviewer's own words waits for a second look (the default)",
    )
    .option('--no-reviews-free-text', 'it does not');
}

export interface NoticeFlags {
  readonly defaultPurpose?: NoticePurpose;
  readonly ecoaAgency?: string;
  readonly keepsEsignConsent?: boolean;
  readonly hidesThresholds?: boolean;
  readonly reviewsFreeText?: boolean;
}

export function addAccountUpdates(accounts: Command, onDatabase: OnDatabase): void {
  noticeFlags(
    accounts
      .command('update')
      .description('Change an account. Only what is given changes.')
      .argument('<id>', 'id of the account', id)
      .option('--legal-name <text>', 'legal name', notBlank)
      .option('--address <text>', 'postal address', notBlank)
      .option('--phone <text>', 'phone number', notBlank)
      .option('--longest-token-days <n>', 'how long tokens live that administrators make, at most', days)
      .option(
        '--reviews-not-comparable',
        'a person decides where a choice reads a value that it cannot compare, such as "$4,200"',
      )
      .option('--no-reviews-not-comparable', 'its step fails (the default)')
      .option('--four-eyes', 'what goes live is approved by a user who did not write it')
      .option('--no-four-eyes', 'workflows:write activates too (the default)')
      .option(
        '--claims-months <n>',
        'how long what the law lets go is kept for claims, though its person asked to be forgotten; 0: not at all',
        claimsMonths,
      )
      .option(
        '--examples-gate <gate>',
        `what kept applicants hold up: ${EXAMPLES_GATES.join(', ')}`,
        oneOf(EXAMPLES_GATES),
      ),
  ).action(
    onDatabase.changesRecord(
      { noun: 'accounts', action: 'account.updated', existing: true },
      async (trx, accountId: number, flags: AccountUpdate) =>
        (await noticesModule()).updateAccount(trx, accountId, flags),
    ),
  );
}

export function addNoticeCommands(program: Command, onDatabase: OnDatabase): void {
  const agencies = program
    .command('agencies')
    .description('Who is behind the reports of an account; its live notices name them');
  agencies
    .command('set')
    .description('Set the agency of a product; what was set before is replaced.')
    .requiredOption('--account <id>', 'id of the account', id)
    .requiredOption('--product <code>', `${PRODUCT_CODES.join(', ')}, or one that the account describes`, notBlank)
    .requiredOption('--name <text>', 'name of the agency', notBlank)
    .requiredOption('--address <text>', 'postal address; lines are separated by line breaks', notBlank)
    .requiredOption('--phone <text>', 'phone number', notBlank)
    .option('--toll-free', 'the number is toll-free', false)
    .option('--nationwide', 'the agency is nationwide; it must have a toll-free number', false)
    .option('--third-party', 'it is not a consumer reporting agency (15 USC 1681m(b))', false)
    .option(
      '--note <text>',
      'why the reports of a product that the account describes are no consumer reports',
      notBlank,
    )
    .action(
      onDatabase.changes(
        async (
          { trx, audit },
          flags: Omit<AgencyInput, 'consumerReport'> & { readonly thirdParty: boolean; readonly note?: string },
        ) => {
          const { setAgency } = await noticesModule();
          const { auditedAgency, findAgency } = await import('../platform/database/notice-parties.ts');
          const { account: accountId, product } = flags;
          const before = await findAgency(trx, accountId, product);
          const answer = await setAgency(trx, { ...flags, consumerReport: !flags.thirdParty });
          const detail = {
            old: before === undefined ? null : auditedAgency(before),
            new: auditedAgency(answer),
            ...(flags.note === undefined ? {} : { note: flags.note }),
          };
          await audit({ action: 'agency.set', accountId, subject: { type: 'agency', id: product }, detail });
          return answer;
        },
      ),
    );
  agencies
    .command('list')
    .description('List agencies, of one account or of all.')
    .option('--account <id>', 'id of the account', id)
    .action(
      onDatabase.reads(async (db, flags: { account?: number }) =>
        (await noticesModule()).listAgencies(db.kysely, flags.account),
      ),
    );
  agencies
    .command('show')
    .description('Show the agency of a product of an account.')
    .argument('<account>', 'id of the account', id)
    .argument('<product>', `${PRODUCT_CODES.join(', ')}, or one that the account describes`, notBlank)
    .action(
      onDatabase.reads(async (db, accountId: number, product: string) =>
        (await noticesModule()).showAgency(db.kysely, accountId, product),
      ),
    );

  const notices = program.command('notices').description('Official texts that notices enclose');
  notices
    .command('install')
    .description("Put an official text in place, as a PDF: the Bureau's Summary of Rights (12 CFR 1022, Appendix K).")
    .argument('<text>', 'summary-of-rights', oneOf(['summary-of-rights'] as const))
    .argument('<file>', 'the PDF')
    .action(
      onDatabase.changes(async ({ trx, audit }, key: 'summary-of-rights', file: string) => {
        const answer = await (await noticesModule()).installText(trx, key, file);
        const { filename, sha256 } = answer;
        const subject = { type: 'official_text', id: key };
        await audit({ action: 'official_text.installed', subject, detail: { filename, sha256 } });
        return answer;
      }),
    );
  notices
    .command('list')
    .description('List the official texts that are installed.')
    .action(onDatabase.reads(async (db) => (await noticesModule()).listTexts(db.kysely)));
  notices
    .command('show')
    .description('Show an official text that is installed.')
    .argument('<text>', 'summary-of-rights', oneOf(['summary-of-rights'] as const))
    .action(onDatabase.reads(async (db, key: 'summary-of-rights') => (await noticesModule()).showText(db.kysely, key)));
}
