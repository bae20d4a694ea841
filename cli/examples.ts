import { writeFile } from 'node:fs/promises';
import { CascadeClient, CascadeError, NotFoundError } from '../clients/typescript/src/index.ts';
import type { BodyOf, Schemas } from '../clients/typescript/src/types.ts';
import { differences, readExamples, type Example, type ExpectedOutcome, type Tried } from '../core/examples/example.ts';
import { isJsonObject } from '../core/json.ts';
import { SetupError } from '../platform/setup-error.ts';
import { readJsonFile } from './json-file.ts';
import { junitOf, type Suite } from './junit.ts';
import { apiTarget, type TargetFlags } from './target.ts';

export interface TestFlags extends TargetFlags {
  readonly workflow?: number;
  readonly ofVersion?: number;
  readonly definition?: string;
  readonly junit?: string;
}

interface Tested {
  readonly object: 'example_results';
  readonly passed: number;
  readonly failed: number;
  readonly examples: readonly {
    readonly file: string;
    readonly name: string;
    readonly outcome: ExpectedOutcome;
    readonly differences: readonly string[];
  }[];
}

interface Asking {
  readonly name: string;
  readonly seconds: number;
  readonly outcome: ExpectedOutcome;
  readonly faults: readonly string[];
}

/** `cascade test FILE…`: asks the examples of files of a workflow, of one of its versions, or of a definition in a file. */
export async function testExamples(
  files: readonly string[],
  flags: TestFlags,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Tested> {
  const { workflow, ofVersion, definition } = flags;
  if ((workflow === undefined) === (definition === undefined))
    throw new SetupError('Name one of --workflow and --definition.');
  if (ofVersion !== undefined && workflow === undefined) throw new SetupError('--of-version needs --workflow.');
  // All files are read before any example is tried, so that a wrong file leaves nothing half done.
  const read = await Promise.all(files.map(async (file) => ({ file, examples: await examplesIn(file) })));
  const given = definition === undefined ? null : await readJsonFile(definition);
  const api = new CascadeClient(await apiTarget(flags, env));
  const suites: Suite<Asking>[] = [];
  for (const { file, examples } of read) {
    const cases: Asking[] = [];
    for (const example of examples) {
      const begun = performance.now();
      const tried = await tryOut(api, example, { workflow, ofVersion, given });
      const seconds = (performance.now() - begun) / 1_000;
      cases.push({ name: example.name, seconds, outcome: tried.outcome, faults: differences(example.expected, tried) });
    }
    suites.push({ name: file, cases });
  }
  if (flags.junit !== undefined) await writeFile(flags.junit, junitOf(suites));
  const all = suites.flatMap(({ name: file, cases }) => cases.map((each) => ({ file, ...each })));
  const failed = all.filter(({ faults }) => faults.length > 0).length;
  return {
    object: 'example_results',
    passed: all.length - failed,
    failed,
    examples: all.map(({ file, name, outcome, faults }) => ({ file, name, outcome, differences: faults })),
  };
}

/** A line for each example, with its differences below it. */
export function asLines({ passed, failed, examples }: Tested): string {
  const lines = examples.flatMap(({ file, name, differences: found }) => [
    `${found.length === 0 ? 'ok  ' : 'FAIL'}  ${file}: ${name}`,
    ...found.map((line) => `        ${line}`),
  ]);
  return `${[...lines, `${passed} passed, ${failed} failed`].join('\n')}\n`;
}

/** The examples of a file. Throws a SetupError that names what is wrong. */
export async function examplesIn(file: string): Promise<readonly Example[]> {
  const { examples, faults } = readExamples(await readJsonFile(file));
  if (examples === null)
    throw new SetupError([`${file} holds no examples:`, ...faults.map((line) => `  ${line}`)].join('\n'));
  return examples;
}

interface Asked {
  readonly workflow: number | undefined;
  readonly ofVersion: number | undefined;
  readonly given: unknown;
}

async function tryOut(api: CascadeClient, example: Example, { workflow, ofVersion, given }: Asked): Promise<Tried> {
  const { name, payload, reports, decisions, as_of: asOf } = example;
  // The types of the client know no records that are only read.
  const day = asOf === undefined ? {} : { as_of: asOf };
  const run = { payload, reports: { ...reports }, decisions: { ...decisions }, ...day } as BodyOf<
    'post',
    '/workflows/{id}/simulate'
  >;
  try {
    const { data } =
      workflow === undefined
        ? await api.post('/workflows/simulate', {
            body: { ...run, definition: given } as BodyOf<'post', '/workflows/simulate'>,
          })
        : await api.post('/workflows/{id}/simulate', {
            path: { id: workflow },
            body: ofVersion === undefined ? run : { ...run, version: ofVersion },
          });
    return triedOf(data);
  } catch (error) {
    if (error instanceof NotFoundError)
      throw new SetupError(`The account has no workflow ${workflow}, or no such version.`);
    if (!(error instanceof CascadeError) || error.details.length === 0) throw error;
    const faults = error.details.map(({ field, message }) => `  ${field}: ${message}`);
    throw new SetupError([`"${name}" cannot be asked:`, ...faults].join('\n'));
  }
}

function triedOf(run: Schemas['Simulation']): Tried {
  const decided: unknown = Reflect.get(run, 'decided_by');
  const named = isJsonObject(decided) ? [decided.row_id, decided.rule] : [];
  return {
    outcome: outcomeOf(run),
    rules: named.filter((each) => typeof each === 'string'),
    reasons: [...new Set(run.explanation.notices.flatMap(({ reasons }) => reasons))],
  };
}

function outcomeOf({ status, stopped_at: stoppedAt, outcome }: Schemas['Simulation']): ExpectedOutcome {
  if (stoppedAt !== null) return 'review';
  if (status === 'failed') return 'failed';
  return outcome === 'approved' || outcome === 'denied' || outcome === 'conditional' ? outcome : 'undecided';
}
