/** From an operation and its canonical payload to the request a dialect makes of it; also to one no client would send. */
import {
  type Dialect,
  findOperation,
  type OperationName,
  pathParameters,
  toWire,
  wireTemplate,
} from '@one-planet/contract';
import type { UploadFile } from '../../applicant/sample-files.ts';

/** One request: what is left out is what a regular client sends. */
export interface Call {
  params?: Readonly<Record<string, string | number>> | undefined;
  /** The canonical body; a dialect renames its fields. */
  body?: unknown;
  file?: UploadFile | undefined;
  token?: string | undefined;
  /** Another method than the operation's. */
  method?: string;
  /** The body as text, as it stands, whatever the operation takes. */
  rawBody?: string;
  headers?: Readonly<Record<string, string>>;
  /** Another path than the operation's, after `/api`. */
  rawPath?: string;
  /** A path parameter as it stands, already encoded or meant not to be. */
  rawParam?: string;
  /** Hanging up on it is an answer too. */
  mayBreak?: boolean;
  /** Whose token it is, and whom the request is about, so that leaks of other people's data are noticed. */
  by?: number | undefined;
  about?: number | undefined;
}

export interface WireRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  file: UploadFile | undefined;
}

type Accounts = () => Promise<readonly { id: string | number; account: string }[]>;

/**
 * @param base the backend's address with `/api`
 * @param own the headers that every request of the run has
 */
export async function toRequest(
  base: string,
  dialect: Dialect,
  operation: OperationName,
  call: Call,
  accounts: Accounts,
  own: Readonly<Record<string, string>> = {},
): Promise<WireRequest> {
  const route = findOperation(operation)?.route;
  if (!route) throw new Error(`There is no operation ${operation}`);
  const method = call.method ?? route.method;
  const hasBody = method !== 'GET' && method !== 'HEAD' && !call.file;
  const body = await bodyText(dialect, operation, call, accounts);
  return {
    url: base + (call.rawPath ?? pathOf(wireTemplate(dialect, operation, route.path), call)),
    method,
    headers: {
      ...own,
      accept: 'application/json, text/plain;q=0.9, */*;q=0.5',
      // Also without a body: an activation has the JSON content type and none.
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
      ...call.headers,
    },
    body: hasBody ? body : undefined,
    file: call.file,
  };
}

function pathOf(template: string, { params = {}, rawParam }: Call): string {
  return pathParameters(template).reduce(
    (path, name) =>
      path.replace(
        `:${name}`,
        () => rawParam ?? encodeURIComponent(String(params[name] ?? 'none')),
      ),
    template,
  );
}

async function bodyText(
  dialect: Dialect,
  operation: OperationName,
  { body, rawBody }: Call,
  accounts: Accounts,
): Promise<string | undefined> {
  if (rawBody !== undefined) return rawBody;
  if (body === undefined) return undefined;
  return JSON.stringify(await toWire(dialect, operation, body, accounts));
}
