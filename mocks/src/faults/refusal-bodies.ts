/** Refusals that do not say what is wrong, or say it in the wrong way. */
import type { OperationName } from '@one-planet/contract';
import { around, asHtml, asJson, changesResponse } from './answers.ts';
import type { Call, Fault } from './fault.ts';

const saves: readonly OperationName[] = [
  'applicants.saveBioData',
  'applicants.saveEducationData',
  'applicants.saveContactData',
];
const forms: readonly OperationName[] = ['applicants.register', 'auth.login', ...saves];

/** True for refusals by the rules of these operations, not for a missing token. */
function isRefused(names: readonly OperationName[]) {
  return ({ operation, person }: Call, { status }: Response) =>
    names.includes(operation.name) &&
    status >= 400 &&
    (operation.meta.auth === 'none' || person !== undefined);
}

const trace = `java.lang.IllegalStateException: refused
\tat college.admissions.web.ApplicantController.handle(ApplicantController.java:118)
\tat org.springframework.web.servlet.FrameworkServlet.service(FrameworkServlet.java:885)`;

export const refusalBodies: readonly Fault[] = [
  changesResponse(
    'errors-as-200',
    'The three saves answer their refusals with 200 and the message of the error.',
    isRefused(saves),
    () => ({ status: 200 }),
  ),
  {
    name: 'login-error-200',
    sentence: 'A wrong password is answered with 200 and a message.',
    ...around('auth.login', async (_call, next) => {
      const { status, body } = await next();
      return status === 401 ? { status: 200, body: { message: body } } : { status, body };
    }),
  },
  changesResponse(
    'refusal-empty',
    'Registration, login and the saves refuse without a message.',
    isRefused(forms),
    () => ({ body: null }),
  ),
  changesResponse(
    'refusal-html',
    'Registration, login and the saves refuse with an HTML page.',
    isRefused(forms),
    ({ status }) => ({
      body: `<!DOCTYPE html>\n<html><head><title>Error</title></head><body><h1>HTTP Status ${status}</h1></body></html>\n`,
      headers: asHtml,
    }),
  ),
  changesResponse(
    'stack-trace',
    'Refusals carry a stack trace.',
    (_call, { status }) => status >= 400,
    async (response) => ({
      body: JSON.stringify({ message: await messageOf(response), trace }),
      headers: asJson,
    }),
  ),
];

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return isJson ? (JSON.parse(text) as { message: string }).message : text;
}
