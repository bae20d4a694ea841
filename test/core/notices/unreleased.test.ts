import { describe, expect, test } from '../../support/jest.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import { PRODUCTS, reasonCatalogue } from '../../../core/products/index.ts';
import { predicateHolds } from '../../../core/notices/decided/predicates.ts';
import { Work } from '../../../core/work.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { World } from '../interpreter/world.ts';

/* A credit file that the person froze, or that the bureau holds back, says nothing of the person's credit. */

const FROZEN = 'Credit file frozen, so no credit report was available';
const WITHHELD = 'Credit file withheld by the consumer reporting agency, so no credit report was available';
const FILES = [
  ['frozen', FROZEN],
  ['withheld', WITHHELD],
] as const;
/** Values that vendors put into such a report, and misreadings that must not happen. */
const FILLED: JsonObject = {
  score: null,
  tradelines_count: 0,
  bankruptcies_count: 0,
  months_since_bankruptcy: null,
  utilization_percent: null,
  oldest_tradeline_months: null,
  collections: [],
  tradelines: [],
};

type Test = readonly [field: string, operator: string, value?: string | number];

function cascade(...tests: readonly Test[]): CascadeDefinition {
  const conditions = tests.map(([field, operator, value]) => ({
    source_node_id: 'credit',
    field,
    operator,
    ...(value === undefined ? {} : { value }),
  }));
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: { condition_groups: [{ conditions }] } },
      pass_steps: ['approve'],
      fail_steps: ['decline'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'credit' },
    },
  ] as unknown as CascadeDefinition;
}

function run(definition: CascadeDefinition, report: JsonObject) {
  const world = new World(definition, { mode: 'live' });
  world.advance();
  world.finish('credit', { report });
  const notices = world.allEffects.flatMap(({ request }): NoticeRequest[] =>
    request.kind === 'notice' && request.operation === 'prepare' ? [request.notice] : [],
  );
  return { world, reasons: notices.flatMap(({ reasons }) => reasons) };
}

describe.each(FILES)('a file that is %s', (status, words) => {
  // Rules: 10.23.41
  test.each<Test>([
    ['score', 'greater_than_or_equal', 600],
    ['file_status', 'equals', 'scored'],
    ['collections_count', 'less_than', 3],
    ['tradelines_count', 'greater_than', 2],
    ['utilization_percent', 'less_than', 40],
    ['oldest_tradeline_months', 'greater_than', 24],
    ['tradelines.count', 'greater_than', 1],
    ['months_since_bankruptcy', 'greater_than', 24],
  ])('is the one reason of a letter, and nothing of credit is said: %s', (...asked) => {
    expect(run(cascade(asked), { ...FILLED, file_status: status }).reasons).toEqual([words]);
  });

  test('is said once, whatever else the cascade asked for', () => {
    const definition = cascade(['score', 'greater_than', 600], ['bankruptcies_count', 'equals', 0]);
    expect(run(definition, { ...FILLED, file_status: status }).reasons).toEqual([words]);
  });

  // Rules: 6.2.5
  test.each<Test>([
    ['bankruptcies_count', 'equals', 0],
    ['collections.count', 'equals', 0],
    ['tradelines_count', 'less_than', 1],
  ])('approves nobody by the zeros that a vendor fills in: %s', (...asked) => {
    expect(run(cascade(asked), { ...FILLED, file_status: status }).world.last?.outcome).toBe('denied');
  });

  test('is a fact that a cascade can branch on, and no failure', () => {
    const { world } = run(cascade(['file_status', 'equals', status]), { file_status: status, score: null });
    expect(world.last?.outcome).toBe('approved');
  });

  test('bears out its own code of the catalogue and no other', () => {
    const report = { output: { ...FILLED, file_status: status }, work: new Work() };
    const released = { ...report, output: { score: null, file_status: status } };
    const codes = reasonCatalogue(PRODUCTS.credit_report)
      .filter(({ when }) => predicateHolds(when, released, null))
      .map(({ code }) => code);
    expect(codes).toEqual([`credit_report.file_status.${status}`]);
  });
});

// Rules: 10.23.41
test('a file that is thin, or that the bureau does not have, has too little history and no other words', () => {
  for (const status of ['thin', 'no_record']) {
    expect(run(cascade(['score', 'greater_than', 600]), { score: null, file_status: status }).reasons).toEqual([
      'Too little credit history to be scored',
    ]);
  }
});

describe('the lending template', () => {
  const { templates, sandbox } = loadReferenceData();
  const definition = templates.find(({ key }) => key === 'consumer-credit')?.definition ?? [];

  // Rules: 10.15.14
  test('asks an applicant whose file is frozen for it: what is needed, by when, and what happens otherwise', () => {
    const payload = sandbox.subjects.find(({ case_name: name }) => name === 'frozen')?.payload ?? { applicant: {} };
    const world = new World(definition, { payload: { ...payload }, sandbox });
    world.advance();
    const mails = world.allEffects.flatMap(({ request }) => (request.kind === 'mail' ? [JSON.stringify(request)] : []));
    expect(mails).toHaveLength(1);
    // 12 CFR 1002.9(c)(2): the information needed, a reasonable period, and that failure ends the consideration.
    for (const item of [/Information needed: /, /within 30 days of the date/, /no further consideration/]) {
      expect(mails[0]).toMatch(item);
    }
    world.finish([...world.openEffects.keys()][0] ?? '', { status: 'sent' });
    expect([world.last?.status, world.last?.outcome]).toEqual(['completed', null]);
  });

  test('sends no e-mail to an applicant who did not consent to it', () => {
    const payload = sandbox.subjects.find(({ case_name: name }) => name === 'withheld')?.payload ?? { applicant: {} };
    const world = new World(definition, { payload: { ...payload }, sandbox });
    world.advance();
    expect([world.last?.status, world.last?.outcome, world.allEffects]).toEqual(['completed', null, []]);
  });
});
