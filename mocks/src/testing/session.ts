/** Typed calls of a backend in this process, in its dialect, for the tests of the mock. */
import {
  type BankAccount,
  findOperation,
  type OperationName,
  type RouteOf,
  toWire,
  wireTemplate,
} from '@one-planet/contract';
import type { ClientInferResponses } from '@ts-rest/core';
import { type Backend, type BackendOptions, createBackend } from '../index.ts';

const origin = 'http://mock.test';

/** The parts of a call. */
interface SentCall {
  params?: Record<string, string | number>;
  body?: unknown;
  token?: string;
  file?: Blob;
}

/** The response; its body is parsed where it is JSON. */
export interface ReceivedResponse<Body = unknown> {
  status: number;
  /** Has the type of the contract's success. A test that expects a refusal checks the status first. */
  body: Body;
  headers: Headers;
  bytes: Uint8Array;
}

/** A backend, and functions that call it. */
export interface Session {
  backend: Backend;
  /** One operation, by its name. */
  call<N extends OperationName>(
    operationName: N,
    sentCall?: SentCall,
  ): Promise<ReceivedResponse<SuccessOf<N>>>;
  /** Sends any request; the path starts with `/api` or `/_mock`. */
  raw<Body = unknown>(path: string, init?: RequestInit): Promise<ReceivedResponse<Body>>;
}

type SuccessOf<N extends OperationName> = Extract<
  ClientInferResponses<RouteOf<N>>,
  { status: 200 | 201 | 202 }
>['body'];

/** Starts a backend for one test. */
export async function startSession(options: BackendOptions = {}): Promise<Session> {
  const backend = await createBackend(options);
  const fetchPath = async <Body>(path: string, init?: RequestInit) =>
    await readResponse<Body>(await backend.fetch(new Request(`${origin}${path}`, init)));
  const call = async <N extends OperationName>(
    name: N,
    { params, body, token, file }: SentCall = {},
  ) => {
    const operation = findOperation(name);
    if (!operation) throw new Error(`There is no operation ${name}.`);
    const { dialect } = backend.options;
    const pathTemplate = wireTemplate(dialect, name, operation.route.path);
    const path = pathTemplate.replace(/:(\w+)/g, (_, parameterName) =>
      encodeURIComponent(params?.[parameterName] ?? ''),
    );
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
    const form = new FormData();
    if (file) form.set('file', file, 'whatever.bin');
    else if (body !== undefined) headers.set('content-type', 'application/json');
    const listBankAccounts = async () =>
      (await fetchPath<BankAccount[]>('/api/bank-accounts/private')).body;
    const wireBody = JSON.stringify(await toWire(dialect, name, body, listBankAccounts));
    return await fetchPath<SuccessOf<N>>(`/api${path}`, {
      method: operation.route.method,
      headers,
      ...(file ? { body: form } : wireBody ? { body: wireBody } : {}),
    });
  };
  return { backend, call, raw: fetchPath };
}

/**
 * @returns the body of a response with that status
 * @throws {Error} for another status
 */
export function expectStatus<Body>(response: ReceivedResponse<Body>, status: number): Body {
  if (response.status === status) return response.body;
  throw new Error(`Expected ${status}, came ${response.status}: ${JSON.stringify(response.body)}`);
}

async function readResponse<Body>(response: Response): Promise<ReceivedResponse<Body>> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = response.headers.get('content-type')?.toLowerCase().includes('json');
  const body = isJson ? JSON.parse(text) : text;
  return { status: response.status, body, headers: response.headers, bytes };
}
