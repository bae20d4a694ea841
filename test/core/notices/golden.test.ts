import { readFileSync } from 'node:fs';
import { describe, expect, test } from '../../support/jest.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { World } from '../interpreter/world.ts';

/**
 * The letters of the shipped templates about the sandbox subjects. The expected reasons were written down from the
 * templates' policies in words, before any letter was compiled. They are no recording.
 */
interface Golden {
  /** Reasons of those whom the conditions decline. */
  readonly declined: Readonly<Record<string, readonly string[]>>;
  /** Reasons of those who are approved if the reviewer approves, and declined if the reviewer denies. */
  readonly denied_by_reviewer: Readonly<Record<string, readonly string[]>>;
  /** Those who are asked for what the application lacks. */
  readonly undecided?: readonly number[];
  readonly vendor_failed: readonly number[];
}
const GOLDEN = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Golden>
>;
const { templates, sandbox } = loadReferenceData();

function run(key: string, subjectId: number, decision: 'approved' | 'denied') {
  const definition = templates.find((template) => template.key === key)?.definition ?? [];
  const payload = sandbox.subjects.find(({ id }) => id === subjectId)?.payload ?? { applicant: {} };
  const world = new World(definition, { payload: { ...payload }, sandbox, skipWaits: true });
  world.advance();
  while (world.last?.status !== 'completed' && world.last?.status !== 'failed') {
    const [effect] = world.openEffects.keys();
    const [round] = world.openRounds;
    if (effect !== undefined) world.finish(effect, { artifact_id: 1 });
    else if (round !== undefined) {
      world.settleRound(round, round.endsWith('#decision') ? decision : 'approved');
      world.advance();
    } else world.wake();
  }
  const notices = world.allEffects.flatMap(({ request }): NoticeRequest[] =>
    request.kind === 'notice' && request.operation === 'prepare' ? [request.notice] : [],
  );
  return { world, notices };
}

const ROWS = templates.flatMap(({ key }) => sandbox.subjects.map(({ id, case_name }) => [key, id, case_name] as const));

describe.each(templates.map(({ key }) => key))('%s', (key) => {
  const golden = GOLDEN[key];

  test.each(ROWS.filter(([template]) => template === key))('%s: subject %i (%s)', (_key, id) => {
    const outcomes = (['approved', 'denied'] as const).map((decision) => {
      const { world, notices } = run(key, id, decision);
      return world.last?.status === 'failed' ? 'failed' : (notices[0]?.reasons ?? world.last?.outcome);
    });
    const declined = golden?.declined[id];
    const denied = golden?.denied_by_reviewer[id];
    const expected =
      golden?.vendor_failed.includes(id) === true
        ? ['failed', 'failed']
        : declined !== undefined
          ? [declined, declined]
          : golden?.undecided?.includes(id) === true
            ? [null, null]
            : ['approved', denied ?? 'approved'];
    expect(outcomes).toEqual(expected);
  });
});

/** Words that hurt a person if they are false, and the values of a run's reports that make them true. */
const GRAVE_WORDS: readonly (readonly [
  words: RegExp,
  product: string,
  field: string,
  isTrue: (value: unknown) => boolean,
])[] = [
  [/felony/i, 'criminal_background', 'felony_count', (value) => Number(value) > 0],
  [/criminal record/i, 'criminal_background', 'records_count', (value) => Number(value) > 0],
  [/violent/i, 'criminal_background', 'violent_count', (value) => Number(value) > 0],
  [/sex-offender/i, 'criminal_background', 'sex_offender_registry_match', (value) => value === true],
  [/eviction filing/i, 'eviction_history', 'filings_count', (value) => Number(value) > 0],
  [/eviction judgment/i, 'eviction_history', 'judgments_count', (value) => Number(value) > 0],
  [/watchlist/i, 'identity_verification', 'watchlist_match', (value) => value === true],
  [/deceased/i, 'identity_verification', 'deceased_indicator', (value) => value === true],
  [/verify identity/i, 'identity_verification', 'overall_result', (value) => value !== 'verified'],
  [/verify income/i, 'income_verification', 'status', (value) => value !== 'verified'],
  [/bankruptcy/i, 'credit_report', 'bankruptcies_count', (value) => Number(value) > 0],
];

test('no letter of any template says of anybody what the report does not say', () => {
  const untrue: string[] = [];
  let letters = 0;
  for (const [key, id] of ROWS) {
    for (const decision of ['approved', 'denied'] as const) {
      const { notices } = run(key, id, decision);
      const applicant = sandbox.subjects.find((subject) => subject.id === id)?.payload.applicant ?? {};
      for (const { reasons } of notices) {
        letters += 1;
        for (const [words, product, field, isTrue] of GRAVE_WORDS) {
          const answer = sandbox.find(product, applicant);
          const value = answer?.kind === 'report' ? answer.output[field] : undefined;
          const said = reasons.filter((reason) => words.test(reason));
          if (said.length > 0 && !isTrue(value)) untrue.push(`${key} ${id} ${decision}: ${said.join('; ')}`);
        }
      }
    }
  }
  expect(untrue).toEqual([]);
  expect(letters).toBeGreaterThan(40);
});

// Rules: 10.27.1
test('the reports of a letter are those that decided, and all that a reviewer who denied could see', () => {
  const products = (key: string, id: number, decision: 'approved' | 'denied') =>
    run(key, id, decision).notices[0]?.product_codes;
  expect(products('tenant-screening', 1103, 'denied')).toEqual(['criminal_background']);
  expect(products('tenant-screening', 1102, 'denied')?.toSorted()).toEqual([
    'credit_report',
    'criminal_background',
    'eviction_history',
  ]);
  expect(products('consumer-credit', 1303, 'denied')).toEqual(['identity_verification']);
});

// Rules: 10.27.2
test('a score is disclosed if the letter rests on its report, or a reviewer who denied could see it', () => {
  const discloses = (key: string, id: number) => run(key, id, 'denied').notices[0]?.credit_report !== null;
  expect(discloses('tenant-screening', 1003)).toBe(true);
  expect(discloses('tenant-screening', 1102)).toBe(true);
  expect(discloses('tenant-screening', 1103)).toBe(false);
});
