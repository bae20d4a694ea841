import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { approve, credit, goTo, ifElse, results, source, wait, when } from './cascades.ts';
import { World } from './world.ts';

const report = (bytes: number): SandboxRegistry => ({
  find: () => ({ kind: 'report', output: { score: 700, text: 'x'.repeat(bytes) } }),
});
const KIB = 1024;

describe('an output beyond 512 KiB', () => {
  const run = (bytes: number) => {
    const world = new World([source('credit'), credit('credit', 'ok'), approve('ok')], { sandbox: report(bytes) });
    world.advance();
    return world;
  };

  // Rules: 8.3.1, 8.3.2
  test('fails its step with output_too_large, and nothing behind it runs', () => {
    const world = run(512 * KIB);
    expect(world.steps.get('credit#1')?.error?.code).toBe('output_too_large');
    expect([world.last?.status, world.last?.outcome, world.path]).toEqual(['failed', null, ['start', 'credit']]);
    expect(world.last?.reports).toEqual([]);
  });

  test('is what counts: a little less is kept', () => {
    expect(run(511 * KIB).last?.outcome).toBe('approved');
  });

  // Rules: 8.3.1
  test('is not built from the values that conditions read', () => {
    const conditions = Array.from({ length: 3 }, () => ({
      source_node_id: 'context',
      field: 'applicant.tags',
      operator: 'contains' as const,
      value: 'a',
    }));
    const decide: CascadeNode = {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: { condition_groups: [{ conditions }] } },
    };
    const payload = { applicant: { tags: Array.from({ length: 2_500 }, () => 'a'.repeat(100)) } };
    const world = new World([source('decide'), decide], { payload });
    world.advance();
    expect(world.steps.get('decide#1')?.error?.code).toBe('output_too_large');
  });
});

describe('a run beyond 4 MiB', () => {
  const pulls = (count: number): CascadeNode[] => [
    source('p0'),
    ...Array.from({ length: count }, (_, index) => credit(`p${index}`, `p${index + 1}`)),
    results(`p${count}`),
  ];

  // Rules: 8.3.1
  test('fails the step that would exceed it', () => {
    const world = new World(pulls(20), { sandbox: report(500 * KIB) });
    world.advance();
    expect(world.steps.get('p7#1')?.status).toBe('succeeded');
    expect(world.steps.get('p8#1')?.error).toMatchObject({
      code: 'output_too_large',
      message: 'The data of the execution exceeds 4 MiB.',
    });
  });

  test('counts the outputs of earlier passes', () => {
    const world = new World([source('review'), ...reviewThen('pull')], {
      sandbox: report(500 * KIB),
      payload: { applicant: { flag: true } },
    });
    world.advance();
    for (let index = 0; index < 8; index += 1) world.outputs.set(`old${index}`, { text: 'x'.repeat(500 * KIB) });
    world.decide('review', 'approved');
    expect(world.steps.get('pull#1')?.error?.code).toBe('output_too_large');
  });

  const reviewThen = (id: string): CascadeNode[] => [
    ifElse('review', { review: when('applicant.flag', 'is_true'), reviewed: [id] }),
    credit(id),
    ...Array.from({ length: 8 }, (_, index) => approve(`old${index}`)),
  ];
});

describe('visits whose outputs exceed 8 MiB together', () => {
  const holds = when('applicant.text', 'equals', 'y');

  // Rules: 8.3.1
  test('fail the step of the loop that would exceed it', () => {
    const definition = [
      source('check'),
      ifElse('check', { pass: holds, otherwise: ['again'] }),
      goTo('again', 'check'),
    ];
    const world = new World(definition, { payload: { applicant: { text: 'x'.repeat(500 * KIB) } } });
    world.advance();
    expect(world.steps.get('check#16')?.status).toBe('succeeded');
    expect(world.steps.get('check#17')?.error).toEqual({
      code: 'output_too_large',
      message: "The outputs of all visits of the execution's steps exceed 8 MiB.",
      attempts: 1,
    });
  });

  test('count those of earlier passes', () => {
    const definition = [
      source('check'),
      ifElse('check', { pass: holds, otherwise: ['pause'] }),
      wait('pause', 1, 'again'),
      goTo('again', 'check'),
    ];
    const world = new World(definition, { payload: { applicant: { text: 'x'.repeat(500 * KIB) } } });
    world.advance();
    for (let pass = 0; pass < 40 && world.last?.status === 'waiting'; pass += 1) {
      world.now += 1_000;
      world.advance();
    }
    expect(world.last?.status).toBe('failed');
    expect(world.steps.get('check#17')?.error?.code).toBe('output_too_large');
  });
});

// Rules: 8.4.2
test('what a step under way remembers is counted as work: each later advance reads it again', () => {
  const mail = (subject: string): CascadeNode[] => [
    source('mail'),
    { id: 'mail', type: 'Action', action_type: 'SendEmail', email: { to: 'ada@example.com', subject, body: 'Hello' } },
  ];
  const workOf = (subject: string): number => {
    const world = new World(mail(subject));
    world.advance();
    const [token] = world.state.tokens;
    if (token?.phase !== 'working') throw new Error('no letter is under way');
    expect(token.memo.subject).toBe(subject);
    return world.state.work ?? 0;
  };
  const more = 3_200;
  // Once as it is written, and once as it is remembered.
  expect(workOf('x'.repeat(100 + more)) - workOf('x'.repeat(100))).toBe((2 * more) / 32);
});
