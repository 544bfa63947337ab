/**
 * `npm run screenshots`: takes the pictures the README and docs/languages.md show, of the site and of a report, into
 * docs/screenshots/.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { paths } from '../web/src/site/routes.ts';
import { fillEducation } from './support/applicant-steps.ts';
import { type LoginState, newApplicant, openLoggedIn, startDemo } from './support/demo.ts';
import { runWorkspaceScript } from './support/global-setup.ts';
import { runAdmissions, startAdmissions, waitUntilServed } from './support/run-command.ts';
import { closeShared } from './support/servers.ts';
import { renderWholePage } from './support/translator.ts';
import { picture } from './support/upload-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}docs/screenshots`;
const phone = { viewport: { width: 360, height: 740 } };
/** The README shows it smaller anyway, and a repository should not hold megabytes of pictures. */
const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.625 };

interface Picture {
  /** In Amharic, if the name begins with `am-`; it ends with the width. */
  files: readonly string[];
  path: string;
  /** For an applicant in this state. */
  as?: LoginState;
  /** The same in every language: nothing is found by its text. */
  reach?: (page: Page) => Promise<unknown>;
  /** The page below the fold, too. In Amharic: without header and footer. */
  whole?: boolean;
}

const submit = (page: Page) => page.locator('form [type=submit]').first().click({ force: true });

async function refused(page: Page): Promise<void> {
  await submit(page);
  await page.locator('.error-summary').waitFor();
}

async function registerWrongly(page: Page): Promise<void> {
  await page.locator('[name=firstName]').fill('Hana 2');
  await page.locator('[name=email]').fill('hana@example');
  await refused(page);
}

const pictures: readonly Picture[] = [
  { files: ['home-360.png', 'home-1280.png', 'am-home-360.jpg'], path: '/' },
  { files: ['program-360.png'], path: '/admission/datascience' },
  { files: ['register-errors-360.png'], path: paths.register, reach: registerWrongly },
  {
    files: ['am-register-errors-360.jpg'],
    path: paths.register,
    reach: registerWrongly,
    whole: true,
  },
  {
    files: ['standing-360.png'],
    path: '/',
    as: 'BIOGRAPHIC_APPLICANT',
    reach: (page) => page.locator('.track').waitFor(),
  },
  {
    files: ['exam-360.png', 'am-exam-360.jpg'],
    path: paths.takeExam,
    as: 'ACTIVATED',
    reach: async (page) => {
      await page.locator('.before-exam .button.primary').click();
      await page.locator('[data-exam] .question .radio').first().click();
      await page.locator('.actions .button + .button').click();
      await page.getByText('(2/').waitFor();
    },
  },
  {
    files: ['payment-360.png', 'am-payment-360.jpg'],
    path: paths.offlinePayment,
    as: 'TOOK_EXAM',
    whole: true,
  },
  {
    files: ['biography-errors-360.png'],
    path: paths.biographyData,
    as: 'BIOGRAPHIC_APPLICANT',
    reach: refused,
    whole: true,
  },
  {
    files: ['am-biography-360.jpg'],
    path: paths.biographyData,
    as: 'BIOGRAPHIC_APPLICANT',
    reach: async (page) => {
      const date = page.locator('.date-row details');
      await date.locator('select').selectOption('7');
      await date.locator('input').first().fill('18');
      await date.locator('input').last().fill('1996');
    },
    whole: true,
  },
  {
    files: ['check-answers-360.png'],
    path: paths.educationBackground,
    as: 'BIOGRAPHIC_APPLICANT2',
    reach: async (page) => {
      await fillEducation(page);
      await submit(page);
      await page.locator('.answers').waitFor();
    },
    whole: true,
  },
  {
    files: ['receipt-print-1280.png', 'am-receipt-360.jpg'],
    path: paths.offlinePayment,
    as: 'TOOK_EXAM',
    reach: async (page) => {
      await page.locator('[name=paymentBank]').selectOption({ index: 1 });
      await page.locator('[name=txnRefNumber]').fill('FT25324XKQ71');
      await page.locator('[name=receiptFile]').setInputFiles(picture('receipt.png'));
      await submit(page);
      await page.locator('main a[href*="/receipt/"]').click();
      await page.locator('.paper table').first().waitFor();
      if ((page.viewportSize()?.width ?? 0) > 360) await page.emulateMedia({ media: 'print' });
    },
    whole: true,
  },
];

/** Takes a picture as somebody sees it who has read the banner. */
async function take({ path, as, reach, whole = false }: Picture, file: string): Promise<void> {
  const size = file.includes('-360.') ? phone : desk;
  const isAmharic = file.startsWith('am-');
  const address = isAmharic ? `/am${path}` : path;
  const page = as
    ? await openLoggedIn(demo, newApplicant(as), address, size)
    : await demo.open(address, size);
  await page.locator('.banner button').click();
  await page.waitForLoadState('networkidle');
  await reach?.(page);
  await renderWholePage(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(0, size.viewport.height - 1);
  const to = `${folder}/${file}`;
  if (isAmharic) {
    // As JPEG, which weighs a third.
    const shown = whole ? page.locator('main') : page;
    await shown.screenshot({ path: to, type: 'jpeg', quality: 50 });
  } else await page.screenshot({ path: to, fullPage: whole });
  console.log(to.slice(root.length));
  await page.context().close();
}

/** A check of a mock with a few faults, as its report in HTML shows it. */
async function pictureReport(browser: Browser): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), 'report-'));
  const faults = ['register-200', 'list-null', 'receipt-of-somebody', 'old-password-lives'];
  const flags = faults.map((fault) => `--fault=${fault}`);
  const mock = await waitUntilServed(startAdmissions('mock', '--port=0', ...flags));
  try {
    const report = join(made, 'report.html');
    await runAdmissions(
      'check',
      '--target',
      new URL(mock.apiUrl).origin,
      '--report',
      `html=${report}`,
    );
    const size = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 0.625 };
    const page = await (await browser.newContext(size)).newPage();
    await page.goto(pathToFileURL(report).href);
    await page.screenshot({ path: `${folder}/check-report-1280.png` });
  } finally {
    await mock.close();
    await rm(made, { recursive: true });
  }
}

runWorkspaceScript('bundle', 'cli');
runWorkspaceScript('build', 'web');
await mkdir(folder, { recursive: true });
const demo = await startDemo();
try {
  for (const one of pictures) for (const file of one.files) await take(one, file);
  await pictureReport(demo.browser);
} finally {
  await closeShared();
}
