import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { createQueries } from './query.ts';

const programs = [{ id: 1, name: 'Data Science' }];
const queries = createQueries(
  createClient({ baseUrl: 'http://backend.example', fetch: async () => Response.json(programs) }),
);

test('a body that isUsable refuses is an error, and is not kept', async () => {
  const queryClient = new QueryClient();
  const fetchPrograms = (isUsable: (body: unknown) => boolean) =>
    queryClient.fetchQuery(queries.programs.list({ isUsable }));
  await expect(fetchPrograms((body) => body === null)).rejects.toThrow(
    /^programs\.list: status 200/,
  );
  expect(queryClient.getQueryData(queries.programs.list().queryKey)).toBeUndefined();
  expect(await fetchPrograms(Array.isArray)).toEqual(programs);
});
