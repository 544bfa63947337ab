/** A chart of lines as inline SVG, with a text that says the same. */
import type { Scale } from './scales.ts';
import { type Html, html } from './tag.ts';

export interface Line {
  name: string;
  /** The line style, 0 to 3; default: by position. */
  look?: number;
  /** A gap where there is none. */
  points: readonly (readonly [x: number, y: number] | undefined)[];
}

export interface Chart {
  /** Unique on its page; letters, digits and hyphens. */
  id: string;
  title: string;
  /** What a reader who cannot see it has to know. */
  says: string;
  /** At most four. */
  lines: readonly Line[];
  x: Scale;
  y: Scale;
  xName: (value: number) => string;
  yName: (value: number) => string;
  /** A small chart stands among others and needs no legend. */
  isSmall?: boolean;
}

const margin = { left: 60, right: 16, top: 12, bottom: 28 };

export function chartOf(chart: Chart): Html {
  const { id, title, says, lines, isSmall = false } = chart;
  const [width, height] = isSmall ? [340, 170] : [600, 230];
  const inner = {
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  const at = {
    x: (value: number) => fixed(margin.left + chart.x.place(value) * inner.width),
    y: (value: number) => fixed(margin.top + (1 - chart.y.place(value)) * inner.height),
  };
  return html`<figure class="${isSmall ? 'chart small' : 'chart'}">
<figcaption><b>${title}</b>${isSmall ? undefined : legendOf(lines)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-says">
<title id="${id}-title">${title}</title>
<desc id="${id}-says">${says}</desc>
${chart.y.ticks.map(
  (value) =>
    html`<line class="grid" x1="${margin.left}" x2="${width - margin.right}" y1="${at.y(value)}" y2="${at.y(value)}"/><text x="${margin.left - 6}" y="${at.y(value)}" dy="0.32em" text-anchor="end">${chart.yName(value)}</text>`,
)}
${chart.x.ticks.map(
  (value) =>
    html`<text x="${at.x(value)}" y="${height - 6}" text-anchor="middle">${chart.xName(value)}</text>`,
)}
${lines.map((line, number) => html`<path class="line line-${line.look ?? number}" d="${pathOf(line, at)}"/>`)}
</svg>
</figure>`;
}

function legendOf(lines: readonly Line[]): Html[] {
  return lines.map(
    ({ name, look }, number) =>
      html` <span class="key"><svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path class="line line-${look ?? number}" d="M1 4H27"/></svg> ${name}</span>`,
  );
}

type Places = Record<'x' | 'y', (value: number) => string>;

/** Lines from point to point; a point between two gaps is a dot. */
function pathOf({ points }: Line, at: Places): string {
  let isOpen = false;
  const parts = points.map((point, number) => {
    if (!point) {
      isOpen = false;
      return '';
    }
    const place = `${at.x(point[0])} ${at.y(point[1])}`;
    const part = isOpen ? `L${place}` : `M${place}${points[number + 1] ? '' : 'h0.01'}`;
    isOpen = true;
    return part;
  });
  return parts.join('');
}

function fixed(value: number): string {
  return value.toFixed(1);
}

/** Lines differ in colour and in how they are drawn. */
export const chartStyle = `
.over-time { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%), 1fr)); gap: 0.75rem; }
.chart { margin: 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
.chart figcaption { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; font-size: 0.875rem; }
.chart > svg { display: block; width: 100%; height: auto; margin-top: 0.5rem; }
.chart text { fill: var(--soft); font: 12px system-ui, sans-serif; }
.key { display: inline-flex; gap: 0.375rem; align-items: center; color: var(--soft); }
.grid { stroke: var(--line); stroke-width: 1; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.line-0 { stroke: var(--blue); }
.line-1 { stroke: var(--green); stroke-dasharray: 7 4; }
.line-2 { stroke: var(--red); stroke-dasharray: 2 4; }
.line-3 { stroke: var(--amber); stroke-dasharray: 10 3 2 3; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 0.75rem; }
.chart.small { padding: 0.5rem 0.625rem; }
.chart.small text { font-size: 10px; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
tr.some-failed td:nth-child(3) { font-weight: 650; color: var(--red); }
tr.total > * { font-weight: 600; }
.errors > li { margin: 0.75rem 0; }
.errors pre { margin-top: 0.25rem; }
.tile.plain { background: var(--sand); }
.tile.plain b { font-size: clamp(1.125rem, 2.6vw, 1.5rem); white-space: nowrap; }
tbody th .soft { font-family: system-ui, sans-serif; margin-inline-start: 0.5rem; }
@media (max-width: 56rem) { tbody th .soft { display: block; margin: 0; white-space: normal; } }
@media (max-width: 40rem) {
  .chart { padding: 0.5rem; }
  .chart:not(.small) text { font-size: 17px; }
}
`;
