/** How long the site's own host may take to answer, in milliseconds. */
const patienceMs = 4_000;

/** Asks the site's own host for its headers, past every cache. @returns nothing where it gives no answer in time */
export async function askHost(): Promise<Response | undefined> {
  // The worker answers no HEAD with what is kept.
  const response = fetch('/config.json', { method: 'HEAD', cache: 'no-store' });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  return Promise.race([response, late]).catch(() => undefined);
}

/** @returns whether the site's own host answers now */
export async function hostAnswers(): Promise<boolean> {
  const response = await askHost();
  return response !== undefined && !isOfProxy(response);
}

/** Whether a proxy answers for a host that is down: as good as no connection. */
export const isOfProxy = ({ status }: Response): boolean => status >= 502;
