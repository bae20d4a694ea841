import type { NodeBase } from '../../../../core/cascade/definition.ts';
import { escapeHtml } from '../../../../core/interpolate.ts';
import { inWords } from '../../../../core/picture/graph.ts';
import { graphOf } from '../../../../core/picture/of-definition.ts';
import { pictureOf, type Box, type Label } from '../../../../core/picture/index.ts';

/** A definition as an inline SVG, in the words of the reference. `text`: a definition of our own, as JSON. */
export function drawCascade(text: string): string {
  const nodes = graphOf(JSON.parse(text) as NodeBase[]);
  const { width, height, boxes, lines } = pictureOf(nodes);
  return [
    `<figure class="drawing" tabindex="0" role="group" aria-label="Picture of the cascade">`,
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeHtml(inWords(nodes, 'term'))}</title>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
    '<path class="head" d="M0 0 8 4 0 8z"/></marker></defs>',
    ...lines.map(({ key, path }) => `<path class="edge ${key}" marker-end="url(#arrow)" d="${path}"/>`),
    ...boxes.map(boxSvg),
    // Last and on a background of their own, so that no line crosses a label.
    ...lines.map(({ label }) => (label === null ? '' : labelSvg(label))),
    '</svg></figure>\n',
  ].join('');
}

function labelSvg({ term, x, y, width }: Label): string {
  return [
    `<rect class="label-ground" x="${x - width / 2}" y="${y - 11}" width="${width}" height="15"/>`,
    `<text class="label" x="${x}" y="${y}" text-anchor="middle">${term}</text>`,
  ].join('');
}

function boxSvg({ x, y, width, height, kind, shown }: Box): string {
  return [
    `<g class="node ${kind}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`,
    `<text class="name" x="${x + width / 2}" y="${y + 20}" text-anchor="middle">${escapeHtml(shown)}</text>`,
    `<text class="kind" x="${x + width / 2}" y="${y + 36}" text-anchor="middle">${kind}</text></g>`,
  ].join('');
}
