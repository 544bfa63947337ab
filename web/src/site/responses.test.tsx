import { createClient } from '@one-planet/sdk';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fillField, renderSite, startNetwork } from '../testing/render-site.tsx';
import { readServerMessage } from './messages.ts';
import { awaitResponse } from './responses.ts';

describe('message language', () => {
  const amharicMessage = 'ይህ ኢሜይል አስቀድሞ ተመዝግቧል።';

  /** @returns the outcome of a call that the server refuses */
  async function refuse(status: number, language: string | undefined) {
    const headers = { ...(language !== undefined && { 'content-language': language }) };
    const api = createClient({
      baseUrl: 'http://college.test/api',
      fetch: async () => Response.json({ message: amharicMessage }, { status, headers }),
      retry: { baseMs: 1 },
    });
    return await awaitResponse(api.auth.forgotPassword({ body: { email: 'hana@example.com' } }));
  }

  test.each([
    [400, 'am'],
    [400, ' om-ET '],
    [417, 'am'],
    [503, 'am'],
  ])('the message of a %i has the language that its server named: %j', async (status, language) => {
    const { message } = await refuse(status, language);
    expect(message).toEqual({ text: amharicMessage, language: language.trim() });
  });

  test.each([undefined, '', 'am, en', '"am"', 'a', 'amharic language', '<b>', '*'])(
    'with Content-Language %j the message has no language, and is shown all the same',
    async (language) => {
      const { message } = await refuse(400, language);
      expect(message).toEqual({ text: amharicMessage });
    },
  );

  test.each([
    ['am', 'am'],
    ['nonsense!', null],
  ])(
    'a dialog marks the message with the language of Content-Language %j',
    async (header, expectedLang) => {
      const network = await startNetwork();
      network.respondWith('/auth/public/forgot', () =>
        Response.json(
          { message: amharicMessage },
          { status: 400, headers: { 'content-language': header } },
        ),
      );
      const { user } = await renderSite('/forgot_password', { network });
      await fillField(user, 'Email', 'hana@example.com');
      await user.click(screen.getByRole('button', { name: 'Send' }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByText(amharicMessage).getAttribute('lang')).toBe(expectedLang);
      expect(dialog.getByText(/Click close/).hasAttribute('lang')).toBe(false);
    },
  );
});

describe('a refusal without a word that a person can read', () => {
  const html = '<html><body><h1>413 Request Entity Too Large</h1><hr>nginx</body></html>';
  const refuse = async (status: number, body: string, headers: Record<string, string> = {}) => {
    const api = createClient({
      baseUrl: 'http://college.test/api',
      fetch: async () => new Response(body, { status, headers }),
      retry: { attempts: 1 },
    });
    return await awaitResponse(api.files.upload({ body: { file: new Blob(['x']) } }));
  };

  test.each([
    [413, html, /^The file is too big for the college's server: save it smaller\.$/],
    [413, 'Payload Too Large', /too big/],
    [415, '', /^The college's server does not take this type of file/],
    [423, 'null', /locked/],
    [429, '', /^That was too often\. Please wait a moment/],
    [429, 'Too Many Requests', /^That was too often/],
    [413, 'The receipt is too big.', /^The receipt is too big\.$/],
  ])('of %i with %j says what the status means', async (status, body, textPattern) => {
    expect((await refuse(status, body)).message?.text).toMatch(textPattern);
  });

  test('of a status that says no more has no message', async () => {
    expect((await refuse(500, '')).message).toBeUndefined();
  });

  test('of 429 says when to try again', async () => {
    const { message } = await refuse(429, html, { 'retry-after': '90' });
    expect(message).toEqual({ text: 'That was too often. Please try again in 2 minutes.' });
  });
});

test('a server error with more bytes than are read is no refusal', async () => {
  const api = createClient({
    baseUrl: 'http://college.test/api',
    fetch: async () => new Response('x'.repeat(101), { status: 500 }),
    maxAnswerBytes: 100,
  });
  const outcome = await awaitResponse(
    api.auth.forgotPassword({ body: { email: 'a@example.com' } }),
  );
  expect(outcome).toMatchObject({ status: 'undeclared', undeclaredStatus: 500 });
});

describe('the message of a server', () => {
  test.each([
    'The email is in use.',
    'Error: the code is wrong',
    'You have used all attempts. Error 3.',
    'ይህ ኢሜይል ጥቅም ላይ ነው።',
    'Pay at a bank (CBE or Awash).',
    'Your password is too weak:\nat least 8 characters',
    'Please write to <admissions@example.com>.',
  ])('%j is shown', (message) => {
    expect(readServerMessage(message, null)).toEqual({ text: message });
    expect(readServerMessage({ message }, null)).toEqual({ text: message });
  });

  test.each([
    'java.lang.IllegalStateException: closed\n\tat org.college.Exams.create(Exams.java:41)',
    'TypeError: Cannot read properties of undefined',
    'TypeError: x is not a function\n    at Object.<anonymous> (/srv/app.js:1:1)',
    'Traceback (most recent call last):',
    'SQLSTATE[23000]: Integrity constraint violation',
    'ERROR: duplicate key value violates unique constraint "uk_applicant_email"',
    "Duplicate entry 'hana@example.com' for key 'email'",
    'could not execute statement; constraint [uk_x]',
    'select a.id from applicant a where a.email=?',
    "Cannot read properties of undefined (reading 'id')",
    'connect ECONNREFUSED 127.0.0.1:5432',
    'Internal Server Error',
    'Bad <b>request</b>',
    '{"status":500,"path":',
    '[object Object]',
    'undefined',
    'x'.repeat(501),
  ])('%j is not shown', (message) => {
    expect(readServerMessage({ message }, null)).toBeUndefined();
  });
});
