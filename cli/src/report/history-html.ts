/** Weeks of nights as one page that needs nothing else. */
import { exitCodes } from '../core/exit.ts';
import { minuteOf, plural } from '../core/text.ts';
import {
  availability,
  type Entry,
  endCounts,
  endWord,
  type Series,
  share,
  speeds,
  turns,
  weeksOf,
} from './history.ts';
import { type Html, html, pageOf, tableOf, tableStyle } from './html-page.ts';

export function historyPage(all: readonly Series[]): string {
  const first = all[0];
  const title =
    all.length === 1 && first ? `${first.target}, ${first.command}` : plural(all.length, 'series');
  return pageOf({
    title: `History – ${title}`,
    header: html`<header>
<h1><span class="soft">History of</span> ${title}</h1>
<p class="soft">${first ? `${day(first.entries[0])} to ${day(first.entries.at(-1))}` : ''}</p>
</header>`,
    sections: all.map((series, at) => seriesPart(series, at, all.length > 1)),
    ownStyle: tableStyle + nightStyle,
  });
}

function day(entry: Entry | undefined): string {
  return entry?.at.slice(0, 10) ?? '';
}

function seriesPart({ command, target, entries }: Series, at: number, isOneOfMany: boolean): Html {
  const id = `series-${at}`;
  const all = availability(entries);
  const last = entries.at(-1);
  const tiles = [
    [share(all), 'available'],
    [last ? endWord(last).toLowerCase() : '', 'now'],
    [`${entries.length}`, entries.length === 1 ? 'run' : 'runs'],
  ];
  const ended = endCounts(entries).map(([word, count]) => `${count} ${word.toLowerCase()}`);
  return html`<section aria-label="${target}, ${command}">
${isOneOfMany ? html`<h2>${target}, ${command}</h2>` : undefined}
<ul class="tiles">${tiles.map(([figure, name]) => html`<li class="tile plain"><b>${figure}</b> ${name}</li>`)}</ul>
<p>Ended: ${ended.join(', ')}. Available is what was there and right in ${all.up} of ${plural(all.of, 'conclusive run')}.</p>
<h2 id="${id}-nights">Every run</h2>
${nightsOf(entries)}
${turnsList(entries, id)}
${speedTable(entries, id)}
</section>`;
}

const kinds: Readonly<Record<number, string>> = {
  [exitCodes.done]: 'good',
  [exitCodes.brokenContract]: 'bad',
  [exitCodes.notReached]: 'bad',
};

function nightsOf(entries: readonly Entry[]): Html {
  return html`<ol class="weeks">${weeksOf(entries).map(
    ({ monday, entries }) =>
      html`<li><span class="soft">${monday}</span> <ol class="nights">${entries.map(
        (entry) =>
          html`<li class="night ${kinds[entry.exitCode] ?? 'unsure'}" title="${minuteOf(new Date(entry.at))}: ${entry.verdict}"><span>${endWord(entry)}</span></li>`,
      )}</ol> <span class="soft">${share(availability(entries))}</span></li>`,
  )}</ol>`;
}

function turnsList(entries: readonly Entry[], id: string): Html {
  const all = turns(entries).reverse();
  return html`<h2 id="${id}-turns">Changes of the verdict</h2>
${all.length === 0 ? html`<p>It never changed.</p>` : undefined}
<ul class="turns">${all.map(
    ({ before, entry, after }) =>
      html`<li><b>${endWord(before)} → ${endWord(entry)}</b> <span class="soft">${minuteOf(new Date(entry.at))}, after ${plural(after, 'run')}</span><br>${entry.verdict}</li>`,
  )}</ul>`;
}

function speedTable(entries: readonly Entry[], id: string): Html | undefined {
  const all = speeds(entries);
  if (all.length === 0) return undefined;
  const weeks = weeksOf(entries).map(({ monday }) => monday.slice(5));
  const figure = (ms: number | undefined) =>
    ms === undefined ? '–' : Math.round(ms).toLocaleString('en');
  const labelledBy = `${id}-times`;
  return html`<h2 id="${labelledBy}">Milliseconds, and the median of each week</h2>
${tableOf({
  labelledBy,
  figures: true,
  columns: ['Operation', 'Runs', 'p50', 'p95', 'Max', ...weeks],
  rows: all.map(({ operation, runs, p50, p95, max, weekly }) => ({
    name: operation,
    cells: [`${runs}`, ...[p50, p95, max, ...weekly].map(figure)],
  })),
})}`;
}

const nightStyle = `
.weeks, .nights { list-style: none; margin: 0; padding: 0; }
.weeks > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; margin: 0.25rem 0; font-variant-numeric: tabular-nums; }
.nights { display: flex; flex-wrap: wrap; gap: 0.25rem; }
.night { min-width: 1.5rem; padding: 0 0.375rem; border-radius: 0.25rem; font-size: 0.75rem; line-height: 1.5rem; text-align: center; }
.turns { padding-inline-start: 1.25rem; }
.turns li { margin: 0.5rem 0; }
.night.good { background: var(--green-pale); color: var(--green); }
.night.bad { background: var(--red-pale); color: var(--red); font-weight: 650; }
.night.unsure { background: var(--amber-pale); color: var(--amber); }
`;
