/** A new build of the site while somebody is on it: nothing is interrupted, nothing is mixed, the next visit has it. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dist } from '../../web/build/folders.ts';
import { newApplicant } from './applicants.ts';
import { type Demo, ready, startDemo } from './demo.ts';
import { answerAll, choose } from './exam-page.ts';
import { keeps, keepsAll, keptBy, newPhone, openAsIn, openIn } from './offline.ts';
import { finalize, startExam } from './steps.ts';

let folder: string;
let demo: Demo;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  await cp(dist, folder, { recursive: true, filter: (file) => !/[.](br|gz)$/.test(file) });
  demo = await startDemo('--site', folder);
});
afterAll(async () => {
  await demo?.close();
  await rm(folder, { recursive: true });
});

/** Nothing changes in React and in what the build runs with: their names stay. */
const script = /(?<!(?:rolldown-runtime|react))-[\w-]{8}\.js$/;
let deploys = 0;
const renamed = (name: string) => name.replace(/..\.js$/, `_${deploys}.js`);

/** Puts another build in the place of the site: every script has another name, and the old ones are gone. */
async function deploy(): Promise<void> {
  deploys += 1;
  const files = await readdir(folder, { recursive: true });
  const scripts = files
    .filter((file) => script.test(file))
    .map((file) => file.split(/[\\/]/).at(-1) ?? '');
  for (const file of files.filter((one) => /\.(html|js)$/.test(one))) {
    let text = await readFile(join(folder, file), 'utf8');
    for (const name of scripts) text = text.replaceAll(name, renamed(name));
    await writeFile(join(folder, file), text);
    if (script.test(file)) await rename(join(folder, file), join(folder, renamed(file)));
  }
}

const scriptsKept = async (page: Page) => (await keptBy(page)).filter((path) => script.test(path));

test('a test that runs goes on and is submitted; the next visit opens the new build, and drops the old one', async () => {
  const phone = await newPhone(demo);
  const page = await openAsIn(phone, demo, newApplicant('ACTIVATED'), '/applicant/take_exam');
  await keeps(page, '/shell.html');
  await keepsAll(page);
  const old = await scriptsKept(page);
  await deploy();

  await startExam(page);
  await choose(page, 1);
  await answerAll(demo, page);
  await finalize(page);
  await page.waitForURL('**/applicant/exam_result');
  await page.getByText('Pass').first().waitFor();

  await page.goto(`${demo.site}/about`);
  await ready(page);
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(
    scripts.filter((name) => script.test(name)).filter((name) => name !== renamed(name)),
  ).toEqual([]);
  await expect
    .poll(async () => (await keptBy(page)).filter((path) => old.includes(path)))
    .toEqual([]);
  await keeps(page, '/about', '/shell.html');
  await phone.setOffline(true);
  await page.goto(`${demo.site}/applicant/exam_result`);
  await ready(page);
  await phone.close();
});

test('what a test in another tab still needs stays, until that tab is closed', async () => {
  const phone = await newPhone(demo);
  const page = await openAsIn(phone, demo, newApplicant('ACTIVATED'), '/applicant/take_exam');
  await keepsAll(page);
  const old = await scriptsKept(page);
  await startExam(page);
  await deploy();

  const other = await openIn(phone, demo, '/about');
  const frame = () => other.evaluate(async () => (await caches.match('/shell.html'))?.text());
  await expect.poll(frame).toContain(`_${deploys}.js`);
  await other.goto(`${demo.site}/contact`);
  await ready(other);
  await keeps(other, '/contact');
  expect(await keptBy(other)).toEqual(expect.arrayContaining(old));
  await page.close();
  await other.goto(`${demo.site}/about`);
  await expect
    .poll(async () => (await keptBy(other)).filter((path) => old.includes(path)))
    .toEqual([]);
  await phone.close();
});
