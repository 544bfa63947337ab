/** What keeps the connection to the site private. */
import { connect } from 'node:tls';
import { NotThere, type SiteCheck, type SiteFacts, SiteFault } from './check.ts';

const rule = 'hosting#headers-and-caching';
const dayMs = 24 * 60 * 60 * 1000;

/** @throws {NotThere} where the site is not https */
function needTls({ origin }: SiteFacts): URL {
  if (!origin.startsWith('https:')) throw new NotThere('the site is not https');
  return new URL(origin);
}

/** @returns when the certificate ends, in milliseconds since 1970 */
function endOfCertificate({ hostname, port }: URL, signal: AbortSignal): Promise<number> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // Who vouches for it is what every other check finds out.
    const socket = connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    const stop = () => socket.destroy(new Error('interrupted'));
    signal.addEventListener('abort', stop, { once: true });
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('error', reject);
    socket.once('close', () => signal.removeEventListener('abort', stop));
  });
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
