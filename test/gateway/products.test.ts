import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { PRODUCT_CODES } from '../../core/products/index.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let reader: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  reader = await gateway.caller({ scopes: ['workflows:read'] });
});
afterAll(() => gateway.stop());

describe('the product catalogue', () => {
  // Rules: 6.6.1, 6.6.2
  test('lists every product, and whether it can be pulled live', async () => {
    const { status, data } = await reader.api.get('/products');
    expect(status).toBe(200);
    expect(data.map(({ code, live }: { code: string; live: boolean }) => [code, live])).toEqual(
      PRODUCT_CODES.map((code) => [code, code === 'credit_report']),
    );
  });

  test.each(PRODUCT_CODES)('describes every field of %s and offers its subjects', async (code) => {
    const { status, data } = await reader.api.get(`/products/${code}`);
    expect([status, data.code, data.output_schema.type]).toEqual([200, code, 'object']);
    expect(data.fields.length).toBeGreaterThan(5);
    for (const { path, type, description } of data.fields) {
      expect([path, type, description]).not.toContain('undefined');
      expect(description).not.toBe('');
    }
    expect(data.test_cases.length).toBeGreaterThanOrEqual(5);
    expect(data.reasons.length).toBeGreaterThan(0);
  });

  // Rules: 6.6.1
  test('gives unit, range, allowed values and reasons of a field', async () => {
    const { data } = await reader.api.get('/products/credit_report');
    const field = (path: string) => data.fields.find((each: { path: string }) => each.path === path);
    expect(field('score')).toMatchObject({
      type: 'integer',
      nullable: true,
      unit: 'points',
      minimum: 300,
      maximum: 850,
      reason: null,
      missing_reason: { code: 'credit_report.score.missing' },
    });
    expect(field('file_status').allowed_values).toEqual(['scored', 'thin', 'no_record', 'frozen', 'withheld']);
    expect(field('bankruptcies_count').reason.text).toBe('Bankruptcy');
  });

  test('a product whose code is misspelt is named', async () => {
    const { error } = await reader.api.get('/products/credit_reprot');
    expect(error?.details).toEqual([
      {
        field: 'code',
        message: `is not a product; did you mean "credit_report"? The products are ${PRODUCT_CODES.join(', ')}.`,
      },
    ]);
  });

  test.each(['nothing', '1', '__proto__', 'CREDIT_REPORT'])('has no product %s', async (code) => {
    const { status, error } = await reader.api.get(`/products/${code}`);
    expect([status, error.code]).toEqual([404, 'not_found']);
  });
});
