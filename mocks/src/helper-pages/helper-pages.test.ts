import { afterEach, expect, test } from 'vitest';
import {
  applicantsForEveryState,
  type BackendOptions,
  createBackend,
  precreatedEmail,
} from '../index.ts';
import { type RunningServer, serve } from '../node.ts';

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
});

async function startServer(options?: BackendOptions): Promise<string> {
  server = await serve(await createBackend(options));
  return server.url;
}

/** The first form of a page that leads to an action, as a browser would send it. */
async function pressButton(url: string, pagePath: string, action: string): Promise<Response> {
  const markup = await (await fetch(`${url}${pagePath}`)).text();
  const formMatch = markup.match(
    new RegExp(`<form method="post" action="([^"]*${action})">(.*?)</form>`, 's'),
  );
  const fieldMatches = [...(formMatch?.[2] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)];
  return await fetch(`${url}${formMatch?.[1]}`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fieldMatches.map(([, name = '', value = '']) => [name, value])),
    redirect: 'manual',
  });
}
test.each(['/_mock', '/_mock/outbox', '/_mock/outbox?to=%3Cscript%3E', '/_mock/staff'])(
  'the page %s is whole and escaped',
  async (path) => {
    const url = await startServer({
      applicants: 2 * applicantsForEveryState,
      faults: ['plus-decoded'],
    });
    const response = await fetch(`${url}${path}`);
    expect(response.headers.get('content-type')).toContain('text/html');
    const markup = await response.text();
    expect(markup).toMatch(/^<!doctype html>[\s\S]*<h1>[\s\S]*<\/html>\s*$/);
    expect(markup).toContain('width=device-width');
    expect(markup).not.toMatch(/<script|undefined|\[object/);
  },
);

test('the buttons of the staff page work', async () => {
  const mockUrl = await startServer({ applicants: applicantsForEveryState });
  const readStaffDesk = async () => await (await fetch(`${mockUrl}/_mock/staff.json`)).json();
  const deskBefore = await readStaffDesk();
  expect(deskBefore.payments).toMatchObject([
    { email: precreatedEmail(5), receipt: expect.any(String) },
  ]);
  expect(
    (await fetch(`${mockUrl}${deskBefore.payments[0].receipt}`)).headers.get('content-type'),
  ).toBe('image/png');
  const verifyResponse = await pressButton(mockUrl, '/_mock/staff', 'verify');
  expect([verifyResponse.status, verifyResponse.headers.get('location')]).toEqual([
    303,
    '/_mock/staff',
  ]);
  expect((await pressButton(mockUrl, '/_mock/staff', 'admit')).status).toBe(303);
  expect(await readStaffDesk()).toEqual({ payments: [], applications: [] });
  const mails = await (await fetch(`${mockUrl}/_mock/outbox.json`)).json();
  expect(mails.map(({ kind }: { kind: string }) => kind)).toEqual(['admitted', 'payment-verified']);
});

test('a decision that cannot be taken says so, as a page and as JSON', async () => {
  const url = await startServer({ applicants: applicantsForEveryState });
  const decide = (email: string, headers: Record<string, string>, body: BodyInit) =>
    fetch(`${url}/_mock/staff/admit?for=${email}`, { method: 'POST', headers, body });
  const jsonHeaders = { 'content-type': 'application/json' };
  const unknownEmailDecision = await decide(
    'nobody',
    jsonHeaders,
    '{"email":"nobody@example.com"}',
  );
  expect([unknownEmailDecision.status, await unknownEmailDecision.json()]).toEqual([
    404,
    { message: 'nobody@example.com is not registered.' },
  ]);
  const form = new URLSearchParams({ email: precreatedEmail(3) });
  const earlyDecision = await decide('early', { accept: 'text/html' }, form);
  expect(earlyDecision.status).toBe(409);
  expect(await earlyDecision.text()).toContain('this needs APPLIED');
  expect((await decide('none', jsonHeaders, '{}')).status).toBe(400);
  const unknownStateBody = JSON.stringify({ email: precreatedEmail(3) });
  const invalidDecision = { method: 'POST', headers: jsonHeaders, body: unknownStateBody };
  expect((await fetch(`${url}/_mock/staff/constructor`, invalidDecision)).status).toBe(404);
});

test('the root leads to the pages', async () => {
  const { status, headers } = await fetch(await startServer(), { redirect: 'manual' });
  expect([status, new URL(headers.get('location') ?? '').pathname]).toEqual([303, '/_mock']);
});

test('the reset button starts again', async () => {
  const url = await startServer({ applicants: applicantsForEveryState });
  await pressButton(url, '/_mock/staff', 'verify');
  expect((await pressButton(url, '/_mock', 'reset')).headers.get('location')).toBe('/_mock');
  const { applicants } = await (await fetch(`${url}/_mock/state.json`)).json();
  expect(applicants.ACTIVATION_PAID).toBe(1);
});

test('the exam key holds the whole bank', async () => {
  const url = await startServer();
  const examKey = await (await fetch(`${url}/_mock/exam-key.json`)).json();
  expect(examKey.length).toBeGreaterThanOrEqual(40);
  expect(examKey[0]).toEqual({ questionText: expect.any(String), choiceText: expect.any(String) });
  expect((await fetch(`${url}/_mock/exam-key.json?exam=5`)).status).toBe(404);
});
