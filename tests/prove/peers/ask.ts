/** Plain calls with which a run is prepared: a broken server must never stop it. */

/** What one answer was; status 0 is none. */
export interface Answered {
  status: number;
  /** JSON where it is some, else text. */
  body: unknown;
  /** The content type without its parameters. */
  type?: string;
}

/** What is sent with a call. */
export interface Asked {
  token?: string;
  body?: unknown;
  file?: Blob;
}

const patienceMs = 4000;

/** @param url the server's address, without a slash at its end */
export async function ask(
  url: string,
  method: string,
  path: string,
  { token, body, file }: Asked = {},
): Promise<Answered> {
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
  const form = new FormData();
  if (file) form.set('file', file, 'file.png');
  else if (body !== undefined) headers.set('content-type', 'application/json');
  const sent = file ? form : body === undefined ? undefined : JSON.stringify(body);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
    });
    const type = response.headers.get('content-type')?.split(';')[0]?.toLowerCase();
    const text = await response.text();
    return { status: response.status, body: parse(text), ...(type ? { type } : {}) };
  } catch {
    return { status: 0, body: undefined };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @returns what stands at the keys, as text; `unprepared` where the answer has nothing there */
export function pick(from: unknown, ...keys: (string | number)[]): string {
  let at = from;
  for (const key of keys) {
    at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  }
  return typeof at === 'string' || typeof at === 'number' ? String(at) : 'unprepared';
}
