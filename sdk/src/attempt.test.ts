import { expect, onTestFinished, test, vi } from 'vitest';

test('a part of the SDK that cannot be loaded is no fault of the connection, and nothing is sent', async () => {
  // Anew: what was loaded once is kept.
  vi.resetModules();
  vi.doMock('./validate.ts', () => {
    throw new Error('no such file');
  });
  onTestFinished(() => {
    vi.doUnmock('./validate.ts');
    vi.resetModules();
  });
  const { createClient } = await import('./client.ts');
  const { ConnectionError } = await import('./errors.ts');
  const fetch = vi.fn(async () => Response.json([]));
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', validate: 'strict', fetch });
  const error = await client.contents.list().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(ConnectionError);
  expect(fetch).not.toHaveBeenCalled();
});
