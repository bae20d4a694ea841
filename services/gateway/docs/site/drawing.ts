import { buildGraph } from '../../../../core/cascade/graph.ts';
import type { EdgeKey, NodeBase } from '../../../../core/cascade/definition.ts';
import { NODES } from '../../../../core/cascade/registry.ts';
import { escapeHtml } from '../../../../core/interpolate.ts';

/**
 * A definition as an inline SVG, from top to bottom: each node one row below the last of those that lead to it, and
 * below their middle. Colours come from the style sheet, so the picture is dark or light like its page.
 */
const NODE_WIDTH = 168;
const NODE_HEIGHT = 46;
const GAP_X = 28;
const GAP_Y = 44;
const MARGIN = 14;

interface Place {
  readonly x: number;
  readonly y: number;
}

const LABELS: Readonly<Record<EdgeKey, string>> = {
  next_step: '',
  pass_steps: 'pass',
  human_review_steps: 'review',
  fail_steps: 'fail',
};

/** `text`: a definition of our own, as JSON. */
export function drawCascade(text: string): string {
  const definition = JSON.parse(text) as NodeBase[];
  const places = layOut(definition);
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + NODE_WIDTH + MARGIN;
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + NODE_HEIGHT + MARGIN;
  const lines = definition.flatMap((node) => [
    ...NODES.edgesOf(node).map(({ key, to }) => line(places, node.id, to, key)),
    ...NODES.jumpsOf(node).map((to) => line(places, node.id, to, 'jump')),
  ]);
  return [
    `<figure class="drawing" tabindex="0" role="group" aria-label="Picture of the cascade">`,
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeHtml(inWords(definition))}</title>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
    '<path class="head" d="M0 0 8 4 0 8z"/></marker></defs>',
    ...lines.map(({ path }) => path),
    ...definition.map((node) => box(node, places.get(node.id) ?? { x: 0, y: 0 })),
    // Last, on a ground of their own: no line crosses a label.
    ...lines.map(({ label }) => label),
    '</svg></figure>\n',
  ].join('');
}

function layOut(definition: readonly NodeBase[]): ReadonlyMap<string, Place> {
  const entry = NODES.entryOf(definition);
  const graph = buildGraph(definition, NODES);
  const rowOf = new Map<string, number>();
  const place = (id: string, row: number): void => {
    if ((rowOf.get(id) ?? -1) >= row) return;
    rowOf.set(id, row);
    const node = definition.find((one) => one.id === id);
    if (node === undefined) return;
    for (const { to } of NODES.edgesOf(node)) place(to, row + 1);
    // A jump that makes a loop goes back up.
    for (const to of NODES.jumpsOf(node)) if (!graph.reachable(to).has(id)) place(to, row + 1);
  };
  if (entry !== undefined) place(entry.id, 0);
  const rows = Map.groupBy(
    definition.filter(({ id }) => rowOf.has(id)),
    ({ id }) => rowOf.get(id) ?? 0,
  );
  const middles = new Map<string, number>();
  for (const row of [...rows.keys()].toSorted((one, other) => one - other)) {
    for (const [id, x] of spread(rows.get(row) ?? [], (id) => aboveOf(id, definition, middles))) middles.set(id, x);
  }
  const left = Math.min(...middles.values());
  return new Map(
    [...middles].map(([id, x]) => {
      const y = MARGIN + (rowOf.get(id) ?? 0) * (NODE_HEIGHT + GAP_Y);
      return [id, { x: MARGIN + x - left, y }];
    }),
  );
}

/** The middle of the nodes that lead to this one and are placed already, so that a way runs straight down. */
function aboveOf(id: string, definition: readonly NodeBase[], placed: ReadonlyMap<string, number>): number {
  const before = definition.filter(
    (node) => NODES.edgesOf(node).some(({ to }) => to === id) || NODES.jumpsOf(node).includes(id),
  );
  const xs = before.flatMap((node) => placed.get(node.id) ?? []);
  return xs.length === 0 ? 0 : xs.reduce((sum, x) => sum + x, 0) / xs.length;
}

/** Nodes of one row where they would like to be, moved apart as far as they overlap. */
function spread(row: readonly NodeBase[], wish: (id: string) => number): [string, number][] {
  const step = NODE_WIDTH + GAP_X;
  const wishes = row.map(({ id }) => ({ id, x: wish(id) })).toSorted((one, other) => one.x - other.x);
  const placed: [string, number][] = [];
  for (const { id, x } of wishes) placed.push([id, Math.max(x, (placed.at(-1)?.[1] ?? -Infinity) + step)]);
  const pushed = placed.reduce((sum, [, x], index) => sum + x - (wishes[index]?.x ?? 0), 0) / placed.length;
  return placed.map(([id, x]) => [id, x - pushed]);
}

interface Line {
  readonly path: string;
  readonly label: string;
}

function line(places: ReadonlyMap<string, Place>, from: string, to: string, key: EdgeKey | 'jump'): Line {
  const [a, b] = [places.get(from), places.get(to)];
  if (a === undefined || b === undefined) return { path: '', label: '' };
  const isUp = b.y <= a.y;
  const start = isUp
    ? { x: a.x + NODE_WIDTH, y: a.y + NODE_HEIGHT / 2 }
    : { x: a.x + NODE_WIDTH / 2 + OFFSET[key], y: a.y + NODE_HEIGHT };
  const end = isUp
    ? { x: b.x + NODE_WIDTH, y: b.y + NODE_HEIGHT / 2 }
    : { x: b.x + NODE_WIDTH / 2 + OFFSET[key] / 3, y: b.y };
  const bend = isUp ? GAP_X : GAP_Y * 0.8;
  const curve = isUp
    ? `C${start.x + bend} ${start.y} ${end.x + bend} ${end.y} ${end.x} ${end.y}`
    : `C${start.x} ${start.y + bend} ${end.x} ${end.y - bend} ${end.x} ${end.y}`;
  const label = key === 'jump' ? '' : LABELS[key];
  const at = { x: start.x + LABEL_SHIFT[key], y: start.y + (key === 'human_review_steps' ? 29 : 15) };
  return {
    path: `<path class="edge ${key}" marker-end="url(#arrow)" d="M${start.x} ${start.y} ${curve}"/>`,
    label: label === '' ? '' : labelAt(at, label),
  };
}

function labelAt({ x, y }: Place, label: string): string {
  const width = label.length * LABEL_CHARACTER + 6;
  return [
    `<rect class="label-ground" x="${x - width / 2}" y="${y - 11}" width="${width}" height="15"/>`,
    `<text class="label" x="${x}" y="${y}" text-anchor="middle">${label}</text>`,
  ].join('');
}

/** Width of a character of a label, in pixels. */
const LABEL_CHARACTER = 6.2;

/** Where the edges of a node leave it, so that those to one target can be told apart. */
const OFFSET: Readonly<Record<EdgeKey | 'jump', number>> = {
  next_step: 0,
  pass_steps: -60,
  human_review_steps: 0,
  fail_steps: 60,
  jump: 0,
};

/** Beside its line, between those that go to the sides. */
const LABEL_SHIFT: Readonly<Record<EdgeKey | 'jump', number>> = {
  next_step: 0,
  pass_steps: 20,
  human_review_steps: 25,
  fail_steps: -17,
  jump: 0,
};

function box(node: NodeBase, { x, y }: Place): string {
  const kind = NODES.specOf(node).kind;
  const name = node.name ?? node.id;
  const shown = name.length > 22 ? `${name.slice(0, 21)}…` : name;
  return [
    `<g class="node ${kind}"><rect x="${x}" y="${y}" width="${NODE_WIDTH}" height="${NODE_HEIGHT}" rx="8"/>`,
    `<text class="name" x="${x + NODE_WIDTH / 2}" y="${y + 20}" text-anchor="middle">${escapeHtml(shown)}</text>`,
    `<text class="kind" x="${x + NODE_WIDTH / 2}" y="${y + 36}" text-anchor="middle">${kind}</text></g>`,
  ].join('');
}

/** The same for people who do not see the picture. */
function inWords(definition: readonly NodeBase[]): string {
  const steps = definition.map((node) => {
    const ways = NODES.edgesOf(node).map(({ key, to }) => `${LABELS[key] === '' ? '' : `${LABELS[key]}: `}${to}`);
    const jumps = NODES.jumpsOf(node).map((to) => `jumps to ${to}`);
    const all = [...ways, ...jumps];
    return all.length === 0 ? `${node.id} ends` : `${node.id} leads to ${all.join(', ')}`;
  });
  return `${steps.join('; ')}.`;
}
