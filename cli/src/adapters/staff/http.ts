/** A staff system that decides when it is asked by a request the settings describe. */
import type { StaffDecision } from '@one-planet/contract';
import { openPage, type PageAccess } from '../../backend/open-page.ts';
import { CliError } from '../../process/exit.ts';
import { readSecret } from '../../process/read-secret.ts';
import type { StaffRequest } from './settings.ts';
import type { StaffCase } from './staff.ts';

/** @throws {CliError} (exit 2) when the system refuses, or the settings want what is not known; (exit 3) when it is not reached */
export async function decideByRequest(
  request: StaffRequest | undefined,
  decision: StaffDecision,
  { about, access, signal }: { about: StaffCase; access: PageAccess; signal: AbortSignal },
): Promise<void> {
  if (!request) throw new CliError(`staff.requests has no request to ${decision}`);
  const { url, method = 'POST', headers = {}, body } = request;
  const json = typeof body === 'object' && body !== null;
  const fillIn = (text: string) => filled(text, about);
  const { status } = await openPage(access, filled(url, about, encodeURIComponent), {
    what: `the staff system at ${new URL(url.replace(/[{}]/g, '')).host}`,
    signal,
    method,
    headers: {
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillIn(value)])),
    },
    ...(body === undefined ? {} : { body: bodyOf(body, fillIn) }),
  });
  if (status >= 300) {
    throw new CliError(
      `the staff system answered ${status} to the request to ${decision}: check staff.requests.${decision} in admissions.config.json`,
    );
  }
}

function bodyOf(body: unknown, fillIn: (text: string) => string): string {
  if (typeof body === 'string') return fillIn(body);
  // Values are filled in before they become JSON: none of them can break out of it.
  return JSON.stringify(body, (_, value) => (typeof value === 'string' ? fillIn(value) : value));
}

function filled(text: string, about: StaffCase, encode = (value: string) => value): string {
  return text.replace(/\{(env:)?(\w+)\}/g, (whole, env: string | undefined, name: string) => {
    if (env) return readSecret({ env: name }, `${whole} of the staff request`, '');
    const values: Record<string, unknown> = {
      email: about.email,
      paymentCode: about.paymentCode,
      applicantId: about.applicantId,
    };
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name] ?? undefined;
    if (value === undefined) {
      throw new CliError(`the staff request needs ${whole}, which the backend has not given`);
    }
    return encode(String(value));
  });
}
