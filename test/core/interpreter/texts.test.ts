import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { BuiltInCode } from '../../../core/products/contract.ts';
import { processorMs } from '../../support/processor-time.ts';
import { credit, ifElse, source, when } from './cascades.ts';
import { World } from './world.ts';

const APPLICANT = { email: 'ada@example.com' };
const letter = (body: string, more: { on_unresolved?: 'fail' } = {}): CascadeNode => ({
  id: 'mail',
  type: 'Action',
  action_type: 'SendEmail',
  email: { to: '{{applicant.email}}', subject: 'Hello', body },
  ...more,
});
const runOf = (node: CascadeNode, payload: JsonObject = {}) => {
  const world = new World([source(node.id), node], { payload: { applicant: APPLICANT, ...payload } });
  world.advance();
  return world;
};

describe('a variable', () => {
  const pull = (id: string, product: BuiltInCode, name: string, next: string): CascadeNode => ({
    ...{ id, type: 'BillingProduct', billing_product_code: product, next_step: [next] },
    config: { store_result_as: name },
  });
  const definition = (body: string) => [
    source('credit'),
    pull('credit', 'credit_report', 'bureau', 'credit.pay'),
    pull('credit.pay', 'income_verification', 'income', 'mail'),
    letter(body),
  ];

  // Rules: 5.1.2, 5.1.3, 5.1.6
  test.each([
    ['{{property.unit}}', '4B'],
    ['{{context.loan.id}}', '7'],
    ['{{context.execution.mode}}', 'test'],
    ['{{execution.mode}}', 'test'],
    ['{{execution.external_reference}}', 'ref-1'],
    ['{{workflow.name}}', 'Test'],
  ])('%s is %s', (body, text) => {
    const world = new World(definition(body), {
      payload: { applicant: APPLICANT, property: { unit: '4B' }, loan: { id: 7 } },
    });
    world.advance();
    expect(world.allEffects[0]?.request).toMatchObject({ text });
  });

  // Rules: 5.1.4, 5.1.5, 5.1.7
  test('reads the output of a step by its id, which may hold dots, and by the name that it is stored under', () => {
    const body =
      '{{steps.credit.score}} {{bureau.score}} {{steps.credit.pay.annual_income_usd}} {{income.annual_income_usd}}';
    const world = new World(definition(body), { payload: { applicant: APPLICANT } });
    world.advance();
    const { score } = world.outputs.get('credit') as { score: number };
    const { annual_income_usd: pay } = world.outputs.get('credit.pay') as { annual_income_usd: number };
    expect(world.allEffects[0]?.request).toMatchObject({ text: `${score} ${score} ${pay} ${pay}` });
  });
});

describe('a variable without a value', () => {
  // Rules: 5.2.3
  test('gives empty text by default', () => {
    const world = runOf(letter('Dear {{applicant.first_name}}!'));
    expect(world.allEffects[0]?.request).toMatchObject({ text: 'Dear !' });
    world.finish('mail', { message_id: 'm', accepted_at: 't' });
    expect(world.outputs.get('mail')).toMatchObject({ unresolved: ['applicant.first_name'] });
  });

  // Rules: 5.2.3
  test('fails the step with on_unresolved fail, and nothing is sent', () => {
    const world = runOf(letter('Dear {{applicant.first_name}}!', { on_unresolved: 'fail' }));
    expect(world.allEffects).toEqual([]);
    expect(world.steps.get('mail#1')?.error).toMatchObject({
      code: 'variable_unresolved',
      message: '{{applicant.first_name}} has no value.',
    });
  });
});

describe('a built-in variable', () => {
  const approvedHidden = { user_approved: true, execution: { mode: 'live' }, workflow: { name: 'Mine' } };

  // Rules: 5.1.8
  test.each([
    ['{{context.user_approved}}', ''],
    ['{{user_approved}}', ''],
    ['{{context.execution.mode}}', 'test'],
    ['{{context.workflow.name}}', 'Test'],
  ])('%s is not hidden by the payload', (body, text) => {
    expect(runOf(letter(body), approvedHidden).allEffects[0]?.request).toMatchObject({ text });
  });

  // Rules: 5.1.8
  test('is not hidden by a result that is stored under its name', () => {
    const pull = { ...credit('credit', 'mail'), config: { store_result_as: 'user_approved' } };
    const world = new World([source('credit'), pull, letter('{{user_approved}}')], {
      payload: { applicant: APPLICANT },
    });
    world.advance();
    expect(world.allEffects[0]?.request).toMatchObject({ text: '' });
  });

  // Rules: 4.12.1, 5.1.8
  test('of the payload passes no condition on the review', () => {
    const decide = ifElse('decide', { pass: when('context.user_approved', 'is_true'), then: ['mail'] });
    const world = new World([source('decide'), decide, letter('Approved')], { payload: { user_approved: true } });
    world.advance();
    expect(world.outputs.get('decide')).toMatchObject({ branch: 'fail' });
  });
});

describe('a text beyond 256 KiB', () => {
  // Rules: 8.3.2
  test('fails its step with output_too_large and is never built', () => {
    const payload = { applicant: { ...APPLICANT, essay: 'x'.repeat(300_000) } };
    const world = runOf(letter('{{applicant.essay}}'.repeat(900)), payload);
    expect(world.steps.get('mail#1')?.error).toMatchObject({
      code: 'output_too_large',
      message: 'The text `body` exceeds 256 KiB once it is interpolated.',
    });
    expect(world.state.tokens).toEqual([]);
  });

  test('and one with too many paths, however short, says which of the two it is', () => {
    const paths = Array.from({ length: 501 }, (_, index) => `{{applicant.p${index}}}`);
    expect(runOf(letter(paths.slice(1).join(''))).steps.get('mail#1')?.error).toBeNull();
    expect(runOf(letter(paths.join(''))).steps.get('mail#1')?.error).toMatchObject({
      code: 'output_too_large',
      message: 'The text `body` has more than 500 different {{paths}}.',
    });
  });
});

describe('the plain text of an HTML e-mail', () => {
  test.each([
    ['<p>One</p><p>Two &amp; three</p>', 'One\nTwo & three'],
    ['<style>p { x }</style>Hi<script>alert(1)</script> there', 'Hi there'],
    ['Line<br>next   \n\n\n\nend', 'Line\nnext\n\nend'],
    ['<b>open <style> without an end', 'open  without an end'],
  ])('of %j is %j', (body, text) => {
    expect(runOf(letter(body)).allEffects[0]?.request).toMatchObject({ text });
  });

  test.each(['<style', '<a', ' ', '</p', '{{x'])('takes linear time over many %j', async (piece) => {
    const tookMs = await processorMs(() => runOf(letter(`<p>${piece.repeat(120_000 / piece.length)}`)));
    expect(tookMs).toBeLessThan(1_000);
  });
});
