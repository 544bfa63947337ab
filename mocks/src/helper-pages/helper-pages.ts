import { outboxJson, outboxPage } from './outbox.ts';
/**
 * The helper pages beside the API. The start page is in this file; outbox, staff and payment have files of their own.
 */

import { applicantStates } from '@one-planet/contract';
import { findFaults } from '../faults/faults.ts';
import { isSentByOtherPage } from '../server/origins.ts';
import { html, jsonResponse, RefusalError } from '../server/responses.ts';
import type { World } from '../world/world.ts';
import {
  asksForJson,
  makePage,
  type PageCall,
  renderButton,
  renderFactList,
  sendStyleSheet,
  withPageHeaders,
} from './page-frame.ts';
import { examKeyJson, payOrCancel, showProviderPage } from './provider-page.ts';
import { decideOnApplicant, sendReceiptFile, staffJson, staffPage } from './staff.ts';

/** The start page: links to the other pages, and how many records the backend has. */
function indexPage({ world }: PageCall): Response {
  const { applicants, ...counts } = countRecords(world);
  const switchedOnFaults = findFaults(world.settings.faults);
  return makePage(
    'Mock backend',
    html`<p>Plays the college's backend under <code>/api</code>. Beside it:</p>
<ul>
<li><a href="/_mock/outbox">Outbox</a>: every mail, with its links (<a href="/_mock/outbox.json">JSON</a>)</li>
<li><a href="/_mock/staff">Staff page</a>: verify payments, admit applicants (<a href="/_mock/staff.json">JSON</a>)</li>
<li><a href="/_mock/exam-key.json">Exam key</a>: the right answers (JSON)</li>
<li><a href="/_mock/state.json">Counts</a>: those below (JSON)</li>
</ul>
${switchedOnFaults.length > 0 ? html`<h2>Faults and variations switched on</h2>${renderFactList(Object.fromEntries(switchedOnFaults.map(({ name, sentence }) => [name, sentence])))}` : ''}
<h2>Applicants</h2>${renderFactList(applicants)}
<h2>Other records</h2>${renderFactList(counts)}
${renderButton('Start again from the seed', '/_mock/reset', { isMain: false })}`,
  );
}

/** The numbers of the start page as JSON. */
function stateJson({ world }: PageCall): Response {
  return jsonResponse(200, countRecords(world));
}

function countRecords(world: World) {
  const countsByState = [null, ...applicantStates].map((state) => [
    state ?? 'REGISTERED',
    world.peopleIn(state).length,
  ]);
  return {
    applicants: Object.fromEntries(countsByState) as Record<string, number>,
    mails: world.mails.count(),
    exams: world.exams.count(),
    payments: world.payments.count(),
    uploads: world.uploads.count(),
  };
}

type PageHandler = (call: PageCall) => Response | Promise<Response>;

/** Every helper page; `:name` is a parameter. */
const pageHandlers: Readonly<Record<string, PageHandler>> = {
  'GET /_mock': indexPage,
  'GET /_mock/style.css': sendStyleSheet,
  'GET /_mock/state.json': stateJson,
  'GET /_mock/outbox': outboxPage,
  'GET /_mock/outbox.json': outboxJson,
  'GET /_mock/staff': staffPage,
  'GET /_mock/staff.json': staffJson,
  'POST /_mock/staff/:decision': decideOnApplicant,
  'GET /_mock/files/:name': sendReceiptFile,
  'GET /_mock/pay/:provider/:id': showProviderPage,
  'POST /_mock/pay/:provider/:id/:action': payOrCancel,
  'GET /_mock/exam-key.json': examKeyJson,
  'POST /_mock/reset': async ({ request, reset }) => {
    await reset();
    return asksForJson(request) ? jsonResponse(200, { reset: true }) : redirect('/_mock');
  },
};

/** Handles requests to `/_mock`: the pages replace the applicant's mailbox, the staff and the payment providers. */
export async function handlePageRequest(
  call: Omit<PageCall, 'params' | 'query'> & { world: World },
): Promise<Response> {
  const { pathname, searchParams: query } = new URL(call.request.url);
  const path = pathname.replace(/(?<=.)\/$/, '');
  const { settings } = call.world;
  try {
    if (!/^(GET|HEAD)$/.test(call.request.method) && isSentByOtherPage(call.request)) {
      throw new RefusalError(403, 'Only the pages of this server may do this.');
    }
    const { handler, params } = findPage(call.request.method, path);
    return withPageHeaders(await handler({ ...call, params, query }), settings);
  } catch (error) {
    return withPageHeaders(toErrorResponse(call.request, error), settings);
  }
}

function findPage(
  method: string,
  path: string,
): { handler: PageHandler; params: Record<string, string> } {
  const allowedMethods: string[] = [];
  for (const [key, handler] of Object.entries(pageHandlers)) {
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

function toErrorResponse(request: Request, error: unknown): Response {
  if (!(error instanceof RefusalError)) {
    console.error('The mock backend failed:', error);
    return jsonResponse(500, { message: 'The mock backend failed; its console says why.' });
  }
  const { status, message, headers } = error;
  if (asksForJson(request)) return jsonResponse(status, { message }, headers);
  const response = makePage(`${status}`, html`<p>${message}</p>`, status);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

function redirect(locationPath: string): Response {
  return new Response(null, { status: 303, headers: { location: locationPath } });
}
