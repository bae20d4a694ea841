import { Masks } from '../../../core/masks/index.ts';
import { maskRules, rulesOfBoth, type MaskBasis } from '../../../services/gateway/calculations/mask-basis.ts';
import { expect, test } from '../../support/jest.ts';

const basis = (fields: MaskBasis['fieldsThen'], mode: MaskBasis['mode'] = 'test'): MaskBasis => ({
  ...{ mode, fieldsThen: fields, fieldsNow: fields, definition: null, products: null },
});
const FACT = { 'job.code': { type: 'text', kind: 'fact' } } as const;
const IDENTIFIER = { 'job.code': { type: 'text', kind: 'identifier' } } as const;

// Rules: 20.3.1
test('what a cascade declares replaces what the account does', () => {
  const source = { id: 'start', type: 'ApplicantSource', next_step: [], config: { fields: IDENTIFIER } };
  const rules = maskRules({ ...basis(FACT, 'live'), definition: JSON.stringify([source]) });
  expect(new Masks(rules).payload({ job: { code: 'AB-4455667' } })).toEqual({ job: { code: '****5667' } });
});

// Rules: 16.20.14
test('a comparison of two executions is masked by what either is masked by', () => {
  const shown = (one: MaskBasis, other: MaskBasis) =>
    new Masks(rulesOfBoth(maskRules(one), maskRules(other))).payload({ job: { code: 'AB-4455667' }, other: 'otter' });
  for (const [one, other] of [
    [FACT, IDENTIFIER],
    [IDENTIFIER, FACT],
  ]) {
    expect(shown(basis(one!), basis(other!))).toEqual({ job: { code: '****5667' }, other: 'otter' });
    expect(shown(basis(one!, 'live'), basis(other!))).toMatchObject({ other: '*** (text, not declared)' });
    expect(shown(basis(one!), basis(other!, 'live'))).toMatchObject({ other: '*** (text, not declared)' });
  }
});
