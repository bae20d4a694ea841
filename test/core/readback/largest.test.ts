import { dictionaryIn } from '../../../core/fields/standard.ts';
import { ANOTHER, SHAPES } from '../../../bench/worst/largest.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { changesBetween, readVersion } from '../../../core/readback/changes.ts';
import { examplesOf } from '../../../core/readback/examples.ts';
import { MAX_WORK_OF_CALCULATION, MAX_WORK_OF_LINT, Work } from '../../../core/work.ts';
import { describe, expect, test } from '../../support/jest.ts';

/*
 * The largest definitions that saving allows, in the shapes that cost a reading most. Work is counted here; what it takes
 * in processor time is measured by `npm run bench:readings`.
 */

const OPTIONS = { useCase: null, now: Date.UTC(2026, 2, 1) };
/** Limit of each: a reading's text about conditions without one value could be a hundred times as long. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const definitions = SHAPES.map(({ name, definition }) => [name, definition] as const);

describe.each(definitions)('the largest definition, a %s,', (_name, definition) => {
  test('can be saved, and nearly fills what saving allows', () => {
    expect(validateDefinition(definition).details).toEqual([]);
    expect(definition.length >= 450 || JSON.stringify(definition).length > 215 * 1024).toBe(true);
  });

  test('is read within the budget, and beside another one as large, too', () => {
    const { after, examples, changes, work } = comparedWith(ANOTHER, definition);
    expect(work.isExceeded).toBe(false);
    expect(JSON.stringify([after.reading, examples, changes]).length).toBeLessThan(2 * MOST_CHARACTERS);
  });

  // Rules: 2.8.8
  test('has every step in its reading, and every field in a table or among those left out', () => {
    const { after, examples } = comparedWith(ANOTHER, definition);
    const { reading } = after;
    expect(reading.steps.map(({ node_id: id }) => id)).toEqual(definition.map(({ id }) => id));
    const named = new Set([...examples.tables.map(({ field }) => field), ...examples.left_out]);
    expect(fieldsOf(definition).filter((field) => !named.has(`the field ${field}`))).toEqual([]);
  });

  test('is warned of within the budget', () => {
    const work = new Work(MAX_WORK_OF_LINT);
    const warnings = lintDefinition(definition, work, noticeRules('tenant_screening'));
    expect(work.isExceeded).toBe(false);
    expect(warnings.map(({ message }) => message).filter((text) => text.startsWith('Not all checks'))).toEqual([]);
  });
});

interface Compared {
  readonly after: ReturnType<typeof readVersion>;
  readonly examples: ReturnType<typeof examplesOf>;
  readonly changes: ReturnType<typeof changesBetween>;
  readonly work: Work;
}

/** Each takes some hundreds of milliseconds, and several tests look at it. */
const compared = new Map<CascadeDefinition, Compared>();

function comparedWith(other: CascadeDefinition, definition: CascadeDefinition): Compared {
  const known = compared.get(definition);
  if (known !== undefined) return known;
  const work = new Work(MAX_WORK_OF_CALCULATION);
  const before = readVersion(other, OPTIONS, work);
  const after = readVersion(definition, OPTIONS, work);
  const examples = examplesOf(definition, OPTIONS, work);
  const made = { after, examples, changes: changesBetween(before, after, OPTIONS, work), work };
  compared.set(definition, made);
  return made;
}

function fieldsOf(definition: CascadeDefinition): readonly string[] {
  return [
    ...new Set([...JSON.stringify(definition).matchAll(/"field":"(applicant\.f\d+)"/g)].map((found) => found[1] ?? '')),
  ];
}

// Rules: 2.8.8
test('a value whose absence takes too long to follow is named, and what becomes of it is said to be left open', () => {
  const [, definition = []] = definitions.find(([name]) => name === 'many groups') ?? [];
  const { missing_values: missing, steps } = comparedWith(ANOTHER, definition).after.reading;
  expect(missing.map(({ field }) => field)).toEqual(fieldsOf(definition).map((field) => `the field ${field}`));
  expect(missing.at(-1)?.text).toMatch(/ is not known: what becomes of them is not worked out here/);
  expect(steps.find(({ node_id: id }) => id === 'c0')?.text).toMatch(
    /is not worked out here, because there are too many/,
  );
});

// Rules: 2.8.8
test('with no budget for tables every field is left out, and the rules are still said', () => {
  const [, definition = []] = definitions.find(([name]) => name === 'lists, value_from and where') ?? [];
  const work = new Work(260_000);
  const { reading } = readVersion(definition, OPTIONS, work);
  const examples = examplesOf(definition, OPTIONS, work);
  expect(examples.tables).toEqual([]);
  expect(examples.left_out.length).toBeGreaterThan(0);
  expect(reading.steps).toHaveLength(definition.length);
});

// Rules: 2.8.9
test('places that were not tried on both versions are counted', () => {
  const [, definition = []] = definitions.find(([name]) => name === 'chain of 59, many conditions') ?? [];
  expect(comparedWith(ANOTHER, definition).changes.untried).toBeGreaterThan(0);
});

test('a field of many thousand names is read, and is no value that an applicant is given', () => {
  const field = `applicant${'.a'.repeat(50_000)}`;
  const conditions = [{ source_node_id: 'context', field, operator: 'equals', value: 1 }];
  const definition = [
    { id: 'a', type: 'ApplicantSource', next_step: ['c'] },
    { id: 'c', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions }] } }, pass_steps: ['ok'] },
    { id: 'ok', type: 'Action', action_type: 'Approve' },
  ] as unknown as CascadeDefinition;
  const declared = dictionaryIn({ 'applicant.b': { type: 'number', label: 'B' } });
  const examples = examplesOf(definition, { ...OPTIONS, ...declared }, new Work(MAX_WORK_OF_CALCULATION));
  expect(examples.left_out).toEqual([`the field ${field}`]);
});
