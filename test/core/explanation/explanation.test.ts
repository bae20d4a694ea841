import { describe, expect, test } from '../../support/jest.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { rehearse } from '../../../core/explanation/rerun.ts';
import type { JsonObject } from '../../../core/json.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { World } from '../interpreter/world.ts';
import { plenty } from '../../support/work.ts';

const { templates, sandbox } = loadReferenceData();

/** A sandbox subject in a shipped template, with every review denied. */
function explained(key: string, subjectId: number, reasons: readonly string[] = []) {
  const definition: CascadeDefinition = templates.find((template) => template.key === key)?.definition ?? [];
  const payload = sandbox.subjects.find(({ id }) => id === subjectId)?.payload ?? { applicant: {} };
  const world = new World(definition, { payload: { ...payload }, sandbox, skipWaits: true });
  world.advance();
  let notice: NoticeRequest | undefined;
  let ref = { node_id: '', visit: 0 };
  for (;;) {
    for (const { request, nodeId, visit } of world.last?.effects ?? []) {
      if (request.kind !== 'notice' || request.operation !== 'prepare') continue;
      notice = request.notice;
      ref = { node_id: nodeId, visit };
    }
    const [round] = world.openRounds;
    if (notice !== undefined || round === undefined) break;
    world.settleRound(round, 'denied', { reasons });
    world.advance();
  }
  if (notice === undefined) throw new Error('no notice was issued');
  const run = { definition, history: [...world.history.values()], context: world.run };
  const issued = { ref, actionTaken: notice.action_taken, reasons: notice.reasons, decided: notice.decided };
  return { run, ref, explanation: explainNotice(run, issued, plenty()) };
}

function changesOf(explanation: JsonObject) {
  return explanation.would_have_changed as unknown as {
    readonly values: readonly { readonly field: string; readonly value: unknown }[];
    readonly exact: boolean;
    readonly decisions: readonly JsonObject[];
  };
}

describe('the explanation of a notice', () => {
  // Rules: 10.28.1
  test('gives the way that was taken, in order', () => {
    const { explanation } = explained('income-to-rent', 1403);
    expect(explanation.way).toMatchObject(['applicant', 'income', 'decide', 'decline'].map((node_id) => ({ node_id })));
  });

  test('gives each condition with the required and the actual value, and which ones decided', () => {
    const { explanation } = explained('income-to-rent', 1403);
    expect(explanation.choices).toMatchObject([
      {
        node_id: 'decide',
        taken: 'fail',
        conditions: expect.arrayContaining([
          expect.objectContaining({
            branch: 'human_review',
            field: 'income_to_rent_ratio',
            required: 2.5,
            actual: 1.4,
            decided: true,
          }),
        ]),
      },
    ]);
  });

  // Rules: 10.28.1
  test.each([
    ['income-to-rent', 1403, [['income_to_rent_ratio', 2.5]]],
    ['tenant-screening', 1003, [['score', 580]]],
    ['tenant-screening', 1103, [['felony_count', 0]]],
    ['tenant-screening-strict', 1002, [['score', 660]]],
    ['consumer-credit', 1303, [['overall_result', 'partial']]],
    [
      'identity-check',
      1303,
      [
        ['overall_result', 'partial'],
        ['risk_score', 70],
      ],
    ],
  ])('%s, subject %i: the smallest change is %j', (key, id, expected) => {
    const { run, ref, explanation } = explained(key, id);
    const { values, exact } = changesOf(explanation);
    expect([values.map(({ field, value }) => [field, value]), exact]).toEqual([expected, true]);
    expect(rehearse(run, { values: [] }, plenty()).notices).toContain(ref.node_id);
  });

  // Rules: 10.28.4
  test('names the other decision if a person denied', () => {
    const { explanation } = explained('tenant-screening', 1102, ['Too recent']);
    expect(changesOf(explanation).decisions).toEqual([{ node_id: 'decide', visit: 1, decision: 'approved' }]);
    expect(explanation.choices).toMatchObject([{ reviews: [{ decision: 'denied', reasons: ['Too recent'] }] }]);
  });

  test('says what would have been needed, and not the value that there was', () => {
    const { explanation } = explained('tenant-screening', 1003);
    expect(changesOf(explanation).values).toMatchObject([{ field: 'score', value: 580, text: 'Score: at least 580' }]);
    expect((explanation.summary as string[]).filter((sentence) => sentence.includes('different outcome'))).toEqual([
      'For a different outcome: Score: at least 580.',
    ]);
  });

  // Rules: 10.28.1
  test.each([
    ['tenant-screening', 1003, 'review', 'have gone to a reviewer, who decides'],
    ['income-to-rent', 1403, 'review', 'have gone to a reviewer, who decides'],
    ['tenant-screening', 1102, 'approved', 'have been approved'],
  ])('%s, subject %i: with the values needed it leads to %s', (key, id, leadsTo, words) => {
    const { explanation } = explained(key, id, ['Too recent']);
    expect(explanation.would_have_changed).toMatchObject({ leads_to: leadsTo });
    expect(explanation.summary).toContain(`The application would then ${words}.`);
  });

  test('can be read aloud', () => {
    expect(explained('tenant-screening', 1102, ['Too recent']).explanation.summary).toEqual([
      'At “Meets the criteria?” the application did not pass.',
      'Number of criminal records: 1 (required: none).',
      'A reviewer denied it. The reasons given: Too recent.',
      'For a different outcome: Number of criminal records: none.',
      'The application would then have been approved.',
      'A reviewer who approved at “Meets the criteria?” would have changed the outcome.',
    ]);
  });
});
