import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { missingForLive, type LiveAccount } from '../../../core/notices/live.ts';
import type { Agency } from '../../../core/notices/parties.ts';

const ACCOUNT: LiveAccount = {
  id: 7,
  legal_name: 'Harbor Homes LLC',
  address: '12 Quay Street',
  phone: '',
  default_purpose: 'tenant',
  ecoa_agency: null,
};
const AGE = dictionaryIn({ 'applicant.age': { type: 'integer', kind: 'age' } }).dictionary;
const AGENCY: Agency = {
  name: 'Bureau',
  address: ['1 Way'],
  phone: '800 555 0100',
  toll_free: true,
  nationwide: true,
  consumer_report: true,
};

function missing(
  settings: JsonObject,
  more: {
    account?: Partial<LiveAccount>;
    agencies?: Record<string, Agency>;
    useCase?: string;
    /** A node between the report and the notice. */
    before?: JsonObject;
  } = {},
): string {
  const { before } = more;
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    {
      id: 'credit',
      type: 'Product',
      billing_product_code: 'credit_report',
      next_step: [before === undefined ? 'deny' : String(before.id), 'records'],
    },
    ...(before === undefined ? [] : [before]),
    { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: settings },
    { id: 'records', type: 'BillingProduct', billing_product_code: 'criminal_background' },
  ] as unknown as CascadeDefinition;
  const account = { ...ACCOUNT, ...more.account };
  const agencies = new Map(Object.entries(more.agencies ?? { credit_report: AGENCY }));
  return missingForLive({ definition, useCase: more.useCase ?? null, dictionary: AGE }, account, agencies)
    .map(({ nodeId, message }) => `${nodeId}: ${message}`)
    .join('\n');
}

describe('what live notices lack', () => {
  test('is nothing if purpose and agencies are known', () => {
    expect(missing({})).toBe('');
  });

  // Rules: 10.3.4
  test('a condition that can read nothing stands in the way, since the letter would say "not provided"', () => {
    const reading = (field: string, other?: string) => {
      const source_node_id = 'context';
      const from: JsonObject = other === undefined ? { value: 5 } : { value_from: { source_node_id, field: other } };
      const condition = { source_node_id, field, operator: 'greater_than', ...from };
      const branches = { pass: { condition_groups: [{ conditions: [condition] }] } };
      return missing({}, { before: { id: 'desk', type: 'IfElse', branches, fail_steps: ['deny'] } });
    };
    expect(reading('vehicle.price')).toBe(
      'deny: a value: nothing is ever at `vehicle.price`, which "desk" reads (what the payload has there is at ' +
        '`context.vehicle.price`)',
    );
    expect(reading('applicant.monthly_income', 'loan.payment')).toContain('`context.loan.payment`');
    expect(reading('context.vehicle.price', 'property.monthly_rent')).toBe('');
  });

  test('a condition on what a node stores has something to read', () => {
    const config = { store_result_as: 'bureau' };
    const conditions = [{ source_node_id: 'context', field: 'bureau.score', operator: 'greater_than', value: 5 }];
    const branches = { pass: { condition_groups: [{ conditions }] } };
    expect(missing({}, { before: { id: 'desk', type: 'IfElse', config, branches, fail_steps: ['deny'] } })).toBe('');
  });

  describe('of one choice with a list, a value that is nowhere and a prohibited basis', () => {
    const condition = (source_node_id: string, field: string) => ({
      ...{ source_node_id, field, operator: 'greater_than', value: 5 },
    });
    const conditions = [
      condition('context', 'applicant.age'),
      condition('credit', 'tradelines'),
      condition('context', 'vehicle.price'),
      condition('context', 'vehicle.price'),
    ];
    const choice = (fail: string) => ({
      ...{ id: 'desk', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions }] } } },
      fail_steps: [fail],
    });

    // Rules: 10.3.4
    test('each stands in the way of the notice behind it, once', () => {
      const lines = missing({}, { before: choice('deny') }).split('\n');
      expect(lines.map((line) => line.replace(/^deny: /, '').slice(0, 30))).toEqual([
        'a comparison that can be told:',
        'a value: nothing is ever at `v',
        'the `prohibited_basis_note` of',
      ]);
    });

    test('nothing stands in the way of a notice that does not follow it', () => {
      expect(missing({}, { before: choice('records') })).toBe('');
    });
  });

  test('a cascade without notices lacks nothing', () => {
    const definition = [{ id: 'start', type: 'ApplicantSource' }] as unknown as CascadeDefinition;
    const account = { ...ACCOUNT, default_purpose: null };
    expect(missingForLive({ definition, useCase: null, dictionary: AGE }, account, new Map())).toEqual([]);
  });

  // Rules: 10.3.1
  test.each([
    ['the purpose', {}, { account: { default_purpose: null } }, 'cascade accounts update 7 --default-purpose'],
    ['the federal agency', { purpose: 'credit' }, {}, 'cascade accounts update 7 --ecoa-agency KEY'],
    ['the agency', {}, { agencies: {} }, 'cascade agencies set --account 7 --product credit_report'],
    ['the address', {}, { account: { address: ' ' } }, 'cascade accounts update 7 --address'],
    ['two notices', { purpose: 'employment' }, {}, 'must be `adverse_employment`'],
  ] as const)('names %s and the command that sets it', (_, settings, more, command) => {
    expect(missing(settings, more)).toContain(command);
    expect(missing(settings, more).split('\n')).toHaveLength(1);
  });

  test('a use case of the closed table gives the purpose, another one does not', () => {
    const account = { default_purpose: null };
    expect(missing({}, { account, useCase: 'tenant_screening' })).toBe('');
    expect(missing({}, { account, useCase: 'tenants' })).toContain('the purpose');
  });

  test('reports that cannot reach the notice need no agency', () => {
    expect(missing({})).not.toContain('criminal_background');
  });

  test('a person who reviews sees the reports of all branches, so each needs its agency', () => {
    const branches = { human_review: { condition_groups: [] } };
    const reviewed = { id: 'decide', type: 'IfElse', branches, fail_steps: ['deny'] };
    expect(missing({}, { before: reviewed })).toContain('the agency behind criminal_background');
    expect(missing({}, { before: { ...reviewed, branches: { pass: { condition_groups: [] } } } })).toBe('');
  });
});
