import fc from 'fast-check';
import type { NodeBase } from '../../../core/cascade/definition.ts';
import type { OnNotComparable } from '../../../core/cascade/on-not-comparable.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { describeUndeclared, undeclaredForLive, warnOfUndeclaredFields } from '../../../core/cascade/undeclared.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import type { JsonObject } from '../../../core/json.ts';
import { MAX_WORK_OF_LINT, Work } from '../../../core/work.ts';
import { describe, expect, test } from '../../support/jest.ts';

const condition = (field: string, more: JsonObject = {}): JsonObject => ({
  ...{ source_node_id: 'start', field, operator: 'greater_than' },
  ...(more.value_from === undefined ? { value: 1 } : {}),
  ...more,
});
const branch = (...conditions: JsonObject[]): JsonObject => ({ condition_groups: [{ conditions }] });
const choice = (conditions: JsonObject[], more: JsonObject = {}): JsonObject => ({
  ...{ id: 'decide', type: 'IfElse', branches: { pass: branch(...conditions) } },
  ...{ pass_steps: ['approve'], fail_steps: ['deny'] },
  ...more,
});
const denial = (settings: JsonObject = {}): JsonObject => ({
  ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
  adverse_action: { recipient: '{{applicant.email}}', ...settings },
});
const APPROVE: JsonObject = { id: 'approve', type: 'Action', action_type: 'Approve' };

function cascade(nodes: readonly JsonObject[], config: JsonObject = {}): readonly NodeBase[] {
  const [first] = nodes;
  const start = { id: 'start', type: 'ApplicantSource', config, next_step: first === undefined ? [] : [first.id] };
  return [start, ...nodes] as unknown as readonly NodeBase[];
}

function lacking(
  definition: readonly NodeBase[],
  fields: FieldSpecsJson = {},
  onNotComparable: OnNotComparable = 'fail',
) {
  const { dictionary } = dictionaryIn(fields, fieldsOfCascade(definition));
  return undeclaredForLive(definition, dictionary, { onNotComparable, work: new Work(MAX_WORK_OF_LINT) });
}
const pathsLacking = (...args: Parameters<typeof lacking>) => lacking(...args).map(({ path }) => path);
const FACT = { type: 'number', kind: 'fact' } as const;

describe('what keeps a cascade with a notice from going live', () => {
  // Rules: 20.11.1
  test.each([
    ['a condition', [choice([condition('applicant.zz')]), APPROVE, denial()]],
    [
      'another value',
      [
        choice([
          condition('applicant.monthly_income', { value_from: { source_node_id: 'start', field: 'applicant.zz' } }),
        ]),
        APPROVE,
        denial(),
      ],
    ],
    ['a figure', [choice([condition('context.applicant.zz.count')]), APPROVE, denial()]],
    ['a statement', [denial({ statement: 'Of {{ context.applicant.zz }}' })]],
    ['a recipient', [denial({ recipient: '{{applicant.zz}}' })]],
    ['a person', [denial({ applicant: 'context.applicant.zz' })]],
    [
      'a mail',
      [
        {
          ...{ id: 'mail', type: 'Action', action_type: 'SendEmail', next_step: ['deny'] },
          email: { to: '{{applicant.email}}', subject: 'x', body: '{{applicant.zz}}' },
        },
        denial(),
      ],
    ],
    [
      'a reminder',
      [
        choice([condition('applicant.monthly_income')], {
          branches: { human_review: branch(condition('applicant.monthly_income')) },
          review: {
            reminders: [
              { after: { duration: 1, unit: 'days' }, to: 'a@example.com', subject: '{{applicant.zz}}', body: 'x' },
            ],
          },
        }),
        APPROVE,
        denial(),
      ],
    ],
  ] as readonly (readonly [string, readonly JsonObject[]])[])(
    'is %s that reads what nobody declared',
    (_what, nodes) => {
      expect(pathsLacking(cascade(nodes))).toEqual(['applicant.zz']);
    },
  );

  test('is each member of items that a condition chooses by', () => {
    const where = [{ field: 'qq', operator: 'equals', value: 1 }];
    const read = choice([condition('context.zz.sum.pp', { where })]);
    expect(pathsLacking(cascade([read, APPROVE, denial()]))).toEqual(['zz.pp', 'zz.qq']);
    const fields = { zz: { type: 'list', kind: 'fact' }, 'zz.pp': FACT } as const;
    expect(pathsLacking(cascade([read, APPROVE, denial()]), fields)).toEqual(['zz.qq']);
  });

  test('is nothing of the standard dictionary, of a person, of the account or of the cascade itself', () => {
    const read = choice([
      ...[
        'applicant.monthly_income',
        'applicant.dateOfBirth',
        'applicant.address.zip',
        'context.co_applicant.name.first',
      ].map((field) => condition(field)),
      condition('applicant.zz'),
      condition('context.own'),
    ]);
    const definition = cascade([read, APPROVE, denial()], { fields: { own: { ...FACT } } });
    expect(pathsLacking(definition, { 'applicant.zz': FACT })).toEqual([]);
    expect(pathsLacking(definition)).toEqual(['applicant.zz']);
  });

  // Rules: 20.11.4
  test('is a value without a kind, while objects and people have none', () => {
    const read = ['context.a', 'context.b', 'context.c', 'context.a.p'].map((field) => condition(field));
    const fields = { a: { type: 'object' }, b: { type: 'person' }, c: { type: 'number', label: 'See' } } as const;
    const found = lacking(cascade([choice(read), APPROVE, denial()]), fields);
    expect(found).toEqual([
      { nodeId: 'decide', path: 'c', lacks: 'kind' },
      { nodeId: 'decide', path: 'a.p', lacks: 'declaration' },
    ]);
    expect(describeUndeclared(found[0]!)).toContain('`kind` of "c"');
  });

  test('is the whole payload, and a path that nobody can declare', () => {
    const found = lacking(cascade([denial({ statement: '{{context}} {{applicant.a..b}}' })]));
    expect(found).toMatchObject([
      { path: '', lacks: { fault: expect.any(String) } },
      { path: 'applicant.a..b', lacks: { fault: expect.stringContaining('names of members') } },
    ]);
    expect(found.map(describeUndeclared)).toEqual([
      expect.stringContaining('`context` is the whole payload'),
      expect.stringContaining('"applicant.a..b", which cannot be declared'),
    ]);
  });
});

describe('a review', () => {
  const READS = choice([condition('applicant.zz')], { fail_steps: [] });

  test.each([
    [
      'a branch that asks a person',
      { branches: { human_review: branch(condition('applicant.zz')) } },
      'fail',
      ['applicant.zz'],
    ],
    [
      'a branch that never matches',
      { branches: { pass: branch(condition('applicant.zz')), human_review: {} } },
      'fail',
      [],
    ],
    ['a choice that asks where it cannot compare', { on_not_comparable: 'review' }, 'fail', ['applicant.zz']],
    ['a choice that asks by the default of the account', {}, 'review', ['applicant.zz']],
    ['a choice that fails', { on_not_comparable: 'fail' }, 'review', []],
    ['no review', {}, 'fail', []],
  ] as const)('is reached by %s', (_what, more, onNotComparable, paths) => {
    const definition = cascade([{ ...READS, ...(more as JsonObject) }, APPROVE]);
    expect(pathsLacking(definition, {}, onNotComparable)).toEqual(paths);
  });
});

test('what never runs keeps nothing from going live, whoever reads first', () => {
  const idle = choice([condition('applicant.zz')], { id: 'idle' });
  expect(pathsLacking(cascade([APPROVE, idle, denial()]))).toEqual([]);
  const both = [choice([condition('applicant.zz')]), APPROVE, denial()];
  const [start, ...rest] = cascade(both);
  expect(lacking([start!, idle as unknown as NodeBase, ...rest])).toMatchObject([
    { nodeId: 'decide', path: 'applicant.zz' },
  ]);
});

// Rules: 20.11.3
test('saving warns of it anywhere, with the nearest declared path as a suggestion', () => {
  const definition = cascade([choice([condition('applicant.montly_rent')], { fail_steps: [] }), APPROVE]);
  const { dictionary } = dictionaryIn(null);
  const warnings = lintDefinition(definition, new Work(MAX_WORK_OF_LINT), [warnOfUndeclaredFields(dictionary)]);
  expect(warnings.filter(({ code }) => code === 'undeclared_field')).toEqual([
    {
      ...{ code: 'undeclared_field', node_id: 'decide' },
      message: expect.stringContaining('did you mean "applicant.monthly_rent"?'),
    },
  ]);
});

test('many undeclared fields are all warned of, without suggestions once those are too much work', () => {
  const conditions = Array.from({ length: 60 }, (_, index) => condition(`applicant.montly_rent${index}`));
  const definition = cascade([choice(conditions), APPROVE, denial()]);
  const { dictionary } = dictionaryIn(
    Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`own.f${index}`, FACT])),
  );
  const warnings = lintDefinition(definition, new Work(MAX_WORK_OF_LINT), [warnOfUndeclaredFields(dictionary)]);
  expect(warnings.filter(({ code }) => code === 'undeclared_field')).toHaveLength(60);
});

// Rules: 20.11.1
test('what is named is what has to be declared, whatever its names are', () => {
  const name = fc.string({
    minLength: 1,
    maxLength: 12,
    unit: fc.constantFrom('a', 'b', 'Z', '9', ' ', '_', '-', 'é', '字'),
  });
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => ['zz', ...names].join('.'));
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 6 }), (paths) => {
      const read = choice(paths.map((each) => condition(`context.${each}`)));
      const definition = cascade([read, APPROVE, denial({ statement: `{{context.${paths[0]!}}}` })]);
      const found = lacking(definition);
      const declarable = found.filter(({ lacks }) => lacks === 'declaration');
      const fields = Object.fromEntries(declarable.map((each) => [each.path, { type: 'list', kind: 'fact' } as const]));
      const left = lacking(definition, fields);
      expect(left.filter(({ lacks }) => lacks === 'declaration')).toEqual([]);
      expect(left.length).toBe(found.length - declarable.length);
    }),
  );
});
