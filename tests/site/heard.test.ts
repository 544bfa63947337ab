/**
 * What a screen reader finds on every page of the journey, with its errors and dialogs, stands in `heard/`, one file a
 * page, to be read as a listener would: what is said first, what twice, what never. After a change that is meant:
 *
 *     npx vitest run --project long-site tests/site/heard.test.ts -u
 *
 * The first screen of a phone says what a page is and what it costs, and holds its one button or its first field
 * (specification/decisions §3). What else a page has to say stands below or is folded. axe finds no fault on any of
 * these pages.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { findFaults } from '../support/accessibility.ts';
import { newApplicant, openLoggedIn, stateByPage, useDemo } from '../support/demo.ts';
import { firstScreens, measureScreen } from '../support/first-screens.ts';
import { pagesAfterActions, withSmallTest } from '../support/heard-pages.ts';
import { waitUntilLoaded } from '../support/page-actions.ts';

const demo = withSmallTest(await useDemo());

/** In pixels from the top of a screen that is 640 pixels high. */
const [buttonLimit, fieldLimit] = [640, 420];

const folder = fileURLToPath(new URL('heard', import.meta.url));
const fileNameOf = (pageName: string) =>
  `${pageName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.yml`;

/** What differs from run to run, and what stands for it. */
const placeholders: readonly [RegExp, string][] = [
  [/OPC-[A-Z0-9]{8}/g, 'OPC-CODE'],
  [/[\w.+-]+@(example|gmail)\.com/g, 'applicant@$1.com'],
  [/\b\d{1,2} [A-Z][a-z]+ 20[2-9]\d/g, 'DATE'],
  [/\b\d{1,2}:\d{2}\b/g, 'TIME'],
  [/Welcome (?!back)[\p{L} ]+/gu, 'Welcome NAME'],
  [/(textbox "\w+ name"): .+/g, '$1: NAME'],
  [/(textbox "Phone number"): \+.+/g, '$1: NUMBER'],
];

/** @returns what has the focus and what the parts say, without what differs from run to run */
async function listen(page: Page, parts: readonly Locator[]): Promise<string> {
  const focused = page.locator(':focus');
  const focusText = (await focused.count()) > 0 ? await focused.ariaSnapshot() : '';
  const focusLine = focusText
    .split('\n', 1)
    .join()
    .replaceAll(/^- '?|'?:?$/g, '');
  const texts = await Promise.all(parts.map((part) => part.ariaSnapshot()));
  const heard = [`# Focus: ${focusLine || 'none'}`, ...texts, ''].join('\n');
  return placeholders.reduce((text, [varying, stand]) => text.replaceAll(varying, stand), heard);
}

/** Compares what is said once the page says it, however long the machine takes. */
async function expectHeard(pageName: string, listenOnce: () => Promise<string>): Promise<void> {
  const path = `${folder}/${fileNameOf(pageName)}`;
  const storedText = await readFile(path, 'utf8').catch(() => undefined);
  const isAsStored = async () => (await listenOnce()) === storedText;
  if (storedText !== undefined)
    await vi.waitUntil(isAsStored, { timeout: 15_000, interval: 100 }).catch(() => undefined);
  await expect(await listenOnce()).toMatchFileSnapshot(path);
}

test.each(firstScreens)(
  'the page $name says what its file says, has its $kind on the first screen of a phone, and no accessibility fault',
  async ({ name, open, kind, maxWords = Number.POSITIVE_INFINITY }) => {
    const page = await open(demo);
    const { mainButtonEnd, firstFieldBegin, wordCount } = await measureScreen(page);
    if (kind === 'button') expect(mainButtonEnd).toBeLessThanOrEqual(buttonLimit);
    else expect(firstFieldBegin).toBeLessThanOrEqual(fieldLimit);
    expect(wordCount).toBeLessThanOrEqual(maxWords);
    await expectHeard(name, () => listen(page, [page.locator('main')]));
    expect(await findFaults(page, name)).toEqual([]);
  },
);

test.each(pagesAfterActions)(
  'the page $name says what its file says, and has no accessibility fault',
  async ({ name, open }) => {
    const page = await open(demo);
    await waitUntilLoaded(page);
    await page.waitForLoadState('networkidle');
    const dialog = page.locator('dialog[open]');
    const part = (await dialog.count()) > 0 ? dialog : page.locator('main');
    await expectHeard(name, () => listen(page, [part]));
    expect(await findFaults(page, name)).toEqual([]);
  },
);

test('the frame says what its file says, to a visitor and to an applicant', async () => {
  const visitor = await demo.open(paths.about);
  const applicant = await openLoggedIn(demo, newApplicant('ACTIVATED'), paths.about);
  await applicant.getByText('Welcome').first().waitFor({ state: 'attached' });
  const frameParts = ['.skip', '.banner', 'header', 'footer'];
  await expectHeard('frame', async () =>
    [
      '# To a visitor.',
      await listen(
        visitor,
        frameParts.map((selector) => visitor.locator(selector)),
      ),
      '# To an applicant.',
      await listen(applicant, [applicant.locator('header')]),
    ].join('\n'),
  );
});

test('every page of an applicant is among these', () => {
  const testedPaths = new Set(firstScreens.map(({ path }) => path));
  expect(keysOf(stateByPage).filter((name) => !testedPaths.has(paths[name]))).toEqual([]);
});

test('no file is left of a page that is gone', async () => {
  const pageFileNames = new Set(
    ['frame', ...[...firstScreens, ...pagesAfterActions].map(({ name }) => name)].map(fileNameOf),
  );
  const fileNames = await readdir(folder);
  expect(fileNames.filter((fileName) => !pageFileNames.has(fileName))).toEqual([]);
});
