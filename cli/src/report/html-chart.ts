/** A chart of lines as inline SVG, with a text that says the same. */
import { type Html, html } from './html-page.ts';

export interface Line {
  name: string;
  /** The line style, 0 to 3; default: by position. */
  look?: number;
  /** A gap where there is none. */
  points: readonly (readonly [x: number, y: number] | undefined)[];
}

interface Chart {
  /** Unique on its page; letters, digits and hyphens. */
  id: string;
  title: string;
  /** The chart in words, for a reader who cannot see it. */
  says: string;
  /** At most four. */
  lines: readonly Line[];
  x: Scale;
  y: Scale;
  xName: (value: number) => string;
  yName: (value: number) => string;
}

const margin = { left: 60, right: 16, top: 12, bottom: 28 };

export function chartOf(chart: Chart): Html {
  const { id, title, says, lines } = chart;
  const [width, height] = [600, 230];
  const inner = {
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  const at = {
    x: (value: number) => fixed(margin.left + chart.x.place(value) * inner.width),
    y: (value: number) => fixed(margin.top + (1 - chart.y.place(value)) * inner.height),
  };
  return html`<figure class="chart">
<figcaption><b>${title}</b>${legendOf(lines)}</figcaption>
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
.errors > li { margin: 0.75rem 0; }
.errors pre { margin-top: 0.25rem; }
@media (max-width: 40rem) {
  .chart { padding: 0.5rem; }
  .chart text { font-size: 17px; }
}
`;

/* From values to places in a chart. */

/** Places values between 0 and 1, and says which of them to name. */
export interface Scale {
  place: (value: number) => number;
  ticks: readonly number[];
}

/** From 0 to at least `most`, in round steps; to 1 where nothing is above 0. */
export function linear(most: number, steps = 4): Scale {
  const step = roundUp((most || 1) / steps);
  const end = Math.ceil((most || 1) / step) * step;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, at) => at * step);
  return { place: (value) => value / end, ticks };
}

/** From the power of ten below `least` to the one above `most`; both above 0. */
export function logarithmic(least: number, most: number): Scale {
  const from = Math.floor(Math.log10(least));
  const to = Math.max(from + 1, Math.ceil(Math.log10(most)));
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
  return {
    place: (value) => (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from),
    ticks,
  };
}

/** From 0 to exactly `most`, named in round steps that fit. */
export function exact(most: number, steps = 6): Scale {
  const end = Math.max(most, 1);
  const step = Math.max(1, roundUp(end / steps));
  const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => at * step);
  return { place: (value) => value / end, ticks };
}

/** @returns the next of …, 1, 2, 5, 10, 20, … that is not below */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return factor * power;
}
