import { createClient } from '@one-planet/sdk';
import { Agent, fetch, request } from 'undici';
import { type Figure, inTurn, median } from './figures.ts';
import { startProcess } from './server-process.ts';

const callsARun = 300;

/** Compares the SDK with undici alone, on a server in another process that answers a short list. */
export async function sdkFigures(): Promise<Figure[]> {
  const server = await startProcess('list-server.ts');
  const dispatcher = new Agent({ connections: 1 });
  const viaUndici = ((url: string, init: object) =>
    fetch(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
  const url = `${server.url}/api/contents/private`;
  const client = createClient({ baseUrl: server.url, fetch: viaUndici });
  const strict = createClient({ baseUrl: server.url, fetch: viaUndici, validate: 'strict' });
  const bySdk = () => repeat(() => client.contents.list());
  const byStrictSdk = () => repeat(() => strict.contents.list());
  const byFetch = () => repeat(async () => (await fetch(url, { dispatcher })).json());
  const byRequest = () => repeat(async () => (await request(url, { dispatcher })).body.json());
  try {
    const fetched = await inTurn(15, bySdk, byFetch, 3);
    const validated = await inTurn(15, byStrictSdk, byFetch, 1);
    const requested = await inTurn(15, bySdk, byRequest, 1);
    const perCall = (times: number[]) => `${((median(times) / callsARun) * 1000).toFixed(0)} µs`;
    return [
      {
        what: 'SDK call against the same call by undici alone',
        measured: `${median(fetched.ratios).toFixed(2)} x`,
        reach: 'at most 1.3 x',
        holds: median(fetched.ratios) <= 1.3,
        how: `undici's fetch, median of 15 pairs of ${callsARun} calls; ${perCall(fetched.a)} against ${perCall(fetched.b)}`,
      },
      {
        what: 'the same, answers held against the schema',
        measured: `${median(validated.ratios).toFixed(2)} x`,
        reach: '',
        how: `\`validate: 'strict'\`, as the CLI does`,
      },
      {
        what: "the same, against undici's lower `request`",
        measured: `${median(requested.ratios).toFixed(2)} x`,
        reach: '',
        how: 'what a client without fetch semantics would take',
      },
    ];
  } finally {
    await dispatcher.close();
    server.stop();
  }
}

async function repeat(call: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < callsARun; i++) await call();
}
