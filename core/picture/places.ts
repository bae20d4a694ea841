import { wayId, type GraphNode } from './graph.ts';
import { rowsOf } from './rows.ts';

/** A position: the upper left corner of a box, or a point of a line that passes other rows. */

export interface Place {
  readonly x: number;
  readonly y: number;
}

interface Sizes {
  /** Width of every box. */
  readonly width: number;
  readonly heightOf: (id: string) => number;
  readonly gapY: number;
  readonly margin: number;
}

export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly places: ReadonlyMap<string, Place>;
  /** By `wayId`: the points at which a way passes between the boxes of other rows. */
  readonly bends: ReadonlyMap<string, readonly Place[]>;
  /** The bottom of the row of each box. A line turns below it, because neighbors may be taller. */
  readonly floors: ReadonlyMap<string, number>;
}

const GAP_X = 28;
/** The width that a passing line needs in a row. */
const LANE_WIDTH = 14;

/** A box, or the lane of a line that passes a row. */
interface Item {
  readonly key: string;
  readonly row: number;
  readonly width: number;
  /** The items that lead here. */
  readonly above: readonly string[];
  /** The way that the lane is for; null for a box. */
  readonly way: string | null;
}

export function placesOf(nodes: readonly GraphNode[], { width, heightOf, gapY, margin }: Sizes): Placed {
  const items = itemsOf(nodes, rowsOf(nodes), width);
  const rows = Map.groupBy(items, ({ row }) => row);
  const middles = new Map<string, number>();
  const bounds = new Map<number, { readonly top: number; readonly bottom: number }>();
  let y = margin;
  for (const [row, all] of [...rows].toSorted(([one], [other]) => one - other)) {
    for (const [key, x] of spread(all, middles)) middles.set(key, x);
    const height = Math.max(0, ...all.map(({ key, way }) => (way === null ? heightOf(key) : 0)));
    bounds.set(row, { top: y, bottom: y + height });
    y += height + gapY;
  }
  const edges = items.map((item) => ({ ...item, middle: middles.get(item.key) ?? 0 }));
  const left = Math.min(0, ...edges.map((item) => item.middle - item.width / 2));
  const right = Math.max(0, ...edges.map((item) => item.middle + item.width / 2));
  const places = new Map<string, Place>();
  const bends = new Map<string, Place[]>();
  const floors = new Map<string, number>();
  for (const { key, row, way, middle } of edges) {
    const x = margin + middle - left;
    const { top, bottom } = bounds.get(row) ?? { top: 0, bottom: 0 };
    if (way === null) {
      places.set(key, { x: x - width / 2, y: top });
      floors.set(key, bottom);
    } else bends.set(way, [...(bends.get(way) ?? []), { x, y: top }, { x, y: bottom }]);
  }
  return { width: right - left + 2 * margin, height: Math.max(y - gapY, margin) + margin, places, bends, floors };
}

/** Row by row, so every item comes after those that lead to it. */
function itemsOf(nodes: readonly GraphNode[], rowOf: ReadonlyMap<string, number>, width: number): Item[] {
  const above = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const lanes: Item[] = [];
  for (const { id, ways } of nodes) {
    for (const way of ways) {
      const [from, to] = [rowOf.get(id) ?? 0, rowOf.get(way.to) ?? 0];
      if (to <= from) continue;
      const name = wayId(id, way);
      let before = id;
      for (let row = from + 1; row < to; row += 1) {
        const key = `${name} ${row}`;
        lanes.push({ key, row, width: LANE_WIDTH, above: [before], way: name });
        before = key;
      }
      above.get(way.to)?.push(before);
    }
  }
  const boxes = nodes.map(({ id }) => ({
    key: id,
    row: rowOf.get(id) ?? 0,
    width,
    above: above.get(id) ?? [],
    way: null,
  }));
  return [...boxes, ...lanes].toSorted((one, other) => one.row - other.row);
}

/** Places the items of one row below the average of those that lead to them, and moves overlapping ones apart. */
function spread(row: readonly Item[], placed: ReadonlyMap<string, number>): [string, number][] {
  const wishes = row
    .map((item) => ({ ...item, x: meanOf(item.above.flatMap((key) => placed.get(key) ?? [])) }))
    .toSorted((one, other) => one.x - other.x);
  const middles: number[] = [];
  for (const [index, { x, width }] of wishes.entries()) {
    const before = wishes[index - 1];
    const least = before === undefined ? -Infinity : (middles[index - 1] ?? 0) + (before.width + width) / 2 + GAP_X;
    middles.push(Math.max(x, least));
  }
  const pushed = meanOf(middles.map((x, index) => x - (wishes[index]?.x ?? 0)));
  return wishes.map(({ key }, index) => [key, (middles[index] ?? 0) - pushed]);
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
