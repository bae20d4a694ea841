import { describe, expect, test } from '../../support/jest.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { warnOfUnconditionalNotices } from '../../../core/notices/warnings/unconditional.ts';
import { plenty } from '../../support/work.ts';

/**
 * Mistakes that people make when they write a cascade by hand. Each finding names the node, the member and the valid
 * choices or the nearest one. It is an error if the cascade cannot be saved, else a warning.
 */
const CANDIDATE: JsonObject = { id: 'candidate', type: 'ApplicantSource', next_step: ['criminal'] };
const CRIMINAL: JsonObject = {
  id: 'criminal',
  type: 'BillingProduct',
  billing_product_code: 'criminal_background',
  config: { store_result_as: 'record' },
  next_step: ['decide'],
};
const CONDITION: JsonObject = { source_node_id: 'criminal', field: 'records_count', operator: 'equals', value: 0 };
const DECIDE: JsonObject = {
  id: 'decide',
  type: 'IfElse',
  branches: { pass: { condition_groups: [{ conditions: [CONDITION] }] } },
  pass_steps: ['hire'],
  fail_steps: ['decline'],
};
const HIRE: JsonObject = { id: 'hire', type: 'Action', action_type: 'Approve', next_step: ['mail'] };
const MAIL: JsonObject = {
  id: 'mail',
  type: 'Action',
  action_type: 'SendEmail',
  email: { to: '{{applicant.email}}', subject: 'Welcome', body: 'Hello {{applicant.first_name}}' },
};
const DECLINE: JsonObject = {
  id: 'decline',
  type: 'Action',
  action_type: 'AdverseAction',
  adverse_action: { recipient: '{{applicant.email}}', action_taken: 'adverse_employment', purpose: 'employment' },
};
const SOUND = [CANDIDATE, CRIMINAL, DECIDE, HIRE, MAIL, DECLINE];

/** The sound cascade with members of one node changed; a member that is undefined is removed. */
function changed(id: string, members: Record<string, Json | undefined>): JsonObject[] {
  return SOUND.map((node) => {
    if (node.id !== id) return node;
    const entries = Object.entries({ ...node, ...members }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries) as JsonObject;
  });
}
const condition = (more: Record<string, Json>): JsonObject[] =>
  changed('decide', { branches: { pass: { condition_groups: [{ conditions: [{ ...CONDITION, ...more }] }] } } });
const AT = 'definition[2].branches.pass.condition_groups[0].conditions[0]';

/** The findings of the API, each as one line: `<field or code>: <message>`. */
function findings(definition: readonly JsonObject[]): string[] {
  const { details } = validateDefinition(definition);
  if (details.length > 0) return details.map(({ field, message }) => `${field}: ${message}`);
  // Validated just above.
  const warnings = lintDefinition(definition as unknown as CascadeDefinition, plenty(), [warnOfUnconditionalNotices]);
  return warnings.map(({ code, node_id, message }) => `${code}: in node "${node_id}": ${message}`);
}

test('the sound cascade has neither errors nor warnings', () => {
  expect(findings(SOUND)).toEqual([]);
});

/** Mistake, definition, and the parts that one line of the findings has, all of them. */
const BROKEN: readonly (readonly [string, JsonObject[], readonly string[]])[] = [
  [
    'a misspelt edge',
    changed('hire', { next_step: undefined, next_steps: ['mail'] }),
    ['unknown_key', '"hire"', '"next_steps"', 'did you mean "next_step"?'],
  ],
  [
    'an edge to a misspelt node',
    changed('hire', { next_step: ['mial'] }),
    ['definition[3].next_step[0]', '"hire"', '"mial"', '"mail"'],
  ],
  [
    'an edge to a node that does not exist',
    changed('hire', { next_step: ['onboarding'] }),
    ['definition[3].next_step[0]', '"hire"', '"onboarding"', 'the nodes are "candidate", "criminal", "decide"'],
  ],
  [
    'an edge that is no list',
    changed('hire', { next_step: 'mail' }),
    ['definition[3].next_step', '"hire"', 'must be an array'],
  ],
  [
    'a branch without steps',
    changed('decide', { pass_steps: ['hire', 'decline'], fail_steps: undefined }),
    ['dead_end', '"decide"', '`fail_steps`', '"hire", "mail", "decline"'],
  ],
  [
    'no conditions at all',
    changed('decide', { branches: {} }),
    ['no_conditions', '"decide"', '`branches`', '`pass` nor `human_review`'],
  ],
  [
    'a branch without conditions',
    changed('decide', { branches: { pass: { condition_groups: [] } } }),
    ['no_conditions', '"decide"', '`branches.pass.condition_groups`', '"source_node_id", "field", "operator", "value"'],
  ],
  [
    'steps of a branch that is missing',
    changed('decide', { human_review_steps: ['hire'] }),
    ['no_conditions', '"decide"', '`human_review_steps`', '`branches` has no `human_review`'],
  ],
  [
    'a branch of another name',
    changed('decide', { branches: { ...(DECIDE.branches as JsonObject), refuse: {} } }),
    ['unknown_key', '"decide"', '"branches.refuse"', 'pass, human_review'],
  ],
  [
    'a misspelt required member',
    changed('decide', { branches: undefined, branchs: {} }),
    ['definition[2].branches', '"decide"', 'an object with pass, human_review', 'did you mean it by "branchs"?'],
  ],
  [
    'an orphan',
    changed('hire', { next_step: [] }),
    ['unreachable_node', '"mail"', '`next_step`', '`pass_steps`', '`target_step`'],
  ],
  [
    'a misspelt variable',
    changed('mail', { email: { ...(MAIL.email as JsonObject), body: 'Hello {{aplicant.first_name}}' } }),
    ['unknown_variable', '"mail"', '{{aplicant.first_name}}', '"applicant"'],
  ],
  [
    'a misspelt member of the applicant',
    changed('mail', { email: { ...(MAIL.email as JsonObject), body: 'Hello {{applicant.frist_name}}' } }),
    ['unknown_variable', '"mail"', '{{applicant.frist_name}}', 'did you mean "applicant.first_name"?'],
  ],
  [
    'a misspelt field of a stored report',
    changed('mail', { email: { ...(MAIL.email as JsonObject), body: '{{record.felony_cuont}}' } }),
    ['unknown_variable', '"mail"', '"felony_cuont"', 'did you mean "felony_count"?', 'Fields: '],
  ],
  [
    'a misspelt field in a condition',
    condition({ field: 'record_count' }),
    [`${AT}.field`, '"decide"', '"record_count"', 'did you mean "records_count"?', 'Fields: status, '],
  ],
  [
    'a source that is no product',
    condition({ source_node_id: 'hire' }),
    [`${AT}.source_node_id`, '"decide"', '"hire"', 'the id of a product node ("criminal")', '`context`'],
  ],
  [
    'an operator of another language',
    condition({ operator: '>=' }),
    [`${AT}.operator`, '"decide"', 'greater_than_or_equal', 'is_empty'],
  ],
  [
    'an operator that the field does not have',
    condition({ operator: 'contains', value: '0' }),
    ['operator_mismatch', '"decide"', '"records_count" is a number', 'use equals, not_equals'],
  ],
  [
    'a value of the wrong type',
    condition({ value: 'none' }),
    ['operator_mismatch', '"decide"', '"records_count" is a number', '"none"'],
  ],
  [
    'a value that the field never has',
    condition({ field: 'highest_severity', value: 'felon' }),
    ['operator_mismatch', '"decide"', '"highest_severity" is never "felon"', 'did you mean "felony"?', 'Its values: '],
  ],
  [
    'a value that is missing',
    condition({ value: null }),
    [`${AT}.value`, '"decide"', 'must not be null', 'is_empty, is_not_empty'],
  ],
  [
    'an unknown product',
    changed('criminal', { billing_product_code: 'criminal_backgrond' }),
    [
      'definition[1].billing_product_code',
      '"criminal"',
      'credit_report, criminal_background',
      'did you mean "criminal_background"?',
    ],
  ],
  [
    'an unknown type',
    changed('hire', { type: 'Acton' }),
    ['definition[3].type', '"hire"', 'ApplicantSource, BillingProduct', 'did you mean "Action"?'],
  ],
  [
    'an action of another name',
    changed('hire', { action_type: 'Approval' }),
    ['definition[3].action_type', '"hire"', 'Approve, SendEmail, AdverseAction, InternalNotification', '"Approve"'],
  ],
  [
    'the wrong purpose',
    changed('decline', { adverse_action: { ...(DECLINE.adverse_action as JsonObject), purpose: 'tenant' } }),
    ['definition[5].adverse_action.purpose', '"decline"', '`employment`'],
  ],
  [
    'a purpose that is none',
    changed('decline', { adverse_action: { ...(DECLINE.adverse_action as JsonObject), purpose: 'hiring' } }),
    ['definition[5].adverse_action.purpose', '"decline"', 'tenant, credit, employment'],
  ],
  [
    'a letter to nobody',
    changed('decline', { adverse_action: { action_taken: 'adverse_employment', purpose: 'employment' } }),
    ['action_not_configured', '"decline"', '`adverse_action.recipient`', 'recipient, action_taken, send_strategy'],
  ],
  [
    'an action without settings',
    changed('mail', { email: undefined }),
    ['action_not_configured', '"mail"', '`email`', 'to, subject, body'],
  ],
  [
    'a wait without a unit',
    [...changed('hire', { next_step: ['mail', 'pause'] }), { id: 'pause', type: 'Wait', wait: { duration: 3 } }],
    ['definition[6].wait.unit', '"pause"', 'is required: one of seconds, minutes, hours, days, weeks'],
  ],
  [
    'a loop of edges',
    changed('mail', { next_step: ['decide'] }),
    ['definition[4].next_step[0]', '"mail"', '"decide" → "hire" → "mail" → "decide"', 'GoTo'],
  ],
  [
    'one node where a list belongs',
    changed('mail', { next_step: 'decide' }),
    ['definition[4].next_step', '"mail"', 'must be an array: ["decide"]'],
  ],
  [
    'a product under another name',
    changed('criminal', { billing_product_code: undefined, product: 'criminal_background' }),
    ['definition[1].billing_product_code', '"criminal"', 'is required', 'did you mean it by "product"?'],
  ],
  [
    'a number that the field never is',
    condition({ operator: 'less_than', value: 0 }),
    ['operator_mismatch', '"decide"', '"records_count" is at least 0, so less_than 0 never holds'],
  ],
  [
    'a variable without its braces',
    changed('mail', { email: { to: 'applicant.email', subject: 'Welcome' } }),
    ['action_not_configured', '"mail"', '`email.to` "applicant.email"', '{{applicant.email}}'],
  ],
  [
    'a report that is not pulled yet',
    changed('candidate', { next_step: ['criminal', 'early'] }).concat({
      ...MAIL,
      id: 'early',
      email: { to: 'desk@example.com', body: '{{record.records_count}}' },
    }),
    ['unknown_variable', '"early"', '{{record.records_count}}', 'no edge or jump leads from "criminal" to this node'],
  ],
  [
    'a loop without a way out',
    [CANDIDATE, { ...CRIMINAL, next_step: ['again'] }, { id: 'again', type: 'GoTo', target_step: 'criminal' }],
    ['dead_end', '"again"', 'No way after this jump ends', 'IfElse', 'ShowResults'],
  ],
  [
    'a step that reads more lists than a visit may',
    changed('mail', {
      email: {
        to: '{{applicant.email}}',
        body: Array.from({ length: 150 }, (_, i) => `{{applicant.jobs.${i}.x}}`).join(''),
      },
    }),
    ['too_much_work', '"mail"', 'up to 150 lists', 'split the step'],
  ],
  [
    'a letter that nobody can avoid',
    changed('decide', { pass_steps: ['decline'] }).filter(({ id }) => id !== 'hire' && id !== 'mail'),
    ['unconditional_notice', '"decline"'],
  ],
];

describe('a broken cascade gets a finding that names node, member and choice:', () => {
  // Rules: 2.9.2, 2.9.3, 2.9.9, 2.9.10, 2.9.27
  test.each(BROKEN)('%s', (_mistake, definition, parts) => {
    const found = findings(definition);
    const matching = found.filter((line) => parts.every((part) => line.includes(part)));
    expect({ found, matching }).toEqual({ found, matching: [expect.any(String)] });
  });
});
