/**
 * `npm run screenshots`: takes the pictures that the README and the guides show, of the site and of a report, into
 * docs/screenshots/. With `--compare COMMIT` it compares pages of two commits instead: see compare-screenshots.ts.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { paths } from '../web/src/site/routes.ts';
import { compareScreenshots } from './compare-screenshots.ts';
import { fillEducation } from './support/applicant-steps.ts';
import { type LoginState, newApplicant, openLoggedIn, startDemo } from './support/demo.ts';
import { runWorkspaceScript } from './support/global-setup.ts';
import { runAdmissions, startAdmissions, waitUntilServed } from './support/run-command.ts';
import { closeShared } from './support/servers.ts';
import { renderWholePage } from './support/translator.ts';
import { makePictureFile } from './support/upload-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}docs/screenshots`;
const phoneContext = { viewport: { width: 360, height: 740 } };
/** Scaled down: the guides show the pictures smaller anyway, and the repository should not hold megabytes of them. */
const desktopContext = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.625 };

/** The pictures of one page: in one or more languages and widths. */
interface PictureSet {
  /** File names: `am-` at the beginning means Amharic, the number at the end is the width. */
  pictureNames: readonly string[];
  path: string;
  /** The page is opened by an applicant in this state; without it, by a visitor. */
  state?: LoginState;
  /** What to do on the page before the picture. It must work in every language, so it finds nothing by its text. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Takes the page below the fold, too; in Amharic its `<main>` alone, without header and footer. */
  isFullPage?: boolean;
}

const clickSubmit = (page: Page) =>
  page.locator('form [type=submit]').first().click({ force: true });

async function submitAndAwaitErrors(page: Page): Promise<void> {
  await clickSubmit(page);
  await page.locator('.error-summary').waitFor();
}

async function submitInvalidRegistration(page: Page): Promise<void> {
  await page.locator('[name=firstName]').fill('Hana 2');
  await page.locator('[name=email]').fill('hana@example');
  await submitAndAwaitErrors(page);
}

const pictureSets: readonly PictureSet[] = [
  { pictureNames: ['home-360.png', 'home-1280.png', 'am-home-360.jpg'], path: '/' },
  { pictureNames: ['program-360.png'], path: '/admission/datascience' },
  {
    pictureNames: ['register-errors-360.png'],
    path: paths.register,
    prepare: submitInvalidRegistration,
  },
  {
    pictureNames: ['am-register-errors-360.jpg'],
    path: paths.register,
    prepare: submitInvalidRegistration,
    isFullPage: true,
  },
  {
    pictureNames: ['standing-360.png'],
    path: '/',
    state: 'BIOGRAPHIC_APPLICANT',
    prepare: (page) => page.locator('main .actions .button').waitFor(),
  },
  {
    pictureNames: ['exam-360.png', 'am-exam-360.jpg'],
    path: paths.takeExam,
    state: 'ACTIVATED',
    prepare: async (page) => {
      await page.locator('.before-exam .button.primary').click();
      await page.locator('[data-exam] .question .radio').first().click();
      await page.locator('.actions .button + .button').click();
      await page.locator('[data-exam] .question input:checked').waitFor({ state: 'detached' });
    },
  },
  {
    pictureNames: ['payment-360.png', 'am-payment-360.jpg'],
    path: paths.offlinePayment,
    state: 'TOOK_EXAM',
    isFullPage: true,
  },
  {
    pictureNames: ['biography-errors-360.png'],
    path: paths.biographyData,
    state: 'BIOGRAPHIC_APPLICANT',
    prepare: submitAndAwaitErrors,
    isFullPage: true,
  },
  {
    pictureNames: ['am-biography-360.jpg'],
    path: paths.biographyData,
    state: 'BIOGRAPHIC_APPLICANT',
    prepare: async (page) => {
      const dateDetails = page.locator('.date-row details');
      await dateDetails.locator('select').selectOption('7');
      await dateDetails.locator('input').first().fill('18');
      await dateDetails.locator('input').last().fill('1996');
    },
    isFullPage: true,
  },
  {
    pictureNames: ['check-answers-360.png'],
    path: paths.educationBackground,
    state: 'BIOGRAPHIC_APPLICANT2',
    prepare: async (page) => {
      await fillEducation(page);
      await clickSubmit(page);
      await page.locator('.answers').waitFor();
    },
    isFullPage: true,
  },
  {
    pictureNames: ['receipt-print-1280.png', 'am-receipt-360.jpg'],
    path: paths.offlinePayment,
    state: 'TOOK_EXAM',
    prepare: async (page) => {
      await page.locator('[name=paymentBank]').selectOption({ index: 1 });
      await page.locator('[name=txnRefNumber]').fill('FT25324XKQ71');
      await page.locator('[name=receiptFile]').setInputFiles(makePictureFile('receipt.png'));
      await clickSubmit(page);
      await page.locator('main a[href*="/receipt/"]').click();
      await page.locator('.paper table').first().waitFor();
      if ((page.viewportSize()?.width ?? 0) > 360) await page.emulateMedia({ media: 'print' });
    },
    isFullPage: true,
  },
];

/** Takes one picture of a set into the file of this name, after closing the page's banner. */
async function takePicture(
  { path, state, prepare, isFullPage = false }: PictureSet,
  pictureName: string,
): Promise<void> {
  const contextOptions = pictureName.includes('-360.') ? phoneContext : desktopContext;
  const isAmharic = pictureName.startsWith('am-');
  const localizedPath = isAmharic ? `/am${path}` : path;
  const page = state
    ? await openLoggedIn(demo, newApplicant(state), localizedPath, contextOptions)
    : await demo.open(localizedPath, contextOptions);
  await page.locator('.banner button').click();
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  await renderWholePage(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(0, contextOptions.viewport.height - 1);
  const outputPath = `${folder}/${pictureName}`;
  if (isAmharic) {
    // A JPEG has a third of the size.
    const pictureTarget = isFullPage ? page.locator('main') : page;
    await pictureTarget.screenshot({ path: outputPath, type: 'jpeg', quality: 50 });
  } else await page.screenshot({ path: outputPath, fullPage: isFullPage });
  console.log(outputPath.slice(root.length));
  await page.context().close();
}

/** Takes the picture of an HTML report: of `admissions check` on a mock with a few faults. */
async function takeReportPicture(browser: Browser): Promise<void> {
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'report-'));
  const faultNames = ['register-200', 'list-null', 'receipt-of-somebody', 'old-password-lives'];
  const flags = faultNames.map((fault) => `--fault=${fault}`);
  const mockServer = await waitUntilServed(startAdmissions('mock', '--port=0', ...flags));
  try {
    const reportFile = join(temporaryFolder, 'report.html');
    await runAdmissions(
      'check',
      '--target',
      new URL(mockServer.apiUrl).origin,
      '--report',
      `html=${reportFile}`,
    );
    const contextOptions = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 0.625 };
    const page = await (await browser.newContext(contextOptions)).newPage();
    await page.goto(pathToFileURL(reportFile).href);
    await page.screenshot({ path: `${folder}/check-report-1280.png` });
  } finally {
    await mockServer.close();
    await rm(temporaryFolder, { recursive: true });
  }
}

const { compare: commit } = parseArgs({ options: { compare: { type: 'string' } } }).values;
runWorkspaceScript('bundle', 'cli');
runWorkspaceScript('build', 'web');
if (commit) {
  await compareScreenshots(commit, root).finally(closeShared);
  process.exit();
}
await mkdir(folder, { recursive: true });
const demo = await startDemo();
try {
  for (const pictureSet of pictureSets)
    for (const file of pictureSet.pictureNames) await takePicture(pictureSet, file);
  await takeReportPicture(demo.browser);
} finally {
  await closeShared();
}
