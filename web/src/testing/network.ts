import type { Backend } from '@one-planet/mocks';

/** A request of the site. */
interface SentRequest {
  method: string;
  /** The decoded path, relative to the API's address. */
  path: string;
  body: Record<string, unknown> | undefined;
  authorization: string | null;
}

/**
 * A test's own response to each request of a path; a promise delays it.
 * @param request the request of the site
 * @param ask passes the request on to the backend
 */
export type Responder = (
  request: Request,
  ask: () => Promise<Response>,
) => Response | Promise<Response>;

const pendingResponses = new Set<Promise<unknown>>();

/** Waits until all backends have responded, because requests of a closed page must not outlive their test. */
export async function waitUntilIdle(): Promise<void> {
  while (pendingResponses.size > 0) await Promise.allSettled(pendingResponses);
}

/** The network between the site and its backend: it can be cut, and can respond in the place of the backend. */
export class Network {
  /** Every request of the site, in order, including those that did not reach the backend. */
  readonly requests: SentRequest[] = [];
  readonly backend: Backend;
  /** How many requests have no response yet. */
  pendingCount = 0;
  readonly #responders = new Map<string, Responder>();
  #isCut = false;

  constructor(backend: Backend) {
    this.backend = backend;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    this.pendingCount += 1;
    try {
      return await this.#respond(input, init);
    } finally {
      this.pendingCount -= 1;
    }
  };

  async #respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { method, headers } = request;
    const path = decodeURIComponent(new URL(request.url).pathname.replace('/api', ''));
    const isJson = headers.get('content-type')?.startsWith('application/json');
    const text = isJson ? await request.clone().text() : '';
    const body = text ? JSON.parse(text) : undefined;
    this.requests.push({ method, path, body, authorization: headers.get('authorization') });
    if (this.#isCut) throw new TypeError('Failed to fetch');
    const responder = [...this.#responders].find(([pathPrefix]) =>
      path.startsWith(pathPrefix),
    )?.[1];
    const askBackend = () => this.#askBackend(request);
    return await (responder ? responder(request, askBackend) : askBackend());
  }

  async #askBackend(request: Request): Promise<Response> {
    const response = this.backend.fetch(request);
    pendingResponses.add(response);
    return await response.finally(() => pendingResponses.delete(response));
  }

  cut(): void {
    this.#isCut = true;
  }

  /** Ends a cut; the responses that were set stay. */
  reconnect(): void {
    this.#isCut = false;
  }

  /** Removes all responses and failures that were set, so that requests reach the backend again. */
  restore(): void {
    this.#isCut = false;
    this.#responders.clear();
  }

  /**
   * Sets the response to a path.
   * @param path the start of the path, e.g. `/programs/private`
   * @param status 0 if the request fails without a response
   */
  respond(path: string, status: number, body?: unknown): void {
    this.respondWith(path, () => makeResponse(status, body));
  }

  respondWith(path: string, responder: Responder): void {
    this.#responders.set(path, responder);
  }

  /** From now on requests to a path reach the backend, but its responses are lost. */
  loseResponses(path: string): void {
    this.respondWith(path, async (_request, ask) => {
      await ask();
      throw new TypeError('Failed to fetch');
    });
  }

  /** Delays the responses to a path. @returns a function that releases them */
  delay(path: string, status: number, body: unknown): () => void {
    let releaseResponse = () => {};
    const releasePromise = new Promise<void>((resolve) => {
      releaseResponse = resolve;
    });
    this.respondWith(path, async () => {
      await releasePromise;
      return makeResponse(status, body);
    });
    return () => releaseResponse();
  }

  /** @returns the requests to a path */
  requestsTo(path: string): SentRequest[] {
    return this.requests.filter((request) => request.path.startsWith(path));
  }
}

function makeResponse(status: number, body: unknown): Response {
  if (status === 0) throw new TypeError('Failed to fetch');
  if (body === undefined) return new Response(null, { status });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}
