import { describe, expect, test } from 'vitest';
import { request } from '../../backend/testing/request.ts';
import { serveTest } from '../../process/testing/serve.ts';
import { createMailbox } from './index.ts';

// As Mailpit's own documentation shows its answers, with our mail in them.
const summary = {
  ID: '4oRBnPtCXgAqZniRhzLNmS',
  MessageID: '7ab2@college.example',
  Read: false,
  From: { Name: 'One Planet College', Address: 'admissions@college.example' },
  To: [{ Name: '', Address: 'nightly+1@college.example' }],
  Cc: [],
  Bcc: [],
  ReplyTo: [],
  Subject: 'Activate your account',
  Created: '2026-10-03T21:35:32.228605299+03:00',
  Tags: [],
  Size: 6144,
  Attachments: 0,
  Snippet: 'Please open the link',
};
const link = 'https://college.example/applicant/activate/a1';
const message = {
  ...summary,
  ReturnPath: 'admissions@college.example',
  Date: '2026-10-03T21:35:32+03:00',
  Text: `Please open ${link}\r\n`,
  HTML: `<a href="${link}">Open</a>`,
  Inline: [],
  Attachments: [],
};
const list = (messages: unknown) => ({
  total: 500,
  unread: 500,
  count: 1,
  messages_count: 1,
  start: 0,
  tags: [],
  messages,
});
const { signal } = new AbortController();
const sent = Date.parse(summary.Created);

/** A mailbox on a server that answers like Mailpit. */
async function mailpit(answers: Record<string, unknown>, own = {}) {
  const asked: { path: string; authorization: string | undefined }[] = [];
  const url = await serveTest((request, response) => {
    const path = String(request.url);
    asked.push({ path, authorization: request.headers.authorization });
    const answer = answers[path.replace(/\?.*/, '')];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer));
  });
  const settings = { use: 'mailpit' as const, url, waitMs: 20, everyMs: 5, ...own };
  const box = await createMailbox(
    { mailbox: settings, folder: '/', siteOrigin: undefined },
    { mockPages: () => Promise.reject(), access: { request } },
  );
  return { asked, read: (email: string, since = 0) => box.activationLink(email, since, signal) };
}

const found = {
  '/api/v1/search': list([summary]),
  [`/api/v1/message/${summary.ID}`]: message,
};

describe('mail that Mailpit caught', () => {
  test('is searched by its recipient and read by its id', async () => {
    const { asked, read } = await mailpit(found);
    expect(await read('nightly+1@college.example', sent)).toBe(link);
    expect(asked.map(({ path }) => path)).toEqual([
      '/api/v1/search?query=to%3A%22nightly%2B1%40college.example%22&limit=50',
      `/api/v1/message/${summary.ID}`,
    ]);
  });

  test('counts only when it is hers and new', async () => {
    const { read } = await mailpit(found);
    const none = { exitCode: 5, message: expect.stringMatching(/^no activation mail to /) };
    await expect(read('nightly+1@college.example', sent + 1)).rejects.toMatchObject(none);
    await expect(read('1@college.example')).rejects.toMatchObject(none);
    const empty = await mailpit({ '/api/v1/search': list(null) });
    await expect(empty.read('nightly+1@college.example')).rejects.toMatchObject(none);
  });

  test('is asked for with the password, where Mailpit wants one', async () => {
    process.env.MAILPIT_TEST = 'pit-secret';
    const { asked, read } = await mailpit(found, { user: 'ci', passwordEnv: 'MAILPIT_TEST' });
    await read('nightly+1@college.example');
    const expected = `Basic ${Buffer.from('ci:pit-secret').toString('base64')}`;
    expect(asked[0]?.authorization).toBe(expected);
  });

  test('is a mistake in the settings where something else answers', async () => {
    const { read } = await mailpit({ '/api/v1/search': { mails: [] } });
    await expect(read('a@college.example')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(
        /does not answer like Mailpit \(status 200 for \/api\/v1\/search\)/,
      ),
    });
  });

  test('is missing mail where nothing answers', async () => {
    const { read } = await mailpit({}, { url: 'http://127.0.0.1:1' });
    await expect(read('a@college.example')).rejects.toMatchObject({ exitCode: 5 });
  });
});
