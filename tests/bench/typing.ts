/** Measures how long typing into the biography takes to show on a slow phone, as a ratio to three bare text fields. */
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/site/routes.ts';
import { fillBiography, saveForm } from '../support/applicant-steps.ts';
import { compareRatio, type Figure, formatRange, median } from './figures.ts';
import { barePath, type MeasuredSite } from './measured-site.ts';
import { slowDown } from './page-loads.ts';

const roundCount = 9;
const limitRatio = 1.5;
const phoneOptions = { viewport: { width: 320, height: 640 } };
const typedText = 'Ethiopian';

/** An interaction of a person with a page, from her key or tap to the next paint. */
interface Interaction {
  durationMs: number;
  /** The event that took longest, and the name or the tag of its element. */
  description: string;
}

/** Types into both pages in turn, and compares the longest interactions. */
export async function measureTyping(site: MeasuredSite): Promise<Figure[]> {
  const pairs: { bare: Interaction; biography: Interaction }[] = [];
  for (let round = 0; round < roundCount; round++) {
    const bare = await typeIntoBarePage(site);
    pairs.push({ bare, biography: await typeIntoBiography(site) });
  }
  const ratios = pairs.map(({ bare, biography }) => biography.durationMs / bare.durationMs);
  const descriptions = new Set(pairs.map(({ biography }) => biography.description));
  return [
    {
      subject: 'biography, 320 px, 6x slower: longest interaction against three bare text fields',
      ...compareRatio(median(ratios), limitRatio),
      howMeasured: `median of ${roundCount} pairs in turn, ${formatRange(ratios, 'x', 2)}; longest at ${[...descriptions].join(', ')}`,
    },
  ];
}

async function typeIntoBarePage(site: MeasuredSite): Promise<Interaction> {
  const page = await site.openProfile(undefined, phoneOptions);
  await page.goto(`${site.siteUrl}${barePath}?inputs`);
  return measureInteractions(page, ['First', 'Second', 'Third']);
}

/** The form was refused before, so it validates and saves the values with every key. */
async function typeIntoBiography(site: MeasuredSite): Promise<Interaction> {
  const biography = { name: 'biography', path: paths.biographyData } as const;
  const page = await site.openProfile(
    { ...biography, state: 'BIOGRAPHIC_APPLICANT' },
    phoneOptions,
  );
  await page.goto(site.siteUrl + biography.path);
  await page.locator('form [name=nationality]').waitFor();
  await saveForm(page);
  return measureInteractions(page, ['Nationality', 'Native Language', 'Country of Birth'], () =>
    fillBiography(page),
  );
}

/** Types into three fields with a slow processor. @returns the longest interaction; the page is closed */
async function measureInteractions(
  page: Page,
  fieldLabels: readonly string[],
  interactFurther: () => Promise<void> = async () => {},
): Promise<Interaction> {
  await slowDown(await page.context().newCDPSession(page), 6);
  await page.evaluate(observeInteractions);
  for (const label of fieldLabels) {
    const field = page.getByLabel(label);
    await field.focus();
    // The page scrolls to the field: a person types when it is there.
    await page.evaluate(waitForPaint);
    await field.pressSequentially(typedText, { delay: 120 });
  }
  await interactFurther();
  const interactions = await page.evaluate(readInteractions);
  await page.context().close();
  const [longest] = interactions.sort((a, b) => b.durationMs - a.durationMs);
  if (!longest) throw new Error('no interaction was observed');
  return longest;
}

/** Runs in the page: waits until what has changed is painted. */
async function waitForPaint(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

type ObservedWindow = Window & { interactions: Record<number, Interaction> };

/** Runs in the page: collects the longest event of each interaction in `window.interactions`. */
function observeInteractions(): void {
  const interactions: Record<number, Interaction> = {};
  Object.assign(window, { interactions });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      interactionId?: number;
      target: Element | null;
    })[]) {
      const { interactionId, target, duration: durationMs } = entry;
      if (!interactionId || durationMs <= (interactions[interactionId]?.durationMs ?? 0)) continue;
      const elementName =
        target?.getAttribute('name') ?? target?.tagName.toLowerCase() ?? 'nothing';
      interactions[interactionId] = { durationMs, description: `${entry.name} of ${elementName}` };
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page. @returns the interactions after the next paint, so that none is missed */
async function readInteractions(): Promise<Interaction[]> {
  await new Promise((resolve) => requestIdleCallback(resolve));
  return Object.values((window as unknown as ObservedWindow).interactions);
}
