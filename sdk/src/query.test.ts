/** React Query's options, used without React. */
import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { OffContractError, RefusedError } from './errors.ts';
import type { Program } from './generated/operations.ts';
import { createQueries, isPersonalQuery, type QueriesOptions } from './query.ts';

const programs = [{ id: 1, name: 'Data Science' }];

/** @param answer makes the response to a request by its path */
function createQueriesOf(answer: (path: string) => Response, options?: QueriesOptions) {
  const fetch = vi.fn(async (url: string) => answer(new URL(url).pathname));
  const client = createClient({
    baseUrl: 'http://backend.example',
    fetch: fetch as unknown as typeof globalThis.fetch,
    retry: { baseMs: 1 },
  });
  return { queries: createQueries(client, options), queryClient: new QueryClient(), fetch };
}

describe('a query', () => {
  test('has the body as its data, typed by the operation', async () => {
    const { queries, queryClient } = createQueriesOf(() => Response.json(programs));
    const data = await queryClient.fetchQuery(queries.programs.list());
    expectTypeOf(data).toEqualTypeOf<Program[]>();
    expect(data).toEqual(programs);
    expect(queryClient.getQueryData(queries.programs.list().queryKey)?.[0]?.name).toBe(
      'Data Science',
    );
  });

  test('of two programs keeps their courses apart, and all are invalidated by their operation', async () => {
    const { queries, queryClient } = createQueriesOf((path) =>
      Response.json([{ courseName: path.split('/').at(-1) }]),
    );
    for (const programId of [1, 2])
      await queryClient.fetchQuery(queries.programs.courses({ programId }));
    const readCourse = (programId: number) =>
      queryClient.getQueryData(queries.programs.courses({ programId }).queryKey)?.[0]?.courseName;
    expect([readCourse(1), readCourse(2)]).toEqual(['1', '2']);
    await queryClient.invalidateQueries({ queryKey: queries.programs.courses.queryKey });
    const isInvalidated = (programId: number) =>
      queryClient.getQueryState(queries.programs.courses({ programId }).queryKey)?.isInvalidated;
    expect([isInvalidated(1), isInvalidated(2)]).toEqual([true, true]);
  });

  test('of a program is one, whether its id is a number or text', async () => {
    const { queries, queryClient, fetch } = createQueriesOf(() => Response.json([]));
    for (const programId of [1, '1'])
      await queryClient.fetchQuery({
        ...queries.programs.courses({ programId }),
        staleTime: 60_000,
      });
    expect(fetch).toHaveBeenCalledOnce();
    await queryClient.invalidateQueries(queries.programs.courses({ programId: '1' }));
    const { queryKey } = queries.programs.courses({ programId: 1 });
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  test('throws a refusal as an error with the operation and its status', async () => {
    const { queries, queryClient } = createQueriesOf(() =>
      Response.json({ message: 'No such program.' }, { status: 404 }),
    );
    const error = await queryClient
      .fetchQuery(queries.programs.courses({ programId: 9 }))
      .catch((error) => error);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({
      ...{ operation: 'programs.courses', status: 404, serverMessage: 'No such program.' },
    });
  });

  test('is asked three times of a busy server, not twelve times', async () => {
    const { queries, queryClient, fetch } = createQueriesOf(
      () => new Response('busy', { status: 503 }),
    );
    await expect(queryClient.fetchQuery(queries.programs.list())).rejects.toMatchObject({
      attempts: 3,
    });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test('whose body isUsable refuses is an error, and is not kept', async () => {
    const { queries, queryClient } = createQueriesOf(() => Response.json(programs));
    const fetchPrograms = (isUsable: (body: unknown) => boolean) =>
      queryClient.fetchQuery(queries.programs.list({ isUsable }));
    await expect(fetchPrograms((body) => body === null)).rejects.toBeInstanceOf(OffContractError);
    expect(queryClient.getQueryData(queries.programs.list().queryKey)).toBeUndefined();
    expect(await fetchPrograms(Array.isArray)).toEqual(programs);
  });

  test('ends its call when it is cancelled', async () => {
    let signal: AbortSignal | null | undefined;
    const fetch = async (_url: unknown, init?: RequestInit) => {
      signal = init?.signal;
      return new Promise<Response>(() => {});
    };
    const client = createClient({ baseUrl: 'http://backend.example', fetch });
    const queryClient = new QueryClient();
    const query = createQueries(client).programs.list();
    const result = queryClient.fetchQuery(query).catch((error) => error);
    await vi.waitFor(() => expect(signal).toBeDefined());
    await queryClient.cancelQueries({ queryKey: query.queryKey });
    await result;
    expect(signal?.aborted).toBe(true);
  });

  test('that a server has read ahead is not asked again in the browser', async () => {
    const onServer = createQueriesOf(() => Response.json(programs));
    await onServer.queryClient.prefetchQuery(onServer.queries.programs.list());
    const transferred = JSON.parse(JSON.stringify(dehydrate(onServer.queryClient)));
    const inBrowser = createQueriesOf(() => Response.json([]));
    hydrate(inBrowser.queryClient, transferred);
    const query = { ...inBrowser.queries.programs.list(), staleTime: 60_000 };
    expect(await inBrowser.queryClient.fetchQuery(query)).toEqual(programs);
    expect(inBrowser.fetch).not.toHaveBeenCalled();
  });
});

describe('what only the person who is logged in may see', () => {
  const readPending = (owner: string) =>
    createQueriesOf(() => Response.json({ paymentDto: {} }), { owner: () => owner });

  test('has a key of its own for each person, and what everybody may see has one', () => {
    const [hana, abel] = [readPending('hana@example.com'), readPending('abel@example.com')];
    expect(hana.queries.payments.getPending().queryKey).not.toEqual(
      abel.queries.payments.getPending().queryKey,
    );
    expect(hana.queries.payments.getReceipt({ paymentCode: 'A1' }).queryKey).not.toEqual(
      abel.queries.payments.getReceipt({ paymentCode: 'A1' }).queryKey,
    );
    expect(hana.queries.programs.list().queryKey).toEqual(abel.queries.programs.list().queryKey);
  });

  test('is dropped when she logs out, and nothing else', async () => {
    const { queries, queryClient } = createQueriesOf(() => Response.json({}));
    await queryClient.fetchQuery(queries.payments.getPending());
    await queryClient.fetchQuery(queries.contents.list());
    queryClient.removeQueries({ predicate: isPersonalQuery });
    expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
    expect(queryClient.getQueryData(queries.contents.list().queryKey)).toBeDefined();
  });
});

test('a mutation takes what the client takes, and gives the body', async () => {
  const { queries, queryClient, fetch } = createQueriesOf(() =>
    Response.json({ token: 't0ken', email: 'a@b.c', shouldChangePassword: false, roles: [] }),
  );
  const { mutationKey, mutationFn } = queries.auth.login();
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationKey, mutationFn });
  const answer = await mutation.execute({ body: { email: 'a@b.c', password: 'Secret2025' } });
  expectTypeOf(answer.token).toEqualTypeOf<string>();
  expect(answer.token).toBe('t0ken');
  expect(fetch).toHaveBeenCalledOnce();
});
