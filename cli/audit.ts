import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Link } from '../core/audit-chain.ts';
import { isJsonObject } from '../core/json.ts';
import { readJson } from '../core/read-json.ts';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';
import type { Answer } from './action.ts';
import { withDatabase } from './on-database.ts';
import { id, notBlank, time } from './parse.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Loading the database's packages takes longer than the rest of a command. */
const operations = () => import('./operations.ts');

interface Printing {
  readonly out: (text: string) => void;
  readonly print: (answer: Answer) => void;
  /** Sets the exit code. */
  readonly onBroken: () => void;
}

interface ExportFlags {
  readonly account?: number;
  readonly from?: Date;
  readonly to?: Date;
}

interface VerifyFlags {
  readonly account?: number;
  readonly since?: string;
  readonly heads?: string;
}

export function addAudit(program: Command, env: Env, { out, print, onBroken }: Printing): void {
  const audit = program.command('audit').description('Who did what: the audit log');
  audit
    .command('export')
    .description('Write the audit log of an account as CSV, the oldest first.')
    .option('--account <id>', 'id of the account; without it, acts that concern no account', id)
    .option('--from <time>', 'at that time or later, such as 2026-03-01', time)
    .option('--to <time>', 'before that time', time)
    .action((flags: ExportFlags) =>
      withDatabase(env, async (db) => {
        const { auditCsv, auditOf, operatorName, record } = await operations();
        const { account, from, to } = flags;
        await record(db.kysely, operatorName(env), {
          action: 'audit.exported',
          ...(account === undefined ? {} : { accountId: account }),
          subject: { type: 'audit_log', id: account ?? 'installation' },
          detail: { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
        });
        for await (const line of auditCsv(auditOf(db.kysely, account, { from, to }))) out(line);
      }),
    );
  audit
    .command('verify')
    .description(
      'Check that no row of the audit log was changed, removed or put in between. Keep what it prints with --json ' +
        'where nobody of the database gets to, and give it to the next run with --since: the owner of the database could ' +
        'write the whole log anew, and that is how it is found. The exit code is 5 if a row is not what it was; the first ' +
        'one is named.',
    )
    .option('--account <id>', 'only that of one account', id)
    .option('--since <file>', 'what an earlier run printed with --json', notBlank)
    .option('--heads <file>', 'the same with one file: it is read, and written anew if nothing is broken', notBlank)
    .action(async (flags: VerifyFlags) => {
      const { account, since, heads } = flags;
      if (heads !== undefined && (since !== undefined || account !== undefined)) {
        throw new SetupError('--heads: leave --since and --account out: the file holds the last row of every account.');
      }
      const file = since ?? (heads !== undefined && existsSync(heads) ? heads : undefined);
      const known = file === undefined ? new Map<number, Link>() : await readKnown(file);
      const rows = await withDatabase(
        env,
        async (db) => (await operations()).verifyChains(db, { accountId: account, known }),
        { readOnly: true },
      );
      print({ rows, columns: ['account_id', 'rows', 'sequence', 'hash', 'broken_at', 'reason'] });
      const isBroken = rows.some((row) => row.broken_at !== null);
      if (isBroken) onBroken();
      else if (heads !== undefined) await replaceFile(heads, JSON.stringify(rows));
    });
}

/** As a whole or not at all: a run that is killed leaves the file as it was. */
async function replaceFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  } catch (error) {
    throw new SetupError(`--heads: ${file} cannot be written: ${messageOf(error)}`);
  }
}

/** The last row of each account, as an earlier run saw it. */
async function readKnown(file: string): Promise<ReadonlyMap<number, Link>> {
  const parsed: unknown = await readFile(file, 'utf8')
    .then((text): unknown => readJson(text))
    .catch((error: unknown) => {
      throw new SetupError(`${file} cannot be read: ${messageOf(error)}`);
    });
  const links = (Array.isArray(parsed) ? (parsed as unknown[]) : []).flatMap((row): [number, Link][] => {
    if (!isJsonObject(row)) return [];
    const { account_id: accountId, sequence, hash, broken_at: brokenAt } = row;
    const isLink = typeof accountId === 'number' && typeof sequence === 'number' && typeof hash === 'string';
    // A link that was broken then says nothing about later ones.
    return isLink && brokenAt === null ? [[accountId, { sequence, hash }]] : [];
  });
  if (links.length === 0) throw new SetupError(`${file} is not what audit verify --json printed.`);
  return new Map(links);
}
