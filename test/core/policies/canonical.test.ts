import fc from 'fast-check';
import { describe, expect, test } from '../../support/jest.ts';
import { kindOfField } from '../../../core/cascade/field-kinds.ts';
import { combinations, domainsOf, exprHolds, type Values } from '../../../core/rules/applicants.ts';
import { all, any, not, testsOf, type Expr, type Test } from '../../../core/rules/model.ts';
import { readPrompt } from '../../../core/policies/read.ts';
import { atLeast, condOf } from '../../../core/policies/language/meaning.ts';
import { logicOf, say } from '../../../core/rules/say.ts';
import { fieldNames, fieldSchema, PRODUCT_CODES, PRODUCTS } from '../../../core/products/index.ts';
import { english } from '../../../core/readback/words.ts';
import { restated, type Restated } from './support/restated.ts';
import { CORPUS } from '../../generator/policies/corpus.ts';
import { foreignPolicies } from '../../generator/policies/foreign.ts';

/** `parse(restate(e))` decides as e for all applicants at its thresholds. */
const AS_OF = '2026-01-05';
const ORDERS = ['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal'] as const;
const EQUALITY = ['equals', 'not_equals'] as const;
const EMPTINESS = ['is_empty', 'is_not_empty'] as const;

type Place = Pick<Test, 'source' | 'field'>;
const PLACES: readonly Place[] = PRODUCT_CODES.flatMap((source) =>
  fieldNames(PRODUCTS[source])
    .filter((field) => !['array', 'object', undefined].includes(kindOfField(PRODUCTS[source], field)))
    .filter((field) => !field.split('.').some((_, index, names) => isList(source, names.slice(0, index).join('.'))))
    .map((field) => ({ source, field })),
);
function isList(code: (typeof PRODUCT_CODES)[number], path: string): boolean {
  return path !== '' && kindOfField(PRODUCTS[code], path) === 'array';
}
const schemaOf = ({ source, field }: Place) =>
  source === 'context' ? {} : (fieldSchema(PRODUCTS[source], field) ?? {});
const AMOUNTS = PLACES.filter((place) => schemaOf(place)['x-unit'] === 'USD');

const test1 = (place: Place): fc.Arbitrary<Expr> => {
  const {
    minimum = 0,
    maximum = 1_000_000,
    enum: choices,
  } = schemaOf(place) as { minimum?: number; maximum?: number; enum?: unknown[] };
  const of = (operators: readonly Test['operator'][], value: fc.Arbitrary<string | number>): fc.Arbitrary<Test> =>
    fc.record({ operator: fc.constantFrom(...operators), value }).map((more) => ({ ...place, ...more }));
  const kind = place.source === 'context' ? 'string' : kindOfField(PRODUCTS[place.source], place.field);
  const own: fc.Arbitrary<Test> =
    kind === 'integer'
      ? of([...ORDERS, ...EQUALITY], fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5_000) }))
      : kind === 'number'
        ? of(
            [...ORDERS, ...EQUALITY],
            fc.integer({ min: minimum * 100, max: Math.min(maximum, 200_000) * 100 }).map((cents) => cents / 100),
          )
        : kind === 'boolean'
          ? fc.constantFrom('is_true' as const, 'is_false' as const).map((operator) => ({ ...place, operator }))
          : kind === 'date'
            ? of([...ORDERS, ...EQUALITY], fc.constantFrom('2020-01-01', '2019-12-31', '1999-07-04'))
            : of(
                EQUALITY,
                fc.constantFrom(...(choices ?? ['x']).filter((each): each is string => typeof each === 'string')),
              );
  const empty = fc.constantFrom(...EMPTINESS).map((operator): Test => ({ ...place, operator }));
  const other = fc
    .record({
      operator: fc.constantFrom(...ORDERS, ...EQUALITY),
      from: fc.record({ place: fc.constantFrom(...AMOUNTS), times: fc.constantFrom(1, 3, 0.3, 40, 2.5, 1 / 3) }),
    })
    .map(({ operator, from: { place: from, times } }): Test => ({ ...place, operator, from: { ...from, times } }));
  const isAmount = schemaOf(place)['x-unit'] === 'USD';
  return fc
    .oneof(
      { weight: 6, arbitrary: own },
      { weight: 1, arbitrary: empty },
      ...(isAmount ? [{ weight: 2, arbitrary: other }] : []),
    )
    .map((one): Expr => ({ kind: 'test', test: one }));
};
const STATE: Place = { source: 'context', field: 'applicant.address.state' };
const anyTest = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...PLACES).chain(test1) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('equals' as const, 'not_equals' as const)
      .map((operator): Expr => ({ kind: 'test', test: { ...STATE, operator, value: 'CA' } })),
  },
);
const { expr } = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyTest,
    fc.array(tie('expr'), { minLength: 2, maxLength: 3 }).map((of) => all(of)),
    fc.array(tie('expr'), { minLength: 2, maxLength: 3 }).map((of) => any(of)),
    tie('expr').map(not),
  ),
}));

/** Whom the two conditions treat differently, of those at and beside each threshold. */
function apart(a: Expr, b: Expr): Values | null {
  for (const values of combinations(domainsOf([...testsOf(a), ...testsOf(b)]), 300)) {
    if (exprHolds(a, values) !== exprHolds(b, values)) return values;
  }
  return null;
}

/** The condition that a sentence of the readback is read as. */
function reread(sentence: string): Expr {
  const { rules, refusals } = readPrompt(`${sentence} Otherwise, send to human review.`);
  const when = rules[0]?.when ?? null;
  if (refusals.length > 0 || rules.length !== 2 || when === null) {
    throw new Error(`${sentence}\n${JSON.stringify(refusals.map(({ message }) => message))}`);
  }
  return when;
}

describe('parse(restate(e))', () => {
  test('holds of groups of so many', () => {
    fc.assert(
      fc.property(fc.array(anyTest, { minLength: 2, maxLength: 4 }), fc.integer({ min: 1, max: 4 }), (of, least) => {
        const needed = Math.min(least, of.length);
        const said = english({ kind: 'at_least', needed, of: of.map((each) => logicOf(each)) });
        const ways =
          atLeast(
            needed,
            of.map((each) => condOf(each)),
          )?.expr ?? any([]);
        expect([said, apart(ways, reread(`Approve if ${said}.`))]).toEqual([said, null]);
      }),
      { numRuns: 100, seed: 32 },
    );
  });

  test('holds of the same applicants as e, whatever the condition', () => {
    fc.assert(
      fc.property(expr, (condition) => {
        expect([say(condition), apart(condition, reread(`Approve if ${say(condition)}.`))]).toEqual([
          say(condition),
          null,
        ]);
      }),
      { numRuns: 400, seed: 30 },
    );
  });

  test('holds of every field by itself, with each operator that fits it', () => {
    for (const place of PLACES) {
      for (const one of fc.sample(test1(place), { numRuns: 12, seed: 3 })) {
        expect([say(one), apart(one, reread(`Deny if ${say(one)}.`))]).toEqual([say(one), null]);
      }
    }
    expect(PLACES.length).toBeGreaterThan(50);
  });

  test('"unless" and "not (…)" are for exactly those of whom it does not hold', () => {
    fc.assert(
      fc.property(expr, (condition) => {
        const said = say(condition);
        expect([said, apart(not(condition), reread(`Deny unless ${said}.`))]).toEqual([said, null]);
        expect([said, apart(not(condition), reread(`Deny if not (${said}).`))]).toEqual([said, null]);
      }),
      { numRuns: 100, seed: 31 },
    );
  });
});

const POLICIES = [
  ...CORPUS.filter(({ refuse }) => refuse === undefined).map(
    ({ name, prompt, useCase }) => [name, prompt, useCase ?? 'tenant_screening'] as const,
  ),
  ...foreignPolicies().map(
    ({ id, text, domain }) => [id, text, domain === 'hiring' ? 'employment_screening' : 'tenant_screening'] as const,
  ),
];

test('the reading of each policy that compiles, given as a policy, decides the same', () => {
  const results = POLICIES.map(([, prompt, useCase]) => restated(prompt, useCase, AS_OF));
  const count = (is: Restated['is']): number => results.filter((result) => result.is === is).length;
  expect(results.flatMap((result) => (result.is === 'other' ? [result.what] : []))).toEqual([]);
  expect(count('alike')).toBeGreaterThan(80);
  expect(count('has steps for everybody')).toBeLessThan(8);
});
