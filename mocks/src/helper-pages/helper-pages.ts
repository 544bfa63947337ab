import { outboxJson, outboxPage } from './outbox.ts';
/**
 * The helper pages beside the API. The start page is in this file; outbox, staff and payment have files of their own.
 */

import { applicantStates } from '@one-planet/contract';
import { faultList } from '../faults/faults.ts';
import { harmlessList } from '../faults/harmless.ts';
import { html, json, RefusalError, withCors } from '../server/responses.ts';
import type { World } from '../world/world.ts';
import { asksForJson, button, factList, type PageCall, page } from './page-frame.ts';
import { examKey, providerAction, providerPage } from './provider-page.ts';
import { decide, receiptFile, staffJson, staffPage } from './staff.ts';

/** The start page: links to the other pages, and how many records the backend has. */
function indexPage({ world }: PageCall): Response {
  const { applicants, ...counts } = count(world);
  const { faults: faultNames, harmless } = world.settings;
  const switchedOnNames = [
    ...faultList.filter(({ name }) => faultNames.includes(name)),
    ...harmlessList.filter(({ name }) => harmless.includes(name)),
  ];
  return page(
    'Mock backend',
    html`<p>Plays the college's backend under <code>/api</code>. Beside it:</p>
<ul>
<li><a href="/_mock/outbox">Outbox</a>: every mail, with its links (<a href="/_mock/outbox.json">JSON</a>)</li>
<li><a href="/_mock/staff">Staff page</a>: verify payments, admit applicants (<a href="/_mock/staff.json">JSON</a>)</li>
<li><a href="/_mock/exam-key.json">Exam key</a>: the right answers (JSON)</li>
<li><a href="/_mock/state.json">Counts</a>: those below (JSON)</li>
</ul>
${switchedOnNames.length > 0 ? html`<h2>Faults and variations switched on</h2>${factList(Object.fromEntries(switchedOnNames.map(({ name, sentence }) => [name, sentence])))}` : ''}
<h2>Applicants</h2>${factList(applicants)}
<h2>Other records</h2>${factList(counts)}
${button('Start again from the seed', '/_mock/reset', { isMain: false })}`,
  );
}

/** The numbers of the start page as JSON. */
function stateJson({ world }: PageCall): Response {
  return json(200, count(world));
}

function count(world: World) {
  const states = [null, ...applicantStates].map((state) => [
    state ?? 'REGISTERED',
    world.inState(state).size,
  ]);
  return {
    applicants: Object.fromEntries(states) as Record<string, number>,
    mails: world.mails.size,
    exams: world.exams.size,
    payments: world.payments.size,
    uploads: world.uploads.size,
  };
}

type PageHandler = (call: PageCall) => Response | Promise<Response>;

/** Every helper page; `:name` is a parameter. */
const pages: Readonly<Record<string, PageHandler>> = {
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

/** Handles requests to `/_mock`: the pages replace the applicant's mailbox, the staff and the payment providers. */
export async function handlePageRequest(
  call: Omit<PageCall, 'params' | 'query'> & { world: World },
): Promise<Response> {
  const { pathname, searchParams: query } = new URL(call.request.url);
  const path = pathname.replace(/(?<=.)\/$/, '');
  if (call.request.method === 'OPTIONS') return withCors(new Response(null, { status: 204 }));
  try {
    const { handler, params } = match(call.request.method, path);
    return withCors(await handler({ ...call, params, query }));
  } catch (error) {
    return withCors(refuse(call.request, error));
  }
}

function match(
  method: string,
  path: string,
): { handler: PageHandler; params: Record<string, string> } {
  const allowedMethods: string[] = [];
  for (const [key, handler] of Object.entries(pages)) {
    const [pageMethod = '', template = ''] = key.split(' ');
    const pattern = template.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = path.match(new RegExp(`^${pattern}$`));
    if (!match) continue;
    if (pageMethod === method || (pageMethod === 'GET' && method === 'HEAD')) {
      return { handler, params: { ...match.groups } };
    }
    allowedMethods.push(pageMethod);
  }
  if (allowedMethods.length === 0) throw new RefusalError(404, `There is nothing at ${path}.`);
  throw new RefusalError(405, `${method} is not offered here.`, {
    allow: allowedMethods.join(', '),
  });
}

function refuse(request: Request, error: unknown): Response {
  if (!(error instanceof RefusalError)) {
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
