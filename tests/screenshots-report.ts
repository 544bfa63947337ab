/** The picture of a check report: a run on a mock backend with a few faults, as `html` writes it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { admissions, startAdmissions } from './admissions.ts';

const faults = ['register-200', 'list-null', 'profile-of-others', 'old-password-lives'];

/** @param file the PNG to write */
export async function pictureReport(browser: Browser, file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  const mock = await startAdmissions(
    'mock',
    '--port',
    '0',
    ...faults.flatMap((name) => ['--fault', name]),
  );
  try {
    const target = /http:\/\/[\d.]+:\d+/.exec(await mock.output(/http:\/\/[\d.]+:\d+/))?.[0] ?? '';
    const report = join(folder, 'report.html');
    await admissions('check', '--target', target, '--report', `html=${report}`);
    const size = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 0.625 };
    const page = await (await browser.newContext(size)).newPage();
    await page.goto(pathToFileURL(report).href);
    await page.screenshot({ path: file });
  } finally {
    mock.interrupt();
    await mock.end;
    await rm(folder, { recursive: true });
  }
}
