/** Content security policies, as browsers read them (CSP level 3). */

/** The sources of each directive, by its name in lower case. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** @returns the policies of a header: a browser obeys each of them */
export function policiesOf(header: string): Policy[] {
  return header
    .split(',')
    .filter((text) => text.trim() !== '')
    .map(directivesOf);
}

function directivesOf(text: string): Policy {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // Of one that is repeated the first counts.
    if (name !== '' && !directives.has(name.toLowerCase())) {
      directives.set(name.toLowerCase(), sources);
    }
  }
  return directives;
}

/** @returns what a policy says of what is fetched; `undefined` where it allows anything */
export function sourcesOf(policy: Policy, name: string): readonly string[] | undefined {
  return policy.get(name) ?? policy.get('default-src');
}

/**
 * Whether a source lets an origin in. The path of a source does not count.
 * @param wanted an origin
 * @param site the origin of the page
 */
export function letsIn(source: string, wanted: string, site: string): boolean {
  const to = new URL(wanted);
  if (/^'self'$/i.test(source)) return wanted === site;
  if (source === '*') return true;
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return isScheme(source.toLowerCase(), to);
  const [, scheme = new URL(site).protocol, host = '', port] =
    /^(?:([a-z][a-z\d+.-]*:)\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(?:\/.*)?$/i.exec(source) ?? [];
  return isScheme(scheme.toLowerCase(), to) && isHost(host.toLowerCase(), to) && isPort(port, to);
}

/** A source without TLS lets the same host in with it. */
function isScheme(scheme: string, { protocol }: URL): boolean {
  return scheme === protocol || (scheme === 'http:' && protocol === 'https:');
}

function isHost(host: string, { hostname }: URL): boolean {
  return host.startsWith('*') ? hostname.endsWith(host.slice(1)) : host === hostname;
}

function isPort(port = '', to: URL): boolean {
  if (port === '*' || port === to.port) return true;
  const usual = to.protocol === 'https:' ? ['443', '80'] : ['80'];
  return to.port === '' && usual.includes(port);
}
