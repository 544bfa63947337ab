/**
 * `npm run screenshots`: takes the pictures the README and docs/languages.md show, of the site and of a report, into
 * docs/screenshots/, and those of the design page into docs/design/.
 * With `-- --all` each picture is taken in every size, to look at.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { paths as stepPaths } from '../web/src/routes.ts';
import { pictureAmharic } from './screenshots-amharic.ts';
import { pictureDesign } from './screenshots-design.ts';
import { pictureReport } from './screenshots-report.ts';
import { newApplicant, openAs, type State } from './site/applicants.ts';
import { type Demo, heading, startDemo } from './site/demo.ts';
import { drawAll } from './site/draw-all.ts';
import { closeShared } from './site/shared.ts';
import { answerQuestion, fillEducation, payOffline, startExam } from './site/steps.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}docs/screenshots`;
const sizes = [
  { viewport: { width: 360, height: 740 } },
  { viewport: { width: 768, height: 1024 } },
  // The README shows it smaller anyway, and a repository should not hold megabytes of pictures.
  { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.625 },
];

interface Picture {
  name: string;
  path: string;
  /** For an applicant in this state. */
  as?: State;
  reach?: (page: Page, demo: Demo) => Promise<unknown>;
  whole?: true;
}

const refused = (page: Page) => page.locator('.error-summary').waitFor();

const pictures: readonly Picture[] = [
  { name: 'home', path: '/' },
  { name: 'program', path: '/admission/datascience' },
  {
    name: 'register-errors',
    path: '/register',
    reach: async (page) => {
      await page.getByLabel('First name').fill('Hana 2');
      await page.getByLabel('Email').fill('hana@example');
      await page.getByRole('button', { name: 'Register' }).click({ force: true });
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
    path: stepPaths.takeExam,
    as: 'ACTIVATED',
    reach: async (page, demo) => {
      await startExam(page);
      await answerQuestion(demo, page);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('(2/').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'payment',
    path: stepPaths.offlinePayment,
    as: 'TOOK_EXAM',
    reach: (page) => page.locator('form').waitFor(),
    whole: true,
  },
  {
    name: 'biography-errors',
    path: stepPaths.biographyData,
    as: 'BIOGRAPHIC_APPLICANT',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await refused(page);
    },
    whole: true,
  },
  {
    name: 'check-answers',
    path: stepPaths.educationBackground,
    as: 'BIOGRAPHIC_APPLICANT2',
    reach: async (page) => {
      await fillEducation(page);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    },
    whole: true,
  },
  {
    name: 'receipt-print',
    path: stepPaths.offlinePayment,
    as: 'TOOK_EXAM',
    reach: async (page) => {
      await page.locator('form').waitFor();
      await payOffline(page);
      await page.getByRole('link', { name: 'See the receipt' }).click();
      await page.getByText('Five hundred birr').waitFor();
      await heading(page, 'Student Registration Receipt');
      await page.emulateMedia({ media: 'print' });
    },
    whole: true,
  },
];

for (const workspace of ['cli', 'web']) {
  const script = workspace === 'cli' ? 'bundle' : 'build';
  execFileSync('npm', ['run', '--silent', script, '-w', workspace], {
    cwd: root,
    stdio: 'inherit',
  });
}
const readme = await readFile(`${root}README.md`, 'utf8');
const takesAll = process.argv.includes('--all');
await mkdir(folder, { recursive: true });
const demo = await startDemo();
try {
  for (const size of sizes) {
    for (const { name, path, as, reach, whole } of pictures) {
      const file = `${folder}/${name}-${size.viewport.width}.png`;
      if (!takesAll && !readme.includes(file.slice(root.length))) continue;
      const page = as
        ? await openAs(demo, newApplicant(as), path, size)
        : await demo.open(path, size);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.waitForLoadState('networkidle');
      await reach?.(page, demo);
      if (whole) await drawAll(page);
      await page.screenshot({ path: file, fullPage: whole === true });
      console.log(file.slice(root.length));
      await page.context().close();
    }
  }
  for (const name of await pictureAmharic(demo, folder)) console.log(`docs/screenshots/${name}`);
  const design = `${root}docs/design`;
  await mkdir(design, { recursive: true });
  for (const name of await pictureDesign(demo.browser, design)) console.log(`docs/design/${name}`);
  await pictureReport(demo.browser, `${folder}/check-report-1280.png`);
} finally {
  await closeShared();
}
