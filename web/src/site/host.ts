/** How long the site's own host may take to respond. */
const hostTimeoutMs = 4_000;

/** Requests headers from the site's own host, past every cache. @returns `undefined` if it does not respond in time */
export async function askHost(): Promise<Response | undefined> {
  // The service worker never answers a HEAD request from its cache.
  const response = fetch('/config.json', { method: 'HEAD', cache: 'no-store' });
  const timeoutPromise = new Promise<undefined>((resolve) => setTimeout(resolve, hostTimeoutMs));
  return Promise.race([response, timeoutPromise]).catch(() => undefined);
}

/** @returns whether the site's own host can be reached now */
export async function isHostReachable(): Promise<boolean> {
  const response = await askHost();
  return response !== undefined && !hasProxyErrorStatus(response);
}

/** Whether the status is one with which a proxy reports that the host is down: that counts as no connection. */
export const hasProxyErrorStatus = ({ status }: Pick<Response, 'status'>): boolean => status >= 502;
