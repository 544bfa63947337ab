/** Measures whether the client's memory grows with many applicants. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, median } from './figures.ts';
import { runLoad, startMock } from './load-processes.ts';

const applicants = 10_000;
const milestones = [1000, 5000, 10_000] as const;

/** The memory of the client when so many applicants are through. */
export async function loadMemoryFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-load-'));
  const mock = await startMock();
  try {
    const { timeline } = await runLoad(mock.url, join(folder, 'load.json'), { applicants });
    const at = milestones.map((count) => {
      let through = 0;
      const slices = timeline.slices.filter(({ through: more, client }) => {
        const isNear = through < count && through >= count * 0.9;
        through += more;
        return isNear && client;
      });
      const of = (key: 'rssBytes' | 'heapBytes') =>
        Math.round(median(slices.map(({ client }) => client?.[key] ?? 0)) / 2 ** 20);
      return { count, rss: of('rssBytes'), heap: of('heapBytes') };
    });
    const [first, , last] = at;
    const growth = first && last ? last.rss / first.rss : Number.NaN;
    const told = at.map(
      ({ count, rss, heap }) => `${rss} MiB (heap ${heap}) after ${count.toLocaleString('en')}`,
    );
    return [
      {
        what: `\`admissions load\`: memory of the client after ${applicants.toLocaleString('en')} applicants against 1,000`,
        measured: `${growth.toFixed(2)} x`,
        reach: 'at most 1.25 x',
        holds: growth <= 1.25,
        how: `resident, median over the last tenth before: ${told.join(', ')}`,
      },
    ];
  } finally {
    mock.stop();
    await rm(folder, { recursive: true });
  }
}
