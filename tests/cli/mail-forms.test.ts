/** Mails in the forms that mail programs and mail services give them: a backend that sends them is right. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith, runWith, serveTest } from '../../cli/src/testing/support.ts';

/** Where the link stands in the samples, and how click tracking writes it. */
const sample = {
  link: 'https://college.example/applicant/activate/Tk_8h2Lq0Zr5vN3a',
  tracked: 'https://links.mail.example/ls/click?upn=u001.Zx81',
};
const siteOrigin = new URL(sample.link).origin;

/** A host that counts clicks. @returns makes an address there that answers 302 */
async function openTracker(): Promise<(link: string) => string> {
  const links = new Map<string, string>();
  const url = await serveTest((request, response) => {
    const link = links.get(String(request.url));
    if (link === undefined) response.writeHead(404).end();
    else response.writeHead(302, { location: link }).end();
  });
  return (link) => {
    const path = `/ls/click?upn=u001.${randomUUID()}`;
    links.set(path, link);
    return url + path;
  };
}

/** A message like a sample, to somebody else, with a link of her own. */
function letterLike(
  source: string,
  to: string,
  link: string,
  track: (link: string) => string,
): string {
  const [head = '', body = ''] = source.split('\r\n\r\n');
  const isBase64 = /^content-transfer-encoding: base64/im.test(head);
  const text = isBase64 ? Buffer.from(body, 'base64').toString() : body;
  const own = text
    .replaceAll(encodeURIComponent(sample.link), encodeURIComponent(link))
    .replaceAll(sample.link, link)
    .replaceAll(sample.tracked, () => track(link));
  // Without a date the file's own counts, which has more than seconds.
  const ownHead = head.replace(/^To: .*/m, `To: ${to}\r`).replace(/^Date: .*\r\n/m, '');
  return `${ownHead}\r\n\r\n${isBase64 ? Buffer.from(own).toString('base64') : own}`;
}

/** A mock whose mails lie in a folder, those with a link in the form of a sample. */
async function start(form: string): Promise<{ target: string; folder: string }> {
  const source = await readFile(join(import.meta.dirname, `../support/mails/${form}.eml`), 'utf8');
  const folder = await folderWith({});
  const track = await openTracker();
  const backend = await createBackend({ siteOrigin }, [
    {
      name: 'mails-in-files',
      sentence: 'Mails lie in a folder.',
      world: (world) => {
        const send = world.mails.create.bind(world.mails);
        world.mails.create = async (mail) => {
          const { to, link, text } = mail;
          const name = join(folder, randomUUID());
          const letter = link ? letterLike(source, to, link, track) : `To: ${to}\r\n\r\n${text}`;
          await writeFile(name, letter);
          await rename(name, `${name}.eml`);
          return send(mail);
        };
      },
    },
  ]);
  const { url, close } = await serve(backend);
  onTestFinished(close);
  return { target: url, folder };
}

test.for([
  { form: 'ethiopic-full-stop' },
  { form: 'bold-marks' },
  { form: 'safe-link', through: 'eu01.safelinks.example' },
  { form: 'click-tracking', through: '127.0.0.1' },
])('a backend whose mails are in the form $form is right', async ({ form, through }) => {
  const { target, folder } = await start(form);
  const mailbox = { use: 'eml', path: folder, waitMs: 20_000, everyMs: 10 };
  const config = { target, siteOrigin, mailbox };

  const journey = await runWith(config, ['journey']);
  expect(journey).toMatchObject({ code: 0, stdout: expect.stringMatching(/Done: APPLIED/) });

  const smoke = await runWith(config, ['smoke']);
  expect(smoke).toMatchObject({ code: 0, stdout: expect.stringMatching(/GOOD: APPLIED/) });

  const report = join(folder, 'check.json');
  const check = await runWith(config, ['check', '--report', `json=${report}`]);
  const { results } = JSON.parse(await readFile(report, 'utf8')) as {
    results: { id: string; outcome: string; got?: string; reason?: string; notes?: string[] }[];
  };
  const odd = results.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped');
  expect(odd.map(({ id, got, reason }) => `${id}: ${got ?? reason}`)).toEqual([]);
  expect(check.code).toBe(0);

  const mailsALink = results.find(({ id }) => id === 'applicants.register/mails-a-link');
  const said = through === undefined ? [] : [`the mailed link goes through ${through}`];
  expect(mailsALink?.notes ?? []).toEqual(said);
  for (const words of said) {
    expect(journey.stdout.replace(/\s+/g, ' ')).toContain(words);
    expect(smoke.stdout.replace(/\s+/g, ' ')).toContain(words);
  }
  const reports = [journey, smoke, check, { stdout: JSON.stringify(results), stderr: '' }]
    .map(({ stdout, stderr }) => stdout + stderr)
    .join();
  expect(reports).not.toMatch(/activate\/[\da-f]{8}|upn=/);
});
