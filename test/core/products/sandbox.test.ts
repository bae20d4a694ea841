import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { buildSandboxRegistry, type SandboxAnswer, type SandboxSubject } from '../../../core/products/sandbox.ts';

const REPORT: SandboxAnswer = { kind: 'report', output: { score: 700 } };
const subject = (id: number, applicant: JsonObject, answer: SandboxAnswer = REPORT): SandboxSubject => ({
  id,
  case_name: 'clear',
  product_code: 'credit_report',
  payload: { applicant },
  answers: new Map([['credit_report', answer]]),
});
const ann = { first_name: 'Ann', last_name: 'Example', date_of_birth: '1990-01-02', ssn: '900-11-1001' };

describe('the sandbox registry', () => {
  const registry = buildSandboxRegistry([subject(1, { ...ann, email: 'ann@example.com' })]);

  // Rules: 6.1.6
  test('finds the person, whatever the e-mail, the letter case, spaces and dashes', () => {
    const sent = {
      first_name: ' ann',
      last_name: 'EXAMPLE',
      date_of_birth: '1990-01-02',
      ssn: '900111001',
      email: 'me@x.org',
    };
    expect(registry.find('credit_report', sent)).toBe(REPORT);
  });

  // Rules: 6.1.6
  test.each(Object.keys(ann))('does not find somebody whose %s differs or is missing', (field) => {
    expect(registry.find('credit_report', { ...ann, [field]: 'other' })).toBeUndefined();
    const { [field as keyof typeof ann]: gone, ...rest } = ann;
    expect(registry.find('credit_report', rest)).toBeUndefined();
  });

  test('has no answer for products that are not registered, nor for what is no product', () => {
    expect(registry.find('criminal_background', ann)).toBeUndefined();
    expect(registry.find('constructor', ann)).toBeUndefined();
    expect(registry.find('credit_report', {})).toBeUndefined();
  });

  test('matches a subject by the fields that it has, and whoever is described more closely first', () => {
    const error: SandboxAnswer = { kind: 'vendor_error', message: 'down' };
    const { ssn, ...noNumber } = ann;
    const both = buildSandboxRegistry([subject(1, noNumber, error), subject(2, ann)]);
    expect(both.find('credit_report', ann)).toBe(REPORT);
    expect(both.find('credit_report', { ...ann, ssn: '900-99-9999' })).toBe(error);
  });

  test('refuses two subjects that are the same person, and one that is nobody', () => {
    expect(() => buildSandboxRegistry([subject(1, ann), subject(2, { ...ann, first_name: 'ANN' })])).toThrow('1 and 2');
    expect(() => buildSandboxRegistry([subject(3, { email: 'x@example.com' })])).toThrow('3');
  });
});
