import { createClient } from '@one-planet/sdk';

/** @returns the texts of the site; gives up when the signal says so, or after 5 seconds for each attempt */
export async function texts(baseUrl: string, signal: AbortSignal): Promise<string[]> {
  const client = createClient({
    baseUrl,
    timeout: 5000,
    retry: { attempts: 4, baseMs: 200, maxMs: 2000 },
  });
  const answer = await client.contents.list({ fetchOptions: { signal }, retry: { attempts: 2 } });
  return answer.status === 200 ? answer.body.map(({ content }) => content ?? '') : [];
}
