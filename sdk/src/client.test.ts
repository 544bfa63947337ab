import { alternate, applicantExamples, toRegistration } from '@one-planet/contract';
import { afterEach, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { RefusedError, UsageError } from './errors.ts';
import type { Client } from './generated/client.ts';
import { fileFromPath } from './node.ts';
import type { ClientOptions, Exchange } from './options.ts';
import {
  type ReceivedRequest,
  type ScriptedResponse,
  startHttpServer,
} from './testing/http-server.ts';
import { unwrap } from './unwrap.ts';

let server: Awaited<ReturnType<typeof startHttpServer>>;
afterEach(() => server?.close());

async function makeClientOf(
  answer: ScriptedResponse | ((request: ReceivedRequest) => ScriptedResponse),
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  server = await startHttpServer(typeof answer === 'function' ? answer : () => answer);
  return createClient({ baseUrl: server.url, validate: 'strict', ...options });
}
const readLastRequest = () => server.received.at(-1) as ReceivedRequest;
const readLastRequestJson = () => JSON.parse(readLastRequest().body.toString());
const loginBody = {
  token: 't0ken',
  email: 'a@b.c',
  shouldChangePassword: false,
  roles: [{ name: 'ROLE_APPLICANT' }],
};

describe('a call', () => {
  test('answers a union that narrows on the status', async () => {
    const client = await makeClientOf({ body: loginBody });
    const response = await client.auth.login({ body: { email: 'a@b.c', password: 'x' } });
    expect(response.status).toBe(200);
    if (response.status === 200) {
      expectTypeOf(response.body.token).toEqualTypeOf<string>();
      expect(response.body.token).toBe('t0ken');
    }
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(readLastRequestJson()).toEqual({ email: 'a@b.c', password: 'x' });
  });

  test('answers a refusal with what the server said', async () => {
    const client = await makeClientOf({ status: 417, body: { message: 'Wrong password' } });
    const response = await client.auth.login({ body: { email: 'a@b.c', password: 'x' } });
    expect(response).toMatchObject({ status: 417, body: { message: 'Wrong password' } });
  });

  test('unwraps to the body, or throws the refusal', async () => {
    const client = await makeClientOf(({ url }) =>
      url.includes('auth') ? { status: 404, body: 'Who?' } : { body: [] },
    );
    expect(await unwrap(client.programs.list())).toEqual([]);
    const error = await unwrap(
      client.auth.login({ body: { email: 'a@b.c', password: 'x' } }),
    ).catch((e) => e);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ operation: 'auth.login', status: 404, serverMessage: 'Who?' });
  });

  test('goes to the base with /api, whether the address has it or not', async () => {
    const client = await makeClientOf({ body: [] });
    await client.programs.list();
    expect(readLastRequest().url).toBe('/api/programs/private');
    await createClient({ baseUrl: `${server.url}/api/` }).programs.list();
    expect(readLastRequest().url).toBe('/api/programs/private');
  });

  test('sends the token where one may be asked for, and nowhere else', async () => {
    const client = await makeClientOf(
      ({ url }) => ({ body: url.endsWith('login') ? loginBody : [] }),
      {
        session: { token: () => 'abc' },
      },
    );
    await client.programs.list();
    expect(readLastRequest().headers.authorization).toBe('Bearer abc');
    await client.programs.list({ token: null });
    expect(readLastRequest().headers.authorization).toBeUndefined();
    await client.auth.login({ body: { email: 'a@b.c', password: 'x' } });
    expect(readLastRequest().headers.authorization).toBeUndefined();
  });

  test('makes a public call again without a token the server no longer takes, if that is asked for', async () => {
    const respondToToken = ({ headers }: { headers: Record<string, unknown> }) =>
      headers.authorization ? { status: 401, body: '<html>' } : { body: [] };
    const session = { token: () => 'dead' };
    const client = await makeClientOf(respondToToken, { session, anonymousFallback: true });
    expect(await client.programs.list()).toMatchObject({ status: 200, body: [] });
    await expect(client.programs.list({ token: 'dead' })).rejects.toMatchObject({ status: 401 });
    const bioDataCall = client.applicants.getBioData();
    await expect(bioDataCall).rejects.toMatchObject({ status: 401 });
    const strictClient = await makeClientOf(respondToToken, { session });
    await expect(strictClient.programs.list()).rejects.toMatchObject({ status: 401 });
    const busyClient = await makeClientOf(
      ({ headers }) => ({ status: headers.authorization ? 401 : 503 }),
      {
        session,
        anonymousFallback: true,
        retry: { baseMs: 1 },
      },
    );
    await expect(busyClient.programs.list()).rejects.toMatchObject({ status: 503 });
    expect(server.received).toHaveLength(4);
  });

  test('activates with the JSON content type and no body', async () => {
    const body = { email: 'a@b.c', status: 'NOT_ACTIVATED', token: 't' };
    const client = await makeClientOf({ body });
    await client.applicants.activate({ params: { token: 'abc' }, body: undefined });
    expect(readLastRequest().headers['content-type']).toBe('application/json');
    expect(readLastRequest().body.length).toBe(0);
  });

  test('ends when the client as a whole is aborted', async () => {
    const controller = new AbortController();
    const client = await makeClientOf(
      () => {
        controller.abort();
        return { body: [] };
      },
      { signal: controller.signal },
    );
    await expect(client.programs.list()).rejects.toMatchObject({ name: 'AbortedError' });
  });
});

describe('a path parameter', () => {
  const trickyTokens = [
    'a+b@example.com',
    'ሐና@example.com',
    'a/b',
    '../../etc/passwd',
    'a%2Fb',
    '50% & more?#x',
    ' a b ',
  ];
  for (const value of trickyTokens) {
    test(`"${value}" is encoded exactly once`, async () => {
      const client = await makeClientOf({ body: { status: 'ACTIVATED' } });
      await client.applicants.getByEmail({ params: { email: value } });
      const emailInUrl = readLastRequest().url.slice(
        '/api/applicants/private/get_by_email/'.length,
      );
      expect(emailInUrl).not.toMatch(/[/?#+]/);
      expect(decodeURIComponent(emailInUrl)).toBe(value);
    });
  }

  test('of empty text or dots is refused before anything is sent', async () => {
    const client = await makeClientOf({ body: {} });
    for (const email of ['', '.', '..']) {
      await expect(client.applicants.getByEmail({ params: { email } })).rejects.toBeInstanceOf(
        UsageError,
      );
    }
    expect(server.received).toHaveLength(0);
  });

  test('may be a number', async () => {
    const client = await makeClientOf({ body: [] });
    for (const programId of [12, 0]) {
      await client.programs.courses({ params: { programId } });
      expect(readLastRequest().url).toBe(`/api/program_courses/private/my_courses/${programId}`);
    }
  });
});

describe('a dialect', () => {
  test('changes paths and fields on the wire, never in the typed call', async () => {
    const client = await makeClientOf({ status: 201, body: '' }, { dialect: alternate });
    await client.applicants.register({ body: toRegistration(applicantExamples.hana.register) });
    expect(readLastRequestJson()).toMatchObject({ phone: '+251911234567', i_am18or_Older: true });
    expect(readLastRequestJson()).not.toHaveProperty('phoneNumber');
  });

  test('writes a bank account by its id, which it looks up', async () => {
    const account = { id: 7, bank: 'CBE', account: '1000123', status: 'ACTIVE' };
    const client = await makeClientOf(
      ({ method }) => ({ body: method === 'GET' ? [account] : '' }),
      {
        dialect: alternate,
      },
    );
    const body = {
      paymentCode: 'c',
      transactionReference: 't',
      bankAccount: '1000123',
      attachmentUrl: 'a',
    };
    await client.payments.makeOffline({ body });
    expect(readLastRequestJson().bankAccount).toBe(7);
  });
});

describe('an answer that is tolerated', () => {
  test('may have any body, or none, where nobody reads it', async () => {
    for (const body of ['Saved', '', '{"id":1}']) {
      const client = await makeClientOf({
        status: 201,
        body,
        headers: { 'content-type': 'text/html' },
      });
      const credentials = { email: 'a@b.c' };
      expect(
        (await client.applicants.resendEmail({ params: credentials, body: credentials })).status,
      ).toBe(201);
      await server.close();
    }
  });

  describe("is not what a captive portal answers in the backend's place", () => {
    test.each([
      ['a page', 'text/html', '<!doctype html><p>Log in</p>'],
      ['a script', 'text/html', "<script>top.location.href='http://10.0.0.1/login'</script>"],
      ['a redirect', 'text/html', '<meta http-equiv="refresh" content="0;url=http://login">'],
      ['a page behind its byte order mark', 'text/plain', '\ufeff\n<HTML>'],
      ['XML of WISPr', 'text/xml', '<?xml version="1.0"?><WISPAccessGatewayParam/>'],
      ['WISPr in a comment', '', '<!--<?xml version="1.0"?><WISPAccessGatewayParam/>-->'],
    ])('%s', async (_which, type, body) => {
      const form = { email: 'a@b.c' };
      for (const call of [
        (client: Client) => client.applicants.resendEmail({ params: form, body: form }),
        (client: Client) => client.files.upload({ body: { file: new Blob(['x']) } }),
        (client: Client) => client.files.get({ params: { fileName: 'a.png' } }),
        (client: Client) => client.programs.list(),
      ]) {
        const client = await makeClientOf({ headers: { 'content-type': type }, body });
        await expect(call(client)).rejects.toMatchObject({ reason: 'html' });
        await server.close();
      }
    });

    test('words as the name of a stored file, called HTML', async () => {
      const client = await makeClientOf({
        headers: { 'content-type': 'text/html' },
        body: 'Your bundle has finished.',
      });
      const upload = client.files.upload({ body: { file: new Blob(['x']) } });
      await expect(upload).rejects.toMatchObject({ reason: 'html' });
    });
  });
});

describe('an upload', () => {
  const bytes = new TextEncoder().encode('%PDF-1.4 …');
  const readFormData = (request: ReceivedRequest) =>
    new Response(new Uint8Array(request.body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
  const filesAndNamesByKind = {
    'a File': [new File([bytes], 'grade 12.pdf'), 'grade 12.pdf'],
    'a Blob': [new Blob([bytes]), 'file'],
    'a Buffer': [Buffer.from(bytes), 'file'],
    'bytes with a name': [{ name: 'ሰነድ.pdf', data: bytes }, 'ሰነድ.pdf'],
  } as const;

  test.each(Object.entries(filesAndNamesByKind))(
    'from %s arrives byte for byte',
    async (_kind, [file, name]) => {
      const client = await makeClientOf({
        headers: { 'content-type': 'text/plain' },
        body: 'stored',
      });
      let progress = { sent: 0, total: 1 };
      const onProgress = (newProgress: typeof progress) => {
        progress = newProgress;
      };
      for (const uploadOptions of [{}, { onProgress }]) {
        await client.files.upload({ body: { file }, ...uploadOptions });
        const form = await readFormData(readLastRequest());
        const receivedFile = form.get('file') as File;
        expect([...form.keys()]).toEqual(['file']);
        expect(receivedFile.name).toBe(name);
        expect(new Uint8Array(await receivedFile.arrayBuffer())).toEqual(bytes);
      }
      expect(progress.sent).toBe(progress.total);
    },
  );
});

describe('an exchange', () => {
  test('holds what was sent and what came, attempt by attempt', async () => {
    const exchanges: Exchange[] = [];
    let requestCount = 0;
    const client = await makeClientOf(
      () => (++requestCount === 1 ? { status: 503, body: 'wait' } : { body: loginBody }),
      {
        onExchange: (exchange) => exchanges.push(exchange),
        retry: { baseMs: 1 },
      },
    );
    await client.auth.login({ body: { email: 'a@b.c', password: 'x' } });
    expect(exchanges.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 503],
      [2, 200],
    ]);
    expect(exchanges[1]).toMatchObject({
      operation: 'auth.login',
      method: 'POST',
      requestBody: '{"email":"a@b.c","password":"x"}',
    });
    expect(exchanges[1]?.answerText).toBe(JSON.stringify(loginBody));
  });
});

test('a file by its path has its name, and a folder is none', async () => {
  const { name, data } = await fileFromPath(import.meta.filename);
  expect([name, await data.text()]).toEqual(['client.test.ts', expect.stringContaining(name)]);
  await expect(fileFromPath(import.meta.dirname)).rejects.toThrow(/is not a file/);
});

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
  const error = await client.contents.list().catch((rejection: unknown) => rejection);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(ConnectionError);
  expect(fetch).not.toHaveBeenCalled();
});
