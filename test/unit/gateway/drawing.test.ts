import { describe, expect, test } from '../../support/jest.ts';
import { approve, goTo, ifElse, source } from '../../core/interpreter/cascades.ts';
import { drawCascade } from '../../../services/gateway/docs/site/drawing.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly texts: readonly { readonly y: number; readonly text: string }[];
}

const NO_BOX: Box = { x: NaN, y: NaN, width: NaN, height: NaN, texts: [] };

/** The boxes of the picture by the text in their first line. */
function boxesOf(svg: string): ReadonlyMap<string, Box> {
  const boxes = [...svg.matchAll(/<g class="node[^"]*">(.*?)<\/g>/g)].map(([, inside = '']): Box => {
    const [, x, y, width, height] = /<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/.exec(inside) ?? [];
    const texts = [...inside.matchAll(/<text[^>]* y="(\S+?)"[^>]*>([^<]*)</g)].map(([, at, text = '']) => ({
      y: Number(at),
      text,
    }));
    return { x: Number(x), y: Number(y), width: Number(width), height: Number(height), texts };
  });
  return new Map(boxes.map((box) => [box.texts[0]?.text ?? '', box]));
}

const CASCADE = [
  source('check'),
  ifElse('check', { then: ['yes'], otherwise: ['no', 'late'] }),
  approve('yes', 'late'),
  approve('no'),
  approve('late', 'back'),
  goTo('back', 'check'),
];

describe('the picture of a cascade', () => {
  const boxes = boxesOf(drawCascade(JSON.stringify(CASCADE)));
  const at = (name: string): Box => boxes.get(name) ?? NO_BOX;

  test('has each node below those that lead to it, in a cascade that loops', () => {
    const ways = [
      ['start', 'check'],
      ['check', 'yes'],
      ['check', 'no'],
      ['check', 'late'],
      ['yes', 'late'],
      ['late', 'back'],
    ] as const;
    for (const [from, to] of ways) expect([to, at(to).y > at(from).y + at(from).height]).toEqual([to, true]);
    expect(at('yes').y).toBe(at('no').y);
  });

  test('draws each way from the node that it leaves to the one that it leads to', () => {
    const touching = (x: number, y: number): string[] =>
      [...boxes]
        .filter(([, box]) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height)
        .map(([name]) => name);
    const edges = drawCascade(JSON.stringify(CASCADE)).matchAll(
      /<path class="edge (\w+)"[^>]* d="M(\S+) (\S+) C([^"]*)"/g,
    );
    const ways = [...edges].map(([, key, x, y, curve = '']) => {
      const [endX, endY] = curve.split(' ').slice(-2);
      return [key, touching(Number(x), Number(y)), touching(Number(endX), Number(endY))];
    });
    expect(ways).toEqual([
      ['next_step', ['start'], ['check']],
      ['pass_steps', ['check'], ['yes']],
      ['fail_steps', ['check'], ['no']],
      ['fail_steps', ['check'], ['late']],
      ['next_step', ['yes'], ['late']],
      ['next_step', ['late'], ['back']],
      ['jump', ['back'], ['check']],
    ]);
  });

  test('is large enough for every box, and no two boxes overlap', () => {
    const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(drawCascade(JSON.stringify(CASCADE))) ?? [];
    const all = [...boxes.values()];
    expect(all).toHaveLength(CASCADE.length);
    for (const [index, { x, y, ...box }] of all.entries()) {
      expect(x >= 0 && y >= 0 && x + box.width <= Number(width) && y + box.height <= Number(height)).toBe(true);
      for (const other of all.slice(index + 1)) {
        expect(other.y !== y || Math.abs(other.x - x) >= box.width).toBe(true);
      }
    }
  });

  test('names each node in its box, and its kind below the name', () => {
    for (const { y, height, texts } of boxes.values()) {
      const lines = texts.map((text) => text.y);
      expect(lines).toHaveLength(2);
      expect(lines).toEqual(lines.toSorted((one, other) => one - other));
      expect(lines.every((line) => line > y && line < y + height)).toBe(true);
    }
  });
});
