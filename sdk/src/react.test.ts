import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createHooks } from './react.ts';

const api = createHooks({
  baseUrl: 'http://backend.example',
  fetch: async () => Response.json([{ id: 1, name: 'Data Science' }]),
});

test('a body that isUsable refuses is an error, and is not kept', async () => {
  const queries = api.initQueryClient(new QueryClient());
  const fetchPrograms = (isUsable: (body: unknown) => boolean) =>
    queries.programs.list.fetchQuery({ queryKey: ['programs'], queryData: { isUsable } });
  await expect(fetchPrograms((body) => body === null)).rejects.toThrow(
    /^programs\.list: status 200/,
  );
  expect(queries.getQueryData(['programs'])).toBeUndefined();
  expect((await fetchPrograms(Array.isArray)).body).toEqual([{ id: 1, name: 'Data Science' }]);
});
