import type { World } from '../data/world.ts';
import { json } from '../http/answers.ts';
import { withCors } from '../http/cors.ts';
import { html } from '../http/html.ts';
import { Refusal } from '../http/refusal.ts';
import { examKey } from './exam-key.ts';
import { indexPage, stateJson } from './home.ts';
import { outboxJson, outboxPage } from './outbox.ts';
import { page } from './page.ts';
import { providerAction, providerPage } from './pay.ts';
import { asksForJson, type PageCall } from './request.ts';
import { decide, receiptFile, staffJson, staffPage } from './staff.ts';

type Answer = (call: PageCall) => Response | Promise<Response>;

/** Every helper outside the API; `:name` is a parameter. */
const pages: Readonly<Record<string, Answer>> = {
  'GET /_mock': indexPage,
  'GET /_mock/state.json': stateJson,
  'GET /_mock/outbox': outboxPage,
  'GET /_mock/outbox.json': outboxJson,
  'GET /_mock/staff': staffPage,
  'GET /_mock/staff.json': staffJson,
  'POST /_mock/staff/:decision': decide,
  'GET /_mock/files/:name': receiptFile,
  'GET /_mock/pay/:provider/:id': providerPage,
  'POST /_mock/pay/:provider/:id/:action': providerAction,
  'GET /_mock/exam-key.json': examKey,
  'POST /_mock/reset': async ({ request, reset }) => {
    await reset();
    return asksForJson(request) ? json(200, { reset: true }) : redirect('/_mock');
  },
};

/** Answers `/_mock`: stands in for the applicant's mailbox, the staff and the payment providers. */
export async function answerPage(
  call: Omit<PageCall, 'params' | 'query'> & { world: World },
): Promise<Response> {
  const { pathname, searchParams: query } = new URL(call.request.url);
  const path = pathname.replace(/(?<=.)\/$/, '');
  if (call.request.method === 'OPTIONS') return withCors(new Response(null, { status: 204 }));
  try {
    const { answer, params } = match(call.request.method, path);
    return withCors(await answer({ ...call, params, query }));
  } catch (error) {
    return withCors(refuse(call.request, error));
  }
}

function match(method: string, path: string): { answer: Answer; params: Record<string, string> } {
  const allowed: string[] = [];
  for (const [key, answer] of Object.entries(pages)) {
    const [takes = '', template = ''] = key.split(' ');
    const pattern = template.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const found = path.match(new RegExp(`^${pattern}$`));
    if (!found) continue;
    if (takes === method || (takes === 'GET' && method === 'HEAD')) {
      return { answer, params: { ...found.groups } };
    }
    allowed.push(takes);
  }
  if (allowed.length === 0) throw new Refusal(404, `There is nothing at ${path}.`);
  throw new Refusal(405, `${method} is not offered here.`, { allow: allowed.join(', ') });
}

function refuse(request: Request, error: unknown): Response {
  if (!(error instanceof Refusal)) {
    console.error('The mock backend failed:', error);
    return json(500, { message: 'The mock backend failed; its console says why.' });
  }
  const { status, message, headers } = error;
  if (asksForJson(request)) return json(status, { message }, headers);
  const response = page(`${status}`, html`<p>${message}</p>`, status);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
