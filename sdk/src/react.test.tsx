// @vitest-environment happy-dom
/** The hooks, in a page with React. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { RefusedError } from './errors.ts';
import type { Profile, Program } from './generated/operations.ts';
import { createQueries } from './query.ts';
import { createHooks } from './react.ts';

let container: HTMLElement;
let root: ReturnType<typeof createRoot>;
let queryClient: QueryClient;
let answer: (request: Request) => Response | Promise<Response>;
const requests: Request[] = [];

const client = createClient({
  baseUrl: 'http://backend.example',
  session: { token: () => 't0ken' },
  fetch: async (url, init) => {
    const request = new Request(url as string, init);
    requests.push(request);
    return answer(request);
  },
});
const api = createHooks(client);
const queries = createQueries(client);

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  requests.length = 0;
  container = document.createElement('div');
  root = createRoot(container);
  queryClient = new QueryClient();
});
afterEach(() => root.unmount());

const render = (node: ReactNode) =>
  root.render(<QueryClientProvider client={queryClient}>{node}</QueryClientProvider>);

const waitForText = (text: string) =>
  vi.waitFor(() => expect(container.textContent).toContain(text), { timeout: 30_000 });

test('a background refetch without news renders nothing again, and keeps the data', async () => {
  // As long as a network takes: React would render what happens at once in one go.
  const answerWith = (name: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return Response.json([{ id: 1, name }]);
  };
  answer = answerWith('Data Science');
  const seenData: unknown[] = [];
  function Programs() {
    const { data, error } = api.programs.list.useQuery();
    seenData.push(data);
    return error ? error.message : (data?.[0]?.name ?? 'loading');
  }
  render(<Programs />);
  await waitForText('Data Science');
  const renderCount = seenData.length;
  await queryClient.refetchQueries({ queryKey: queries.programs.list.queryKey });
  expect(requests).toHaveLength(2);
  // News renders it again: so the count would have grown by now, if the refetch before had done it.
  answer = answerWith('Computer Science');
  await queryClient.refetchQueries({ queryKey: queries.programs.list.queryKey });
  await waitForText('Computer Science');
  expect(seenData).toHaveLength(renderCount + 1);
  expect(seenData.at(-1)).not.toBe(seenData.at(-2));
});

test('a refusal is an Error of the operation, with its status and the words for a person', async () => {
  answer = () => Response.json({ message: 'No such program.' }, { status: 404 });
  function Courses() {
    const { error } = api.programs.courses.useQuery({ programId: 7 });
    if (error instanceof RefusedError)
      return `${error.operation} ${error.status}: ${error.serverMessage}`;
    return 'loading';
  }
  render(<Courses />);
  await waitForText('programs.courses 404: No such program.');
  expect(requests).toHaveLength(1);
});

test('a hook takes the options of React Query and of the call, and selects', async () => {
  answer = ({ headers }) => Response.json([{ id: 1, name: headers.get('x-shown') }]);
  function Programs() {
    const { data } = api.programs.list.useQuery({
      call: { headers: { 'x-shown': 'Nursing' }, isUsable: Array.isArray },
      select: (programs) => {
        expectTypeOf(programs).toEqualTypeOf<Program[]>();
        return programs.length;
      },
      staleTime: 1000,
    });
    expectTypeOf(data).toEqualTypeOf<number | undefined>();
    return `${data} program`;
  }
  render(<Programs />);
  await waitForText('1 program');
});

test('a hook suspends', async () => {
  answer = () => Response.json({ status: 'APPLIED' });
  function Status() {
    const { data } = api.applicants.getByEmail.useSuspenseQuery({ email: 'hana@example.com' });
    expectTypeOf(data).toEqualTypeOf<Profile>();
    return data.status;
  }
  render(
    <Suspense fallback="loading">
      <Status />
    </Suspense>,
  );
  await waitForText('APPLIED');
  expect(requests[0]?.url).toContain('hana%40example.com');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer t0ken');
});

test('a mutation sends its path, body and file, and gives the body', async () => {
  answer = async (request) => {
    if (request.url.includes('upload'))
      return new Response((await request.formData()).has('file') ? 'a.png' : '');
    return Response.json({ email: 'a@b.c', status: 'NOT_ACTIVATED', token: 'second' });
  };
  function Steps() {
    const activation = api.applicants.activate.useMutation();
    const upload = api.files.upload.useMutation();
    const start = () => {
      activation.mutate({ params: { token: 'a/b' } });
      upload.mutate({ body: { file: { name: 'a.png', data: new Blob(['png']) } } });
    };
    return (
      <button type="button" onClick={start}>{`${activation.data?.token} ${upload.data}`}</button>
    );
  }
  render(<Steps />);
  await waitForText('undefined');
  container.querySelector('button')?.click();
  await waitForText('second a.png');
  expect(requests.map(({ url }) => new URL(url).pathname)).toContain(
    '/api/applicants/public/active/a%2Fb',
  );
});
