// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createHooks } from './react.ts';

const fetch = vi.fn(async (url: string) =>
  url.endsWith('/programs/private')
    ? new Response('[{"id":1,"name":"Data Science"}]', {
        headers: { 'content-type': 'application/json' },
      })
    : new Response('Wrong state', { status: 409 }),
);
const api = createHooks({
  baseUrl: 'http://backend.example',
  fetch: fetch as unknown as typeof globalThis.fetch,
});

function Programs() {
  const { data, isPending } = api.programs.list.useQuery({ queryKey: ['programs'] });
  const apply = api.applicants.applyForProgram.useMutation();
  if (isPending) return <p>Loading</p>;
  const said =
    apply.error && 'status' in apply.error ? `${apply.error.status} ${apply.error.body}` : '';
  return (
    <>
      <p>{data?.body.map(({ name }) => name).join()}</p>
      <button type="button" onClick={() => apply.mutate({ body: { selectedBatchProgramId: 1 } })}>
        Apply
      </button>
      <output>{said}</output>
    </>
  );
}

test('hooks render data, and refusals as errors that narrow on their status', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const container = document.createElement('div');
  const root = createRoot(container);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <api.ReactQueryProvider>
          <Programs />
        </api.ReactQueryProvider>
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(container.querySelector('p')?.textContent).toBe('Data Science');
  });
  await act(async () => container.querySelector('button')?.click());
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(container.querySelector('output')?.textContent).toBe('409 Wrong state');
  });
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    'http://backend.example/api/programs/private',
    'http://backend.example/api/applicants/private/apply_for_program',
  ]);
  await act(async () => root.unmount());
});

test('a body that isUsable refuses is an error, and is not kept', async () => {
  const queries = api.initQueryClient(new QueryClient());
  const ask = (isUsable: (body: unknown) => boolean) =>
    queries.programs.list.fetchQuery({ queryKey: ['programs'], queryData: { isUsable } });
  await expect(ask((body) => body === null)).rejects.toThrow(/^programs\.list: status 200/);
  expect(queries.getQueryData(['programs'])).toBeUndefined();
  expect((await ask(Array.isArray)).body).toEqual([{ id: 1, name: 'Data Science' }]);
});
