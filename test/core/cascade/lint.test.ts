import { describe, expect, test } from '../../support/jest.ts';
import { lintDefinition, MAX_WARNINGS } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { plenty } from '../../support/work.ts';

const start = { id: 'start', type: 'ApplicantSource', next_step: ['credit'] };
const credit = {
  id: 'credit',
  type: 'BillingProduct',
  billing_product_code: 'credit_report',
  config: { store_result_as: 'report' },
  next_step: ['decide'],
};
const decide = (condition: JsonObject, more: JsonObject = {}): JsonObject => ({
  id: 'decide',
  type: 'IfElse',
  branches: { pass: { condition_groups: [{ conditions: [{ source_node_id: 'credit', ...condition }] }] } },
  pass_steps: ['ok'],
  fail_steps: ['mail'],
  ...more,
});
const isGood = { field: 'score', operator: 'greater_than', value: 650 };
const ok = { id: 'ok', type: 'Action', action_type: 'Approve' };
const mail = (more: JsonObject = {}): JsonObject => ({
  id: 'mail',
  type: 'Action',
  action_type: 'SendEmail',
  email: { to: '{{applicant.email}}', subject: '{{workflow.name}}', body: '{{report.score}} {{steps.decide.branch}}' },
  ...more,
});
const lint = (...nodes: JsonObject[]) => {
  expect(validateDefinition(nodes).details).toEqual([]);
  // Validated just above.
  return lintDefinition(nodes as unknown as CascadeDefinition, plenty());
};
const body = (text: string): JsonObject => mail({ email: { to: '{{applicant.email}}', body: text } });

test('a cascade that does what it says has no warnings', () => {
  expect(lint(start, credit, decide(isGood), ok, mail())).toEqual([]);
});

// Rules: 2.1.5, 2.9.1, 2.9.2, 2.9.5, 2.9.6, 2.9.7, 2.9.8
test.each<[string, JsonObject[], string, string, string]>([
  [
    'a misspelt key',
    [start, credit, decide(isGood), { ...ok, next_steps: ['mail'] }, mail()],
    'unknown_key',
    'ok',
    '"next_steps" is unknown and ignored; did you mean "next_step"?',
  ],
  [
    'a misspelt inner key',
    [start, credit, decide(isGood), ok, mail({ email: { to: 'a@example.com', subjet: 'Hi' } })],
    'unknown_key',
    'mail',
    '"email.subjet" is unknown and ignored; did you mean "subject"?',
  ],
  [
    'an edge key of another kind',
    [start, credit, decide(isGood, { next_step: ['ok'] }), ok, mail()],
    'unknown_key',
    'decide',
    'IfElse does not use "next_step"',
  ],
  [
    'a branch without steps',
    [start, credit, decide(isGood, { pass_steps: ['ok', 'mail'], fail_steps: [] }), ok, mail()],
    'dead_end',
    'decide',
    'The branch `fail` leads nowhere: give `fail_steps` a node (the nodes are "start", "credit", "ok", "mail").',
  ],
  ['an entry without steps', [{ id: 'start', type: 'ApplicantSource' }], 'dead_end', 'start', '`next_step`'],
  [
    'an orphan',
    [start, credit, decide(isGood), ok, mail(), { id: 'end', type: 'ShowResults' }],
    'unreachable_node',
    'end',
    'No edge or jump leads here, so it never runs: name it in `next_step`',
  ],
  [
    'an action without settings',
    [start, credit, decide(isGood), ok, { id: 'mail', type: 'Action', action_type: 'SendEmail' }],
    'action_not_configured',
    'mail',
    '`email`',
  ],
  [
    'an operator of texts on a number',
    [start, credit, decide({ field: 'score', operator: 'starts_with', value: '7' }), ok, mail()],
    'operator_mismatch',
    'decide',
    '"score" is a number',
  ],
  [
    'an order on a list',
    [start, credit, decide({ field: 'tradelines.balance_usd', operator: 'less_than', value: 7 }), ok, mail()],
    'operator_mismatch',
    'decide',
    'use contains, not_contains',
  ],
  [
    'text for a number',
    [start, credit, decide({ ...isGood, value: 'high' }), ok, mail()],
    'operator_mismatch',
    'decide',
    '"score" is a number, and "high" is not',
  ],
  [
    'a misspelt root',
    [start, credit, decide(isGood), ok, body('{{aplicant.name}}')],
    'unknown_variable',
    'mail',
    'did you mean "applicant"?',
  ],
  [
    'a misspelt built-in',
    [start, credit, decide(isGood), ok, body('{{execution.idd}}')],
    'unknown_variable',
    'mail',
    'did you mean "execution.id"?',
  ],
  [
    'a key of the applicant without it',
    [start, credit, decide(isGood), ok, body('{{first_name}}')],
    'unknown_variable',
    'mail',
    'no such variable; did you mean "applicant.first_name"?',
  ],
  [
    'an object of the payload without context',
    [start, credit, decide(isGood), ok, body('{{co_applicant.email}}')],
    'unknown_variable',
    'mail',
    'What else the payload has is read by "context.co_applicant.email".',
  ],
  [
    'a step that is none',
    [start, credit, decide(isGood), ok, body('{{steps.decde.branch}}')],
    'unknown_variable',
    'mail',
    'did you mean "decide"?',
  ],
  [
    'a field that a product lacks',
    [start, credit, decide(isGood), ok, body('{{report.shoe_size}}')],
    'unknown_variable',
    'mail',
    'the product credit_report has no field "shoe_size". Fields: score, ',
  ],
  [
    'a brace that is missing',
    [start, credit, decide(isGood), ok, mail({ email: { to: '{{applicant.email}', body: 'Hi' } })],
    'unknown_variable',
    'mail',
    '"{{applicant.email}" is not a variable, and stays as it is: write {{path}}',
  ],
  [
    'a brace that is missing at the start',
    [start, credit, decide(isGood), ok, body('Hi {applicant.name}}, @media{.a{color:red}} and {{applicant.email}}')],
    'unknown_variable',
    'mail',
    '"{applicant.name}}" is not a variable, and stays as it is: write {{path}}',
  ],
  [
    'braces that never end',
    [start, credit, decide(isGood), ok, body('Hi {{applicant.name and more')],
    'unknown_variable',
    'mail',
    '"{{applicant.name" is not a variable, and stays as it is: write {{path}}',
  ],
  [
    'a name of an output that is a built-in',
    [start, { ...credit, config: { store_result_as: 'applicant' } }, decide(isGood), ok, body('Hi')],
    'unknown_variable',
    'credit',
    '`config.store_result_as` "applicant": a built-in name, which wins',
  ],
])('%s is one warning that names node and choice', (_name, nodes, code, node_id, message) => {
  expect(lint(...nodes)).toEqual([{ code, node_id, message: expect.stringContaining(message) }]);
});

// A look from each character to the end of the text would take minutes.
test('the longest text is looked through once', () => {
  expect(lint(start, credit, decide(isGood), ok, body('a'.repeat(250_000)))).toEqual([]);
});

test('further rules are asked too', () => {
  const warning = { code: 'unconditional_notice', node_id: 'ok', message: 'No decision leads here.' } as const;
  const definition = [start, credit, decide(isGood), ok, mail()] as unknown as CascadeDefinition;
  expect(lintDefinition(definition, plenty(), [() => [warning]])).toEqual([warning]);
});

describe('comparisons of a number that exclude each other', () => {
  type Condition = readonly [operator: string, value?: number | string];
  const branch = (groups: readonly (readonly Condition[])[], logic: string): JsonObject => ({
    group_logic: logic,
    condition_groups: groups.map((conditions) => ({
      logic,
      conditions: conditions.map(([operator, value]) => ({
        source_node_id: 'credit',
        field: 'score',
        operator,
        ...(value === undefined ? {} : { value }),
      })),
    })),
  });
  const found = (groups: readonly (readonly Condition[])[], logic = 'and') =>
    lint(start, credit, { ...decide(isGood), branches: { pass: branch(groups, logic) } }, ok, mail()).map(
      ({ code, message }) => `${code}: ${message}`,
    );
  const never = (what: string) => [expect.stringContaining(`never matches: ${what} never both hold for "score".`)];

  // Rules: 2.9.3
  test.each<[string, (readonly Condition[])[], string]>([
    [
      'in a group',
      [
        [
          ['greater_than', 700],
          ['less_than', 600],
        ],
      ],
      'greater_than 700 and less_than 600',
    ],
    ['in two groups', [[['equals', 700]], [['equals', 701]]], 'equals 700 and equals 701'],
    [
      'at an end that is left out',
      [
        [
          ['less_than', 600],
          ['greater_than_or_equal', '600'],
        ],
      ],
      'less_than 600 and greater_than_or_equal 600',
    ],
    ['with no value at all', [[['is_empty'], ['greater_than', 500]]], 'is_empty and greater_than 500'],
  ])('are told of %s', (_where, groups, what) => {
    expect(found(groups)).toEqual(never(what));
  });

  test.each<[string, (readonly Condition[])[], string]>([
    [
      'a range',
      [
        [
          ['greater_than_or_equal', 600],
          ['less_than', 700],
        ],
      ],
      'and',
    ],
    [
      'a range of one number',
      [
        [
          ['greater_than_or_equal', 600],
          ['less_than_or_equal', 600],
        ],
      ],
      'and',
    ],
    ['a choice', [[['greater_than', 700], ['less_than', 600], ['is_empty']]], 'or'],
    ['a choice of groups', [[['greater_than', 700]], [['is_empty']]], 'or'],
    ['the ends of what the field can be', [[['greater_than_or_equal', 850]]], 'and'],
  ])('are not seen in %s', (_what, groups, logic) => {
    expect(found(groups, logic)).toEqual([]);
  });
});

// Rules: 2.9.7
test.each([
  ['credit', 'score'],
  ['context', 'applicant.monthly_income'],
])('a variable in the value of a condition on %s is compared as it stands, which is told', (source, field) => {
  const value = '{{property.monthly_rent}}';
  const condition = { source_node_id: source, field, operator: 'greater_than_or_equal', value };
  expect(lint(start, credit, decide(condition), ok, mail())).toEqual([
    { code: 'operator_mismatch', node_id: 'decide', message: expect.stringContaining('variables are not filled in') },
  ]);
});

describe('addresses', () => {
  const to = (text: string) => lint(start, credit, decide(isGood), ok, mail({ email: { to: text } }));

  test.each([
    'a@example.com',
    ' {{applicant.email}} ',
    '{{property.desk}}@example.com',
    '{{applicant.email}}{{context.x}}',
  ])('that can be one are left as they are: %s', (text) => {
    expect(to(text)).toEqual([]);
  });
  // Rules: 2.9.6
  test.each(['Desk <desk@example.com>', '{{applicant.email}}, b@example.com', 'applicant.email'])(
    'that can never be one are told: %s',
    (text) => {
      expect(to(text)).toMatchObject([
        { code: 'action_not_configured', message: expect.stringContaining('`email.to`') },
      ]);
    },
  );
});

test('what a node reads of another may come by a jump', () => {
  const jump = { id: 'jump', type: 'GoTo', target_step: 'note' };
  const note = mail({ id: 'note', email: { to: 'a@example.com', body: '{{report.score}}' }, next_step: ['credit'] });
  const nodes = [{ ...start, next_step: ['note'] }, note, credit, decide(isGood, { fail_steps: ['jump'] }), ok, jump];
  expect(lint(...nodes)).toEqual([]);
  const without = nodes
    .filter((node) => node !== jump)
    .map((node) => (node.id === 'decide' ? decide(isGood, { fail_steps: ['ok'] }) : node));
  expect(lint(...without)).toMatchObject([{ code: 'unknown_variable', node_id: 'note' }]);
});

describe('what is said of a word from elsewhere', () => {
  const errors = (...nodes: JsonObject[]) => validateDefinition(nodes).details.map(({ message }) => message);

  test.each([
    ['>=', 'greater_than_or_equal'],
    ['gte', 'greater_than_or_equal'],
    ['==', 'equals'],
    ['exists', 'is_not_empty'],
  ])('the operator %s', (operator, meant) => {
    expect(errors(start, credit, decide({ ...isGood, operator }), ok, mail())).toEqual([
      expect.stringMatching(new RegExp(`^in node "decide": must be one of: .*; did you mean "${meant}"\\?$`)),
    ]);
  });

  test('an action that is none, and one that stands in `type`', () => {
    const deny = { id: 'ok', type: 'Action', action_type: 'Deny' };
    expect(errors(start, credit, decide(isGood), deny, mail())).toEqual([
      expect.stringContaining('did you mean "AdverseAction"?'),
    ]);
    expect(errors(start, credit, decide(isGood), { id: 'ok', type: 'Approve' }, mail())).toEqual([
      'in node "ok": "Approve" is an action: write "type": "Action", "action_type": "Approve"',
    ]);
  });

  test('a second entry', () => {
    expect(errors(start, credit, decide(isGood), ok, mail(), { ...start, id: 'second' })).toEqual([
      'a definition has exactly one ApplicantSource node, and "start" is one',
    ]);
  });
});

test('warns a hundred times at most: nobody reads more, and each takes time to word', () => {
  const text = Array.from({ length: 500 }, (_, index) => `{{aplicant.x${index}}}`).join(' ');
  expect(lint(start, credit, decide(isGood), ok, body(text))).toHaveLength(MAX_WARNINGS);
});

describe('work', () => {
  const reading = (count: number, more: JsonObject = {}): JsonObject => {
    const conditions = Array.from({ length: count }, (_, index) => ({
      source_node_id: 'context',
      field: `applicant.employers.y${index}.name`,
      operator: 'is_not_empty',
    }));
    return { ...decide({}), branches: { pass: { condition_groups: [{ conditions }] } }, ...more };
  };

  // Rules: 2.9.10, 8.4.7
  test('that a step could not do with lists of a likely length is told', () => {
    expect(lint(start, credit, reading(101), ok, mail())).toEqual([
      { code: 'too_much_work', node_id: 'decide', message: expect.stringContaining('up to 101 lists') },
    ]);
    expect(lint(start, credit, reading(100), ok, mail())).toEqual([]);
  });

  test('of a step in a loop counts for all its visits', () => {
    const back = { id: 'back', type: 'GoTo', target_step: 'credit' };
    const looped = (count: number) =>
      lint(start, credit, reading(count, { fail_steps: ['mail', 'back'] }), ok, mail(), back);
    expect(looped(11)).toEqual([
      { code: 'too_much_work', node_id: 'decide', message: expect.stringContaining('in each visit of a loop') },
    ]);
    expect(looped(10)).toEqual([]);
  });

  test('of a text counts each path once', () => {
    const text = (count: number) =>
      Array.from({ length: count }, (_, index) => `{{applicant.employers.y${index}.name}}`)
        .join(' ')
        .repeat(2);
    expect(lint(start, credit, decide(isGood), ok, body(text(101))).map(({ code }) => code)).toEqual(['too_much_work']);
    expect(lint(start, credit, decide(isGood), ok, body(text(100)))).toEqual([]);
  });
});

describe('the templates', () => {
  test.each(loadReferenceData().templates.map(({ key, definition }) => [key, definition] as const))(
    '%s is clean',
    (_key, definition) => {
      expect(lintDefinition(definition, plenty())).toEqual([]);
    },
  );
});

describe('`review.approvals` of a node that asks nobody', () => {
  const letter = (send_strategy: string): JsonObject => ({
    ...{ id: 'mail', type: 'Action', action_type: 'AdverseAction', review: { approvals: 2 } },
    adverse_action: { recipient: '{{applicant.email}}', action_taken: 'denied', purpose: 'tenant', send_strategy },
  });
  const found = (...nodes: JsonObject[]) =>
    lint(...nodes).flatMap(({ code, node_id: id }) => (code === 'nobody_approves' ? [id] : []));

  // Rules: 2.9.23, 9.12.13
  test('is warned of: a choice without the branch, a letter that is sent at once', () => {
    expect(found(start, credit, decide(isGood, { review: { approvals: 2 } }), ok, mail())).toEqual(['decide']);
    expect(found(start, credit, decide(isGood), ok, letter('auto_send'))).toEqual(['mail']);
  });

  test('and not where somebody is asked, or one approval is enough', () => {
    expect(found(start, credit, decide(isGood), ok, letter('draft_first'))).toEqual([]);
    expect(found(start, credit, decide(isGood, { review: { approvals: 1 } }), ok, mail())).toEqual([]);
    const asks = { review: { approvals: 2 }, on_not_comparable: 'review' };
    expect(found(start, credit, decide(isGood, asks), ok, mail())).toEqual([]);
  });

  // Rules: 2.9.23
  test('is warned of where an approval could follow a denial of what cannot be compared', () => {
    const asks = { on_not_comparable: 'review' };
    const back = { id: 'back', type: 'GoTo', target_step: 'other' };
    const other = { id: 'other', type: 'Action', action_type: 'Approve' };
    const chosen = decide(isGood, { ...asks, fail_steps: ['back'] });
    expect(found(start, credit, chosen, back, other, ok)).toEqual(['decide']);
    expect(found(start, credit, decide(isGood, asks), ok, mail())).toEqual([]);
  });
});
