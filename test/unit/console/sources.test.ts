import { changedValues, correctedFieldsText } from '../../../console/src/execution/corrected-words.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { faultsOfConnection, type AccountConnection } from '../../../core/products/account-connection.ts';
import { readProduct } from '../../../core/sources/product.ts';
import {
  formOfSettings,
  isSecret,
  settingsOf,
  type ConnectionForm,
} from '../../../console/src/sources/connection-form.ts';
import {
  codeFor,
  draftOf,
  fieldsIn,
  isRequired,
  NEW_DRAFT,
  savingOf,
  typeNameOf,
  TYPES,
  withAnswers,
  withField,
  withKind,
  withoutField,
  withRequired,
  withSource,
  withTestValue,
  withType,
  type Draft,
} from '../../../console/src/sources/draft.ts';
import { faultsOfDraft, placed } from '../../../console/src/sources/faults.ts';
import { unreadLeaves, withLeaf } from '../../../console/src/sources/leaves.ts';
import { tried } from '../../../console/src/sources/sample.ts';
import {
  bodyOf,
  membersOf,
  readCodes,
  readValue,
  readValues,
  writeCodes,
  writeValue,
} from '../../../console/src/sources/written.ts';

const NAMED: Draft = { ...NEW_DRAFT, code: 'fraud_score', name: 'Fraud score' };
const ANSWER = {
  data: { risk: 87, verdict: 'B', checkedOn: '2026-01-02', vpn: true, factors: ['new device'] },
  hits: [{ risk: 3, kind: 'mail' }],
  'a.b': 1,
  none: null,
};

describe('a source that somebody describes on the page', () => {
  // Rules: 6.14.14
  test.each([
    ['Fraud score (v2)', 'fraud_score_v2'],
    ['  2nd look ', 'nd_look'],
    ['', ''],
  ])('has a code that follows its name: %s', (name, code) => expect(codeFor(name)).toBe(code));

  // Rules: 6.14.14
  test('is made of an answer: a field for each value, which reads that value', () => {
    const leaves = unreadLeaves(NAMED, ANSWER);
    expect(leaves.map(({ path, type }) => [path, type])).toEqual([
      ['data.risk', 'number'],
      ['data.verdict', 'text'],
      ['data.checkedOn', 'date'],
      ['data.vpn', 'yes_no'],
      ['data.factors', 'list_of_texts'],
      ['hits', 'list_of_groups'],
    ]);
    const draft = leaves.reduce(withLeaf, NAMED);
    expect(unreadLeaves(draft, ANSWER)).toEqual([]);
    expect(fieldsIn(draft).map(({ path, schema }) => [path, schema.title])).toContainEqual(['checkedOn', 'Checked on']);
    expect(readProduct(draft, () => undefined).faults).toEqual([]);
    expect(tried(draft, 200, JSON.stringify(ANSWER))).toEqual({
      is: 'report',
      report: {
        ...{ risk: 87, verdict: 'B', checkedOn: '2026-01-02', vpn: true, factors: ['new device'] },
        hits: [{ risk: 3, kind: 'mail' }],
      },
      faults: [],
    });
    // Nobody has said who sees them.
    expect(fieldsIn(draft).filter(({ schema }) => 'x-kind' in schema)).toEqual([]);
  });

  // Rules: 6.14.14
  test('shows what becomes of an answer: a meaning, a fault of a field, a value that the schema refuses, or no JSON', () => {
    const risk = withSource(withField(NAMED, 'risk', { type: 'integer', maximum: 100 }), 'risk', { path: 'data.risk' });
    const draft = withAnswers(risk, [{ status: [404], means: 'nobody' }]);
    expect(tried(draft, 404, '{}')).toEqual({ is: 'nobody' });
    expect(tried(draft, 200, '{"data":{"risk":101}}')).toMatchObject({ is: 'report', faults: [{ field: 'risk' }] });
    expect(tried(draft, 200, 'oops')).toMatchObject({ is: 'unread' });
    const coded = withSource(draft, 'risk', { path: 'data.risk', values: { A: 1 } });
    expect(tried(coded, 200, '{"data":{"risk":"B"}}')).toMatchObject({ is: 'wrong', faults: [{ field: 'risk' }] });
    expect(tried(withKind(draft, 'cascade'), 200, '{"risk":7}')).toMatchObject({ is: 'report', faults: [] });
  });

  // Rules: 6.14.14
  test('has members of groups and of the items of lists, each required by what holds it', () => {
    let draft = withField(NAMED, 'person.age', { type: 'integer' });
    draft = withField(draft, 'records', TYPES.list_of_groups);
    draft = withField(draft, 'records.grade', { type: ['string', 'null'] });
    for (const path of ['person.age', 'records.grade']) draft = withRequired(draft, path, true);
    expect(draft.schema).toEqual({
      type: 'object',
      properties: {
        person: { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] },
        records: {
          type: 'array',
          items: { type: 'object', properties: { grade: { type: 'string' } }, required: ['grade'] },
        },
      },
      required: [],
    });
    expect([isRequired(draft, 'records.grade'), isRequired(draft, 'records')]).toEqual([true, false]);
    expect(isRequired(withRequired(draft, 'person.age', false), 'person.age')).toBe(false);
  });

  // Rules: 6.14.14
  test('is without what was said of a field that is removed, and of its members', () => {
    let draft = withLeaf(NAMED, { path: 'hits', type: 'list_of_groups', value: ANSWER.hits });
    draft = withTestValue(draft, 'hits.risk', { from: 1, to: 3 });
    const left = withoutField(draft, 'hits');
    expect([left.schema.properties, left.mapping, left.test_values]).toEqual([{}, { fields: {} }, {}]);
  });

  // Rules: 6.14.14
  test('keeps the words of a field whose type changes, and not what bounds its values', () => {
    const number = { type: 'number', title: 'Risk', 'x-unit': 'points', minimum: 3, 'x-reason-above': 'High' };
    expect(withType(number, 'integer')).toEqual({ ...number, type: 'integer' });
    expect(withType(number, 'text')).toEqual({ type: 'string', title: 'Risk', 'x-reason-above': 'High' });
    for (const name of Object.keys(TYPES) as (keyof typeof TYPES)[]) expect(typeNameOf(TYPES[name])).toBe(name);
  });

  // Rules: 6.14.14
  test('names each fault beside the input where it is mended', () => {
    let draft = withField(NAMED, 'risk', { type: 'number', 'x-kind': 'fact', minimum: 3, maximum: 1 });
    draft = withSource(draft, 'risk', { path: 'data.risk', unit: 'months' });
    draft = withTestValue(draft, 'risk', { among: [9] });
    draft = withAnswers(draft, [{ means: 'nobody' }]);
    draft = { ...draft, request: { kind: 'http', steps: [{ method: 'GET', path: '/{{applicant.ssn}}' }] } };
    const faults = faultsOfDraft(draft, new Map());
    const places = faults.map(({ of, what }) => [of?.kind, of?.kind === 'field' ? of.path : of?.index, what]);
    expect(places).toContainEqual(['field', 'risk', 'The greatest value']);
    expect(places).toContainEqual(['step', 0, 'The path']);
    const sound = withField(draft, 'risk', { type: 'number' });
    const ofMapping = faultsOfDraft(sound, new Map()).map(({ of, what }) => [of?.kind, what]);
    expect(ofMapping).toContainEqual(['field', "The vendor's unit"]);
    expect(ofMapping).toContainEqual(['answer', 'The line']);
    expect(faultsOfDraft({ ...draft, name: '' }, new Map())).toMatchObject([{ of: null, what: 'The name' }]);
    // The service's name for a report of test mode that the schema refuses.
    const refused = [{ field: 'test_values.risk', message: 'makes a report that is refused' }];
    expect(placed(refused, draft)).toMatchObject([{ of: { kind: 'field', path: 'risk' } }]);
  });

  // Rules: 6.14.14
  test('is saved whole: what another version had and this one has not is taken away', () => {
    expect(savingOf(NAMED, null)).toEqual({ method: 'POST', path: '/products', body: NAMED });
    const { mapping: _none, ...plain } = withKind(NAMED, 'cascade');
    expect(savingOf(plain as Draft, '"fraud_score.3"')).toEqual({
      ...{ method: 'PATCH', path: '/products/fraud_score', ifMatch: '"fraud_score.3"' },
      body: {
        ...{ name: 'Fraud score', description: '', schema: NAMED.schema, request: { kind: 'cascade' } },
        ...{ mapping: null, test_values: null },
      },
    });
  });

  // Rules: 6.14.14
  test('is read from JSON if it has the parts of one', () => {
    expect(draftOf(NAMED)).toEqual(NAMED);
    for (const wrong of [null, [], 'x', { schema: {} }, { schema: {}, request: {}, mapping: [] }])
      expect(draftOf(wrong)).toBeUndefined();
  });
});

describe('values in one line', () => {
  // Rules: 6.14.14
  test.each([
    ['clear'],
    ['5'],
    [5],
    [true],
    [null],
    ['true'],
    ['{{applicant.ssn}}'],
    [{ a: 1 }],
    [[1, 'x']],
    ['-'],
    ['"'],
  ])('are read as they are written: %j', (value) => expect(readValue(writeValue(value))).toEqual(value));

  // Rules: 6.14.14
  test('are several with commas, codes with what they mean, and members of a body with their groups', () => {
    expect(readValues('clear, 5, true,')).toEqual(['clear', 5, true]);
    expect(readCodes('A = clear\nB=3\nnothing')).toEqual({ A: 'clear', B: 3 });
    expect(readCodes(writeCodes({ A: '5', B: null }))).toEqual({ A: '5', B: null });
    expect(readCodes('')).toBeUndefined();
    const body = { person: { last: '{{applicant.last_name}}', tags: ['a'] }, count: 5, empty: {} };
    expect(membersOf(body).map(({ name }) => name)).toEqual(['person.last', 'person.tags', 'count', 'empty']);
    expect(bodyOf(membersOf(body))).toEqual(body);
  });
});

describe('a connection in the form', () => {
  const settings: AccountConnection = {
    url: 'https://vendor.example.com/v1',
    credentials: {
      type: 'oauth2_client_credentials',
      token_url: 'https://id.example.com',
      client_id: 'me',
      scope: 'a b',
      audience: 'https://api.example.com',
      resource: 'reports',
    },
    reply: { status: 200, challenge: 'code' },
    sandbox: { people: [{ ssn: '111-11-2001' }] },
    idempotency: 'lookup',
    lookup_url: 'https://vendor.example.com/orders?ref={reference}',
    fetch: false,
    poll: { every_seconds: 60 },
    deadline_hours: 5,
    slots: 3,
    callback: {
      match: 'data.id',
      report: 'data',
      only: { path: 'type', is: ['done', 'late'] },
      signature: { form: 'timestamped', header: 'X-Sig', encoding: 'base64', hash: 'sha512', tolerance_seconds: 9 },
    },
  };

  // Rules: 6.15.1
  test('is sent as it was set, without what is not said of it', () => {
    expect(settingsOf(formOfSettings(settings))).toEqual(settings);
    const plain: AccountConnection = { url: 'https://v.example', credentials: { type: 'none' }, idempotency: 'header' };
    expect(settingsOf(formOfSettings(plain))).toEqual(plain);
  });

  const filled: ConnectionForm = {
    ...formOfSettings(null),
    ...{ url: 'https://v.example/x', token: 'SECRET-1', username: 'me', password: 'SECRET-2', header: 'X-Key' },
    ...{ value: 'SECRET-3', token_url: 'https://id.example', client_id: 'me', client_secret: 'SECRET-4', match: 'id' },
    ...{ signature_header: 'X-Sig', signature_secret: 'SECRET/5/SECRET/5/SECRET', secret_header: 'X-S' },
    secret_value: 'SECRET-6-SECRET-6',
  };
  const types = ['none', 'bearer', 'basic', 'basic_key', 'header', 'oauth2_client_credentials'] as const;
  const proofs = ['none', 'signature', 'secret'] as const;

  // Rules: 6.15.1, 6.15.2
  test.each(types.flatMap((type) => proofs.map((proof) => [type, proof] as const)))(
    'has what its kind needs and no other secret: %s, %s',
    (type, proof) => {
      for (const form of ['body', 'timestamped', 'standard'] as const) {
        const made = settingsOf({ ...filled, type, proof, form });
        expect(faultsOfConnection(made)).toEqual([]);
        expect(JSON.stringify(settingsOf({ ...filled, type, proof, form }, false))).not.toContain('SECRET');
      }
    },
  );

  // Rules: 6.15.2
  test('begins without secrets, whatever is stored', () => {
    const form = formOfSettings(settings);
    const secrets = Object.entries(form).filter(([name]) => isSecret(name as keyof ConnectionForm));
    expect(secrets.map(([, value]) => value)).toEqual(['', '', '', '', '', '']);
  });
});

// Rules: 6.10.5
test('a correction is shown value by value, whatever they stand in', () => {
  const lines = [
    { open: true, pay: 1 },
    { open: false, pay: 2 },
  ];
  const changes = [
    { field: 'score', reported: 640, corrected_to: 700 },
    { field: 'lines', reported: lines, corrected_to: [lines[0], { open: true, pay: 2 }, { open: true }] },
    { field: 'owner', reported: { name: 'A', unit: null }, corrected_to: null },
  ];
  expect(changedValues(changes)).toEqual([
    { path: 'score', before: 640, after: 700 },
    { path: 'lines[1].open', before: false, after: true },
    { path: 'lines[2]', before: undefined, after: { open: true } },
    { path: 'owner', before: { name: 'A', unit: null }, after: null },
  ]);
});

// Rules: 6.10.5
test.each([
  [[], 'no field of it differs'],
  [['score'], 'score differs'],
  [['open_accounts', 'score', 'file_status'], 'open accounts, score and file status differ'],
])('the fields that a correction changed are said: %j', (fields, text) =>
  expect(correctedFieldsText(fields)).toBe(text),
);
