import { buildGraph } from '../../../../core/cascade/graph.ts';
import type { EdgeKey, NodeBase } from '../../../../core/cascade/definition.ts';
import { NODES } from '../../../../core/cascade/registry.ts';
import { escapeHtml } from '../../../../core/interpolate.ts';

/**
 * A definition as an inline SVG, from top to bottom: each node one row below the last of those that lead to it. Colours
 * come from the style sheet, so the picture is dark or light like its page.
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
    ...lines,
    ...definition.map((node) => box(node, places.get(node.id) ?? { x: 0, y: 0 })),
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
  const widest = Math.max(...[...rows.values()].map((row) => row.length));
  const whole = widest * (NODE_WIDTH + GAP_X) - GAP_X;
  const places = new Map<string, Place>();
  for (const [row, nodes] of rows) {
    const indent = (whole - (nodes.length * (NODE_WIDTH + GAP_X) - GAP_X)) / 2;
    for (const [index, { id }] of nodes.entries()) {
      const x = MARGIN + indent + index * (NODE_WIDTH + GAP_X);
      places.set(id, { x, y: MARGIN + row * (NODE_HEIGHT + GAP_Y) });
    }
  }
  return places;
}

function line(places: ReadonlyMap<string, Place>, from: string, to: string, key: EdgeKey | 'jump'): string {
  const [a, b] = [places.get(from), places.get(to)];
  if (a === undefined || b === undefined) return '';
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
  const at = { x: start.x + (end.x - start.x) * 0.18, y: start.y + 15 };
  const anchor = OFFSET[key] < 0 ? 'end' : OFFSET[key] > 0 ? 'start' : 'middle';
  return [
    `<path class="edge ${key}" marker-end="url(#arrow)" d="M${start.x} ${start.y} ${curve}"/>`,
    label === '' ? '' : `<text class="label" x="${at.x}" y="${at.y}" text-anchor="${anchor}">${label}</text>`,
  ].join('');
}

/** Where the edges of a node leave it, so that those to one target can be told apart. */
const OFFSET: Readonly<Record<EdgeKey | 'jump', number>> = {
  next_step: 0,
  pass_steps: -44,
  human_review_steps: 0,
  fail_steps: 44,
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
