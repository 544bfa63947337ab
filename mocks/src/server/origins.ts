/**
 * Which web pages may use the mock. While it runs, every page that is open in a developer's browser can send requests to
 * it, so the server tells its own pages and those of the site from all others.
 */

const loopbackNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * @param address of the request, with the host that it names
 * @param port the one that the server listens on
 * @returns whether the request names this machine and this port. A page whose name was changed to lead to
 *   this machine (DNS rebinding) names its own host.
 */
export function isAddressedHere(address: string, port: number): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return loopbackNames.includes(url.hostname) && Number(url.port || 80) === port;
}

/** @returns the request's origin if its pages may call the API: the site's, or one of `allowedOrigins` */
export function findAllowedOrigin(
  request: Request,
  { siteOrigin, allowedOrigins }: { siteOrigin: string; allowedOrigins: readonly string[] },
): string | undefined {
  const origin = request.headers.get('origin');
  if (origin === null) return undefined;
  const isAllowed = [siteOrigin, ...allowedOrigins].some(
    (allowedOrigin) => makeOriginKey(allowedOrigin) === makeOriginKey(origin),
  );
  return isAllowed ? origin : undefined;
}

/**
 * @returns whether a page of another origin has sent the request. Only browsers send the headers that say so; programs
 *   without them are let through.
 */
export function isSentByOtherPage(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin !== null) return origin !== new URL(request.url).origin;
  const site = request.headers.get('sec-fetch-site') ?? 'none';
  return site !== 'same-origin' && site !== 'none';
}

/** The same for each name of this machine: `http://localhost:5173` and `http://127.0.0.1:5173` are one site. */
function makeOriginKey(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, hostname, port } = new URL(address);
  return [protocol, loopbackNames.includes(hostname) ? 'localhost' : hostname, port].join(' ');
}
