import type { Range } from './kinds.ts';

/** "At 620 and over": figures at which somebody stands are points. */
export function inPoints(range: Range): Range {
  switch (range.is) {
    case 'compare':
    case 'bare': {
      const { figure } = range;
      const isPlain = figure.unit === 'plain' && figure.per === null;
      return isPlain ? { ...range, figure: { ...figure, unit: 'points' } } : range;
    }
    default:
      return { ...range, of: range.of.map(inPoints) };
  }
}
