/** What keeps the connection to the site private. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { Patience } from '../process/patience.ts';
import { NotThere, type SiteCheck, type SiteFacts, SiteFault } from './check.ts';
import { patienceMs, tooSlow } from './visit.ts';

const rule = 'hosting#headers-and-caching';
const dayMs = 24 * 60 * 60 * 1000;

/** @throws {NotThere} where the site is not https */
function needTls({ origin }: SiteFacts): URL {
  if (!origin.startsWith('https:')) throw new NotThere('the site is not https');
  return new URL(origin);
}

/** @returns when the certificate ends, in milliseconds since 1970 @throws {Error} after the time limit of any answer */
async function endOfCertificate({ hostname, port }: URL, run: AbortSignal): Promise<number> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const patience = new Patience(patienceMs, run);
  // Who vouches for it is what every other check finds out.
  const socket = connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  });
  try {
    await once(socket, 'secureConnect', { signal: patience.signal });
    return Date.parse(socket.getPeerCertificate().valid_to);
  } catch (error) {
    throw patience.isOver ? new Error(tooSlow) : error;
  } finally {
    patience.end();
    socket.destroy();
  }
}

export const certificate: readonly SiteCheck[] = [
  {
    id: 'tls/certificate',
    level: 'must',
    sentence: 'The certificate MUST be good for some time yet.',
    rule,
    proves: 'It has as many days left as --min-days asks for.',
    leavesOpen: 'Who renews it.',
    run: async (facts) => {
      const url = needTls(facts);
      const end = await endOfCertificate(url, facts.signal);
      const days = Math.floor((end - Date.now()) / dayMs);
      const left = `${days} ${days === 1 ? 'day' : 'days'} left, until ${new Date(end).toISOString().slice(0, 10)}`;
      if (days < facts.minDays) throw new SiteFault(`${facts.minDays} days left`, left);
      return left;
    },
  },
  {
    id: 'tls/hsts',
    level: 'should',
    sentence: 'An https site SHOULD tell browsers to come back by https only.',
    rule,
    proves: 'Strict-Transport-Security has a max-age of at least half a year.',
    leavesOpen: 'The first visit.',
    run: async (facts) => {
      needTls(facts);
      const visit = await facts.visit('/');
      const said = visit.headers.get('strict-transport-security') ?? 'none';
      const [, age = '0'] = /max-age="?(\d+)/i.exec(said) ?? [];
      if (Number(age) * 1000 >= 182 * dayMs) return undefined;
      throw new SiteFault('strict-transport-security: max-age=31536000', said, visit);
    },
  },
];
