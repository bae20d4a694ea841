import {
  inWords,
  kindCalled,
  wayCalled,
  wayId,
  type Called,
  type GraphNode,
  type GraphWay,
  type WayKey,
} from './graph.ts';
import { placesOf, type Place, type Placed } from './places.ts';

/**
 * A cascade as a picture, from top to bottom: boxes and lines with their positions. The documentation writes it as SVG,
 * and the console shows it as elements. Colors come from `data/style/picture.css`, so it is dark or light like its
 * page.
 */
export interface Box extends Place {
  readonly id: string;
  /** The name, cut to the width of the box. */
  readonly shown: string;
  readonly name: string;
  readonly kind: string;
  /** The everyday word for its kind. */
  readonly kindCalled: string;
  /** The lines below the kind, cut like the name. */
  readonly notes: readonly string[];
  readonly width: number;
  readonly height: number;
}

export interface Line {
  /** The id made by `wayId`. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly key: WayKey;
  readonly path: string;
  /** True if it leads back to a box above. */
  readonly isUp: boolean;
  readonly label: Label | null;
}

export interface Label extends Place, Called {
  readonly width: number;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  /** The picture in words, for people who cannot see it. */
  readonly words: string;
}

const BARE_WIDTH = 168;
/** Width of boxes in a picture with notes. */
const NOTED_WIDTH = 224;
const BARE_HEIGHT = 46;
const NOTE_HEIGHT = 16;
const GAP_Y = 44;
const MARGIN = 14;
/** Characters of a name, and of a note, per pixel of width. */
const NAME_CHARACTERS = 22 / BARE_WIDTH;
const NOTE_CHARACTERS = 34 / NOTED_WIDTH;

/** `notes`: lines to show at a node, by its id. */
export function pictureOf(
  nodes: readonly GraphNode[],
  notes: ReadonlyMap<string, readonly string[]> = new Map(),
): Picture {
  const width = notes.size > 0 ? NOTED_WIDTH : BARE_WIDTH;
  const heightOf = (id: string): number => BARE_HEIGHT + NOTE_HEIGHT * (notes.get(id)?.length ?? 0);
  const placed = placesOf(nodes, { width, heightOf, gapY: GAP_Y, margin: MARGIN });
  const boxes = nodes.map((node): Box => {
    const { id, name, kind } = node;
    return {
      ...(placed.places.get(id) ?? { x: MARGIN, y: MARGIN }),
      ...{ id, name, kind, kindCalled: kindCalled(node), width, height: heightOf(id) },
      shown: cut(name, Math.floor(width * NAME_CHARACTERS)),
      notes: (notes.get(id) ?? []).map((note) => cut(note, Math.floor(width * NOTE_CHARACTERS))),
    };
  });
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const lines = nodes.flatMap((node) => {
    const from = byId.get(node.id);
    return node.ways.flatMap((way) => {
      const to = byId.get(way.to);
      const called = wayCalled(node, way.key);
      return from === undefined || to === undefined ? [] : [lineBetween(from, to, { ...way, called }, placed)];
    });
  });
  return {
    // A way back up passes its boxes on the right.
    width: placed.width + (lines.some(({ isUp }) => isUp) ? DETOUR : 0),
    height: placed.height,
    boxes,
    lines,
    words: inWords(nodes),
  };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Distance of a way back up from the boxes on its left. */
const DETOUR = 28;

function lineBetween(
  from: Box,
  to: Box,
  way: GraphWay & { readonly called: Called | null },
  { bends, floors }: Placed,
): Line {
  const { key, called } = way;
  const id = wayId(from.id, way);
  const isUp = to.y <= from.y;
  const start = isUp
    ? { x: from.x + from.width, y: from.y + from.height / 2 }
    : { x: from.x + from.width / 2 + OFFSET[key] * from.width, y: from.y + from.height };
  const end = isUp
    ? { x: to.x + to.width, y: to.y + to.height / 2 }
    : { x: to.x + to.width / 2 + (OFFSET[key] * to.width) / 3, y: to.y };
  const curve = isUp
    ? `C${start.x + DETOUR} ${start.y} ${end.x + DETOUR} ${end.y} ${end.x} ${end.y}`
    : downward([start, { x: start.x, y: floors.get(from.id) ?? start.y }, ...(bends.get(id) ?? []), end]);
  return {
    ...{ id, from: from.id, to: to.id, key, isUp },
    path: `M${start.x} ${start.y} ${curve}`,
    label: called === null ? null : labelAt(start, key, called),
  };
}

/** A curve through the points, vertical at each. */
function downward(points: readonly Place[]): string {
  return points
    .slice(1)
    .flatMap((to, index) => {
      const from = points[index] ?? to;
      if (from.x === to.x && from.y === to.y) return [];
      const bend = Math.min(GAP_Y * 0.8, (to.y - from.y) * 0.6);
      return `C${from.x} ${from.y + bend} ${to.x} ${to.y - bend} ${to.x} ${to.y}`;
    })
    .join(' ');
}

/** Width of one character of a label, in pixels. */
const LABEL_CHARACTER = 6.2;

function labelAt(start: Place, key: WayKey, called: Called): Label {
  return {
    ...called,
    x: start.x + LABEL_SHIFT[key],
    y: start.y + (key === 'human_review_steps' ? 29 : 15),
    width: Math.max(called.text.length, called.term.length) * LABEL_CHARACTER + 6,
  };
}

/** Where ways leave a node, in fractions of its width, so that several ways to one target can be told apart. */
const OFFSET: Readonly<Record<WayKey, number>> = {
  next_step: 0,
  pass_steps: -0.36,
  human_review_steps: 0,
  fail_steps: 0.36,
  jump: 0,
};

/** Places labels next to their line, between the lines to the sides. */
const LABEL_SHIFT: Readonly<Record<WayKey, number>> = {
  next_step: 0,
  pass_steps: 20,
  human_review_steps: 25,
  fail_steps: -17,
  jump: 0,
};
