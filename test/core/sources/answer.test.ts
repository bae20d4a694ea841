import fc from 'fast-check';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../../core/json.ts';
import { checkSchema } from '../../../core/schema/check.ts';
import { meaningOf, readAnswer } from '../../../core/sources/answer.ts';
import { MAPPING_SCHEMA, mappingFaults, type Mapping } from '../../../core/sources/mapping.ts';
import { readProfile } from '../../../core/sources/profile.ts';
import { TooMuchWork, Work } from '../../../core/work.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { randomReportSchemas, valuesOf } from './random-schemas.ts';
import { isAccepted } from './read-by-force.ts';

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    score: { type: 'integer', minimum: 300 },
    balance: { type: ['number', 'null'], 'x-unit': 'USD' },
    state: { type: 'string', enum: ['open', 'closed'] },
    source: { type: 'string' },
    late: { type: 'integer' },
    names: { type: 'array', items: { type: 'string' } },
    file: {
      type: 'object',
      properties: { day: { type: 'string', format: 'date' }, note: { type: 'string' } },
      required: ['day'],
    },
    records: {
      type: 'array',
      items: {
        type: 'object',
        properties: { level: { type: 'string', enum: ['felony', 'other'] }, fine: { type: 'number', 'x-unit': 'USD' } },
        required: ['level'],
      },
    },
  },
  required: ['score', 'balance', 'file'],
};
const MAPPING: Mapping = {
  fields: {
    score: { path: 'result.value' },
    balance: { path: 'result.owed', unit: 'cents' },
    state: { path: 'result.code', values: { 1: 'open', '2': 'closed', true: 'open' } },
    source: { const: 'bureau' },
    late: { path: 'result.rows.max.days' },
    names: { path: 'result.rows.name' },
    'file.day': { path: 'result.day' },
    records: { path: 'result.rows' },
    'records.level': { path: 'kind.code', values: { F: 'felony', M: 'other' } },
    'records.fine': { path: 'fine', unit: 'cents' },
  },
  answers: [
    { status: [404], means: 'nobody' },
    { path: 'error.code', is: ['LOCKED', 7], means: 'frozen' },
    { status: [409, 423], path: 'error.code', is: ['BUSY'], means: 'again' },
  ],
};
const BODY: JsonObject = {
  result: {
    value: 712,
    owed: 1_999_999_999_999,
    code: 2,
    day: '2026-03-02',
    rows: [
      { kind: { code: 'F' }, fine: 12_345, days: 30, name: 'A' },
      { kind: { code: 'M' }, days: 90, name: 'B' },
    ],
  },
};
const read = (body: Json | undefined, { status = 200, mapping = MAPPING } = {}) =>
  readAnswer(mapping, SCHEMA, { status, body }, new Work());
const result = (more: JsonObject): Json => ({ result: { ...(BODY.result as JsonObject), ...more } });

// Rules: 6.12.1, 6.12.2
test('an answer becomes a report, field by field', () => {
  expect(mappingFaults(MAPPING, SCHEMA, ['POST'])).toEqual([]);
  expect(read(BODY)).toEqual({
    is: 'report',
    report: {
      score: 712,
      balance: 19_999_999_999.99,
      state: 'closed',
      source: 'bureau',
      late: 90,
      names: ['A', 'B'],
      file: { day: '2026-03-02' },
      records: [{ level: 'felony', fine: 123.45 }, { level: 'other' }],
    },
  });
});

// Rules: 6.12.2
test('what the answer lacks is left out, or null where the schema requires a value that may be null', () => {
  expect(read({})).toEqual({ is: 'report', report: { balance: null, source: 'bureau', file: {} } });
  expect(read(undefined)).toEqual(read({}));
  expect(read({ result: 'text' })).toEqual(read({}));
});

// Rules: 6.12.2
test('an object that may be null is null where the answer says nothing of it', () => {
  const inner = { type: ['object', 'null'], properties: { a: { type: ['string', 'null'] } }, required: ['a'] };
  const schema = { type: 'object', properties: { inner, other: inner }, required: ['inner'] };
  const mapping: Mapping = { fields: { 'inner.a': { path: 'a' }, 'other.a': { path: 'a' } } };
  const readOne = (body: Json) => readAnswer(mapping, schema, { status: 200, body }, new Work());
  expect(readOne({})).toEqual({ is: 'report', report: { inner: null } });
  expect(readOne({ a: 'x' })).toEqual({ is: 'report', report: { inner: { a: 'x' }, other: { a: 'x' } } });
});

// Rules: 6.12.3
describe('a fault names the field of the report and no text of the vendor', () => {
  test.each<[string, Json, string]>([
    ['an unknown code', result({ code: 'Jane' }), 'state'],
    ['a code that every object has', result({ code: 'constructor' }), 'state'],
    ['an object in place of a code', result({ code: { Jane: 1 } }), 'state'],
    [
      'an unknown code of an item',
      result({ rows: [{ kind: { code: 'F' } }, { kind: { code: 'Jane' } }] }),
      'records[1].level',
    ],
    ['an object in place of a list', result({ rows: { Jane: 1 } }), 'records'],
    ['a text in place of an amount', result({ owed: 'Jane' }), 'balance'],
    ['a figure of what is no number', result({ rows: [{ kind: { code: 'F' }, days: 'Jane' }] }), 'late'],
  ])('%s', (_name, body, field) => {
    const answer = read(body);
    expect(answer.is === 'wrong' && answer.faults.map((fault) => fault.field)).toContain(field);
    expect(JSON.stringify(answer)).not.toContain('Jane');
  });
});

// Rules: 6.12.10
describe('a number that is written as a text', () => {
  const inCents = (source: object): Mapping => ({
    ...MAPPING,
    fields: { ...MAPPING.fields, balance: { path: 'n', ...source } },
  });
  const balanceOf = (n: Json, source: object, more: JsonObject = {}) => {
    const answer = read({ ...BODY, n, ...more }, { mapping: inCents({ as: 'number', ...source }) });
    if (answer.is === 'wrong') return answer.faults.map(({ message }) => message);
    return answer.is === 'report' ? answer.report.balance : answer.is;
  };
  test.each<[Json, Json]>([
    ['1450.20', 1_450.2],
    ['-0.5', -0.5],
    ['007', 7],
    [12.5, 12.5],
    [1e-7, 1e-7],
    ['', ['must be a number, or its text']],
    ['1,450.20', ['must be a number, or its text']],
    ['1e3', ['must be a number, or its text']],
    ['0x10', ['must be a number, or its text']],
    [' 1', ['must be a number, or its text']],
    [true, ['must be a number, or its text']],
    [['1'], ['must be a number, or its text']],
    ['9007199254740993', ['is too large']],
  ])('%j is %j', (n, balance) => {
    expect(balanceOf(n, {})).toEqual(balance);
  });
  test.each<[Json, Json | undefined, Json]>([
    ['819419', '2', 8_194.19],
    [819_419, 2, 8_194.19],
    ['24774370000000003', '12', 24_774.370000000003],
    ['5', '0', 5],
    ['819419', undefined, ['has no number of decimals']],
    ['819419', '-2', ['has no number of decimals']],
    ['819419', '1e9', ['has no number of decimals']],
    ['8194.19', '2', ['must be a number, or its text']],
  ])('%j with %j decimals is %j', (n, scale, balance) => {
    expect(balanceOf(n, { decimals: 'scale' }, scale === undefined ? {} : { scale })).toEqual(balance);
  });
  test('is one in the unit of the vendor', () => {
    expect(balanceOf('1450', { unit: 'cents' })).toBe(14.5);
  });
});

// Rules: 6.12.11
test('an answer to the first step means what is said of that one, and of the last what is said of that', () => {
  const mapping: Mapping = {
    ...MAPPING,
    answers: [
      { step: 1, path: 'state', is: ['PENDING'], means: 'again' },
      { path: 'state', is: ['PENDING'], means: 'nobody' },
    ],
  };
  const answer = { status: 200, body: { state: 'PENDING' } };
  expect([meaningOf(mapping, answer, new Work(), 1), meaningOf(mapping, answer, new Work())]).toEqual([
    'again',
    'nobody',
  ]);
});

// Rules: 6.12.4
describe('an answer that is no report', () => {
  test.each<[number, Json | undefined, string]>([
    [404, undefined, 'nobody'],
    [404, { error: { code: 'LOCKED' } }, 'nobody'],
    [200, { error: { code: 'LOCKED' } }, 'frozen'],
    [403, { error: { code: 7 } }, 'frozen'],
    [423, { error: { code: 'BUSY' } }, 'again'],
    [200, { error: { code: 'BUSY' } }, 'report'],
    [423, { error: { code: 'busy' } }, 'report'],
    [200, { error: { code: '7' } }, 'report'],
    [200, { error: { code: ['LOCKED'] } }, 'report'],
  ])('%s %j is %s', (status, body, is) => {
    expect(read(body, { status }).is).toBe(is);
  });
});

// Rules: 6.12.5
test('what is read of an answer is counted', () => {
  const rows = Array.from({ length: 50_000 }, () => ({ kind: { code: 'F' } }));
  expect(() => read(result({ rows }))).toThrow(TooMuchWork);
});

// Rules: 6.12.1
describe('a mapping is refused', () => {
  const records = { records: { path: 'a' }, 'records.level': { path: 'b' } };
  const needed = { score: { path: 'a' }, 'file.day': { path: 'b' } };
  test.each<[string, Mapping['fields'], string]>([
    ['of a field that the report lacks', { ...needed, toString: { path: 'a' } }, 'fields.toString'],
    ['of an object', { ...needed, file: { path: 'a' } }, 'fields.file'],
    ['without a required field', { score: { path: 'a' } }, 'fields.file.day'],
    ['without a required member of an item', { ...needed, records: { path: 'a' } }, 'fields.records.level'],
    ['of a member of a list that is not mapped', { ...needed, 'records.level': { path: 'b' } }, 'fields.records.level'],
    ['with neither path nor const', { ...needed, late: {} }, 'fields.late'],
    ['with path and const', { ...needed, late: { path: 'a', const: 1 } }, 'fields.late'],
    ['with a const that the schema refuses', { ...needed, state: { const: 'Open' } }, 'fields.state.const'],
    [
      'with a value that the schema refuses',
      { ...needed, state: { path: 'a', values: { A: 'Open' } } },
      'fields.state.values',
    ],
    [
      'with values of a list of objects',
      { ...needed, ...records, records: { path: 'a', values: { A: 'x' } } },
      'fields.records.values',
    ],
    ['with a unit of a text', { ...needed, state: { path: 'a', unit: 'cents' } }, 'fields.state.unit'],
    ['with a unit of another kind', { ...needed, balance: { path: 'a', unit: 'days' } }, 'fields.balance.unit'],
    [
      'with a text of a number that has values',
      { ...needed, score: { path: 'a', as: 'number', values: { A: 712 } } },
      'fields.score.as',
    ],
    ['with a number in a text field', { ...needed, state: { path: 'a', as: 'number' } }, 'fields.state.as'],
    [
      'with decimals of what is no text',
      { ...needed, balance: { path: 'a', decimals: 'b' } },
      'fields.balance.decimals',
    ],
    ['with a constant that is read', { ...needed, score: { const: 700, as: 'number' } }, 'fields.score.const'],
    ['with a unit of no kind', { ...needed, balance: { path: 'a', unit: 'toString' } }, 'fields.balance.unit'],
  ])('%s', (_name, fields, field) => {
    expect(mappingFaults({ fields }, SCHEMA, ['POST']).map((fault) => fault.field)).toEqual([field]);
  });

  test('with an answer that says nothing', () => {
    const answers = [
      { means: 'again' },
      { path: 'a', means: 'again' },
      { status: [200], is: [1], means: 'again' },
    ] as const;
    expect(mappingFaults({ fields: needed, answers }, SCHEMA, ['POST']).map((fault) => fault.field)).toEqual([
      'answers[0]',
      'answers[1].is',
      'answers[2].is',
    ]);
  });

  // Rules: 6.12.11
  test.each<[string, readonly ('GET' | 'POST')[], readonly string[]]>([
    ['one step', ['GET'], ['answers[0].step', 'answers[1].step']],
    ['a step that orders', ['POST', 'GET'], ['answers[1].step']],
    ['a second step that orders', ['GET', 'POST'], ['answers[1].step']],
    ['two that ask', ['GET', 'GET'], []],
  ])('with an answer to a first step that cannot be: %s', (_, methods, at) => {
    const answers = [
      { step: 1, status: [404], means: 'nobody' },
      { step: 1, path: 'a', is: ['b'], means: 'again' },
    ] as const;
    expect(mappingFaults({ fields: needed, answers }, SCHEMA, methods).map((fault) => fault.field)).toEqual(at);
  });

  test.each<[string, unknown]>([
    ['fields.score.path', { fields: { score: { path: 'a..b' } } }],
    ['fields.score.expression', { fields: { score: { path: 'a', expression: 'b' } } }],
    ['answers[0].means', { fields: {}, answers: [{ status: [200], means: 'deny' }] }],
    ['fields', {}],
  ])('whose shape is wrong at %s', (field, mapping) => {
    const found: string[] = [];
    checkSchema(mapping, MAPPING_SCHEMA, {
      root: MAPPING_SCHEMA,
      formats: new Map(),
      report: (at) => void found.push(at),
    });
    expect(found).toContain(field);
  });
});

/** Each field from its own place in an answer whose members are called otherwise. */
function renamed(schema: JsonSchema, prefix = ''): Mapping['fields'] {
  const fields: Record<string, { path: string }> = {};
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const path = `${prefix}${name}`;
    const type = [member.type].flat().find((each) => each !== 'null');
    if (type === 'object') {
      for (const [inner, { path: at = '' }] of Object.entries(renamed(member, `${path}.`)))
        fields[inner] = { path: `x_${name}.${at}` };
      continue;
    }
    fields[path] = { path: `x_${name}` };
    const items = member.items as JsonSchema | undefined;
    if (items?.type === 'object') Object.assign(fields, renamed(items, `${path}.`));
  }
  return fields;
}

function inOtherWords(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOtherWords);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [`x_${name}`, inOtherWords(member)]));
}

/** Members that are not declared, those that are null and need not be there, and objects that hold nothing are left out. */
function withoutNothing(value: Json, schema: JsonSchema): Json {
  if (Array.isArray(value)) return value.map((item) => withoutNothing(item, schema.items as JsonSchema));
  if (!isJsonObject(value)) return value;
  const required = (schema.required ?? []) as string[];
  const properties = schema.properties as Record<string, JsonSchema>;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      if (!Object.hasOwn(properties, name)) return [];
      const own = withoutNothing(member, properties[name] ?? {});
      const isNothing = !saysSomething(own);
      return isNothing && !required.includes(name) ? [] : [[name, own]];
    }),
  );
}

const saysSomething = (value: Json): boolean =>
  value !== null && (!isJsonObject(value) || Object.values(value).some(saysSomething));

// Rules: 6.12.2
test('a report whose members are called otherwise comes back as it was', () => {
  let compared = 0;
  fc.assert(
    fc.property(
      randomReportSchemas.chain((json) => {
        const schema = readProfile(json, []).schema ?? {};
        return fc.tuple(fc.constant(schema), valuesOf(schema));
      }),
      ([schema, value]) => {
        fc.pre(isAccepted(value, schema) && !JSON.stringify(schema).includes('"items":{"type":["'));
        const report = value as JsonObject;
        const mapping = { fields: renamed(schema) };
        expect(mappingFaults(mapping, schema, ['POST'])).toEqual([]);
        const answer = readAnswer(mapping, schema, { status: 200, body: inOtherWords(report) }, new Work());
        expect([schema, answer]).toEqual([schema, { is: 'report', report: withoutNothing(report, schema) }]);
        compared += 1;
      },
    ),
    { numRuns: 300 },
  );
  expect(compared).toBeGreaterThan(100);
});
