import { canonicalJson } from '../../../core/canonical-json.ts';
import { onNotComparableOf } from '../../../core/cascade/on-not-comparable.ts';
import { pinsOf } from '../../../core/cascade/own-products.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import {
  asExpected,
  differences,
  type Example,
  type ExamplesGate,
  type Tried,
} from '../../../core/examples/example.ts';
import { asJsonObject, type JsonObject } from '../../../core/json.ts';
import { pack } from '../../../core/sources/pinned.ts';
import { MAX_WORK_OF_CALCULATION } from '../../../core/work.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import { readDictionary } from '../../../platform/database/fields.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import type { AskExamples } from '../calculations/examples.ts';
import type { Calculate } from '../calculations/index.ts';
import type { Auth } from '../services.ts';
import { reviewsNotComparable } from '../workflows/live-notices.ts';
import type { WorkflowWithDefinition } from '../workflows/records.ts';
import { markOf, readExamples, type ExampleRow } from './records.ts';

/*
 * The examples of a version are tried before the transaction that saves it. So the workflow's row is not locked for the
 * seconds that this may take. The mark of a result names everything on which it depends. If the mark has changed when
 * the version is saved, the examples are tried again. Source: semantics 2.13.
 */

/** A version that is saved, or would be. */
export interface AskedVersion {
  readonly workflowId: number;
  readonly name: string;
  readonly useCase: string | null;
  readonly definition: CascadeDefinition;
}

export function askedVersion(
  { id, name, use_case: useCase }: Pick<WorkflowWithDefinition, 'id' | 'name' | 'use_case'>,
  definition: CascadeDefinition,
): AskedVersion {
  return { workflowId: id, name, useCase, definition };
}

export interface ExampleResult {
  readonly example: ExampleRow;
  /** A text is the reason why it could not be tried. */
  readonly tried: Tried | string;
  readonly differences: readonly string[];
}

export interface Asked {
  readonly mark: string;
  readonly results: readonly ExampleResult[];
}

/** The results of a version's examples, and the reason why it goes live although some fail. */
export interface AnsweredExamples {
  readonly asked: Asked | null;
  readonly override: string | null;
}

export interface Asking {
  readonly db: Pick<Database, 'kysely'>;
  readonly auth: Pick<Auth, 'accountId'>;
  readonly calculate: Calculate;
}

/**
 * Units of work for all examples of a version together: some seconds. Examples that were not tried by then count as
 * failed.
 */
const WORK_OF_ALL = 6 * MAX_WORK_OF_CALCULATION;
const NOT_TRIED = 'it cannot be tried: the examples take too much work together';
const TOO_LARGE = 'it cannot be tried: it takes too much work';

/** Throws the errors of a calculation except `too_much_work`. */
export async function askVersion({ db, auth, calculate }: Asking, version: AskedVersion): Promise<Asked> {
  const read = await readAsked(db.kysely, auth, version);
  const tried = await tryAll(calculate, read.of);
  const results = read.rows.map((example, index): ExampleResult => {
    const own = tried[index] ?? NOT_TRIED;
    return { example, tried: own, differences: typeof own === 'string' ? [own] : differences(example.expected, own) };
  });
  return { mark: read.mark, results };
}

/** Tries examples, which need not be stored. A text is the reason why one could not be tried. */
export async function tryAll(calculate: Calculate, of: AskExamples): Promise<readonly (Tried | string)[]> {
  const tried: (Tried | string)[] = [];
  let spent = 0;
  while (tried.length < of.examples.length && spent < WORK_OF_ALL) {
    const input = JSON.stringify({ ...of, examples: portionOf(of.examples, tried.length) } satisfies AskExamples);
    try {
      const part = await calculate('askExamples', input);
      tried.push(...part.tried);
      spent += part.spent;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_much_work') throw error;
      tried.push(TOO_LARGE);
      spent += MAX_WORK_OF_CALCULATION;
    }
  }
  return tried;
}

const MOST_IN_PORTION = 50;
const CHARACTERS_OF_PORTION = 500_000;

/** The examples for one calculation, from an index on: at least one. */
function portionOf(examples: readonly Example[], from: number): readonly Example[] {
  let characters = 0;
  const portion = examples.slice(from, from + MOST_IN_PORTION);
  const end = portion.findIndex((example) => (characters += JSON.stringify(example).length) > CHARACTERS_OF_PORTION);
  return end === -1 ? portion : portion.slice(0, Math.max(1, end));
}

interface ReadAsked {
  readonly rows: readonly ExampleRow[];
  readonly of: AskExamples;
  readonly mark: string;
}

/** Reads the examples of a version, and the mark of everything on which their results depend. */
export async function readAsked(
  db: Queryable,
  auth: Pick<Auth, 'accountId'>,
  { workflowId, name, useCase, definition }: AskedVersion,
): Promise<ReadAsked> {
  const rows = await readExamples(db, auth, workflowId);
  const { version, fields } = await readDictionary(db, auth.accountId);
  const onNotComparable = onNotComparableOf(await reviewsNotComparable(db, auth.accountId));
  const mark = canonicalJson([
    ...[asJsonObject({ name, useCase, definition, pins: pinsOf(definition) }), markOf(rows)],
    ...[version, asJsonObject({ onNotComparable })],
  ]);
  const of = {
    ...{ definition: pack(definition), workflow: { name, useCase }, fields, onNotComparable, now: Date.now() },
    examples: rows.map(({ name: called, payload, reports, decisions, as_of, expected }) => ({
      ...{ name: called, payload, reports, decisions, as_of, expected },
    })),
  };
  return { rows, of, mark: sha256Hex(mark) };
}

function sorted({ results }: Asked) {
  const passes = ({ differences: found }: ExampleResult): boolean => found.length === 0;
  return { passed: results.filter(passes), failed: results.filter((each) => !passes(each)) };
}

/** The data of a response. Failing examples come first. */
export function presentResults(asked: Asked): JsonObject {
  const { passed, failed } = sorted(asked);
  return {
    object: 'example_results',
    passed: passed.length,
    failed: failed.length,
    results: [...failed, ...passed].map(presentResult),
  };
}

/** The member `examples` of the response of a save; none if there are no examples, or none was tried. */
export function savedExamples(asked: Asked | null): { readonly examples?: JsonObject } {
  if (asked === null || asked.results.length === 0) return {};
  const { passed, failed } = sorted(asked);
  return { examples: { passed: passed.length, failed: failed.length, failing: failed.map(presentResult) } };
}

function presentResult({ example, tried, differences: found }: ExampleResult): JsonObject {
  return {
    example_id: example.id,
    name: example.name,
    passes: found.length === 0,
    expected: asJsonObject(example.expected),
    got: typeof tried === 'string' ? null : asJsonObject(asExpected(tried)),
    differences: [...found],
  };
}

export async function readGate(db: Queryable, { accountId }: Pick<Auth, 'accountId'>): Promise<ExamplesGate> {
  const account = await db
    .selectFrom('account')
    .select('examples_gate')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return account.examples_gate;
}

/** The results are about another state: an example, the definition or the dictionary has changed since. */
class AskedAnother extends Error {
  override readonly name = 'AskedAnother';
}

const MOST_DETAILS = 100;

/**
 * Under the lock of its workflow, refuses a version that would go live although its examples fail. Returns the detail
 * for the audit log. Throws `examples_fail`, and AskedAnother if `asked` is not about this state.
 */
export async function requireExamples(
  trx: Queryable,
  auth: Pick<Auth, 'accountId'>,
  version: AskedVersion,
  { asked, override }: AnsweredExamples,
): Promise<JsonObject> {
  if ((await readGate(trx, auth)) !== 'required') return {};
  const { rows, mark } = await readAsked(trx, auth, version);
  if (rows.length === 0) return {};
  if (asked === null || asked.mark !== mark) throw new AskedAnother();
  const { failed } = sorted(asked);
  if (failed.length === 0) return {};
  if (override === null) {
    const details = failed.slice(0, MOST_DETAILS).map(({ example, differences: found }): ErrorDetail => ({
      field: 'examples',
      message: `${JSON.stringify(example.name)}: ${found.join('; ')}`,
    }));
    throw new AppError('examples_fail', { details });
  }
  const names = failed.map(({ example }) => example.name);
  return { examples_override: override, failing_examples: names };
}

const TIMES = 5;

/**
 * Tries the examples of a version, and saves it with the results; repeats that once if something changed between the
 * two. Null if there is no version to try.
 */
export async function askedFirst<T>(
  asking: Asking,
  version: () => Promise<AskedVersion | null>,
  save: (asked: Asked | null) => Promise<T>,
): Promise<T> {
  for (let time = 1; ; time += 1) {
    // The setting itself may have changed.
    const gate = await readGate(asking.db.kysely, asking.auth);
    const asked = gate === 'off' ? null : await askedOf(asking, await version(), gate);
    try {
      return await save(asked);
    } catch (error) {
      if (!(error instanceof AskedAnother)) throw error;
      if (time >= TIMES) throw new AppError('service_unavailable', { message: CHANGING, cause: error });
    }
  }
}

const CHANGING =
  'The examples of the cascade, or what they are asked of, changed again and again. Nothing was saved. Try again.';

async function askedOf(asking: Asking, version: AskedVersion | null, gate: ExamplesGate): Promise<Asked | null> {
  if (version === null) return null;
  try {
    return await askVersion(asking, version);
  } catch (error) {
    // A save that does not depend on the results does not wait for a busy machine.
    if (gate === 'shown' && error instanceof AppError && UNAVAILABLE.includes(error.code)) return null;
    throw error;
  }
}

const UNAVAILABLE: readonly string[] = ['rate_limited', 'service_unavailable'];
