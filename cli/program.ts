import { Command, CommanderError, Option } from 'commander';
import { CELL_FORMS } from '../core/batches/matches.ts';
import { EXECUTION_MODES } from '../core/states.ts';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { Queryable } from '../platform/database/index.ts';
import type { Answer, CliAct, OnDatabase, Report } from './action.ts';
import { addAudit } from './audit.ts';
import type { RunBatchFlags } from './batches.ts';
import type { BillingFilter } from './billing.ts';
import { addConnections } from './connections.ts';
import { addIdentities } from './identity-commands.ts';
import { addKeys } from './keys.ts';
import { listen, type ListenFlags } from './listen.ts';
import { addVendorStub } from './vendor-stub.ts';
import { addMail } from './mail-commands.ts';
import { addProductCommands } from './product-commands.ts';
import { addFieldCommands } from './field-commands.ts';
import { addNoticeCommands } from './notice-commands.ts';
import { onDatabase as databaseActions, withDatabase } from './on-database.ts';
import type { MigrateFlags, RecoverFlags } from './operations.ts';
import { columnMatch, events, id, notBlank, oneOf, spanMs, time } from './parse.ts';
import { asJson, asRecord, asTable, type Listing, type Row } from './print.ts';
import { Progress } from './progress.ts';
import { addRecords } from './record-commands.ts';
import { addPartitions } from './partitions.ts';
import type { ReEvaluateFlags } from './re-evaluations.ts';
import { addRetention } from './retention.ts';
import { addApplicants } from './applicant-commands.ts';
import { BASE_URL, TOKEN_ENV } from './target-options.ts';
import { addExamples, addReadings, addRules, addTest } from './workflow-commands.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Characters of a line of `out`, if it is a terminal. */
  readonly columns?: number | undefined;
  /** True if `err` is a terminal. */
  readonly isTerminal?: boolean;
}

/**
 * The admin command line: `npm run --silent cascade -- <noun> <verb> [--flags]`. Works on the database of DATABASE_URL,
 * else on that of the stack that runs on CASCADE_DATA_DIR; `listen` works on the stack's API. Results go to `out`,
 * errors to `err`. Returns the exit code. 0: success; 1: failure; 2: wrong command line; 3: a row of a batch did not
 * complete. 4: some rows await a review; 5: the audit log was changed; 6: an example fails.
 */
export async function administer(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { err, isTerminal = false } = surroundings;
  const progress = new Progress({ err, isTerminal });
  const { program, exitCode } = commandLine(surroundings, progress);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    progress.end();
    err(`${error instanceof SetupError ? error.message : `It failed: ${messageOf(error)}`}\n`);
    return 1;
  } finally {
    progress.end();
  }
}

/** All commands, and the exit code after one of them. */
export function commandLine(
  surroundings: Surroundings,
  progress: Progress,
): { readonly program: Command; readonly exitCode: () => number } {
  const { out, err, columns } = surroundings;
  const program = new Command('cascade')
    .description('Administer a Cascade installation.')
    .version(packageJson.version, '--version', 'print the version')
    .option('--json', 'print one JSON document')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: out, writeErr: err })
    .showHelpAfterError('(--help lists the flags)')
    .exitOverride();
  const print = (answer: Answer): void => {
    progress.end();
    const isJson = program.opts<{ json?: boolean }>().json === true;
    const listing = listingOf(answer);
    if (listing === undefined) out((isJson ? asJson : asRecord)(answer as Row));
    else out(isJson ? asJson(listing.rows) : asTable(listing, columns));
  };
  const { env } = surroundings;
  const onDatabase = databaseActions(env, print);
  addIdentities(program, onDatabase);
  addFieldCommands(program, onDatabase);
  addProductCommands(program, onDatabase);
  addNoticeCommands(program, onDatabase);
  addOperations(program, onDatabase, { err: (line) => (progress.end(), err(line)), report: progress.report, env });
  addKeys(program, onDatabase, env, progress.report);
  addConnections(program, { onDatabase, env, print });
  addMail(program, onDatabase, env);
  addRetention(program, onDatabase, env, progress.report);
  addPartitions(program, onDatabase, env);
  addApplicants(program, { onDatabase, env, print });
  let exitCode = 0;
  addBacktests(program, onDatabase);
  addBatches(program, onDatabase, async (file, flags) => {
    const { runBatch } = await import('./batches.ts');
    const answer = await runBatch(file, flags, {
      env: env,
      err: (text) => progress.say(text),
      report: progress.report,
    });
    if (answer.awaiting_review > 0) exitCode = ROWS_WAIT;
    else if (answer.completed < answer.rows || answer.skipped > 0) exitCode = ROWS_FAILED;
    progress.end();
    out(program.opts<{ json?: boolean }>().json === true ? asJson(answer) : asRecord(answer));
  });
  addBilling(program, (flags) =>
    withDatabase(env, async (db) => {
      const { exportBilling } = await import('./billing.ts');
      const { operatorName, record } = await operations();
      const { account, from, to } = flags;
      const detail = { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
      await record(db.kysely, operatorName(env), {
        action: 'billing.exported',
        ...(account === undefined ? {} : { accountId: account }),
        subject: { type: 'billing', id: account ?? 'all' },
        detail,
      });
      for await (const line of exportBilling(db.kysely, flags)) out(line);
    }),
  );
  addAudit(program, env, { out, print, onBroken: () => (exitCode = AUDIT_BROKEN) });
  addEvidence(program, async (file, keys) => {
    const { verifyEvidence } = await import('./evidence.ts');
    const answer = { ...(await verifyEvidence(file, keys)) };
    out(program.opts<{ json?: boolean }>().json === true ? asJson(answer) : asRecord(answer));
  });
  addRecords(program, onDatabase);
  addRules(program, {
    export: async (workflowId, flags) => {
      const { exportRules } = await import('./rules.ts');
      out(await exportRules(workflowId, flags, env));
    },
    import: async (file, flags) => {
      const { importRules } = await import('./rules.ts');
      print(await importRules(file, flags, env));
    },
  });
  addExamples(program, {
    export: async (workflowId, flags) => {
      const { exportExamples } = await import('./kept-examples.ts');
      out(await exportExamples(workflowId, flags, env));
    },
    import: async (file, flags) => {
      const { importExamples } = await import('./kept-examples.ts');
      print(await importExamples(file, flags, env));
    },
  });
  addTest(program, async (files, flags) => {
    const { asLines, testExamples } = await import('./examples.ts');
    const tested = await testExamples(files, flags, env);
    if (tested.failed > 0) exitCode = EXAMPLES_FAIL;
    if (program.opts<{ json?: boolean }>().json === true) out(asJson(tested));
    else out(asLines(tested));
  });
  addReEvaluations(program, async (executionId, flags) => {
    const { reEvaluate } = await import('./re-evaluations.ts');
    print(await reEvaluate(executionId, flags, { env, err: (text) => progress.say(text) }));
  });
  addReadings(program, (workflowId, flags) =>
    withDatabase(env, async (db) => {
      const { asText, readWorkflow } = await import('./readings.ts');
      const reading = await readWorkflow(db.kysely, workflowId, flags, Date.now());
      out(program.opts<{ json?: boolean }>().json === true ? asJson(reading) : asText(reading));
    }),
  );
  addVendorStub(program, (line) => surroundings.err(`${line}\n`));
  addListen(program, (flags) => {
    // It prints what arrives, for as long as it runs.
    progress.end();
    const isJson = program.opts<{ json?: boolean }>().json === true;
    const audit = async (trx: Queryable, act: CliAct) => {
      const { operatorName, record } = await operations();
      await record(trx, operatorName(env), act);
    };
    return listen(flags, { ...surroundings, isJson, audit, withDatabase: (work) => withDatabase(env, work) });
  });
  return { program, exitCode: () => exitCode };
}

/** Exit code of `batches run` if a row failed, was cancelled or was skipped; the results are written all the same. */
const ROWS_FAILED = 3;
/** If rows await a review, whatever became of the others. */
const ROWS_WAIT = 4;
/** The exit code of `audit verify` if a chain is broken. */
const AUDIT_BROKEN = 5;
const EXAMPLES_FAIL = 6;

/** Loading the database's packages takes longer than the rest of a command. */
const operations = () => import('./operations.ts');

/** Undefined for one record. */
function listingOf(answer: Answer): Listing | undefined {
  if (Array.isArray(answer)) {
    const rows = answer as Listing['rows'];
    return { rows, columns: Object.keys(rows[0] ?? {}).filter((name) => name !== 'object') };
  }
  return 'rows' in answer && 'columns' in answer ? (answer as Listing) : undefined;
}

function addOperations(
  program: Command,
  onDatabase: OnDatabase,
  { err, report, env }: Pick<Surroundings, 'err' | 'env'> & { readonly report: Report },
): void {
  program
    .command('deliveries')
    .description('Webhook deliveries')
    .command('requeue-dead')
    .description('Grant every dead delivery one more attempt.')
    .action(onDatabase.works(async (work) => (await operations()).requeueAllDead(work, report)));

  program
    .command('migrate')
    .description('Bring the database up to date.')
    .addOption(new Option('--wait', 'change nothing; wait until another process has done it').conflicts('serviceRoles'))
    .option(
      '--service-roles [prefix]',
      'grant the database roles of the services what each needs, and nothing else; without a prefix they are ' +
        'cascade_gateway and so on',
      notBlank,
    )
    .action(
      onDatabase.works(async (work, flags: MigrateFlags) => (await operations()).bringUpToDate(work, flags, err)),
    );

  program
    .command('recover')
    .description('Start every live execution again that Temporal does not know, after Temporal lost its database.')
    .option(
      '--restored',
      'PostgreSQL was restored from a backup: start all of them again under new run keys, and use no id twice. ' +
        'Stop the services first',
    )
    .action(
      onDatabase.works(async (work, flags: RecoverFlags) =>
        (await operations()).recoverRuns(work, flags, { report, env }),
      ),
    );
}

function addBacktests(program: Command, onDatabase: OnDatabase): void {
  program
    .command('backtests')
    .description('Versions that are tried on past applicants')
    .command('cancel')
    .description('End a backtest. Its findings so far are kept.')
    .argument('<id>', 'id of the backtest', id)
    .action(
      onDatabase.changesRecord(
        { noun: 'backtests', action: 'backtest.cancelled', existing: true },
        async (trx, backtestId: number) => (await operations()).cancelBacktest(trx, backtestId),
      ),
    );
}

function addBatches(
  program: Command,
  onDatabase: OnDatabase,
  run: (file: string, flags: RunBatchFlags) => Promise<void>,
): void {
  const batches = program.command('batches').description('Batches of executions');
  batches
    .command('interrupt')
    .description('Stop the dispatch of a batch. Rows in flight finish; POST /batches/{id}/resume goes on.')
    .argument('<id>', 'id of the batch', id)
    .action(
      onDatabase.changesRecord(
        { noun: 'batches', action: 'batch.interrupted', existing: true },
        async (trx, batchId: number) => (await operations()).interruptBatch(trx, batchId),
      ),
    );
  batches
    .command('run')
    .description(
      'Run the rows of a CSV file or a spreadsheet (.xlsx) as a batch, and write their results. Repeating it watches the same batch. Columns: ' +
        'external_reference, applicant.…, property.… and what is declared; of the declared type, else text, unless the ' +
        'header ends with :number or :boolean. ' +
        'Once no row is at work and some await a review, it writes the results so far and ends. ' +
        `Its exit code is ${ROWS_WAIT} then, and ${ROWS_FAILED} if the batch has ended and a row of it did not complete.`,
    )
    .argument('<file>', 'CSV file or .xlsx with a header and at most 500 rows')
    .requiredOption('--workflow <id>', 'id of the workflow', id)
    .option('--mode <mode>', 'test or live', oneOf(EXECUTION_MODES), 'test')
    .option('--wait-reviews', 'go on watching until the reviews are decided too', false)
    .option('--accept-warnings', 'in live mode, run a file that may not hold what you mean', false)
    .option('--again', 'run the file once more, though it was run before', false)
    .option(
      '--on-invalid-rows <act>',
      'refuse the file, or skip rows with values of another type than is declared',
      oneOf(['refuse', 'skip']),
      'refuse',
    )
    .option(
      '--map <match>',
      'HEADER=FIELD for a header in your own words, once for each; HEADER= leaves the column out. FIELD:FORM says how its ' +
        `cells are written: ${CELL_FORMS.join(', ')}`,
      columnMatch,
    )
    .option('--results <file>', 'where the results go; FILE.results.csv by default', notBlank)
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .action(run);
}

function addBilling(program: Command, action: (flags: BillingFilter) => Promise<void>): void {
  program
    .command('billing')
    .description('The ledger of live report pulls')
    .command('export')
    .description('Write the ledger as CSV: each live pull once, however often it was tried.')
    .option('--account <id>', 'only those of one account', id)
    .option('--from <time>', 'billed at that time or later, such as 2026-03-01', time)
    .option('--to <time>', 'billed before that time', time)
    .action(action);
}

function addReEvaluations(program: Command, act: (executionId: number, flags: ReEvaluateFlags) => Promise<void>): void {
  program.commands
    .find((command) => command.name() === 'executions')
    ?.command('re-evaluate')
    .description(
      'Run an execution again, on corrected values if a file has some: a new execution of the current version, which sends ' +
        'its letters. Reports that were pulled are used again. Repeating the command makes no second one.',
    )
    .argument('<id>', 'id of the execution', id)
    .option(
      '--corrections <file>',
      'JSON of paths and values, such as {"applicant.email": "…"}; - reads standard input',
      notBlank,
    )
    .option('--reason <text>', 'why the values are corrected', notBlank)
    .option('--fresh-reports', 'pull every report afresh, which is billed in live mode', false)
    .option('--again', 'run it once more, though the same was asked for before', false)
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .action(act);
}

function addEvidence(program: Command, action: (file: string, keys: string) => Promise<void>): void {
  program
    .command('evidence')
    .description('Evidence bundles of executions, and receipts of erasures')
    .command('verify')
    .description('Verify a bundle: every byte, the signature of its manifest, and the hash of each of its files.')
    .argument('<file>', 'the downloaded evidence.zip, or the receipt of an erasure as JSON')
    .requiredOption('--keys <source>', 'a file with the published keys, or the address of the installation', notBlank)
    .action((file: string, { keys }: { keys: string }) => action(file, keys));
}

function addListen(program: Command, action: (flags: ListenFlags) => Promise<void>): void {
  program
    .command('listen')
    .description(
      'Print the verified events of a development stack. ' +
        'Subscribes until Ctrl-C. With --json, one document a line.',
    )
    .addOption(
      new Option('--client <id>', 'id of the API client whose events; that of the token by default')
        .argParser(id)
        .conflicts('tokenEnv'),
    )
    .option('--events <list>', 'names of events with commas between; all by default', events)
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .option('--timeout <span>', 'how long a call of the API may take; 20s by default', spanMs)
    .action(action);
}
