import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled } from '../core/rows/support.ts';
import { startGateway, type Caller, type TestGateway } from '../gateway/support.ts';
import { runCommand } from '../support/command-line.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';

let gateway: TestGateway;
let caller: Caller;
let folder: string;
let workflow: string;
const definition = compiled(
  'Deny if the credit score is below 600. Review scores from 600 to 679. Approve everyone else.',
);

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  folder = await mkdtemp(join(tmpdir(), 'cascade-examples-'));
  workflow = String((await caller.api.post('/workflows', { name: 'Bands', active: false, definition })).data.id);
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

const cascade = (...args: string[]) =>
  runCommand([...args, '--base-url', gateway.baseUrl, '--token-env', 'TOKEN'], { TOKEN: caller.token });
const PAYLOAD = { applicant: { first_name: 'Ann', last_name: 'Made-Up', email: 'ann@example.com' } };
const about = (score: number, expected: object, more: object = {}) => ({
  ...{ name: `A score of ${score}`, payload: PAYLOAD, reports: { credit_report: { score } }, expected, ...more },
});

async function fileOf(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

// Rules: 2.13.2, 2.13.3, 2.13.4
test('examples that hold end with 0, by version, by definition, and with the rule that decides', async () => {
  const { data: rules } = await caller.api.get(`/workflows/${workflow}/rules`);
  const { data: denied } = await caller.api.post(`/workflows/${workflow}/simulate`, {
    payload: PAYLOAD,
    reports: { credit_report: { score: 580 } },
  });
  const { data: asks } = await caller.api.post(`/workflows/${workflow}/simulate`, {
    payload: PAYLOAD,
    reports: { credit_report: { score: 641 } },
  });
  expect(denied.decided_by).toMatchObject({ row_id: rules.rules[0].id, text: expect.stringContaining('600') });
  const file = await fileOf('hold.json', {
    examples: [
      about(580, { outcome: 'denied', rule: rules.rules[0].id, reasons: denied.explanation.notices[0].reasons }),
      about(640, { outcome: 'review' }),
      about(641, { outcome: 'approved' }, { decisions: { [asks.stopped_at]: 'approved' } }),
      about(700, { outcome: 'approved', reasons: [] }),
    ],
  });
  const junit = join(folder, 'hold.xml');
  const tested = await cascade('test', file, '--workflow', workflow, '--junit', junit);
  expect([tested.err, tested.code === 0 ? '' : tested.out]).toEqual(['', '']);
  expect(tested.out).toMatch(/4 passed, 0 failed\n$/);
  expect(await readFile(junit, 'utf8')).toContain('tests="4" failures="0"');
  const unsaved = await fileOf('definition.json', definition);
  expect((await cascade('test', file, '--definition', unsaved)).code).toBe(0);
  expect((await cascade('test', file, '--workflow', workflow, '--of-version', '1')).code).toBe(0);
});

// Rules: 2.13.3
test('one that fails ends with 6, says in what, and stands in the XML; the others are asked all the same', async () => {
  const file = await fileOf('fail.json', [
    about(580, { outcome: 'approved', rule: 'nobody' }),
    about(700, { outcome: 'approved' }),
  ]);
  const junit = join(folder, 'fail.xml');
  const tested = await cascade('--json', 'test', file, '--workflow', workflow, '--junit', junit);
  expect(tested.code).toBe(6);
  expect(JSON.parse(tested.out)).toMatchObject({
    ...{ passed: 1, failed: 1 },
    examples: [
      {
        name: 'A score of 580',
        outcome: 'denied',
        differences: ['outcome: expected approved, was denied', expect.stringMatching(/^rule: expected nobody, was /)],
      },
      { differences: [] },
    ],
  });
  expect(await readFile(junit, 'utf8')).toContain('<failure message="outcome: expected approved, was denied">');
});

// Rules: 2.13.1, 2.13.3
test.each<[string, unknown, readonly string[], RegExp]>([
  ['no file', null, [], /none\.json cannot be read/],
  ['no JSON', '{', [], /is no JSON: /],
  ['no examples', [{}], [], /examples\[0\]\.name must be a text/],
  [
    'a report that cannot be',
    [{ ...about(580, { outcome: 'denied' }), reports: { horoscope: {} } }],
    [],
    /reports\.horoscope: is not a product/,
  ],
  [
    'two things to ask',
    [about(580, { outcome: 'denied' })],
    ['--definition', 'x.json'],
    /Name one of --workflow and --definition/,
  ],
  ['no such version', [about(580, { outcome: 'denied' })], ['--of-version', '99'], /no such version/],
])('of %s nothing is tested, and it ends with 1', async (what, content, more, words) => {
  const file =
    content === null ? join(folder, 'none.json') : await fileOf(`${what.replaceAll(' ', '_')}.json`, content);
  const refused = await cascade('test', file, '--workflow', workflow, ...more);
  expect([refused.code, refused.out, refused.err]).toEqual([1, '', expect.stringMatching(words)]);
});

// Rules: 2.13.13
test('kept examples are exported as a file, which is imported without a change, and replaced by name', async () => {
  const { data: made } = await caller.api.post(`/workflows/${workflow}/examples`, about(580, { outcome: 'denied' }));
  const exported = await cascade('examples', 'export', workflow);
  expect(exported).toMatchObject({ code: 0 });
  const { examples } = JSON.parse(exported.out);
  expect(examples).toEqual([
    { ...about(580, { outcome: 'denied' }), decisions: {}, as_of: new Date().toISOString().slice(0, 10) },
  ]);
  const file = await fileOf('kept.json', exported.out);
  expect((await cascade('test', file, '--workflow', workflow)).code).toBe(0);
  const same = await cascade('examples', 'import', file, '--workflow', workflow, '--json');
  expect(JSON.parse(same.out)).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  const other = await fileOf('other.json', {
    examples: [about(580, { outcome: 'review' }), about(700, { outcome: 'approved' })],
  });
  const changed = await cascade('examples', 'import', other, '--workflow', workflow, '--json');
  expect(JSON.parse(changed.out)).toMatchObject({ created: 1, updated: 1, unchanged: 0 });
  const { data: kept } = await caller.api.get(`/workflows/${workflow}/examples/${made.id}`);
  expect(kept).toMatchObject({ expected: { outcome: 'review' }, as_of: made.as_of });
});

test('of a workflow that is not there nothing is exported, and a wrong file keeps nothing', async () => {
  const { err, code } = await cascade('examples', 'export', '999999');
  expect([code, err]).toEqual([1, expect.stringContaining('no workflow 999999')]);
  const file = await fileOf('wrong.json', { examples: [about(500, { outcome: 'declined' })] });
  expect((await cascade('examples', 'import', file, '--workflow', workflow)).err).toContain('expected.outcome');
});
