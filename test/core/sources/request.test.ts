import fc from 'fast-check';
import type { FieldKind } from '../../../core/fields/spec.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { filledStep, jsonBody, requestFaults, type RequestStep } from '../../../core/sources/request.ts';
import { Work } from '../../../core/work.ts';
import { describe, expect, test } from '../../support/jest.ts';

const KINDS: Readonly<Record<string, FieldKind>> = {
  'applicant.ssn': 'identifier',
  'applicant.date_of_birth': 'birth',
  'applicant.age': 'age',
  'applicant.state': 'fact',
  'applicant.last_name': 'name',
};
const faultsOf = (...steps: readonly RequestStep[]) =>
  requestFaults({ kind: 'http', steps }, (path) => KINDS[path]).map(({ field }) => field);
const get = (path: string): RequestStep => ({ method: 'GET', path });
const PAYLOAD: JsonObject = {
  applicant: {
    first_name: 'Ann"},{"x":"',
    last_name: '../..//a?b=c&d#e',
    state: 'NY',
    income: 1_200.5,
    jobs: [{ pay: 1 }],
    is_citizen: false,
    dots: '..',
    blank: '',
  },
};
const OURS = { reference: '7e4b1d0c-58ce-5b0e-9a63-2f1c1de7a001', callbackUrl: undefined };
const filled = (step: RequestStep, answer?: Json) =>
  filledStep(step, { ...OURS, payload: PAYLOAD, answer }, new Work());

// Rules: 6.12.6
test('values in a path are encoded whole, so they change no other part of it', () => {
  expect(filled(get('/v1/{{applicant.last_name}}?state={{ applicant.state }}'))).toMatchObject({
    path: '/v1/..%2F..%2F%2Fa%3Fb%3Dc%26d%23e?state=NY',
    body: undefined,
  });
  const origin = 'https://vendor.example';
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
      const step = filledStep(
        get('/a/{{applicant.x}}/b?q={{applicant.x}}&r=1'),
        { ...OURS, payload: { applicant: { x: value } } },
        new Work(),
      );
      if (!('path' in step)) return expect(value).toMatch(/^\.+$/);
      const url = new URL(origin + step.path);
      expect([url.origin, url.pathname.split('/').length, [...url.searchParams.keys()], url.hash]).toEqual([
        origin,
        4,
        ['q', 'r'],
        '',
      ]);
    }),
    { numRuns: 1_000 },
  );
});

// Rules: 6.12.12
test('a body may be a form: members of members in brackets, and no value adds a member', () => {
  const body = {
    name: '{{applicant.first_name}}',
    tricky: 'a&b=c {{applicant.last_name}}',
    person: { income: '{{applicant.income}}', none: '{{applicant.none}}', is: '{{applicant.is_citizen}}' },
    codes: ['x', 'y'],
    jobs: [{ pay: 1 }],
    nothing: null,
  };
  const step = filled({ method: 'POST', path: '/orders', body_form: 'form', body });
  const sent = 'body' in step ? step.body : undefined;
  expect(sent?.type).toBe('application/x-www-form-urlencoded');
  expect([...new URLSearchParams(sent?.text)]).toEqual([
    ['name', 'Ann"},{"x":"'],
    ['tricky', 'a&b=c ../..//a?b=c&d#e'],
    ['person[income]', '1200.5'],
    ['person[is]', 'false'],
    ['codes[]', 'x'],
    ['codes[]', 'y'],
    ['jobs[0][pay]', '1'],
  ]);
  expect(faultsOf({ method: 'GET', path: '/a', body_form: 'form' })).toEqual(['steps[0].body_form']);
});

// Rules: 6.12.6
test('a value cannot add a member to a body, and keeps its type where it stands alone', () => {
  const body = {
    name: '{{applicant.first_name}}',
    text: 'Dear {{applicant.first_name}}!',
    income: '{{ applicant.income }}',
    jobs: '{{applicant.jobs}}',
    none: '{{applicant.none}}',
    list: ['{{applicant.none}}', '{{applicant.is_citizen}}', 7],
    '{{applicant.state}}': true,
  };
  const step = filled({ method: 'POST', path: '/orders', body });
  expect('body' in step && JSON.parse(step.body?.text ?? '')).toEqual({
    name: 'Ann"},{"x":"',
    text: 'Dear Ann"},{"x":"!',
    income: 1_200.5,
    jobs: [{ pay: 1 }],
    list: [null, false, 7],
    '{{applicant.state}}': true,
  });
});

// Rules: 6.12.6
describe('a step is not sent', () => {
  test.each<[string, RequestStep, string]>([
    ['with a path that lacks a value', get('/a/{{applicant.none}}'), 'path'],
    ['with a path that a value of dots would climb out of', get('/a/{{applicant.dots}}/b'), 'path'],
    ['with an empty value in a path', get('/a/{{applicant.blank}}/b'), 'path'],
    [
      'with a header that lacks a value',
      { ...get('/a'), headers: { 'x-state': '{{applicant.none}}' } },
      'headers.x-state',
    ],
    [
      'with a body beyond 256 KiB',
      { method: 'POST', path: '/a', body: { a: Array.from({ length: 300 }, () => 'x'.repeat(1_000)) } },
      'body',
    ],
  ])('%s', (_name, step, field) => {
    const found = filled(step);
    expect('faults' in found && found.faults.map((fault) => fault.field)).toEqual([field]);
  });

  test.each(['a\r\nx-other: 1', 'é', '\u0000', '😀'])('with a header whose value is %j', (value) => {
    const step = { ...get('/a'), headers: { 'x-name': '{{applicant.x}}' } };
    const found = filledStep(step, { ...OURS, payload: { applicant: { x: value } } }, new Work());
    expect('faults' in found && found.faults.map((fault) => fault.field)).toEqual(['headers.x-name']);
  });

  test('with a text that a repeated value makes too large', () => {
    const payload = { applicant: { x: 'x'.repeat(100_000) } };
    const found = filledStep(
      { method: 'POST', path: '/a', body: { a: 'a{{applicant.x}}'.repeat(4) } },
      { ...OURS, payload },
      new Work(),
    );
    expect('faults' in found && found.faults[0]?.field).toBe('body');
  });
});

// Rules: 6.12.7
test('the second of two steps uses the answer to the first', () => {
  const second = get('/orders/{{answer.id}}/report');
  expect(faultsOf({ method: 'POST', path: '/orders' }, second)).toEqual([]);
  expect(filled(second, { id: 'a/b' })).toMatchObject({ path: '/orders/a%2Fb/report' });
  expect(filled(second, 'text')).toHaveProperty('faults');
  expect(
    filledStep(second, { ...OURS, payload: { answer: { id: 'mine' } }, answer: { id: 'theirs' } }, new Work()),
  ).toMatchObject({
    path: '/orders/theirs/report',
  });
});

// Rules: 6.12.8
test('a pull has our name of the order and where the vendor calls, whatever the payload has there', () => {
  const step: RequestStep = {
    method: 'POST',
    path: '/orders/{{pull.reference}}',
    headers: { 'X-Call': '{{pull.callback_url}}' },
    body: { ours: 'c-{{pull.reference}}', call: '{{ pull.callback_url }}' },
  };
  const payload = { pull: { reference: 'mine', callback_url: 'mine' } };
  const callbackUrl = 'https://cascade.example.com/hooks/vendors/x/y';
  expect(filledStep(step, { ...OURS, callbackUrl, payload }, new Work())).toEqual({
    method: 'POST',
    path: `/orders/${OURS.reference}`,
    headers: { 'X-Call': callbackUrl },
    body: jsonBody({ ours: `c-${OURS.reference}`, call: callbackUrl }),
  });
  // Vendors are only asked.
  const { headers: _, ...withoutHeader } = step;
  expect(filledStep(withoutHeader, { ...OURS, payload }, new Work())).toMatchObject({
    body: jsonBody({ ours: `c-${OURS.reference}` }),
  });
});

// Rules: 6.12.6, 6.12.7
describe('a request is refused', () => {
  test.each<[string, readonly RequestStep[], string]>([
    ['with the secret of a callback in a URL', [get('/a/{{pull.callback_url}}')], 'steps[0].path'],
    [
      'with a value that no pull has',
      [{ method: 'POST', path: '/a', body: { a: ['{{pull.order}}'] } }],
      'steps[0].body',
    ],
    ['with an identifier in a URL', [get('/a/{{applicant.ssn}}')], 'steps[0].path'],
    ['with a birth in a URL', [get('/a?b={{ applicant.date_of_birth }}')], 'steps[0].path'],
    ['with an age in a URL', [get('/a?b={{applicant.age}}')], 'steps[0].path'],
    ['with a field of no declared kind in a URL', [get('/a?b={{applicant.other}}')], 'steps[0].path'],
    ['with a whole person in a URL', [get('/a?b={{applicant}}')], 'steps[0].path'],
    ['that leaves the address of the connection', [get('//other.example/a')], 'steps[0].path'],
    ['that names another address', [get('https://other.example/a')], 'steps[0].path'],
    ['with a host before an @', [get('@other.example')], 'steps[0].path'],
    ['with a backslash', [get('/\\other.example')], 'steps[0].path'],
    ['with a line break', [get('/a\nb')], 'steps[0].path'],
    ['with a fragment', [get('/a#b')], 'steps[0].path'],
    ['with a placeholder that is not closed', [get('/a/{{applicant.state')], 'steps[0].path'],
    [
      'with credentials of its own',
      [{ ...get('/a'), headers: { Authorization: 'Bearer x' } }],
      'steps[0].headers.Authorization',
    ],
    ['with a host of its own', [{ ...get('/a'), headers: { HOST: 'x' } }], 'steps[0].headers.HOST'],
    ['with a line break in a header', [{ ...get('/a'), headers: { a: 'b\r\nc: d' } }], 'steps[0].headers.a'],
    ['with a body of a GET', [{ ...get('/a'), body: {} }], 'steps[0].body'],
    ['whose first step uses an answer in its path', [get('/a/{{answer.id}}')], 'steps[0].path'],
    [
      'whose first step uses an answer in its body',
      [{ method: 'POST', path: '/a', body: { a: ['{{ answer.id }}'] } }],
      'steps[0].body',
    ],
    ['whose second step has an identifier in its URL', [get('/a'), get('/b/{{applicant.ssn}}')], 'steps[1].path'],
  ])('%s', (_name, steps, field) => {
    expect(faultsOf(...steps)).toEqual([field]);
  });

  test('with steps of the kind cascade, or none of the kind http', () => {
    expect(requestFaults({ kind: 'cascade', steps: [get('/a')] }, () => undefined).map(({ field }) => field)).toEqual([
      'steps',
    ]);
    expect(requestFaults({ kind: 'http' }, () => undefined).map(({ field }) => field)).toEqual(['steps']);
    expect(requestFaults({ kind: 'cascade' }, () => undefined)).toEqual([]);
  });
});
