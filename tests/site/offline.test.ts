/** The site without a connection: visited pages open, and the scripts of two builds are never mixed. */

import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { defaultOutFolder } from '../../web/build/problem.ts';
import { isCacheable, prefetchPathsOf } from '../../web/worker/files.ts';
import {
  answerAllQuestions,
  chooseAnswer,
  collectSubmissions,
  finalizeExam,
  readChosenText,
  readSecondsLeft,
  startExam,
  waitForStoredExams,
} from '../support/applicant-steps.ts';
import { renameScripts, scriptNamePattern } from '../support/built-folders.ts';
import {
  type Demo,
  logIn,
  newApplicant,
  readState,
  startDemo,
  useDemo,
  waitForHeading,
  waitForHydration,
} from '../support/demo.ts';
import { findFreePort } from '../support/installed-programs.ts';
import {
  newPhone,
  openLoggedInTab,
  openTab,
  readCachedPaths,
  startSlowHost,
  waitUntilAllCached,
  waitUntilCached,
} from '../support/phone.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

// The API lets in the site of the demo, and this host in front of it.
const slowHostPort = await findFreePort();
const demo = await useDemo('--allow-origin', `http://127.0.0.1:${slowHostPort}`);

const offlineText = 'You are offline.';

/** @returns the files that a page prefetches for the pages after it */
const findPrefetchFiles = async (path: string) =>
  prefetchPathsOf(await (await fetch(demo.siteUrl + path)).text());

/** @returns the addresses of visible pictures that could not be loaded */
const findBrokenPictures = (page: Page) =>
  page.evaluate(async () => {
    const pictures = Array.from(document.images).filter((image) => image.checkVisibility());
    const brokenUrls = pictures.map(async (image) =>
      image.decode().then(
        () => '',
        () => image.src,
      ),
    );
    return (await Promise.all(brokenUrls)).filter(Boolean);
  });

/** Opens a page on a new phone, waits until these paths are cached, and cuts the connection. */
async function openThenCutConnection(path: string, ...pathsToCache: string[]) {
  const phone = await newPhone(demo);
  const page = await openTab(phone, demo, path);
  await waitUntilCached(page, ...pathsToCache);
  await phone.setOffline(true);
  return { phone, page };
}

const openHomeOffline = async () =>
  openThenCutConnection('/', '/', '/shell.html', '/mark.svg', ...(await findPrefetchFiles('/')));

describe('without a connection', () => {
  test('another page opens in its frame, in her language', async () => {
    const { page } = await openThenCutConnection('/am/login', '/am/login', '/am/shell.html');
    await page.goto(`${demo.siteUrl}/am/forgot_password`);
    await waitForHydration(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('am');
    await page.locator('main').getByRole('button').first().waitFor();
  });

  test('Register and Login open from the home page, with the mark of the college', async () => {
    const { page } = await openHomeOffline();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Login' }).click();
    await waitForHeading(page, 'Sign in');
    await page.goto(`${demo.siteUrl}/register`);
    await waitForHydration(page);
    await page.getByLabel('First name').waitFor();
    expect(await findBrokenPictures(page)).toEqual([]);
  });

  test('a page that is not cached says so in a text of the site, and opens once the connection is back', async () => {
    const { phone, page } = await openHomeOffline();
    await page.goto(`${demo.siteUrl}/terms_and_conditions`);
    await waitForHeading(page, 'You are offline');
    expect(await page.locator('main').innerText()).not.toMatch(/assets|dynamically/);
    expect(await findBrokenPictures(page)).toEqual([]);
    await page.getByText('Technical details').click();
    await page.locator('pre').getByText('/assets/legal-').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('There is still no connection.').waitFor();
    await phone.setOffline(false);
    await waitForHeading(page, 'Terms and Conditions');
  });

  test('before anything is cached Login says that she is offline, and opens by itself once the connection is back', async () => {
    const phone = await newPhone(demo, 'block');
    const page = await openTab(phone, demo, '/');
    await phone.setOffline(true);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Login' }).click();
    await waitForHeading(page, 'You are offline');
    await expect.poll(() => findBrokenPictures(page)).toEqual([]);
    await phone.setOffline(false);
    await waitForHeading(page, 'Sign in');
  });

  test('a page that she visited opens and says that she is offline; so does each step of the journey', async () => {
    const phone = await newPhone(demo);
    const email = newApplicant('BIOGRAPHIC_APPLICANT');
    const page = await openLoggedInTab(phone, demo, email, '/about');
    await waitUntilCached(page, '/about', '/shell.html');
    await phone.setOffline(true);
    await page.reload();
    await waitForHydration(page);
    await waitForHeading(page, 'About');
    await page.getByText(offlineText).waitFor();
    await phone.setOffline(false);
    await page.getByText(offlineText).waitFor({ state: 'hidden' });
    await page.goto(`${demo.siteUrl}/applicant/biography_data`);
    await page.getByLabel('Nationality').waitFor();
    await waitUntilAllCached(page);
    await phone.setOffline(true);
    await page.reload();
    await waitForHydration(page);
    await waitForHeading(page, 'Biographical Data');
  });
});

describe('an exam that was interrupted by a power cut', () => {
  /** Answers the first question, closes the page, and opens the exam again without a connection. */
  async function resumeExamAfterPowerCut() {
    const phone = await newPhone(demo);
    const email = newApplicant('ACTIVATED');
    const page = await openLoggedInTab(phone, demo, email, '/applicant/take_exam');
    await waitUntilCached(page, '/shell.html');
    await startExam(page);
    const choiceText = await chooseAnswer(page, 1);
    const secondsBefore = await readSecondsLeft(page);
    await waitUntilAllCached(page);
    await page.close();
    await phone.setOffline(true);
    const newTab = await openTab(phone, demo, '/applicant/take_exam');
    return { phone, email, page: newTab, choiceText, secondsBefore };
  }

  test('continues in a new tab, offline and without a login, with the right time left, and is submitted after she logs in', async () => {
    const { phone, email, page, choiceText, secondsBefore } = await resumeExamAfterPowerCut();
    await page.getByText('You are not logged in. Your test goes on').waitFor();
    expect(await readChosenText(page)).toBe(choiceText);
    expect(await readSecondsLeft(page)).toBeLessThanOrEqual(secondsBefore);
    expect(await readSecondsLeft(page)).toBeGreaterThan(secondsBefore - 300);
    await answerAllQuestions(demo, page);
    await page.getByRole('button', { name: 'Finalize Test' }).click();
    await page.getByRole('button', { name: 'Finalize Test' }).click();
    await page.getByText('We send them as soon as you log in').waitFor();
    expect(await page.locator('.kept').textContent()).toBe('Kept, sent as soon as you log in');
    await phone.setOffline(false);
    const submissions = collectSubmissions(page);
    await page.locator('main').getByRole('link', { name: 'Log in' }).click();
    await logIn(page, email, precreatedPassword);
    await page.waitForURL('**/applicant/exam_result');
    await page.getByText('Pass').first().waitFor();
    expect(submissions).toHaveLength(1);
    expect(await readState(demo, email)).toBe('TOOK_EXAM');
  });

  test('needs a login if the device has two exams; both are removed by the next visit after a day', async () => {
    const { phone, page } = await resumeExamAfterPowerCut();
    await page.evaluate(() => {
      const key =
        Object.keys(localStorage).find((storageKey) => storageKey.startsWith('exam:')) ?? '';
      localStorage.setItem('exam:other', localStorage.getItem(key) ?? '');
    });
    // The login decides whose exam is continued.
    await page.goto(`${demo.siteUrl}/applicant/take_exam`);
    await page.waitForURL('**/Login?redirectUrl=**');
    await phone.setOffline(false);
    await page.goto(`${demo.siteUrl}/about`);
    await waitForHydration(page);
    await waitForStoredExams(page, 2);
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage)) {
        if (!key.startsWith('exam:')) continue;
        const attempt = JSON.parse(value);
        const deadline = attempt.deadline - 25 * 60 * 60_000;
        localStorage.setItem(key, JSON.stringify({ ...attempt, deadline }));
      }
    });
    await page.reload();
    await waitForStoredExams(page, 0);
  });
});

test('on a slow network the cached page is shown, says so until the network responds, and is renewed', async () => {
  const host = await startSlowHost(demo.siteUrl, slowHostPort);
  const phone = await newPhone(demo);
  const page = await openTab(phone, host, '/about');
  await waitUntilCached(page, '/about', '/shell.html');
  Object.assign(host, { delayMs: 7_000, appendedHtml: '<!-- second -->' });
  await page.reload();
  await waitForHydration(page);
  expect(await page.content()).not.toContain('<!-- second -->');
  await page.getByText(offlineText).waitFor();
  await page.getByText(offlineText).waitFor({ state: 'hidden' });
  const readCachedPage = () => page.evaluate(async () => (await caches.match('/about'))?.text());
  await expect.poll(readCachedPage).toContain('<!-- second -->');
  await page.goto(`${host.siteUrl}/sitemap.xml`, { timeout: 30_000 });
  expect(await page.locator('#root').count()).toBe(0);
});

test('an API that moved to another address is reached, because a service worker with the new policy is installed', async () => {
  const host = await startSlowHost(demo.siteUrl, slowHostPort);
  const phone = await newPhone(demo);
  const page = await openTab(phone, host, '/about');
  await waitUntilCached(page, '/about', '/shell.html');
  const { hostname, port } = new URL(demo.apiUrl);
  host.rewriteConfigAndPolicy = (text) =>
    text.replaceAll(`${hostname}:${port}`, `localhost:${port}`);
  await page.goto(`${host.siteUrl}/about`);
  await waitForHydration(page);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
    .toContain('localhost');
  await page.goto(`${host.siteUrl}/degree_programs`);
  await page.locator('.card').first().waitFor();
});

test('a page that is returned instead of a script or of the settings is not cached', () => {
  const isTypeCacheable = (type: string, status = 200) =>
    isCacheable(new Response('', { status, headers: { 'content-type': type } }));
  expect(isTypeCacheable('text/html; charset=utf-8')).toBe(false);
  expect(isTypeCacheable('image/jpeg')).toBe(false);
  expect(isTypeCacheable('text/javascript', 404)).toBe(false);
  expect(isTypeCacheable('text/javascript')).toBe(true);
  expect(isTypeCacheable('application/json')).toBe(true);
  expect(isTypeCacheable('image/svg+xml')).toBe(true);
});

test('with data saver no picture of a program is loaded', async () => {
  const phone = await newPhone(demo);
  const page = await phone.newPage();
  const protocol = await phone.newCDPSession(page);
  await protocol.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname);
  });
  await page.goto(`${demo.siteUrl}/degree_programs`);
  await waitForHydration(page);
  await page.locator('.card').first().waitFor();
  await page.mouse.wheel(0, 5_000);
  await page.locator('footer').scrollIntoViewIfNeeded();
  expect(await page.locator('.program-image:visible').count()).toBe(0);
  expect(pictures.filter((path) => path.startsWith('/assets/'))).toEqual([]);
});

test('with data saver the service worker caches the frame, and only scripts that a page has loaded', async () => {
  const host = await startSlowHost(demo.siteUrl, slowHostPort);
  // The override of DevTools does not affect service workers.
  host.workerPrelude =
    "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });\n";
  const phone = await newPhone(demo);
  const requestedPaths = new Set<string>();
  phone.on('request', (request) => {
    if (!request.serviceWorker()) requestedPaths.add(new URL(request.url()).pathname);
  });
  const page = await openLoggedInTab(
    phone,
    { ...demo, siteUrl: host.siteUrl },
    newApplicant('BIOGRAPHIC_APPLICANT2'),
    '/applicant/education_background',
  );
  // The frame has only a few KB, and an exam needs it to continue after a power cut.
  await waitUntilCached(page, '/shell.html');
  // By now the worker has seen calls of an applicant, after which it normally caches every script.
  await page.reload();
  await waitForHydration(page);
  await page.getByLabel('High School Address').waitFor();
  expect(
    (await readCachedPaths(page)).filter(
      (path) => path.endsWith('.js') && !requestedPaths.has(path),
    ),
  ).toEqual([]);
});

test('the service worker caches no address with a one-time link, and no personal data', async () => {
  const phone = await newPhone(demo);
  const page = await openTab(phone, demo, '/applicant/activate/secret-token');
  await waitUntilCached(page, '/shell.html');
  await page.goto(`${demo.siteUrl}/receipt/type1/1000-secret`);
  await waitForHydration(page);
  expect(
    (await readCachedPaths(page)).filter((path) => /secret|applicants|1000/.test(path)),
  ).toEqual([]);
});

test('nor does it where the host answers every address with the home page', async () => {
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(demo.siteUrl + (url.startsWith('/applicant/') ? '/' : url));
    response.setHeader('content-type', answer.headers.get('content-type') ?? '');
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const { url: siteUrl, close } = await listen(server, 0);
  onTestFinished(close);
  const page = await openTab(await newPhone(demo), { siteUrl }, '/');
  await waitUntilCached(page, '/', '/shell.html');
  await page.goto(`${siteUrl}/applicant/activate/secret-token`);
  await openTab(page.context(), { siteUrl }, '/about');
  await waitUntilCached(page, '/about');
  expect((await readCachedPaths(page)).filter((path) => path.includes('secret'))).toEqual([]);
});

const folder = await makeTemporaryFolder();
let deployedDemo: Demo;
beforeAll(async () => {
  await cp(defaultOutFolder, folder, {
    recursive: true,
    filter: (file) => !/[.](br|gz)$/.test(file),
  });
  deployedDemo = await startDemo('--site', folder);
});
afterAll(() => deployedDemo?.close());

let deployCount = 0;
const renameScript = (name: string) => name.replace(/..\.js$/, `_${deployCount}.js`);

/** Replaces the deployed site by another build: every script gets another name, and the old ones are gone. */
function deploy(): void {
  deployCount += 1;
  renameScripts(folder, renameScript);
}

const readCachedScripts = async (page: Page) =>
  (await readCachedPaths(page)).filter((path) => scriptNamePattern.test(path));

test('a running exam continues and is submitted after a new build; the next visit opens the new build and removes the old one', async () => {
  const phone = await newPhone(deployedDemo);
  const page = await openLoggedInTab(
    phone,
    deployedDemo,
    newApplicant('ACTIVATED'),
    '/applicant/take_exam',
  );
  await waitUntilCached(page, '/shell.html');
  await waitUntilAllCached(page);
  const oldScripts = await readCachedScripts(page);
  deploy();

  await startExam(page);
  await chooseAnswer(page, 1);
  await answerAllQuestions(deployedDemo, page);
  await finalizeExam(page);
  await page.waitForURL('**/applicant/exam_result');
  await page.getByText('Pass').first().waitFor();

  await page.goto(`${deployedDemo.siteUrl}/about`);
  await waitForHydration(page);
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(
    scripts
      .filter((name) => scriptNamePattern.test(name))
      .filter((name) => name !== renameScript(name)),
  ).toEqual([]);
  await expect
    .poll(async () => (await readCachedPaths(page)).filter((path) => oldScripts.includes(path)))
    .toEqual([]);
  await waitUntilCached(page, '/about', '/shell.html');
  await phone.setOffline(true);
  await page.goto(`${deployedDemo.siteUrl}/applicant/exam_result`);
  await waitForHydration(page);
});

test('the old build stays cached while an exam in another tab needs it, until that tab is closed', async () => {
  const phone = await newPhone(deployedDemo);
  const page = await openLoggedInTab(
    phone,
    deployedDemo,
    newApplicant('ACTIVATED'),
    '/applicant/take_exam',
  );
  await waitUntilAllCached(page);
  const oldScripts = await readCachedScripts(page);
  await startExam(page);
  deploy();

  const secondTab = await openTab(phone, deployedDemo, '/about');
  const readCachedShell = () =>
    secondTab.evaluate(async () => (await caches.match('/shell.html'))?.text());
  await expect.poll(readCachedShell).toContain(`_${deployCount}.js`);
  await secondTab.goto(`${deployedDemo.siteUrl}/contact`);
  await waitForHydration(secondTab);
  await waitUntilCached(secondTab, '/contact');
  expect(await readCachedPaths(secondTab)).toEqual(expect.arrayContaining(oldScripts));
  await page.close();
  await secondTab.goto(`${deployedDemo.siteUrl}/about`);
  await expect
    .poll(async () =>
      (await readCachedPaths(secondTab)).filter((path) => oldScripts.includes(path)),
    )
    .toEqual([]);
});
