/** How soon a slow phone shows what is typed: the longest form, 320 pixels wide, with a sixth of the processor. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openStep } from '../site/applicants.ts';
import { startDemo } from '../site/demo.ts';
import { closeShared } from '../site/shared.ts';
import { fillBiography, save } from '../site/steps.ts';
import type { Figure } from './figures.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const slowdown = 6;
/** Milliseconds, from a key to the picture that shows it. */
const most = 200;

/** Types into the biography after it was refused, when every key is checked and kept. */
export async function typingFigures(): Promise<Figure[]> {
  execFileSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const demo = await startDemo();
  try {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT', {
      viewport: { width: 320, height: 640 },
    });
    await page.locator('form [name=nationality]').waitFor();
    await save(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.evaluate(watch);
    for (const label of ['Nationality', 'Native Language', 'Country of Birth']) {
      await page.getByLabel(label).pressSequentially('Ethiopian', { delay: 120 });
    }
    await fillBiography(page);
    const taken = await page.evaluate(
      () => (window as unknown as { taken: Record<number, number> }).taken,
    );
    const all = Object.values(taken).sort((a, b) => a - b);
    const longest = all.at(-1) ?? 0;
    return [
      {
        what: 'typing into the biography, 320 px, 6x slower: interaction to next paint',
        measured: `${longest} ms`,
        reach: `at most ${most} ms`,
        holds: all.length > 0 && longest <= most,
        how: `the longest of ${all.length} interactions over 16 ms, median ${all[Math.floor(all.length / 2)]} ms`,
      },
    ];
  } finally {
    await demo.close();
    await closeShared();
  }
}

/** Runs in the page. */
function watch(): void {
  const taken: Record<number, number> = {};
  Object.assign(window, { taken });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId: id = 0 } = entry as PerformanceEntry & { interactionId?: number };
      if (id) taken[id] = Math.max(taken[id] ?? 0, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
