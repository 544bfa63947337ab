/** One journey on the mock, call by call. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { openJourneys } from '../../cli/src/applicant/journey/open.ts';
import { runJourney } from '../../cli/src/applicant/journey/run.ts';
import { loadSettings } from '../../cli/src/config/load.ts';
import { listen } from '../../cli/src/process/listen.ts';

/** A call and its answer; in texts, what is the applicant's own is `{email}` or `{token}`. */
export interface Recorded {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  status: number;
  type: string;
  answer: Buffer;
}

/** @returns every call of the journey in order, and those among them that asked for the applicant's profile */
export async function recordJourney(): Promise<{ calls: Recorded[]; profiles: Recorded[] }> {
  const mock = await serve(await createBackend({}));
  const calls: Recorded[] = [];
  const recorder = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method = '', url = '' } = request;
    const headers = ofCaller(request.headers);
    const own = { method, headers, ...(body.length > 0 ? { body } : {}) };
    const answered = await fetch(mock.url + url, own);
    const type = answered.headers.get('content-type') ?? '';
    const answer = Buffer.from(await answered.arrayBuffer());
    const { status } = answered;
    calls.push({ method, path: url, headers, body, status, type, answer });
    response.writeHead(status, { 'content-type': type }).end(answer);
  });
  const { url, close } = await listen(recorder, 0);
  const settings = await loadSettings({ target: url }, { env: {} });
  const open = await openJourneys(settings);
  const context = open.context();
  const { exitCode, steps } = await runJourney(context);
  await open.close();
  await close();
  await mock.close();
  if (exitCode !== 0) throw new Error(`the journey ended with ${JSON.stringify(steps.at(-1))}`);
  const recorded = withoutOwn(calls, context.email);
  return {
    calls: recorded,
    profiles: recorded.filter(({ path }) => path.includes('/get_by_email/')),
  };
}

/** @returns the calls to the API, for an applicant of that name, to be sent again */
export function callsOf({ calls }: { calls: readonly Recorded[] }): Recorded[] {
  const email = 'hana@example.com';
  const token = Buffer.from(email).toString('base64url');
  const fill = (text: string) => text.replaceAll('{token}', token).replaceAll('{email}', email);
  return calls
    .filter(({ path }) => path.startsWith('/api/'))
    .map((call) => ({
      ...call,
      path: fill(call.path),
      headers: Object.fromEntries(
        Object.entries(call.headers).map(([name, value]) => [name, fill(value)]),
      ),
      body: /json/.test(call.headers['content-type'] ?? '')
        ? Buffer.from(fill(call.body.toString()))
        : call.body,
    }));
}

function ofCaller(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = ['content-type', 'authorization', 'accept'] as const;
  return Object.fromEntries(
    kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

/** Every token of hers becomes the same: her address says all that the server has to know. */
function withoutOwn(calls: readonly Recorded[], email: string): Recorded[] {
  const tokens = new Set<string>();
  for (const { path, headers } of calls) {
    const [, inPath] = /\/(?:active|create_password)\/([^/?]+)/.exec(path) ?? [];
    const [, inHeader] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    for (const token of [inPath, inHeader]) if (token !== undefined) tokens.add(token);
  }
  const without = (text: string) => {
    let left = text.replaceAll(email, '{email}').replaceAll(encodeURIComponent(email), '{email}');
    for (const token of tokens) left = left.replaceAll(token, '{token}');
    return left;
  };
  return calls.map((call) => ({
    ...call,
    path: without(call.path),
    headers: Object.fromEntries(
      Object.entries(call.headers).map(([name, value]) => [name, without(value)]),
    ),
    body: /json/.test(call.headers['content-type'] ?? '')
      ? Buffer.from(without(call.body.toString()))
      : call.body,
    answer: /json|text/.test(call.type)
      ? Buffer.from(without(call.answer.toString()))
      : call.answer,
  }));
}
