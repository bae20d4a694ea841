import fc from 'fast-check';
import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { advance } from '../../../core/interpreter/advance.ts';
import { continued } from '../../../core/interpreter/continued.ts';
import type { AdvanceInput, AdvanceResult, OutputSizes } from '../../../core/interpreter/types.ts';
import { jsonBytes } from '../../../core/json-limits.ts';
import { goTo, results, source } from './cascades.ts';
import { drive, KINDS, sketches } from './random-cascades.ts';
import { World } from './world.ts';

/** With the sizes that a store measures on reading. */
function measured({ outputs, history }: AdvanceInput): OutputSizes {
  const sizes = history.map(({ output }) => (output === null ? 0 : jsonBytes(output, Infinity)));
  return {
    last: new Map([...outputs].map(([id, output]) => [id, jsonBytes(output, Infinity)])),
    written: sizes.reduce((sum, bytes) => sum + bytes, 0),
  };
}

const whatIsRead = ({ state, outputs, history, sizes }: AdvanceInput): unknown => ({
  state: JSON.parse(JSON.stringify(state)) as unknown,
  outputs: new Map([...outputs].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  history,
  sizes,
});

describe('a run that goes on after a slice without being read again', () => {
  test('goes on with what would be read', () => {
    let compared = 0;
    const expectSame = (before: [AdvanceResult, AdvanceInput] | undefined, input: AdvanceInput): void => {
      if (before?.[0].isUnfinished !== true) return;
      const [result, earlier] = before;
      const next = continued({ ...earlier, sizes: measured(earlier) }, result);
      expect(whatIsRead(next)).toEqual(whatIsRead({ ...input, sizes: measured(input) }));
      compared += 1;
    };
    fc.assert(
      fc.property(sketches(KINDS), fc.integer({ min: 1, max: 4 }), fc.boolean(), (sketch, visits, failures) => {
        let before: [AdvanceResult, AdvanceInput] | undefined;
        const observe = (result: AdvanceResult, input: AdvanceInput): void => {
          expectSame(before, input);
          before = [result, input];
        };
        drive(sketch, { observe }, { slice: { visits, work: 1_000_000 }, failures });
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  test('keeps to the budget of all visits together', () => {
    const text = 'x'.repeat(400 * 1024);
    const ask: CascadeNode = {
      id: 'ask',
      type: 'IfElse',
      branches: {
        pass: {
          condition_groups: [
            { conditions: [{ source_node_id: 'context', field: 'applicant.text', operator: 'contains', value: 'y' }] },
          ],
        },
      },
      fail_steps: ['back'],
    };
    const world = new World([source('ask'), ask, goTo('back', 'ask'), results('end')], {
      payload: { applicant: { text } },
      slice: { visits: 3, work: 1_000_000 },
    });
    let next: AdvanceInput | undefined;
    let last: AdvanceResult | undefined;
    world.advance((result, input) => {
      next ??= { ...input, sizes: measured(input) };
      last = advance(next);
      expect(last).toEqual(result);
      next = continued(next, last);
    });
    expect(last?.steps.find(({ error }) => error !== null)?.error?.code).toBe('output_too_large');
  });

  test('leaves the input as it was', () => {
    const world = new World([source('back'), goTo('back', 'back'), results('end')], {
      slice: { visits: 1, work: 1_000_000 },
    });
    let seen: [AdvanceResult, AdvanceInput] | undefined;
    world.advance((result, input) => (seen ??= [result, input]));
    if (seen === undefined) throw new Error('nothing was advanced');
    const before = whatIsRead(seen[1]);
    continued(seen[1], seen[0]);
    expect(whatIsRead(seen[1])).toEqual(before);
  });
});
