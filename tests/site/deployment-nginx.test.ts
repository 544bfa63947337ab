/**
 * Deployments while somebody uses the site, on nginx with the shipped settings and docs/hosting/deploy.sh: what she typed
 * and answered outlives them.
 */
import { readdirSync, rmSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFileList } from '../../web/build/file-list.ts';
import { defaultOutFolder } from '../../web/build/problem.ts';
import {
  answerAllQuestions,
  attachBiographyFiles,
  chooseAnswer,
  fillBiography,
  fillEducation,
  finalizeExam,
  overviewButton,
  readAnsweredNumbers,
  readChosenText,
  saveForm,
  startExam,
} from '../support/applicant-steps.ts';
import { editFile, makeOtherBuild, pointToApi, renameScripts } from '../support/built-folders.ts';
import {
  type Demo,
  newApplicant,
  readState,
  startDemo,
  waitForHeading,
  waitForHydration,
} from '../support/demo.ts';
import { findFreePort } from '../support/installed-programs.ts';
import { findNginx, startNginxHost } from '../support/nginx-host.ts';
import { waitForText } from '../support/page-actions.ts';
import {
  newPhone,
  openLoggedInTab,
  openTab,
  waitUntilAllCached,
  waitUntilCached,
} from '../support/phone.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { makePdfFile, makePictureFile, takeJpeg } from '../support/upload-files.ts';

const nginxPath = await findNginx();
const suite = nginxPath
  ? 'a deployment on nginx'
  : 'a deployment on nginx (skipped: nginx is not here, and cannot be installed)';

describe.skipIf(!nginxPath)(suite, async () => {
  const folder = await makeTemporaryFolder();
  let demo: Demo;
  let host: Awaited<ReturnType<typeof startNginxHost>>;
  let buildCount = 1;

  beforeAll(async () => {
    const port = await findFreePort();
    demo = await startDemo('--allow-origin', `http://127.0.0.1:${port}`);
    const build = join(folder, 'build-1');
    await cp(defaultOutFolder, build, { recursive: true });
    pointToApi(build, new URL(demo.apiUrl).origin);
    await writeFileList(build);
    host = await startNginxHost({
      nginxPath: nginxPath ?? '',
      folder: await makeTemporaryFolder(),
      port,
      build,
    });
    demo = { ...demo, siteUrl: host.siteUrl };
  });
  afterAll(async () => {
    await host?.close();
    await demo?.close();
  });

  /** Deploys another build, with other inline code, other names of scripts and another service worker. */
  async function deployNextBuild(): Promise<void> {
    const build = join(folder, `build-${buildCount + 1}`);
    await cp(join(folder, `build-${buildCount}`), build, { recursive: true });
    buildCount += 1;
    makeOtherBuild(build, buildCount);
    renameScripts(build, (name) => name.replace(/..\.js$/, `_${buildCount}.js`));
    editFile(build, 'worker.js', (text) => `${text}\n// ${buildCount}\n`);
    await writeFileList(build);
    await host.deploy(build);
  }

  /** Removes every script of builds before the one that is served, as a host does that keeps no old files. */
  function removeOldScripts(): void {
    const assets = join(host.siteFolder, 'assets');
    const current = readdirSync(join(folder, `build-${buildCount}`, 'assets'));
    for (const name of readdirSync(assets)) if (!current.includes(name)) rmSync(join(assets, name));
  }

  const readBuildId = (page: Page) => page.locator('meta[name=build]').getAttribute('content');

  /** Counts the service workers that take over this page from now on. */
  async function countTakeovers(page: Page): Promise<() => Promise<number>> {
    const counter = await page.evaluateHandle(() => {
      const counts = { takeovers: 0 };
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        counts.takeovers += 1;
      });
      return counts;
    });
    return () => counter.evaluate(({ takeovers }) => takeovers);
  }

  test('whose service worker takes over under a half-filled form loses nothing of it, and the form is sent', async () => {
    const phone = await newPhone(demo);
    const email = newApplicant('BIOGRAPHIC_APPLICANT');
    const page = await openLoggedInTab(phone, demo, email, '/applicant/biography_data');
    await page.getByLabel('Nationality').waitFor();
    await waitUntilAllCached(page);
    await fillBiography(page);
    await page.getByLabel('Profile Picture').setInputFiles(makePictureFile('me.png'));
    const readTakeovers = await countTakeovers(page);
    await deployNextBuild();
    const secondTab = await openTab(phone, demo, '/about');
    await expect.poll(readTakeovers).toBe(1);
    await waitUntilCached(secondTab, '/about', '/shell.html');
    expect(await readBuildId(secondTab)).not.toBe(await readBuildId(page));

    expect(await page.getByLabel('Nationality').inputValue()).toBe('Ethiopian');
    await page.getByLabel('Education Document').setInputFiles(makePdfFile('documents.pdf'));
    await saveForm(page);
    await waitForHeading(page, 'Education Background');
    expect(await readState(demo, email)).toBe('BIOGRAPHIC_APPLICANT2');
  });

  /** Fills in the biography of an applicant; then a deployment removes the scripts that the form has not loaded yet. */
  async function openFormWithoutItsScripts() {
    const phone = await newPhone(demo, 'block');
    const email = newApplicant('BIOGRAPHIC_APPLICANT');
    const page = await openLoggedInTab(phone, demo, email, '/applicant/biography_data');
    await page.getByLabel('Nationality').waitFor();
    await fillBiography(page);
    await deployNextBuild();
    removeOldScripts();
    return { page, email };
  }

  test('that removes a script which an open form needs later is said, and a reload leads to the form with what she typed', async () => {
    const { page, email } = await openFormWithoutItsScripts();
    const certificate = await takeJpeg(page, 'certificate.jpg', { width: 640, height: 480 });
    const photoInput = page.locator('.photos input');
    await photoInput.setInputFiles(certificate);
    await waitForText(page, 'or load this page again');

    await page.reload();
    await waitForHydration(page);
    expect(await page.getByLabel('Nationality').inputValue()).toBe('Ethiopian');
    expect(await page.getByLabel('Education Level').inputValue()).toBe('preparatory');
    await photoInput.setInputFiles(certificate);
    await page.getByText('Page 1 of 1').waitFor();
    await page.getByLabel('Profile Picture').setInputFiles(makePictureFile('me.png'));
    await saveForm(page);
    await waitForHeading(page, 'Education Background');
    expect(await readState(demo, email)).toBe('BIOGRAPHIC_APPLICANT2');
  });

  test('that removes the scripts of the next page lets the form be sent, and the next page opens', async () => {
    const { page, email } = await openFormWithoutItsScripts();
    await attachBiographyFiles(page);
    await saveForm(page);
    await waitForHeading(page, 'Education Background');
    expect(await readState(demo, email)).toBe('BIOGRAPHIC_APPLICANT2');
    await fillEducation(page);
    await saveForm(page);
    await waitForHeading(page, 'Emergency Contact');
  });

  test('logs no token of a link, also where no file answers it', async () => {
    const token = 'one-time-token';
    const address = `${host.siteUrl}/applicant/activate/${token}`;
    for (const [path, init] of [
      ['', {}],
      ['.png', {}],
      ['', { method: 'OPTIONS' }],
      ['', { method: 'POST', body: new Uint8Array(2_000_000) }],
    ] as const)
      await fetch(address + path, init).catch(() => {});
    for (const name of ['access.log', 'error.log']) {
      const text = await readFile(join(host.folder, name), 'utf8');
      expect(text, name).not.toContain(token);
    }
    expect(await readFile(join(host.folder, 'access.log'), 'utf8')).toContain('/shell.html 200');
  });

  test('in the middle of an exam keeps its answers through a reload, and the exam is submitted in the new build', async () => {
    const phone = await newPhone(demo);
    const email = newApplicant('ACTIVATED');
    const page = await openLoggedInTab(phone, demo, email, '/applicant/take_exam');
    await waitUntilCached(page, '/shell.html');
    const buildBefore = await readBuildId(page);
    await startExam(page);
    const choiceText = await chooseAnswer(page, 1);
    await deployNextBuild();
    await page.reload();
    await waitForHydration(page);
    expect(await readBuildId(page)).not.toBe(buildBefore);
    await overviewButton(page, 1).click();
    expect(await readChosenText(page)).toBe(choiceText);
    expect(await readAnsweredNumbers(page)).toEqual([1]);
    await answerAllQuestions(demo, page);
    await finalizeExam(page);
    await page.waitForURL('**/applicant/exam_result');
    await page.getByText('Pass').first().waitFor();
    expect(await readState(demo, email)).toBe('TOOK_EXAM');
  });
});
