import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '../support/jest.ts';
import { evaluateBranches, type ConditionResolver } from '../../core/cascade/conditions.ts';
import { productCodeOf } from '../../core/cascade/own-products.ts';
import type { IfElseNode } from '../../core/cascade/nodes/if-else.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { readPath } from '../../core/path.ts';
import { Work } from '../../core/work.ts';
import { PRODUCT_CODES } from '../../core/products/index.ts';
import type { SandboxSubject } from '../../core/products/sandbox.ts';
import { loadReferenceData, ReferenceDataError } from '../../platform/reference-data/index.ts';

const data = loadReferenceData();
const CASES = ['clear', 'borderline', 'fail', 'thin_file', 'vendor_error'];

describe('the sandbox subjects', () => {
  test.each(PRODUCT_CODES)('of %s are the five cases at least', (code) => {
    const cases = data.sandbox.subjects
      .filter((subject) => subject.product_code === code)
      .map((each) => each.case_name);
    expect(cases).toEqual(expect.arrayContaining(CASES));
  });

  test('are found by their own payload, for their own product', () => {
    for (const { product_code, payload, case_name } of data.sandbox.subjects) {
      const answer = data.sandbox.find(product_code, payload.applicant);
      expect(answer?.kind).toBe(case_name === 'vendor_error' ? 'vendor_error' : 'report');
    }
  });

  test('are clearly made up: example.com addresses and numbers that are never given out', () => {
    for (const { payload } of data.sandbox.subjects) {
      expect(payload.applicant.email).toMatch(/@example\.com$/);
      expect(payload.applicant.ssn ?? '900-').toMatch(/^9/);
    }
  });
});

describe('the templates', () => {
  test.each(data.templates.map((template) => [template.name, template] as const))(
    '%s pulls products that exist',
    (_n, template) => {
      const codes = template.definition.flatMap((node) =>
        node.type === 'BillingProduct' ? [productCodeOf(node)] : [],
      );
      expect(codes.length).toBeGreaterThan(0);
      expect(PRODUCT_CODES).toEqual(expect.arrayContaining(codes));
    },
  );

  test('have the ids 1 to 6 in order and the main job first', () => {
    expect(data.templates.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(data.templates[0]?.name).toBe('Tenant screening');
  });

  /** The result of the template's first decision on all its pulls, for a subject. */
  function decisionFor(key: string, subject: SandboxSubject): string {
    const definition: CascadeDefinition = data.templates.find((each) => each.key === key)?.definition ?? [];
    const decide = definition.find((node): node is IfElseNode => node.type === 'IfElse');
    if (decide === undefined) throw new Error('no decision');
    const work = new Work();
    const resolve: ConditionResolver = ({ source_node_id, field }) => {
      const source = definition.find(({ id }) => id === source_node_id);
      if (source?.type !== 'BillingProduct') return { value: undefined, read: null };
      const answer = data.sandbox.find(productCodeOf(source) ?? '', subject.payload.applicant);
      return { value: answer?.kind === 'report' ? readPath(answer.output, field, work) : undefined, read: null };
    };
    return String(evaluateBranches(decide.branches, resolve, work).branch);
  }

  test.each([
    ['tenant-screening', 'credit_report', 'clear', 'pass'],
    ['tenant-screening', 'credit_report', 'borderline', 'human_review'],
    ['tenant-screening', 'credit_report', 'thin_file', 'human_review'],
    ['tenant-screening', 'credit_report', 'fail', 'fail'],
    ['tenant-screening', 'criminal_background', 'borderline', 'human_review'],
    ['tenant-screening', 'criminal_background', 'fail', 'fail'],
    ['tenant-screening', 'eviction_history', 'borderline', 'human_review'],
    ['tenant-screening', 'eviction_history', 'fail', 'fail'],
    ['tenant-screening-strict', 'credit_report', 'clear', 'pass'],
    ['tenant-screening-strict', 'credit_report', 'borderline', 'fail'],
    ['tenant-screening-strict', 'income_verification', 'thin_file', 'human_review'],
    ['identity-check', 'identity_verification', 'clear', 'pass'],
    ['identity-check', 'identity_verification', 'borderline', 'human_review'],
    ['identity-check', 'identity_verification', 'fail', 'fail'],
    ['employment-background', 'criminal_background', 'clear', 'pass'],
    ['employment-background', 'criminal_background', 'borderline', 'human_review'],
    ['employment-background', 'criminal_background', 'fail', 'fail'],
    ['income-to-rent', 'income_verification', 'clear', 'pass'],
    ['income-to-rent', 'income_verification', 'borderline', 'human_review'],
    ['income-to-rent', 'income_verification', 'thin_file', 'human_review'],
    ['income-to-rent', 'income_verification', 'fail', 'fail'],
  ])('%s decides the %s case "%s" as %s', (key, code, case_name, branch) => {
    const subject = data.sandbox.subjects.find((each) => each.product_code === code && each.case_name === case_name);
    if (subject === undefined) throw new Error('no such subject');
    expect(decisionFor(key, subject)).toBe(branch);
  });
});

describe('the sources of the notices', () => {
  const FOLDER = path.join(import.meta.dirname, '../../data/notices');

  /** Places where a source was not compared with the law: "file path". */
  function notCompared(file: string, node: unknown, at: readonly string[] = []): string[] {
    if (!isJsonObject(node as Json)) return [];
    return Object.entries(node as JsonObject).flatMap(([key, value]) => {
      const isSource = key === 'source' && isJsonObject(value) && value.read_on === null;
      return isSource ? [`${file} ${at.join('.')}`] : notCompared(file, value, [...at, key]);
    });
  }

  test('that were not compared with the law are those that docs/compliance.md lists', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
    const open = files.flatMap((file) => notCompared(file, JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))));
    const listed = readFileSync(path.join(import.meta.dirname, '../../docs/compliance.md'), 'utf8');
    const rows = Array.from(listed.matchAll(/^- `([^`]+)` `([^`]+)`:/gm), ([, file, where]) => `${file} ${where}`);
    expect(rows).toEqual(open);
    expect(open).toHaveLength(3);
  });

  test('that were compared carry a day that has come', () => {
    const days = readdirSync(FOLDER).flatMap((file) =>
      Array.from(readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/"read_on": "([^"]+)"/g), ([, day]) => day),
    );
    expect(days.length).toBeGreaterThan(8);
    for (const day of days) expect(Date.parse(String(day))).toBeLessThanOrEqual(Date.now());
  });
});

describe('the agencies', () => {
  test('are one for each product, with what a notice must name, and a toll-free number if nationwide', () => {
    expect(Object.keys(data.notices.testAgencies).sort()).toEqual([...PRODUCT_CODES].sort());
    for (const agency of Object.values(data.notices.testAgencies)) {
      expect(agency.name).toContain('(test)');
      expect(agency.toll_free || !agency.nationwide).toBe(true);
    }
  });
});

describe('files that are wrong', () => {
  const made: string[] = [];
  afterEach(() => {
    for (const dir of made.splice(0)) rmSync(dir, { recursive: true });
  });
  function copyWith(file: string, change: (content: Record<string, unknown>) => unknown): string {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reference-data-'));
    made.push(dir);
    cpSync(path.join(import.meta.dirname, '../../data'), dir, { recursive: true });
    const content: unknown = JSON.parse(readFileSync(path.join(dir, file), 'utf8'));
    if (!isJsonObject(content)) throw new Error('no object');
    writeFileSync(path.join(dir, file), JSON.stringify(change(content)));
    return dir;
  }
  function complaintOf(dir: string): string {
    try {
      loadReferenceData(dir);
    } catch (error) {
      if (error instanceof ReferenceDataError) return error.message;
      throw error;
    }
    return '';
  }

  test('that has a key twice is named with the path', () => {
    const dir = copyWith('templates/income-to-rent.json', (content) => content);
    const file = path.join(dir, 'templates/income-to-rent.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"definition":[{', '"definition":[{"id":"a",'));
    expect(complaintOf(dir)).toContain('templates/income-to-rent.json: definition[0].id is there twice');
  });

  test.each([
    ['templates/income-to-rent.json', { id: 1 }, 'the id 1 is given twice'],
    ['templates/income-to-rent.json', { color: 'pink' }, 'templates/income-to-rent.json: color'],
    ['templates/income-to-rent.json', { key: 'other' }, "key must be the file's name"],
    ['templates/income-to-rent.json', { definition: [{ id: 'a', type: 'Walk' }] }, 'definition[0].type'],
    ['sandbox/credit-report.json', { subjects: [] }, 'sandbox/credit-report.json: subjects'],
    ['sandbox/credit-report.json', { extra: 1 }, 'sandbox/credit-report.json: extra'],
    [
      'notices/agencies.json',
      { credit_report: { name: 'No address' } },
      'notices/agencies.json: credit_report.address',
    ],
    ['notices/jurisdictions.json', { jurisdictions: { California: {} } }, 'notices/jurisdictions.json: jurisdictions'],
    ['notices/federal-agencies.json', { test_mode_agency: 'nobody' }, 'test_mode_agency names no agency'],
    ['notices/letter.en-US.json', { closing: 'Yours, {{compny}}' }, '{{compny}} is not a placeholder'],
    ['notices/letter.en-US.json', { test_mark: ' ' }, 'notices/letter.en-US.json: test_mark'],
    ['notices/email.en-US.json', { letters: {} }, 'notices/email.en-US.json: letters.single is required'],
    ['notices/calendar.json', { weekend: ['caturday'] }, 'notices/calendar.json: weekend'],
  ])('%s with %j: the message says "%s"', (file, change, complaint) => {
    expect(complaintOf(copyWith(file, (content) => ({ ...content, ...change })))).toContain(complaint);
  });

  test('a wording that lost a mandatory item is refused, whatever else it says', () => {
    const dir = copyWith('notices/letter.en-US.json', (content) =>
      JSON.parse(JSON.stringify(content).replace('creditor is {{federal_agency}}', 'creditor is known')),
    );
    expect(complaintOf(dir)).toContain('sections.ecoa does not have {{federal_agency}}');
    const other = copyWith('notices/letter.en-US.json', (content) =>
      JSON.parse(JSON.stringify(content).replace('"free_copy"', '"free_coffee"')),
    );
    expect(complaintOf(other)).toContain('sections.free_copy is required');
  });

  test('an output beyond its schema is named by subject and field', () => {
    const dir = copyWith('sandbox/credit-report.json', (content) =>
      JSON.parse(JSON.stringify(content).replace('"score":782', '"score":900')),
    );
    expect(complaintOf(dir)).toContain('subject 1001: outputs.credit_report.score');
  });

  test('a folder without data is one message', () => {
    const message = complaintOf('/nonexistent');
    expect(message).toContain('templates: cannot be read (ENOENT)');
    expect(message).toContain('notices/agencies.json');
  });
});
