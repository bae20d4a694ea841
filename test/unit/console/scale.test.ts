import fc from 'fast-check';
import { foundBy, scalesOf } from '../../../console/src/case/scale.ts';
import { expect, test } from '../../support/jest.ts';

const compared = (value: unknown, actual: unknown, field = 'score') => ({
  source_node_id: 'credit',
  field,
  value,
  actual,
});

test('a value stands among its limits as it does among the numbers, and all of them within the line', () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(number, fc.array(number, { minLength: 1, maxLength: 5 }), (actual, limits) => {
      const [scale] = scalesOf(limits.map((limit) => compared(limit, actual)));
      for (const limit of scale?.limits ?? []) {
        expect([limit.at >= 0, limit.at <= 1]).toEqual([true, true]);
        if (limit.value < actual) expect(limit.at).toBeLessThanOrEqual(scale?.value.at ?? -1);
        if (limit.value > actual) expect(limit.at).toBeGreaterThanOrEqual(scale?.value.at ?? 2);
      }
      expect(new Set(scale?.limits.map(({ value }) => value))).toEqual(new Set(limits));
    }),
  );
});

test('each value has a line of its own, and what is no number, masked or missing has none', () => {
  const conditions = [compared(600, 641), compared(679, 641), compared(3, 2.5, 'ratio'), compared('CA', 'NY', 'state')];
  expect(scalesOf([...conditions, compared(5, null, 'late'), compared(5, '***', 'ssn')]).map(({ key }) => key)).toEqual(
    ['["credit","score"]', '["credit","ratio"]'],
  );
});

test('limits of other rules stand on the scale of the same value, and on no other', () => {
  const beside = [compared(670, 641), compared(500, 640), compared(3, 2.5, 'ratio')];
  expect(scalesOf([compared(580, 641)], beside).map(({ limits }) => limits.map(({ value }) => value))).toEqual([
    [580, 670],
  ]);
});

test('one value that all conditions compare is said once; several values, or one that cannot be said, are not', () => {
  const at = (field: string, found: string | null) => ({ ...compared(600, 641, field), found });
  expect(foundBy([at('score', '641'), at('score', '641')])).toBe('641');
  expect(foundBy([at('score', '641'), at('income', '$900')])).toBeNull();
  expect(foundBy([at('score', null)])).toBeNull();
  expect(foundBy([])).toBeNull();
});
