/**
 * Reads a policy with the most rows that a list of rules may have, each with ten conditions. Prints milliseconds of processor
 * time and units of work. The limit is one second.
 *
 *   npm run bench:rows
 */
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { validateDefinition } from '../../core/cascade/validate.ts';
import { examplesOf } from '../../core/readback/examples.ts';
import { readingOf } from '../../core/readback/index.ts';
import { emit } from '../../core/rules/emit.ts';
import { all, PLAIN_TERMS, test, type Rule } from '../../core/rules/model.ts';
import { planOf } from '../../core/rules/plan.ts';
import { impliedRule } from '../../core/rules/rule-set.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../../core/work.ts';

const ROWS = 59;
const CONDITIONS = 10;

/** Rows that end in turn in another way stand in nodes of their own. */
function definitionOf(isOrdered: boolean): CascadeDefinition {
  const rules = Array.from({ length: ROWS }, (_, row): Rule => {
    const tests = Array.from({ length: CONDITIONS }, (_each, n) =>
      test({ source: 'context', field: `applicant.f${(row + n) % 24}`, operator: 'less_than', value: row * 10 + n }),
    );
    return {
      decision: row % 3 === 2 ? 'review' : 'deny',
      when: all(tests),
      isRequirement: false,
      before: [],
      after: [],
      terms: PLAIN_TERMS,
      quote: { text: `Rule number ${row}`, offset: row * 100 },
    };
  });
  const rest: Rule = { ...impliedRule('approve'), quote: { text: 'Approve everyone else', offset: 1e6 } };
  const plan = planOf({ rules: [...rules, rest], isWritten: isOrdered, implied: impliedRule });
  const { definition } = validateDefinition(emit(plan, { purpose: 'tenant', jurisdiction: null }).definition);
  if (definition === null) throw new Error('the rows have no form');
  return definition;
}

for (const isOrdered of [false, true]) {
  const definition = definitionOf(isOrdered);
  const work = new Work(MAX_WORK_OF_CALCULATION);
  const begun = process.cpuUsage();
  const { rules, no_rules: none } = readingOf(definition, work);
  const read = process.cpuUsage(begun);
  const readMs = (read.user + read.system) / 1_000;
  examplesOf(definition, { useCase: null, now: Date.parse('2026-03-01') }, work);
  const whole = process.cpuUsage(begun);
  const wholeMs = (whole.user + whole.system) / 1_000;
  process.stdout.write(
    `${JSON.stringify({ isOrdered, rules: rules?.length ?? none, readMs, wholeMs, units: work.spent })}\n`,
  );
}
