import { html, type Html } from './html.ts';

/** Where a score lies between the lowest and the highest of its model: a bar with a pointer. `label` says it in words. */
export function scoreScale(
  score: { readonly value: number; readonly minimum: number; readonly maximum: number },
  label: string,
): Html {
  const { value, minimum, maximum } = score;
  const share = maximum > minimum ? (value - minimum) / (maximum - minimum) : 0;
  const at = WIDTH * Math.min(1, Math.max(0, share));
  return html`<svg class="scale" viewBox="-6 -10 ${WIDTH + 12} 36" role="img" aria-label="${label}">
    <defs>
      <linearGradient id="scale">
        <stop offset="0" stop-color="#c9d3df" />
        <stop offset="1" stop-color="#1f4e79" />
      </linearGradient>
    </defs>
    <rect x="0" y="0" width="${WIDTH}" height="7" rx="3.5" fill="url(#scale)" />
    <path d="M ${at} 1 l -5 -8 h 10 z" fill="#1b2430" />
    <line x1="${at}" x2="${at}" y1="0" y2="7" stroke="#ffffff" stroke-width="1.5" />
    <text x="0" y="22">${minimum}</text>
    <text x="${WIDTH}" y="22" text-anchor="end">${maximum}</text>
  </svg>`;
}

const WIDTH = 240;

export const SCORE_SCALE_CSS = `
  .scale { display: block; width: 100%; }
  .scale text { font-size: 13px; fill: #5b6573; }`;
