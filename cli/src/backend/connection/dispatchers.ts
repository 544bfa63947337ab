/** The ways to the network: straight, or through the proxy that the environment names. */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Tls } from './open.ts';

/** Never through a proxy: it would look for them on its own machine. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Makes what sends requests. HTTP_PROXY, HTTPS_PROXY and NO_PROXY are heeded, in either case. */
export function openDispatcher(
  { connect, ...options }: Agent.Options & { connect: Tls },
  env: NodeJS.ProcessEnv = process.env,
): Dispatcher {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const [httpProxy, httpsProxy] = [read('HTTP_PROXY'), read('HTTPS_PROXY')];
  if (!httpProxy && !httpsProxy) return new Agent({ ...options, connect });
  const straight = read('NO_PROXY') ?? '';
  return new EnvHttpProxyAgent({
    ...options,
    connect,
    requestTls: connect,
    // Many proxies tunnel to TLS only.
    proxyTunnel: false,
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: straight.trim() === '*' ? '*' : [straight, ...thisMachine].join(','),
  });
}
