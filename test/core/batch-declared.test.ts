import { readRows as readRowsOf } from '../../core/batches/rows.ts';
import { csvTable } from '../../core/batches/table.ts';
import { requireColumns } from '../../core/cascade/file-faults.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import type { FieldSpec } from '../../core/fields/spec.ts';
import { describe, expect, test } from '../support/jest.ts';

/* Files of applicants whose fields are declared. */

const SPECS = new Map<string, FieldSpec>([
  ['applicant.dti', { type: 'number', required: true }],
  ['applicant.vet', { type: 'yes_no' }],
  ['applicant.jobs', { type: 'list' }],
  ['vehicle.price', { type: 'number', required: true }],
  ['amount', { type: 'integer' }],
]);
const readRows = (csv: string, specs = SPECS) =>
  readRowsOf(csvTable(Buffer.from(csv), 1_000), Date.UTC(2026, 10, 28), { specs });

// Rules: 17.8.4
describe('a cell', () => {
  test('is of the declared type without a suffix', () => {
    const { rows, errors } = readRows(
      'applicant.dti,applicant.vet,vehicle.price,amount,applicant.other\n0.40,TRUE,12,3,7\n',
    );
    expect(errors).toEqual([]);
    expect(rows).toEqual([{ applicant: { dti: 0.4, vet: true, other: '7' }, vehicle: { price: 12 }, amount: 3 }]);
  });

  test('that would be rounded keeps all its digits as a text', () => {
    const csv = 'applicant.dti\n12345678901234567890.5\n0.1234567890123456789\n1e3\n';
    expect(readRows(csv).rows.map(({ applicant }) => applicant)).toEqual([
      { dti: '12345678901234567890.5' },
      { dti: '0.1234567890123456789' },
      { dti: 1_000 },
    ]);
  });

  test('of a type that the standard dictionary alone declares stays text where it is none', () => {
    const csv = 'co_applicant.monthly_income,loan.amount\nunknown,1000\n';
    const { rows, errors } = readRows(csv, new Map());
    expect(errors).toEqual([]);
    expect(rows).toEqual([{ co_applicant: { monthly_income: 'unknown' }, loan: { amount: 1_000 } }]);
  });

  // Rules: 17.8.5
  test('of another type than the account declared is a fault, whatever its header says', () => {
    expect(readRows('applicant.dti,applicant.vet\nn/a,maybe\n').errors).toEqual([
      { line: 2, column: 'applicant.dti', message: 'must be a number: so it is declared' },
      { line: 2, column: 'applicant.vet', message: 'must be true or false: so it is declared' },
    ]);
    expect(readRows('applicant.dti:boolean\ntrue\n').errors).toMatchObject([{ column: 'applicant.dti:boolean' }]);
  });
});

// Rules: 17.8.4
test('a suffix comes before what is declared', () => {
  const { rows, errors } = readRows('applicant.zip:number\n02134\n', new Map([['applicant.zip', { type: 'text' }]]));
  expect([rows, errors]).toEqual([[{ applicant: { zip: 2134 } }], []]);
});

test('a column of a list, or of a member that nobody declared, is a fault of the header', () => {
  const { errors } = readRows('applicant.jobs.pay,vehicel.price,vehicle\n1,2,3\n');
  expect(errors.filter(({ line }) => line === 1)).toMatchObject([
    { line: 1, column: 'applicant.jobs.pay', message: expect.stringContaining('list') },
    { line: 1, column: 'vehicel.price', message: expect.stringContaining('vehicle') },
    { line: 1, column: 'vehicle' },
  ]);
});

// Rules: 17.8.5
test('what is required and a condition reads must have a column and a value', () => {
  const conditions = [{ source_node_id: 'start', field: 'applicant.dti', operator: 'less_than', value: 0.4 }];
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['choose'] },
    {
      ...{ id: 'choose', type: 'IfElse', pass_steps: ['end'], fail_steps: ['end'] },
      branches: { pass: { condition_groups: [{ conditions }] } },
    },
    { id: 'end', type: 'ShowResults' },
  ] as unknown as CascadeDefinition;
  const errorsOf = (csv: string) => requireColumns(readRows(csv), definition, SPECS).errors;
  expect(errorsOf('applicant.first_name\nAda\n')).toEqual([
    { line: 1, column: 'applicant.dti', message: 'is required, and the file has no such column' },
  ]);
  expect(errorsOf('applicant.first_name,applicant.dti\nAda,1\nBen,\n')).toEqual([
    { line: 3, column: 'applicant.dti', message: 'is required' },
  ]);
  expect(errorsOf('applicant.dti\n1\n')).toEqual([]);
});
