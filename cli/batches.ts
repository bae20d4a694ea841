import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { access, readFile, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CascadeClient, CascadeError, NotFoundError } from '../clients/typescript/src/index.ts';
import type { Schemas } from '../clients/typescript/src/types.ts';
import type { CellError } from '../core/batches/columns.ts';
import { MOST_BATCH_BYTES, MOST_BATCH_ROWS } from '../core/batches/limits.ts';
import { keyOfFile, partsOf } from '../core/batches/parts.ts';
import type { ColumnMatches } from '../core/batches/matches.ts';
import { readRows } from '../core/batches/rows.ts';
import { headersOf, readTable, usedMatches, type FileTable } from '../core/batches/table.ts';
import type { ExecutionMode } from '../core/states.ts';
import { SetupError } from '../platform/setup-error.ts';
import { compareFile, declaredFields, noWorkflow } from './compared-file.ts';
import type { Report } from './progress.ts';
import { apiTarget, type TargetFlags } from './target.ts';

export interface RunBatchFlags extends TargetFlags {
  readonly workflow: number;
  readonly mode: ExecutionMode;
  readonly again: boolean;
  /** The treatment of a file with faulty rows. */
  readonly onInvalidRows: 'refuse' | 'skip';
  /** Accepts rows that are hardly meant as they are; without it live mode refuses such a file. */
  readonly acceptWarnings: boolean;
  readonly map?: ColumnMatches;
  readonly results?: string;
  /** Goes on watching while nothing but reviews is left. */
  readonly waitReviews: boolean;
}

/** The results of a batch that has ended, or whose remaining rows all wait. The others were cancelled or skipped. */
export type BatchResults = {
  readonly id: number;
  readonly status: string;
  readonly rows: number;
  readonly completed: number;
  readonly failed: number;
  /** Rows of the file that the service did not run, because they are wrong. */
  readonly skipped: number;
  readonly awaiting_review: number;
  /** That wait for a time. */
  readonly waiting: number;
  /** The file. */
  readonly results: string;
};

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly err: (text: string) => void;
  readonly report: Report;
}

type Batch = Schemas['Batch'];

/** The number of rows that are looked at in a longer file. */
const MOST_ROWS_READ = 100_000;
const MOST_ERRORS = 20;
/** Requests of one address are limited to 60 a minute. */
const POLL_MS = 2_000;
/** While every row that is left waits; each look is two requests then. */
const PARKED_POLL_MS = 5_000;

/**
 * `cascade batches run FILE`: submits the rows of a CSV file or a spreadsheet (.xlsx) as a batch, shows its progress and
 * writes the results' CSV. It may be interrupted and repeated: the key is made of workflow, mode and file. An equal file is the same batch,
 * and the command goes on watching it. `--again` runs the file once more. If no row is at work and some await a review,
 * which may take days, the results so far are written. The command then ends, unless `waitReviews`.
 */
export async function runBatch(
  file: string,
  flags: RunBatchFlags,
  { env, err, report }: Surroundings,
): Promise<BatchResults> {
  const bytes = await readFile(file).catch(() => {
    throw new SetupError(`${file} cannot be read.`);
  });
  const results = flags.results ?? `${file.replace(/\.(?:csv|xlsx)$/i, '')}.results.csv`;
  await mayWrite(results, file);
  const api = new CascadeClient(await apiTarget(flags, env));
  const specs = await declaredFields(api);
  const table = await readTable(bytes, MOST_ROWS_READ);
  for (const note of table.notes) err(`${note}\n`);
  const read = readRows(table, Date.now(), {
    specs,
    skipsWrongTypes: flags.onInvalidRows === 'skip',
    ...(flags.map === undefined ? {} : { matches: flags.map }),
  });
  // A file without commas has a fault of its own.
  if (read.columns.length > 0) requireHeaders(file, table, flags.map);
  const { rows, lines, errors, errorCount, warnings, warningCount, hasMore } = await compareFile(
    api,
    read,
    { workflowId: flags.workflow, specs },
    err,
  );
  if (errorCount > 0) throw new SetupError(explain(file, errors, errorCount));
  if (rows.length === 0 || rows.length > MOST_BATCH_ROWS) {
    const has = hasMore ? 'more than ' : '';
    throw new SetupError(
      `${file} must have 1 to ${MOST_BATCH_ROWS} rows below its header; it has ${has}${rows.length}.` +
        (rows.length === 0 ? '' : ' The console makes as many batches of a longer file as it takes.'),
    );
  }
  if (partsOf(rows).length > 1) {
    throw new SetupError(
      `${file} is too large for one batch, which holds at most ${MOST_BATCH_BYTES / 1_024 ** 2} MiB.`,
    );
  }
  if (warningCount > 0) {
    const found = listed(`${file} may not hold what you mean:`, warnings, warningCount);
    if (flags.mode === 'live' && !flags.acceptWarnings) {
      throw new SetupError(`${found}\nNothing was sent. Mend the file, or repeat the command with --accept-warnings.`);
    }
    err(`${found}\n`);
  }
  const idempotencyKey = flags.again ? randomUUID() : keyOfFile(bytes, keyed(flags, table));
  const { data: accepted, isReplay } = await api
    .post('/workflows/{id}/batches', {
      path: { id: flags.workflow },
      body: {
        ...{ rows: [...rows], execution_mode: flags.mode },
        // Defaults are left out, so that a file that was run before is the same request.
        ...(flags.onInvalidRows === 'skip' ? { on_invalid_rows: 'skip' as const } : {}),
      },
      idempotencyKey,
    })
    .catch((error: unknown) => {
      throw explained(error, file, lines, flags.workflow);
    });
  err(
    `Batch ${accepted.id} ${isReplay ? 'was submitted before; watching it' : 'was accepted'}. Ctrl-C stops watching, not the batch.\n`,
  );

  if (accepted.skipped_rows !== undefined) err(skippedWords(accepted.skipped_rows, lines));

  const later = flags.again
    ? `GET /batches/${accepted.id}/exports.csv has its results; with --again this command would run the file once more`
    : 'repeat this command to go on watching it';
  const { batch, parked } = await watch(api, accepted.id, report, async (found) => {
    await writeResults(api, accepted.id, results);
    const isOver = found.awaitingReview > 0 && !flags.waitReviews;
    const so = isOver ? `The results so far are in ${results}; ${later}` : `You may stop here (Ctrl-C); ${later}`;
    err(`Batch ${accepted.id} goes on without you: ${inWords(found)}. ${so}.\n`);
    return isOver;
  });
  err(
    `Batch ${batch.id} is ${batch.status}: of ${batch.total_count} rows ${batch.completed_count} completed and ` +
      `${batch.failed_count} failed.\n`,
  );
  if (batch.status === 'interrupted') {
    throw new SetupError(
      `Batch ${batch.id} is interrupted (${batch.interruption}). POST /batches/${batch.id}/resume goes on with it; ${later}.`,
    );
  }
  // Those of a batch that goes on were written when it was found to wait.
  if (parked === null) await writeResults(api, batch.id, results);
  const { id, status, total_count: rowCount, completed_count: completed, failed_count: failed } = batch;
  const { awaitingReview, waiting } = parked ?? NOBODY;
  const skipped = batch.skipped_rows?.count ?? 0;
  return { id, status, rows: rowCount, completed, failed, skipped, awaiting_review: awaitingReview, waiting, results };
}

const keyed = ({ workflow, mode, map = new Map() }: RunBatchFlags, table: FileTable) => ({
  ...{ workflow, mode, reference: null },
  matches: usedMatches(table, map),
});

/** A header that is misspelt would leave its column as it is: one that is not to be sent would be. */
function requireHeaders(file: string, table: FileTable, map: ColumnMatches = new Map()): void {
  const headers = new Set(headersOf(table));
  for (const header of map.keys()) {
    if (!headers.has(header)) {
      throw new SetupError(`${file} has no column ${JSON.stringify(header)}, which --map names.`);
    }
  }
}

/** Rows that were skipped, by their lines in the file. */
function skippedWords({ count, faults }: NonNullable<Batch['skipped_rows']>, lines: readonly number[]): string {
  const found = faults.slice(0, MOST_ERRORS).map(({ field, message }) => {
    const [, row = '', column = ''] = /^rows\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
    return `  line ${lines[Number(row)] ?? '?'}${column === '' ? '' : `, column ${column}`}: ${message}`;
  });
  return [`${count} row${count === 1 ? ' is' : 's are'} wrong and skipped:`, ...found, ''].join('\n');
}

function explain(file: string, errors: readonly CellError[], count: number): string {
  return listed(`${file} cannot be used:`, errors, count);
}

function listed(head: string, errors: readonly CellError[], count: number): string {
  const lines = errors
    .slice(0, MOST_ERRORS)
    .map(({ line, column, message }) => `  line ${line}${column === '' ? '' : `, column ${column}`}: ${message}`);
  const more = count - lines.length;
  return [head, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

/** The faults that the service found in rows, by their lines; any other error as it is. */
function explained(error: unknown, file: string, lines: readonly number[], workflowId: number): unknown {
  if (error instanceof NotFoundError) return noWorkflow(workflowId);
  if (!(error instanceof CascadeError)) return error;
  const found = error.details.map(({ field, message }) => {
    const [, row, column = ''] = /^rows\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
    const line = row === undefined ? undefined : lines[Number(row)];
    return line === undefined ? undefined : { line, column, message };
  });
  const errors = found.filter((cell) => cell !== undefined);
  return errors.length === 0 || errors.length < found.length
    ? error
    : new SetupError(explain(file, errors, errors.length));
}

/** Rows that wait while no other is at work. */
interface Parked {
  readonly awaitingReview: number;
  readonly waiting: number;
}
const NOBODY: Parked = { awaitingReview: 0, waiting: 0 };

/**
 * Waits until it has ended or is interrupted, or `onParked` returns true. It is called with the reasons for which
 * rows wait, each time that none is at work any more.
 */
async function watch(api: CascadeClient, id: number, report: Report, onParked: (parked: Parked) => Promise<boolean>) {
  let endedBefore = -1;
  let wordsBefore = '';
  for (;;) {
    const batch = await api.batches.get(id);
    const { status, total_count: total, completed_count: completed, failed_count: failed } = batch;
    const ended = completed + failed;
    if (status !== 'pending' && status !== 'running') {
      report(ended, total, `${failed} failed, ${status}`);
      return { batch, parked: null };
    }
    // A batch may wait for people for days; whoever watches it must not take it for stuck.
    const parked = ended === endedBefore ? parkedIn((await api.batches.summary(id)).by_status) : NOBODY;
    const words = inWords(parked);
    endedBefore = ended;
    report(ended, total, `${failed} failed, ${status}${words === '' ? '' : `, ${words}`}`);
    if (words !== '' && wordsBefore === '' && (await onParked(parked))) return { batch, parked };
    wordsBefore = words === '' ? wordsBefore : words;
    await sleep(words === '' ? POLL_MS : PARKED_POLL_MS);
  }
}

/** Rows that wait for a person or a time; none if others are still at work. */
function parkedIn(counts: Readonly<Record<string, number>>): Parked {
  const count = (status: string) => counts[status] ?? 0;
  if (count('queued') + count('pending') + count('running') > 0) return NOBODY;
  return { awaitingReview: count('awaiting_review'), waiting: count('waiting') };
}

function inWords({ awaitingReview, waiting }: Parked): string {
  return [
    ...(awaitingReview > 0 ? [`${awaitingReview} await a review`] : []),
    ...(waiting > 0 ? [`${waiting} wait for a time`] : []),
  ].join(', ');
}

/** Before the batch runs: whoever learns it afterwards has waited for nothing. */
async function mayWrite(results: string, file: string): Promise<void> {
  if (resolve(results) === resolve(file)) throw new SetupError(`--results names ${file} itself; name another file.`);
  await access(dirname(resolve(results)), constants.W_OK).catch(() => {
    throw new SetupError(`${results} cannot be written; name another file with --results.`);
  });
}

/** Under its name only once it is whole. */
async function writeResults(api: CascadeClient, id: number, path: string): Promise<void> {
  const response = await api.download('/batches/{id}/exports.csv', { path: { id } });
  if (response.body === null) throw new Error('the results have no content');
  const part = `${path}.part`;
  await pipeline(response.body, createWriteStream(part));
  await rename(part, path);
}
