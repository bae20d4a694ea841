import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
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

describe('a variable without a value', () => {
  test('gives empty text by default', () => {
    const world = runOf(letter('Dear {{applicant.first_name}}!'));
    expect(world.allEffects[0]?.request).toMatchObject({ text: 'Dear !' });
    world.finish('mail', { message_id: 'm', accepted_at: 't' });
    expect(world.outputs.get('mail')).toMatchObject({ unresolved: ['applicant.first_name'] });
  });

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

  test.each([
    ['{{context.user_approved}}', ''],
    ['{{user_approved}}', ''],
    ['{{context.execution.mode}}', 'test'],
    ['{{context.workflow.name}}', 'Test'],
  ])('%s is not hidden by the payload', (body, text) => {
    expect(runOf(letter(body), approvedHidden).allEffects[0]?.request).toMatchObject({ text });
  });

  test('is not hidden by a result that is stored under its name', () => {
    const pull = { ...credit('credit', 'mail'), config: { store_result_as: 'user_approved' } };
    const world = new World([source('credit'), pull, letter('{{user_approved}}')], {
      payload: { applicant: APPLICANT },
    });
    world.advance();
    expect(world.allEffects[0]?.request).toMatchObject({ text: '' });
  });

  test('of the payload passes no condition on the review', () => {
    const decide = ifElse('decide', { pass: when('context.user_approved', 'is_true'), then: ['mail'] });
    const world = new World([source('decide'), decide, letter('Approved')], { payload: { user_approved: true } });
    world.advance();
    expect(world.outputs.get('decide')).toMatchObject({ branch: 'fail' });
  });
});

describe('a text beyond 256 KiB', () => {
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
