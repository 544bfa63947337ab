import { createClient } from '@one-planet/sdk';

/** @returns the texts of the site; ends when the signal is aborted, or when an attempt takes 5 seconds */
export async function readSiteTexts(baseUrl: string, signal: AbortSignal): Promise<string[]> {
  const client = createClient({
    baseUrl,
    timeout: 5000,
    retry: { attempts: 4, baseMs: 200, maxMs: 2000 },
  });
  const response = await client.contents.list({ signal, retry: { attempts: 2 } });
  return response.status === 200 ? response.body.map(({ content }) => content ?? '') : [];
}
