/** Answers in the wrong format. */
import { asHtml, asJson, asText, changesResponse } from './answers.ts';
import type { Fault } from './fault.ts';

const loginPage =
  '<!DOCTYPE html>\n<html><head><title>Login</title></head><body><form action="/login" method="post"></form></body></html>\n';

export const shapesOfForms: readonly Fault[] = [
  changesResponse(
    'json-as-text',
    'The list of programs is sent with the content type text/plain.',
    ({ operation }) => operation.name === 'programs.list',
    () => ({ headers: asText }),
  ),
  changesResponse(
    'upload-as-object',
    'An upload returns an object instead of the stored name as text.',
    ({ operation }, { ok }) => operation.name === 'files.upload' && ok,
    async (response) => ({
      body: JSON.stringify({ fileName: await response.text() }),
      headers: asJson,
    }),
  ),
  changesResponse(
    'html-login-page',
    'Reading private data without a token is answered with 200 and a login page.',
    ({ operation: { meta, route }, request }, { status }) =>
      status === 401 &&
      meta.auth === 'bearer' &&
      route.method === 'GET' &&
      !request.headers.has('authorization'),
    () => ({ status: 200, body: loginPage, headers: asHtml }),
  ),
  changesResponse(
    'json-cut-off',
    'The list of bank accounts is cut off in the middle.',
    ({ operation }, { ok }) => operation.name === 'bankAccounts.list' && ok,
    async (response) => {
      const text = await response.text();
      return { body: text.slice(0, text.length / 2) };
    },
  ),
];
