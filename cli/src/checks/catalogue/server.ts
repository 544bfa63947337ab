/** The backend as a whole: whom it lets in from other sites, and what it says where nothing is. */
import { isHtmlDocument, type OperationName, operations } from '@one-planet/contract';
import type { Check } from '../check.ts';
import type { CheckContext } from '../context.ts';
import { Failed } from '../outcome.ts';
import { randomText } from '../people/person.ts';
import { describeReply } from '../wire/reply.ts';

/** Nobody's, one that looks like the site's, and what sandboxed pages send. */
const strangers = ['https://stranger.example', 'null'] as const;

export const server: readonly Check[] = [
  {
    id: 'server/other-origins',
    level: 'must',
    sentence: 'The backend MUST NOT let other origins than the site’s in with credentials.',
    rule: 'access#other-origins',
    proves:
      'No operation answers a foreign origin, or the origin null, with that origin and access-control-allow-credentials.',
    leavesOpen: 'Origins without credentials: a token is sent by the site alone.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const { helpers } = context;
      const near = helpers.siteOrigin
        ? [`${new URL(helpers.siteOrigin).origin}.stranger.example`]
        : [];
      for (const { name, meta } of operations) {
        if (meta.mayBeMissing) continue;
        for (const origin of [...strangers, ...near]) {
          await expectStranger(context, name, origin, person.number);
        }
      }
    },
  },
  {
    id: 'server/unknown-path',
    level: 'must',
    sentence: 'An unknown path under /api MUST be answered with a refusal.',
    rule: 'refusals#unknown-paths',
    proves:
      'Addresses that nothing has are refused with a 4xx, not answered with a page of the site.',
    leavesOpen: 'What stands in the refusal.',
    run: async (context) => {
      for (const path of ['', 'applicants/', 'payments/private/']) {
        const rawPath = `/${path}${randomText('abcdefghijklmnop', 12)}`;
        const reply = await context.send('contents.list', { rawPath });
        if (reply.status >= 400) continue;
        const what = isHtmlDocument(reply.text) ? 'a page' : describeReply(reply);
        throw new Failed('a refusal (4xx)', `status ${reply.status} with ${what}`, reply);
      }
    },
  },
];

async function expectStranger(
  context: CheckContext,
  name: OperationName,
  origin: string,
  number: number,
): Promise<void> {
  const call = { rawParam: 'none', rawBody: '{}', headers: { origin }, by: number, about: number };
  const reply = await context.send(name, call);
  const allowed = reply.headers.get('access-control-allow-origin');
  const withCredentials = reply.headers.get('access-control-allow-credentials');
  if (allowed === origin && withCredentials?.toLowerCase() === 'true') {
    throw new Failed(`no credentials for ${origin}`, `${name} lets it in with them`, reply);
  }
}
