/**
 * `npm run screenshots`: takes the pictures the README and docs/languages.md show, of the site and of a report, into
 * docs/screenshots/. With `-- --all` each picture of the README is taken in every size, to look at.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import amharic from '../web/languages/am.json' with { type: 'json' };
import { paths } from '../web/src/site/routes.ts';
import { admissions, startAdmissions } from './support/admissions.ts';
import { heading, newApplicant, openAs, type State, startDemo } from './support/demo.ts';
import { picture } from './support/files.ts';
import { answerQuestion, fillEducation, payOffline, startExam } from './support/person.ts';
import { closeShared } from './support/servers.ts';
import { drawAll } from './support/translator.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}docs/screenshots`;
const phone = { viewport: { width: 360, height: 740 } };
const sizes = [
  phone,
  { viewport: { width: 768, height: 1024 } },
  // The README shows it smaller anyway, and a repository should not hold megabytes of pictures.
  { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.625 },
];

interface Picture {
  name: string;
  path: string;
  /** For an applicant in this state. */
  as?: State;
  reach?: (page: Page) => Promise<unknown>;
  /** Of the README: the page below the fold, too. In Amharic: without header and footer. */
  whole?: true;
}

const submit = (page: Page) => page.locator('form [type=submit]').first().click({ force: true });
const refused = (page: Page) => page.locator('.error-summary').waitFor();

const english: readonly Picture[] = [
  { name: 'home', path: '/' },
  { name: 'program', path: '/admission/datascience' },
  {
    name: 'register-errors',
    path: paths.register,
    reach: async (page) => {
      await page.getByLabel('First name').fill('Hana 2');
      await page.getByLabel('Email').fill('hana@example');
      await submit(page);
      await refused(page);
    },
  },
  {
    name: 'standing',
    path: '/',
    as: 'BIOGRAPHIC_APPLICANT',
    reach: (page) => page.getByText('Step 5 of 9').waitFor(),
  },
  {
    name: 'exam',
    path: paths.takeExam,
    as: 'ACTIVATED',
    reach: async (page) => {
      await startExam(page);
      await answerQuestion(demo, page);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('(2/').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  { name: 'payment', path: paths.offlinePayment, as: 'TOOK_EXAM', whole: true },
  {
    name: 'biography-errors',
    path: paths.biographyData,
    as: 'BIOGRAPHIC_APPLICANT',
    reach: async (page) => {
      await submit(page);
      await refused(page);
    },
    whole: true,
  },
  {
    name: 'check-answers',
    path: paths.educationBackground,
    as: 'BIOGRAPHIC_APPLICANT2',
    reach: async (page) => {
      await fillEducation(page);
      await submit(page);
      await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    },
    whole: true,
  },
  {
    name: 'receipt-print',
    path: paths.offlinePayment,
    as: 'TOOK_EXAM',
    reach: async (page) => {
      await payOffline(page);
      await page.getByRole('link', { name: 'See the receipt' }).click();
      await page.getByText('Five hundred birr').waitFor();
      await heading(page, 'Student Registration Receipt');
      await page.emulateMedia({ media: 'print' });
    },
    whole: true,
  },
];

const inAmharic: readonly Picture[] = [
  { name: 'home', path: '/' },
  {
    name: 'register-errors',
    path: paths.register,
    reach: async (page) => {
      await page.locator('[name=firstName]').fill('ሐና 2');
      await page.locator('[name=email]').fill('hana@example');
      await submit(page);
      await refused(page);
    },
    whole: true,
  },
  {
    name: 'exam',
    path: paths.takeExam,
    as: 'ACTIVATED',
    reach: async (page) => {
      await page.locator('.before-exam .button.primary').click();
      await page.locator('[data-exam] .question .radio').first().click();
      const { next } = amharic['features/exam/exam-words'].runningTexts;
      await page.getByRole('button', { name: next, exact: true }).click();
      await page.getByText('(2/').waitFor();
    },
  },
  {
    name: 'biography',
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
  { name: 'payment', path: paths.offlinePayment, as: 'TOOK_EXAM', whole: true },
  {
    name: 'receipt',
    path: paths.offlinePayment,
    as: 'TOOK_EXAM',
    reach: async (page) => {
      await page.locator('[name=paymentBank]').selectOption({ index: 1 });
      await page.locator('[name=txnRefNumber]').fill('FT25324XKQ71');
      await page.locator('[name=receiptFile]').setInputFiles(picture('receipt.png'));
      await submit(page);
      await page.locator('main a[href*="/receipt/"]').click();
      await page.locator('.paper tfoot, .paper table').first().waitFor();
    },
    whole: true,
  },
];

/** Opens the page of a picture, as somebody finds it who has read the banner. @param at `/am` for Amharic */
async function open({ path, as, reach }: Picture, size: (typeof sizes)[number], at = '') {
  const page = as
    ? await openAs(demo, newApplicant(as), at + path, size)
    : await demo.open(at + path, size);
  await page.locator('.banner button').click();
  await page.waitForLoadState('networkidle');
  await reach?.(page);
  return page;
}

/** A check of a mock with a few faults, as its report in HTML shows it. */
async function pictureReport(browser: Browser): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), 'report-'));
  const faults = ['register-200', 'list-null', 'receipt-of-somebody', 'old-password-lives'];
  const mock = await startAdmissions('mock', '--port=0', ...faults.map((one) => `--fault=${one}`));
  try {
    const target = /http:\/\/[\d.]+:\d+/.exec(await mock.output(/http:\/\/[\d.]+:\d+/))?.[0] ?? '';
    const report = join(made, 'report.html');
    await admissions('check', '--target', target, '--report', `html=${report}`);
    const size = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 0.625 };
    const page = await (await browser.newContext(size)).newPage();
    await page.goto(pathToFileURL(report).href);
    await page.screenshot({ path: `${folder}/check-report-1280.png` });
  } finally {
    mock.interrupt();
    await mock.end;
    await rm(made, { recursive: true });
  }
}

for (const [script, workspace] of Object.entries({ bundle: 'cli', build: 'web' })) {
  const args = ['run', '--silent', script, '-w', workspace];
  execFileSync('npm', args, { cwd: root, stdio: 'inherit' });
}
const readme = await readFile(`${root}README.md`, 'utf8');
const takesAll = process.argv.includes('--all');
await mkdir(folder, { recursive: true });
const demo = await startDemo();
try {
  for (const size of sizes) {
    for (const one of english) {
      const file = `${folder}/${one.name}-${size.viewport.width}.png`;
      if (!takesAll && !readme.includes(file.slice(root.length))) continue;
      const page = await open(one, size);
      if (one.whole) await drawAll(page);
      await page.screenshot({ path: file, fullPage: one.whole === true });
      console.log(file.slice(root.length));
      await page.context().close();
    }
  }
  for (const one of inAmharic) {
    const page = await open(one, phone, '/am');
    await drawAll(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.mouse.move(0, phone.viewport.height - 1);
    const file = `${folder}/am-${one.name}-360.jpg`;
    // As JPEG, which weighs a third.
    const shown = one.whole ? page.locator('main') : page;
    await shown.screenshot({ path: file, type: 'jpeg', quality: 50 });
    console.log(file.slice(root.length));
    await page.context().close();
  }
  await pictureReport(demo.browser);
} finally {
  await closeShared();
}
