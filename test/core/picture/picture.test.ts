import { describe, expect, test } from '../../support/jest.ts';
import { wayId, type GraphNode } from '../../../core/picture/graph.ts';
import { graphOf } from '../../../core/picture/of-definition.ts';
import { pictureOf, type Box, type Picture } from '../../../core/picture/index.ts';
import { approve, goTo, ifElse, source } from '../interpreter/cascades.ts';

const boxOf = ({ boxes }: Picture, id: string): Box => {
  const found = boxes.find((box) => box.id === id);
  if (found === undefined) throw new Error(`no box ${id}`);
  return found;
};

/** Points of a line, close to one another. */
function pointsOf(path: string): { x: number; y: number }[] {
  const numbers = path.split(/[MC ]+/).flatMap((part) => (part === '' ? [] : [Number(part)]));
  let [x = 0, y = 0] = numbers;
  const points = [{ x, y }];
  for (let at = 2; at < numbers.length; at += 6) {
    const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0] = numbers.slice(at, at + 6);
    for (let step = 1; step <= 20; step += 1) {
      const t = step / 20;
      const mix = (p: number, a: number, b: number, c: number): number =>
        (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t ** 2 * b + t ** 3 * c;
      points.push({ x: mix(x, ax, bx, cx), y: mix(y, ay, by, cy) });
    }
    [x, y] = [cx, cy];
  }
  return points;
}

/** Nodes whose ways lead on by chance, always to later ones. */
function randomGraph(seed: number): GraphNode[] {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const count = 3 + random(14);
  return Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    name: `Node ${index}`,
    kind: 'Approve',
    isEntry: index === 0,
    ways: (['pass_steps', 'human_review_steps', 'fail_steps'] as const).flatMap((key) =>
      index === count - 1 || random(3) === 0 ? [] : [{ key, to: `n${index + 1 + random(count - 1 - index)}` }],
    ),
  }));
}

describe('the picture of a cascade', () => {
  test('of no nodes has a size that an SVG may have', () => {
    expect(pictureOf([])).toMatchObject({ width: 28, height: 28, boxes: [], lines: [] });
  });

  test('no line that leads down passes through a box that it does not join, in 200 random cascades', () => {
    let lines = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const nodes = randomGraph(seed);
      const notes = new Map(seed % 2 === 0 ? [] : [[`n${seed % nodes.length}`, ['one', 'two', 'three']]]);
      const picture = pictureOf(nodes, notes);
      for (const { id, from, to, path, isUp } of picture.lines) {
        expect(isUp).toBe(false);
        lines += 1;
        const through = picture.boxes.filter(
          (box) =>
            box.id !== from &&
            box.id !== to &&
            pointsOf(path).some(
              ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
            ),
        );
        expect([seed, id, through.map((box) => box.id)]).toEqual([seed, id, []]);
      }
    }
    expect(lines).toBeGreaterThan(1_000);
  });

  test('everything lies within its edges', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const picture = pictureOf(randomGraph(seed));
      const points = [
        ...picture.boxes.flatMap(({ x, y, width, height }) => [
          { x, y },
          { x: x + width, y: y + height },
        ]),
        ...picture.lines.flatMap(({ path }) => pointsOf(path)),
      ];
      expect(points.filter(({ x, y }) => x < 0 || y < 0 || x > picture.width || y > picture.height)).toEqual([]);
    }
  });

  test('a box with notes is higher, and what follows stands below it', () => {
    const nodes = graphOf([
      source('check'),
      ifElse('check', { then: ['yes'], otherwise: ['no'] }),
      approve('yes'),
      approve('no'),
    ]);
    const picture = pictureOf(nodes, new Map([['check', ['Score 617, at least 670', '12 ms']]]));
    const [check, yes] = [boxOf(picture, 'check'), boxOf(picture, 'yes')];
    expect(check.notes).toEqual(['Score 617, at least 670', '12 ms']);
    expect(check.height).toBeGreaterThan(yes.height);
    expect(yes.y).toBeGreaterThan(check.y + check.height);
  });

  test('of a definition that is still written: what leads nowhere is left out, a circle goes back up', () => {
    const nodes = graphOf([
      source('one', 'nowhere'),
      approve('one', 'two'),
      approve('two', 'one'),
      { id: 'odd', type: 'Oracle', next_step: ['two'] },
      goTo('back', 'gone'),
    ]);
    const picture = pictureOf(nodes);
    expect(picture.boxes.map(({ id, kind }) => [id, kind])).toContainEqual(['odd', 'Oracle']);
    expect(picture.lines.map(({ from, to, isUp }) => [from, to, isUp])).toEqual([
      ['start', 'one', false],
      ['one', 'two', false],
      ['two', 'one', true],
      ['odd', 'two', false],
    ]);
  });

  test('names each way once, and its words say the same', () => {
    const nodes = graphOf([source('check'), ifElse('check', { then: ['yes'], otherwise: ['yes'] }), approve('yes')]);
    const { lines, words } = pictureOf(nodes);
    expect(lines.map(({ id }) => id)).toEqual([
      wayId('start', { key: 'next_step', to: 'check' }),
      wayId('check', { key: 'pass_steps', to: 'yes' }),
      wayId('check', { key: 'fail_steps', to: 'yes' }),
    ]);
    expect(words).toBe('start leads to check; check leads to yes: yes, no: yes; yes ends.');
  });

  test('calls kinds and ways as people do, and has the words of the reference beside them', () => {
    const asking: GraphNode = {
      ...{ id: 'ask', name: 'Ask', kind: 'IfElse', isEntry: false },
      ways: [
        { key: 'human_review_steps', to: 'yes' },
        { key: 'fail_steps', to: 'no' },
      ],
    };
    const choice = ifElse('check', { then: ['yes'], otherwise: ['no'] });
    const { boxes, lines } = pictureOf([...graphOf([source('check'), choice, approve('yes'), approve('no')]), asking]);
    expect(boxes.map(({ kind, kindCalled }) => [kind, kindCalled])).toEqual([
      ['ApplicantSource', 'Start'],
      ['IfElse', 'Rule'],
      ['Approve', 'Approve'],
      ['Approve', 'Approve'],
      ['IfElse', 'Ask a person'],
    ]);
    expect(lines.flatMap(({ label }) => (label === null ? [] : [[label.text, label.term]]))).toEqual([
      ['yes', 'pass'],
      ['no', 'fail'],
      ['approved', 'review'],
      ['denied', 'fail'],
    ]);
  });
});
