/** What is kept on the device: answers by their address. A full or forbidden storage keeps nothing, and stops nothing. */

const name = 'site';

/** @returns a kept answer */
export async function kept(address: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(name)).match(address);
  } catch {
    return undefined;
  }
}

/** Keeps an answer. @returns false where the storage has no room */
export async function putAside(address: string, answer: Response): Promise<boolean> {
  try {
    await (await caches.open(name)).put(address, answer);
    return true;
  } catch {
    return false;
  }
}

/** Asks the network, and keeps a good answer. @throws {TypeError} without a connection */
export async function fromNetwork(request: Request | string): Promise<Response> {
  const answer = await fetch(request);
  const address = typeof request === 'string' ? request : request.url;
  if (isWorthKeeping(answer)) await putAside(address, answer.clone());
  return answer;
}

/**
 * @returns whether an answer to anything but a page may be kept. A page in its place is another's: of a host that has
 *   the file no more, or of a network that wants to be paid first. Photographs weigh more than the rest of the site; the
 *   browser's own cache may hold them.
 */
export function isWorthKeeping({ ok, headers }: Response): boolean {
  return ok && !/^(text\/html|image\/(?!svg))/.test(headers.get('content-type') ?? '');
}

/** @returns the addresses of all kept answers */
export async function allKept(): Promise<string[]> {
  const requests = await (await caches.open(name)).keys();
  return requests.map(({ url }) => url);
}

export async function drop(address: string): Promise<void> {
  await (await caches.open(name)).delete(address);
}
