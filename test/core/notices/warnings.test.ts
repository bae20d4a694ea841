import { describe, expect, test } from '../../support/jest.ts';
import { buildGraph } from '../../../core/cascade/graph.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { NODES, type CascadeDefinition, type CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { FIELD_BASES, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { missingForLive } from '../../../core/notices/live.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { warnOfSeveralNotices } from '../../../core/notices/warnings/several.ts';
import { loadNoticeData } from '../../../platform/reference-data/index.ts';
import { branch, group, oneChoice, type Rule } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

const TENANT = { purpose: 'tenant', recipient: '{{applicant.email}}' };

function codesOf(definition: readonly object[], fields: FieldSpecsJson | null = null): string[] {
  const rules = noticeRules(null, dictionaryIn(fields).dictionary);
  const found = lintDefinition(definition as unknown as CascadeDefinition, plenty(), rules);
  return found.map(({ code, node_id }) => `${code} ${node_id}`);
}

function lackingLive(definition: readonly object[], fields: FieldSpecsJson | null = null): string[] {
  const account = { id: 1, legal_name: 'Harbor', address: 'Quay', phone: '', default_purpose: null, ecoa_agency: null };
  const agencies = new Map(Object.entries(loadNoticeData().testAgencies));
  const { dictionary } = dictionaryIn(fields);
  const cascade = { definition: definition as unknown as CascadeDefinition, useCase: null, dictionary };
  return missingForLive(cascade, account, agencies).map(({ message }) => message);
}

const requires = (...rules: readonly Rule[]) => ({ branches: { pass: branch(group('and', ...rules)) } });
const onCredit = (choice: object) => oneChoice({ credit: 'credit_report' }, choice, TENANT);
const onApplicant = (choice: object) => oneChoice({}, choice, TENANT);

describe('a requirement that somebody with nothing on record fails', () => {
  const LONG_AGO: Rule = ['credit', 'months_since_bankruptcy', 'greater_than_or_equal', 24];

  // Rules: 2.9.12
  test('is warned of', () => {
    expect(codesOf(onCredit(requires(LONG_AGO)))).toEqual(['best_case_fails decide']);
  });

  test('is fine with the alternative that the warning offers', () => {
    const either = group('or', LONG_AGO, ['credit', 'months_since_bankruptcy', 'is_empty']);
    expect(codesOf(onCredit({ branches: { pass: branch(either) } }))).toEqual([]);
  });

  test('as a decline rule it lets them pass, and is fine', () => {
    const recent: Rule = ['credit', 'months_since_bankruptcy', 'less_than', 24];
    const declines = { ...requires(recent), pass_steps: ['decline'], fail_steps: ['approve'] };
    expect(codesOf(onCredit(declines))).not.toContain('best_case_fails decide');
  });
});

describe('nothing is warned of', () => {
  const LONG_AGO: Rule = ['credit', 'months_since_bankruptcy', 'greater_than_or_equal', 24];

  test('where neither way leads past the notice: who has none on record fails by nothing', () => {
    const both = { ...requires(LONG_AGO), pass_steps: ['decline'], fail_steps: ['decline'] };
    expect(codesOf(onCredit(both)).filter((code) => code.startsWith('best_case_fails'))).toEqual([]);
  });

  test('if a report verifies a birth: what it says is no ground', () => {
    const verified: Rule = ['id', 'date_of_birth_match', 'is_not_empty'];
    expect(codesOf(oneChoice({ id: 'identity_verification' }, requires(verified), TENANT))).toEqual([]);
  });

  test('of an address that is misspelt: that has a warning of its own', () => {
    const misspelt = { purpose: 'tenant', recipient: '{{tenant.email}}' };
    const codes = codesOf(oneChoice({}, requires(['start', 'applicant.savings', 'greater_than', 5]), misspelt));
    expect(codes.filter((code) => code.startsWith('recipient_not_applicant'))).toEqual([]);
  });
});

// Rules: 10.3.4
test('a list compared with a number keeps a cascade from going live, and its own count does not', () => {
  expect(lackingLive(onCredit(requires(['credit', 'tradelines.balance_usd', 'less_than', 5000])))).toEqual([
    expect.stringMatching(/`tradelines.balance_usd` in "decide" is a list, and `less_than` compares one value/),
  ]);
  expect(lackingLive(onCredit(requires(['credit', 'tradelines_count', 'less_than', 50])))).toEqual([]);
});

describe('prohibited bases', () => {
  const FACT = { type: 'text', kind: 'fact' } as const;
  const BASES = FIELD_BASES.filter((basis) => basis !== 'proxy');

  // Rules: 2.9.14, 10.3.4
  test.each([
    ...BASES.map((basis) => [basis, { ...FACT, basis }] as const),
    ['kind age', { type: 'integer', kind: 'age' }] as const,
    ['kind birth', { type: 'date', kind: 'birth' }] as const,
  ])('%s is warned of, and does not go live without a note', (_name, spec) => {
    const fields = { 'applicant.q': spec };
    const choice = requires(['start', 'context.applicant.q', 'equals', 'x']);
    expect(codesOf(onApplicant(choice), fields)).toContain('prohibited_basis decide');
    expect(lackingLive(onApplicant(choice), fields)).toEqual([
      expect.stringContaining('`prohibited_basis_note` of "decide"'),
    ]);
    const explained = { ...choice, prohibited_basis_note: 'Capacity to contract, 12 CFR 1002.6(b)(2)' };
    expect(lackingLive(onApplicant(explained), fields)).toEqual([]);
    expect(codesOf(onApplicant(explained), fields)).toContain('prohibited_basis decide');
  });

  // Rules: 2.9.14
  test('a birth that every person brings is declared', () => {
    const choice = requires(['start', 'applicant.date_of_birth', 'equals', 'x']);
    expect(codesOf(onApplicant(choice))).toContain('prohibited_basis decide');
  });

  // Rules: 2.9.14, 10.3.6
  test('a proxy is asked about, and goes live', () => {
    const fields = { 'applicant.q': { ...FACT, basis: 'proxy' } } as const;
    const choice = requires(['start', 'applicant.q', 'equals', 'x']);
    expect(codesOf(onApplicant(choice), fields)).toContain('proxy_of_prohibited_basis decide');
    expect(lackingLive(onApplicant(choice), fields)).toEqual([]);
  });

  // Rules: 20.9.5
  test.each(['applicant.sex', 'applicant.church', 'applicant.preferred_language'])(
    'the name %s tells none',
    (field) => {
      const choice = requires(['start', field, 'equals', 'x']);
      expect(codesOf(onApplicant(choice))).toEqual([]);
      expect(lackingLive(onApplicant(choice))).toEqual([]);
    },
  );
});

describe('the recipient', () => {
  const to = (notice: object) =>
    codesOf(
      oneChoice({}, requires(['start', 'applicant.income', 'greater_than', 1]), { purpose: 'tenant', ...notice }),
    ).filter((code) => code !== 'missing_adverse_action decide');

  test.each([
    ['{{applicant.email}}', undefined],
    ['{{ context.applicant.email }}', undefined],
    ['{{applicant.contact.email}}', undefined],
    ['{{applicant.co_applicant.email}}', 'applicant.co_applicant'],
  ])('%s of %s is that person', (recipient, applicant) => {
    expect(to({ recipient, ...(applicant === undefined ? {} : { applicant }) })).toEqual([]);
  });

  // Rules: 2.9.15
  test.each([
    ['{{applicant.co_applicant.email}}', undefined],
    ['{{property.owner_email}}', undefined],
    ['office@example.com', undefined],
    ['{{applicant.email}}', 'applicant.co_applicant'],
  ])('%s of %s is somebody else', (recipient, applicant) => {
    expect(to({ recipient, ...(applicant === undefined ? {} : { applicant }) })).toEqual([
      'recipient_not_applicant decline',
    ]);
  });
});

describe('several notices', () => {
  const notice = (id: string, more: object = {}) => ({
    id,
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: TENANT,
    ...more,
  });

  // Rules: 2.9.16
  test('a jump behind a notice that leads back to it is warned of', () => {
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
      {
        id: 'decide',
        type: 'IfElse',
        ...requires(['start', 'applicant.income', 'greater_than', 1]),
        pass_steps: ['approve'],
        fail_steps: ['decline'],
      },
      { id: 'approve', type: 'Action', action_type: 'Approve' },
      notice('decline', { next_step: ['again'] }),
      { id: 'again', type: 'GoTo', target_step: 'decide' },
    ];
    expect(codesOf(definition)).toContain('repeated_notice decline');
  });

  // Rules: 2.9.17
  test('two side by side are warned of, and not if they are about two people', () => {
    const both = (second: object) => [
      { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
      {
        id: 'decide',
        type: 'IfElse',
        ...requires(['start', 'applicant.income', 'greater_than', 1]),
        pass_steps: ['approve'],
        fail_steps: ['one', 'two'],
      },
      { id: 'approve', type: 'Action', action_type: 'Approve' },
      notice('one'),
      notice('two', { adverse_action: { ...TENANT, ...second } }),
    ];
    expect(codesOf(both({}))).toEqual(['parallel_notices decide']);
    const ofOther = { applicant: 'applicant.co_applicant', recipient: '{{applicant.co_applicant.email}}' };
    expect(codesOf(both(ofOther))).toEqual([]);
  });
});

describe('a denial without a notice', () => {
  const denial = (choice: object) => [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    { id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['results'], ...choice },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    { id: 'results', type: 'ShowResults' },
  ];

  // Rules: 2.9.11
  test('is warned of where a condition declines', () => {
    const choice = requires(['credit', 'score', 'greater_than', 600]);
    expect(codesOf(denial(choice))).toEqual(['missing_adverse_action decide']);
  });

  test('is warned of where only another person is told', () => {
    const choice = { ...requires(['credit', 'score', 'greater_than', 600]), fail_steps: ['decline'] };
    const toldTo = (applicant?: string) =>
      codesOf([
        ...denial(choice),
        {
          ...{ id: 'decline', type: 'Action', action_type: 'AdverseAction', next_step: ['results'] },
          adverse_action: {
            purpose: 'tenant',
            recipient: `{{${applicant ?? 'applicant'}.email}}`,
            ...(applicant === undefined ? {} : { applicant }),
          },
        },
      ]);
    expect(toldTo()).toEqual([]);
    expect(toldTo('applicant.co_applicant')).toEqual(['missing_adverse_action decide']);
  });

  test('is warned of where a person may deny', () => {
    const choice = {
      branches: { human_review: branch(group('and', ['credit', 'score', 'greater_than', 1])) },
      pass_steps: ['results'],
    };
    expect(codesOf(denial(choice))).toContain('missing_adverse_action decide');
  });

  test('is warned of where a rule declines whoever matches it', () => {
    const choice = requires(['credit', 'score', 'less_than', 600]);
    const swapped = { ...choice, pass_steps: ['results'], fail_steps: ['approve'] };
    expect(codesOf(denial(swapped))).toEqual(['missing_adverse_action decide']);
  });

  // Rules: 2.9.11
  test('is not warned of where a rule matches only files that were not released, which declines nobody', () => {
    const matching = (...rules: readonly Rule[]) => {
      const choice = { branches: { pass: branch(group('or', ...rules)) } };
      return codesOf(denial({ ...choice, pass_steps: ['results'], fail_steps: ['approve'] }));
    };
    const frozen: Rule = ['credit', 'file_status', 'equals', 'frozen'];
    expect(matching(frozen, ['credit', 'file_status', 'equals', 'withheld'])).toEqual([]);
    const warned = ['missing_adverse_action decide'];
    expect(matching(frozen, ['credit', 'file_status', 'equals', 'thin'])).toEqual(warned);
    expect(matching(frozen, ['credit', 'score', 'less_than', 600])).toEqual(warned);
    expect(matching(['credit', 'file_status', 'not_equals', 'frozen'])).toEqual(warned);
  });
});

describe('steps side by side', () => {
  const choice = requires(['credit', 'score', 'less_than', 600]);
  const beside = (steps: readonly string[], ...more: readonly object[]) => [
    ...onCredit({ ...choice, pass_steps: steps, fail_steps: ['approve'] }),
    { id: 'tell', type: 'Action', action_type: 'InternalNotification', next_step: [] },
    ...more,
  ];
  const isMissing = (definition: readonly object[]) => codesOf(definition).includes('missing_adverse_action decide');

  // Rules: 2.9.11
  test('of which one is the notice are no silence', () => {
    expect(isMissing(beside(['tell', 'decline']))).toBe(false);
    expect(isMissing(beside(['decline', 'tell']))).toBe(false);
    expect(isMissing(beside(['tell']))).toBe(true);
  });

  test('are one if each of them may lead past it', () => {
    const ask = (id: string, pass: readonly string[]) => ({
      ...{ id, type: 'IfElse', ...choice },
      ...{ pass_steps: pass, fail_steps: [] },
    });
    expect(isMissing(beside(['tell', 'ask'], ask('ask', ['decline'])))).toBe(true);
    expect(isMissing(beside(['decline', 'ask'], ask('ask', [])))).toBe(false);
    const before = { id: 'first', type: 'Action', action_type: 'InternalNotification', next_step: ['tell', 'decline'] };
    expect(isMissing(beside(['first'], before))).toBe(false);
  });
});

describe('the waiting period of employment', () => {
  const hiring = (waitingPeriod: object) =>
    oneChoice({ criminal: 'criminal_background' }, requires(['criminal', 'records_count', 'equals', 0]), {
      recipient: '{{applicant.email}}',
      action_taken: 'adverse_employment',
      waiting_period: waitingPeriod as never,
    });

  // Rules: 2.9.18
  test.each([
    [{ duration: 4, unit: 'business_days' }, true],
    [{ duration: 5, unit: 'business_days' }, false],
    [{ duration: 6, unit: 'days' }, true],
    [{ duration: 1, unit: 'weeks' }, false],
    [{ duration: 2, unit: 'hours' }, true],
  ])('of %j is shorter than the usual: %s', (period, isShort) => {
    expect(codesOf(hiring(period)).includes('short_waiting_period decline')).toBe(isShort);
  });

  // Rules: 10.6.2
  test('of nothing is refused', () => {
    expect(validateDefinition(hiring({ duration: 0, unit: 'days' })).details).toEqual([
      expect.objectContaining({
        field: expect.stringContaining('waiting_period.duration'),
        message: expect.stringContaining('must be more than zero'),
      }),
    ]);
  });
});

describe('a wait before a credit notice', () => {
  const waiting = (days: number, purpose: string) => [
    { id: 'start', type: 'ApplicantSource', next_step: ['pause'] },
    { id: 'pause', type: 'Wait', wait: { duration: days, unit: 'days' }, next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      ...requires(['start', 'applicant.income', 'greater_than', 1]),
      pass_steps: ['approve'],
      fail_steps: ['decline'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    { id: 'decline', type: 'Action', action_type: 'AdverseAction', adverse_action: { ...TENANT, purpose } },
  ];

  // Rules: 2.9.19
  test.each([
    [30, 'credit', ['late_notice pause']],
    [29, 'credit', []],
    [30, 'tenant', []],
  ] as const)('of %i days, for %s', (days, purpose, codes) => {
    expect(codesOf(waiting(days, purpose))).toEqual(codes);
  });
});

describe('choices side by side', () => {
  /** Each way of the fork has a choice; what fails goes to `first` and to `second`. */
  const fork = (first: string, second: string, more: readonly object[] = []) => [
    { id: 'start', type: 'ApplicantSource', next_step: ['one', 'two'] },
    ...[
      ['one', first],
      ['two', second],
    ].map(([id, failed]) => ({
      ...{ id, type: 'IfElse', pass_steps: ['approve'], fail_steps: [failed] },
      ...requires(['start', `applicant.${id}`, 'greater_than', 1]),
    })),
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'terms',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { ...TENANT, action_taken: 'other_action', statement: 'We ask for a deposit.' },
    },
    { id: 'decline', type: 'Action', action_type: 'AdverseAction', adverse_action: TENANT },
    ...more,
  ];
  const parallel = (definition: readonly object[]) =>
    codesOf(definition).filter((code) => code.startsWith('parallel_notices'));

  // Rules: 2.9.17
  test('may offer terms and decline the same person at once: that is warned of', () => {
    expect(parallel(fork('terms', 'decline'))).toEqual(['parallel_notices start']);
  });

  test('are fine where the ways lead to one notice, or meet before a choice between two', () => {
    expect(parallel(fork('decline', 'decline'))).toEqual([]);
    const joined = {
      ...{ id: 'join', type: 'IfElse', pass_steps: ['terms'], fail_steps: ['decline'] },
      ...requires(['start', 'applicant.three', 'greater_than', 1]),
    };
    expect(parallel(fork('join', 'join', [joined]))).toEqual([]);
  });
});

describe("a letter's own sentences", () => {
  const saying = (notice: object) =>
    codesOf(oneChoice({}, requires(['start', 'applicant.income', 'greater_than', 1]), { ...TENANT, ...notice }), {
      'applicant.zz': { type: 'number', label: 'Qux', kind: 'age' },
      'applicant.plot': { type: 'text', label: 'Number of the plot', kind: 'fact' },
    });

  // Rules: 2.9.20, 2.9.21
  test.each([
    [{ reason: 'Born {{applicant.date_of_birth}}.' }, ['personal_variable decline']],
    [{ statement: 'Number {{applicant.ssn}}.' }, ['personal_variable decline']],
    [{ reason: 'At {{applicant.zz}}.' }, ['personal_variable decline']],
    [{ reason: 'At {{applicant.plot}}.' }, []],
    [{ reason: 'Ask {{applicant.officer}}.' }, []],
    [
      { purpose: 'credit', reason: 'You failed to achieve a qualifying score in our credit scoring system.' },
      ['insufficient_reason decline'],
    ],
    [
      { purpose: 'credit', reason: 'The application did not meet our internal lending standards.' },
      ['insufficient_reason decline'],
    ],
    [{ purpose: 'credit', reason: 'The score that we used is on the next page.' }, []],
    [{ purpose: 'credit', reason: 'Call us before Friday.' }, []],
    [{ reason: 'You did not meet our criteria.' }, []],
  ])('%j are warned of: %j', (notice, codes) => {
    expect(saying(notice)).toEqual(codes);
  });
});

test('notices side by side are looked for once behind each step, however many steps lead to it', () => {
  const [layers, width] = [10, 10];
  const layer = (at: number): CascadeNode[] =>
    Array.from({ length: width }, (_, n) => ({
      id: `s${at}_${n}`,
      type: 'Action',
      action_type: 'Approve',
      next_step: at + 1 < layers ? Array.from({ length: width }, (_next, to) => `s${at + 1}_${to}`) : [],
    }));
  const steps = Array.from({ length: layers }, (_, at) => layer(at)).flat();
  const graph = buildGraph(steps, NODES);
  let asked = 0;
  const counted = {
    ...graph,
    edgesFrom: (id: string) => {
      asked += 1;
      return graph.edgesFrom(id);
    },
  };
  expect(warnOfSeveralNotices(steps, NODES, counted, plenty())).toEqual([]);
  expect(asked).toBeLessThan(steps.length ** 2);
});
