/**
 * Measures the reading of the largest definitions that saving allows (`largest.ts`), in milliseconds of processor time
 * and in units of work. Each is warned of, read, read beside another version, and simulated.
 *
 *   npm run bench:readings
 */
import { asJsonObject, type JsonObject } from '../../core/json.ts';
import { lintDefinition } from '../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { validateDefinition } from '../../core/cascade/validate.ts';
import { explainNotice } from '../../core/explanation/index.ts';
import { simulate } from '../../core/explanation/simulate.ts';
import { noticeRules } from '../../core/notices/warnings/index.ts';
import { changesBetween, readVersion } from '../../core/readback/changes.ts';
import { MAX_WORK_OF_CALCULATION, MAX_WORK_OF_LINT, Work } from '../../core/work.ts';
import { examplesOf } from '../../core/readback/examples.ts';
import { ANOTHER, SHAPES } from './largest.ts';

const OPTIONS = { useCase: null, now: Date.parse('2026-03-01') };

const TASKS: Readonly<Record<string, (definition: CascadeDefinition, work: Work) => object>> = {
  validate: (definition) => validateDefinition(definition),
  lint: (definition) => lintDefinition(definition, new Work(MAX_WORK_OF_LINT), noticeRules('tenant_screening')),
  read: (definition, work) => [readVersion(definition, OPTIONS, work), examplesOf(definition, OPTIONS, work)],
  compare: (definition, work) => {
    const [before, after] = [ANOTHER, definition].map((each) => readVersion(each, OPTIONS, work));
    return before === undefined || after === undefined ? {} : changesBetween(before, after, OPTIONS, work);
  },
  simulate: (definition, work) => {
    const payload: JsonObject = {
      applicant: Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`f${n}`, n % 2 === 0 ? 1e9 : 0])),
    };
    const run = simulate(
      definition,
      {
        ...{ payload, reports: {}, decisions: {}, now: OPTIONS.now },
        workflow: { name: 'Bench', useCase: null },
        sandbox: { find: () => undefined },
      },
      work,
    );
    return run.notices.map((notice) => explainNotice(run.recorded, notice, work));
  },
};

const row = (cells: readonly (string | number)[]): void =>
  void process.stdout.write(
    `${cells.map((cell, n) => (n === 0 ? String(cell).padEnd(32) : String(cell).padStart(16))).join('')}\n`,
  );
row(['', ...Object.keys(TASKS)]);
for (const { name, definition } of SHAPES) {
  const { details } = validateDefinition(definition);
  if (details.length > 0) throw new Error(`${name} cannot be saved: ${JSON.stringify(asJsonObject(details[0] ?? {}))}`);
  const measured = Object.values(TASKS).map((perform) => {
    const work = new Work(MAX_WORK_OF_CALCULATION);
    const begun = process.cpuUsage();
    perform(definition, work);
    const { user, system } = process.cpuUsage(begun);
    return `${((user + system) / 1_000).toFixed(0)} ms ${(work.spent / 1_000).toFixed(0)} k`;
  });
  row([name, ...measured]);
}
