/** Mails in the formats of real mail programs and services: a backend whose mails look like that is correct. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolderWith, runWithConfig, serveTest } from '../../cli/src/testing/support.ts';

/** The link in the sample mails, and the address that click tracking replaces it with. */
const sampleMail = {
  link: 'https://college.example/applicant/activate/Tk_8h2Lq0Zr5vN3a',
  trackedLink: 'https://links.mail.example/ls/click?upn=u001.Zx81',
};
const siteOrigin = new URL(sampleMail.link).origin;

/**
 * Starts a host that counts clicks.
 * @returns a function that makes an address of it, which redirects (302) to a link
 */
async function startClickTracker(): Promise<(link: string) => string> {
  const linksByTrackedUrl = new Map<string, string>();
  const url = await serveTest((request, response) => {
    const originalLink = linksByTrackedUrl.get(String(request.url));
    if (originalLink === undefined) response.writeHead(404).end();
    else response.writeHead(302, { location: originalLink }).end();
  });
  return (link) => {
    const path = `/ls/click?upn=u001.${randomUUID()}`;
    linksByTrackedUrl.set(path, link);
    return url + path;
  };
}

/** @returns the source of a mail in the format of a sample, with another recipient and link */
function createMailLike(
  sampleSource: string,
  to: string,
  link: string,
  trackLink: (link: string) => string,
): string {
  const [sampleHeaders = '', sampleBody = ''] = sampleSource.split('\r\n\r\n');
  const isBase64 = /^content-transfer-encoding: base64/im.test(sampleHeaders);
  const text = isBase64 ? Buffer.from(sampleBody, 'base64').toString() : sampleBody;
  const mailText = text
    .replaceAll(encodeURIComponent(sampleMail.link), encodeURIComponent(link))
    .replaceAll(sampleMail.link, link)
    .replaceAll(sampleMail.trackedLink, () => trackLink(link));
  // The adapter then takes the file's date, which is more precise than a second.
  const mailHeaders = sampleHeaders
    .replace(/^To: .*/m, `To: ${to}\r`)
    .replace(/^Date: .*\r\n/m, '');
  return `${mailHeaders}\r\n\r\n${isBase64 ? Buffer.from(mailText).toString('base64') : mailText}`;
}

const readSample = (name: string) =>
  readFile(join(import.meta.dirname, `../support/mails/${name}.eml`), 'utf8');

/**
 * Starts a mock that writes its mails into a folder; those with a link are in the format of a sample. In the folder lies
 * a mail that no parser should follow.
 */
async function startBackend(sampleName: string): Promise<{ target: string; folder: string }> {
  const sampleSource = await readSample(sampleName);
  const folder = await makeFolderWith({ 'nested.eml': await readSample('nested-257') });
  const trackLink = await startClickTracker();
  const backend = await createBackend({ siteOrigin }, [
    {
      name: 'mails-in-files',
      sentence: 'Mails lie in a folder.',
      world: (world) => {
        const originalCreate = world.mails.create.bind(world.mails);
        world.mails.create = async (mail) => {
          const { to, link, text } = mail;
          const path = join(folder, randomUUID());
          const rawMail = link
            ? createMailLike(sampleSource, to, link, trackLink)
            : `To: ${to}\r\n\r\n${text}`;
          await writeFile(path, rawMail);
          await rename(path, `${path}.eml`);
          return originalCreate(mail);
        };
      },
    },
  ]);
  const { url, close } = await serve(backend);
  onTestFinished(close);
  return { target: url, folder };
}

// A note stands for what was passed over; the run ends as it would without it.
test.for([
  { form: 'ethiopic-full-stop' },
  { form: 'bold-marks' },
  { form: 'safe-link', linkHost: 'eu01.safelinks.example' },
  { form: 'click-tracking', linkHost: '127.0.0.1' },
])('a backend whose mails are in the form $form passes', async ({ form, linkHost }) => {
  const { target, folder } = await startBackend(form);
  const mailbox = { use: 'eml', path: folder, waitMs: 20_000, everyMs: 10 };
  const config = { target, siteOrigin, mailbox };

  const journeyRun = await runWithConfig(config, ['journey']);
  expect(journeyRun).toMatchObject({ code: 0, stdout: expect.stringMatching(/Done: APPLIED/) });

  const smokeRun = await runWithConfig(config, ['smoke']);
  expect(smokeRun).toMatchObject({ code: 0, stdout: expect.stringMatching(/GOOD: APPLIED/) });

  const reportPath = join(folder, 'check.json');
  // The other checks read the link of a mail as these do.
  const operationNames = ['register', 'activate', 'resendEmail'].map(
    (name) => `applicants.${name}`,
  );
  const operationFlags = [...operationNames, 'auth.forgotPassword'].flatMap((name) => [
    '--operation',
    name,
  ]);
  const checkArguments = ['check', ...operationFlags, '--report', `json=${reportPath}`];
  const checkRun = await runWithConfig(config, checkArguments);
  const { results } = JSON.parse(await readFile(reportPath, 'utf8')) as {
    results: { id: string; outcome: string; got?: string; reason?: string; notes?: string[] }[];
  };
  const unexpectedResults = results.filter(
    ({ outcome }) => outcome !== 'passed' && outcome !== 'skipped',
  );
  expect(unexpectedResults.map(({ id, got, reason }) => `${id}: ${got ?? reason}`)).toEqual([]);
  expect(checkRun.code).toBe(0);

  const linkCheckResult = results.find(({ id }) => id === 'applicants.register/mails-a-link');
  const expectedNotes = [
    ...(linkHost === undefined ? [] : [`the mailed link goes through ${linkHost}`]),
    'a mail that cannot be read was passed over (Maximum MIME nesting depth of 30 levels exceeded)',
  ];
  expect(linkCheckResult?.notes ?? []).toEqual(expectedNotes);
  for (const note of expectedNotes) {
    expect(journeyRun.stdout.replace(/\s+/g, ' ')).toContain(note);
    expect(smokeRun.stdout.replace(/\s+/g, ' ')).toContain(note);
  }
  const allOutput = [
    journeyRun,
    smokeRun,
    checkRun,
    { stdout: JSON.stringify(results), stderr: '' },
  ]
    .map(({ stdout, stderr }) => stdout + stderr)
    .join();
  expect(allOutput).not.toMatch(/activate\/[\da-f]{8}|upn=/);
});
