import { choicesAt } from '../../../console/src/editor/choices.ts';
import { checkHere, findingsOf, written } from '../../../console/src/editor/check.ts';
import { textOf } from '../../../console/src/editor/format.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { describe, expect, test } from '../../support/jest.ts';

/** The labels where `|` stands. */
const offered = (text: string, declared?: FieldSpecs): string[] => {
  const at = text.indexOf('|');
  return choicesAt(text.replace('|', ''), at, declared)?.all.map(({ label }) => label) ?? [];
};
/** The text after the choice is taken. */
const taken = (text: string, label: string): string => {
  const at = text.indexOf('|');
  const whole = text.replace('|', '');
  const found = choicesAt(whole, at);
  const choice = found?.all.find((one) => one.label === label);
  if (found === null || found === undefined || choice === undefined) throw new Error(`${label} is not offered`);
  const { from, to } = found.cursor.token;
  const { insert, caret } = choice;
  return `${whole.slice(0, from)}${insert.slice(0, caret)}|${insert.slice(caret)}${whole.slice(to)}`;
};

const OTHERS =
  '{"id": "credit", "type": "BillingProduct", "billing_product_code": "credit_report"}, {"id": "deny", "type": "Action", "action_type": "AdverseAction"}';
const choice = (condition: string): string =>
  `[${OTHERS}, {"id": "c", "type": "IfElse", "branches": {"pass": {"condition_groups": [{"conditions": [${condition}]}]}}}]`;

describe('what is offered', () => {
  test('as a key: those of the kind that are not there, the required ones first', () => {
    const keys = offered('[{"id": "w", "type": "Wait", "|"}]');
    expect(keys[0]).toBe('wait');
    expect(keys).toEqual(expect.arrayContaining(['name', 'next_step']));
    for (const other of ['id', 'type', 'branches', 'action_type']) expect(keys).not.toContain(other);
  });

  test.each([
    ['types', '[{"id": "a", "type": "|"}]', ['IfElse', 'Action', 'Wait']],
    ['types without a closing quote', '[{"id": "a", "type": "If|', ['IfElse']],
    ['kinds of an action', '[{"id": "a", "type": "Action", "action_type": "|"}]', ['Approve', 'AdverseAction']],
    ['products', '[{"id": "a", "type": "BillingProduct", "billing_product_code": "|"}]', ['credit_report']],
    [
      'ids of the other nodes',
      `[${OTHERS}, {"id": "s", "type": "ApplicantSource", "next_step": ["|"]}]`,
      ['credit', 'deny'],
    ],
    ['where a jump leads', `[${OTHERS}, {"id": "j", "type": "GoTo", "target_step": "|"}]`, ['credit', 'deny']],
    ['nodes with a report', choice('{"source_node_id": "|"}'), ['credit', 'context']],
    ['fields of the report', choice('{"source_node_id": "credit", "field": "sc|"}'), ['score']],
    ['built-in values', choice('{"source_node_id": "context", "field": "|"}'), ['user_approved']],
    ['operators', choice('{"source_node_id": "credit", "field": "score", "operator": "|"}'), ['greater_than']],
    [
      'strategies',
      '[{"id": "a", "type": "Action", "action_type": "AdverseAction", "adverse_action": {"send_strategy": "|"}}]',
      ['auto_send'],
    ],
    ['nodes', `[${OTHERS}, |]`, ['Wait', 'IfElse', 'AdverseAction']],
  ])('as a value: %s', (_what, text, expected) => {
    expect(offered(text)).toEqual(expect.arrayContaining(expected));
  });

  test('leaves out the node itself, and nodes without a report as the source of a condition', () => {
    expect(offered(`[${OTHERS}, {"id": "me", "type": "Wait", "next_step": ["|"]}]`)).toEqual(['credit', 'deny']);
    expect(offered(choice('{"source_node_id": "|"}'))).toEqual(['credit', 'context']);
  });

  test.each(['|[]', '[{"id": "a"|}]', '[{"id"|: "a"}]', '"|"', '{"id": "|"}', '|'])('is nothing at %s', (text) => {
    expect(offered(text)).toEqual([]);
  });

  test('takes the place of the token, quotes included, and begins the value', () => {
    expect(taken('[{"id": "a", "type": "Wait", "next|"}]', 'next_step')).toBe(
      '[{"id": "a", "type": "Wait", "next_step": ["|"]}]',
    );
    expect(taken('[{"id": "a", "type": "If|"}]', 'IfElse')).toBe('[{"id": "a", "type": "IfElse"|}]');
    expect(taken('[{"id": "a", "ty|": "Wait"}]', 'type')).toBe('[{"id": "a", "type"|: "Wait"}]');
  });

  test('as a new node has all that it must have, and an id of its own', () => {
    const text = taken(`[${OTHERS}, {"id": "wait", "type": "Wait"}, |]`, 'Wait').replace('|', '');
    const { value } = written(text);
    expect(Array.isArray(value) && value.at(-1)).toMatchObject({ id: 'wait_2', type: 'Wait', wait: { duration: 1 } });
  });

  test('is asked for anywhere in any half of a text without failing', () => {
    const text = textOf(JSON.parse(choice('{"source_node_id": "credit", "field": "score"}')) as unknown[]);
    for (let at = 0; at <= text.length; at += 3) {
      expect(() => choicesAt(text.slice(0, at), at)).not.toThrow();
      expect(() => choicesAt(text, at)).not.toThrow();
    }
  });
});

describe('what is wrong', () => {
  test('is said at its place: an error at its member, a warning at what it quotes', () => {
    const text = textOf([
      { id: 'start', type: 'ApplicantSource', next_step: ['nobody'] },
      { id: 'alone', type: 'Wait', wait: { duration: 1, unit: 'hours' } },
    ]);
    const now = written(text);
    const [error] = findingsOf(now, checkHere(now, null));
    expect(error).toMatchObject({ severity: 'error', nodeId: 'start' });
    expect(text.slice(error?.at.from, error?.at.to)).toBe('"nobody"');
    const good = written(text.replace('nobody', 'alone').replace('"wait": {', '"nam": 1, "wait": {'));
    const found = findingsOf(good, checkHere(good, null));
    expect(found).toEqual([expect.objectContaining({ severity: 'warning', nodeId: 'alone' })]);
    expect(good.text.slice(found[0]?.at.from, found[0]?.at.to)).toBe('1');
  });

  test('with a text that is no JSON is that alone, and there is no value to save', () => {
    const now = written('[{"id": "a",]');
    expect(now.value).toBeUndefined();
    expect(findingsOf(now, null)).toEqual([expect.objectContaining({ severity: 'error' })]);
  });
});

describe('of the payload', () => {
  const declared: FieldSpecs = new Map([
    ['applicant.pets', { type: 'integer', label: 'Pets' }],
    ['loan.purpose', { type: 'text', values: ['car', 'house'] }],
    ['applicant.vet', { type: 'yes_no' }],
  ]);
  const fieldOf = (source: string, field = '|') =>
    choice(`{"source_node_id": "${source}", "operator": "equals", "field": "${field}"}`);
  const start = '{"id": "start", "type": "ApplicantSource", "config": {"fields": {"applicant.own": {"type": "text"}}}}';
  const within = (source: string) => fieldOf(source).replace('[{', `[${start}, {`);

  test.each(['context', 'start'])('what is declared is offered, as %s reads it', (source) => {
    const labels = offered(within(source), declared);
    expect(labels).toEqual(
      expect.arrayContaining(['applicant.pets', 'applicant.own', 'context.loan.purpose', 'applicant.first_name']),
    );
    expect(labels).not.toContain('loan.purpose');
  });

  test('and so are the declared values of a field', () => {
    const valueOf = (field: string) =>
      offered(choice(`{"source_node_id": "context", "field": "${field}", "operator": "equals", "value": |}`), declared);
    expect(valueOf('context.loan.purpose')).toEqual(expect.arrayContaining(['car', 'house']));
    expect(valueOf('applicant.vet')).toEqual(expect.arrayContaining(['true', 'false']));
  });
});
