/** The exam's key, and the site that the backend has to let in. */
import { findOperation, wireTemplate } from '@one-planet/contract';
import type { Target } from '../backend/target.ts';
import {
  broken,
  type Found,
  missing,
  type PartSettings,
  ready,
  type Tools,
  untried,
} from './part.ts';

/** Whether the exam can be passed. */
export function tryExamKey(
  { exam, answerKey }: PartSettings,
  { isMock }: Pick<Tools, 'isMock'>,
): Found {
  if (exam !== 'pass') return ready(`not needed: the exam is taken as "${exam}"`);
  if (answerKey) return ready(`${answerKey.size} answers`);
  if (isMock === undefined) return untried;
  if (isMock) return ready("the mock's own key");
  return missing(
    'nobody knows the right answers: whoever wrote the questions does',
    '"examKey": "exam-key.json"',
  );
}

/** Whether the site is there, and the backend lets it in. */
export async function trySite(
  { siteOrigin, dialect }: PartSettings,
  { request }: Pick<Target, 'request'>,
  { origin, isMock, signal }: Tools,
): Promise<Found> {
  if (siteOrigin === undefined) {
    if (isMock) return ready('any site is let in by the mock');
    return missing(
      "the site's origin is not known: what a browser needs is not checked",
      '"siteOrigin": "https://admissions.example.edu"',
    );
  }
  const site = new URL(siteOrigin).origin;
  const late = AbortSignal.any([signal, AbortSignal.timeout(15_000)]);
  const page = await request(`${site}/`, {
    method: 'GET',
    headers: {},
    signal: late,
    maxBytes: 0,
  }).catch(() => undefined);
  if (!page) return broken(`${site} is not reached`);
  if (site === origin)
    return ready(`${site} answers ${page.status}, and is the backend's own origin`);
  const path = wireTemplate(
    dialect,
    'contents.list',
    findOperation('contents.list')?.route.path ?? '',
  );
  const { headers } = await request(`${origin}/api${path}`, {
    method: 'GET',
    headers: { origin: site },
    signal: late,
  });
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === site || allowed === '*')
    return ready(`${site} answers ${page.status}, and is let in`);
  return broken(
    `${site} answers ${page.status}, but the backend does not let it in: access-control-allow-origin is ${allowed ?? 'missing'}`,
  );
}
