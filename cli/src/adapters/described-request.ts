/** A request to a system beside the backend, as the settings describe it. */
import { z } from 'zod';
import { openPage, type PageAccess } from '../backend/open-page.ts';
import { CliError } from '../process/exit.ts';
import { readSecret } from '../process/read-secret.ts';
import { withVariables } from '../process/setting-kinds.ts';

/** `{email}`, `{env:NAME}` and whatever else the one who sends it knows are filled in. */
export const describedRequest = z
  .object({
    url: z
      .string()
      .regex(
        /^https?:\/\/[^@]+$/,
        'must be an address with http:// or https://, without user name',
      ),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional().describe('Default: POST.'),
    headers: z.record(withVariables(z.string())).optional(),
    body: z.unknown().optional().describe('Sent as JSON; a text is sent as it is.'),
  })
  .strict();
export type DescribedRequest = z.infer<typeof describedRequest>;

interface Purpose {
  /** How the system is called in messages, e.g. `staff`. */
  system: string;
  /** What it is asked for, e.g. `to verify`. */
  wish: string;
  /** Where it is set, e.g. `staff.requests.verify`. */
  setting: string;
  /** What is filled in by name; `undefined` where the backend has not given it. */
  values: Readonly<Record<string, string | number | undefined>>;
  /** Whether an answer with this status means that it was done; default: below 300. */
  done?: (status: number) => boolean;
  access: PageAccess;
  signal: AbortSignal;
}

/** @throws {CliError} (exit 2) when the system refuses, or the settings want what is not known; (exit 3) when it is not reached */
export async function sendDescribed(
  { url, method = 'POST', headers = {}, body }: DescribedRequest,
  { system, wish, setting, values, done = (status) => status < 300, access, signal }: Purpose,
): Promise<void> {
  const json = typeof body === 'object' && body !== null;
  const fillIn = (text: string) => filled(text, system, values);
  const { status } = await openPage(access, filled(url, system, values, encodeURIComponent), {
    what: `the ${system} system at ${new URL(url.replace(/[{}]/g, '')).host}`,
    signal,
    method,
    headers: {
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillIn(value)])),
    },
    ...(body === undefined ? {} : { body: bodyOf(body, fillIn) }),
  });
  if (!done(status)) {
    throw new CliError(
      `the ${system} system answered ${status} to the request ${wish}: check ${setting} in admissions.config.json`,
    );
  }
}

function bodyOf(body: unknown, fillIn: (text: string) => string): string {
  if (typeof body === 'string') return fillIn(body);
  // Values are filled in before they become JSON: none of them can break out of it.
  return JSON.stringify(body, (_, value) => (typeof value === 'string' ? fillIn(value) : value));
}

function filled(
  text: string,
  system: string,
  values: Purpose['values'],
  encode = (value: string) => value,
): string {
  return text.replace(/\{(env:)?(\w+)\}/g, (whole, env: string | undefined, name: string) => {
    if (env) return readSecret({ env: name }, `${whole} of the ${system} request`, '');
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name];
    if (value === undefined) {
      throw new CliError(`the ${system} request needs ${whole}, which the backend has not given`);
    }
    return encode(String(value));
  });
}
