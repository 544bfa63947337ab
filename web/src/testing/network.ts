import type { Backend } from '@one-planet/mocks';

/** One request as the site sent it. */
interface Sent {
  method: string;
  /** Without the address of the API, decoded. */
  path: string;
  body: Record<string, unknown> | undefined;
  authorization: string | null;
}

/**
 * The answer that a test gives a path, again and again; a promise holds the answer back.
 * @param request as the site sent it
 * @param ask lets the backend answer it
 */
export type Answers = (
  request: Request,
  ask: () => Promise<Response>,
) => Response | Promise<Response>;

const underway = new Set<Promise<unknown>>();

/** Waits until no backend is working: requests of a closed page must not outlive their test. */
export async function quiet(): Promise<void> {
  while (underway.size > 0) await Promise.allSettled(underway);
}

/** The network between the site and its backend: it can be cut, and it can answer in the backend's place. */
export class Network {
  /** Every request of the site, in order; also those that were cut or answered here. */
  readonly sent: Sent[] = [];
  readonly backend: Backend;
  /** How many requests have no answer yet. */
  underway = 0;
  readonly #answers = new Map<string, Answers>();
  #isCut = false;

  constructor(backend: Backend) {
    this.backend = backend;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    this.underway += 1;
    try {
      return await this.#answer(input, init);
    } finally {
      this.underway -= 1;
    }
  };

  async #answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { method, headers } = request;
    const path = decodeURIComponent(new URL(request.url).pathname.replace('/api', ''));
    const isJson = headers.get('content-type')?.startsWith('application/json');
    const text = isJson ? await request.clone().text() : '';
    const body = text ? JSON.parse(text) : undefined;
    this.sent.push({ method, path, body, authorization: headers.get('authorization') });
    if (this.#isCut) throw new TypeError('Failed to fetch');
    const answer = [...this.#answers].find(([beginning]) => path.startsWith(beginning))?.[1];
    const ask = () => this.#ask(request);
    return await (answer ? answer(request, ask) : ask());
  }

  async #ask(request: Request): Promise<Response> {
    const answered = this.backend.fetch(request);
    underway.add(answered);
    return await answered.finally(() => underway.delete(answered));
  }

  cut(): void {
    this.#isCut = true;
  }

  /** The backend is reached again, and answers by itself. */
  mend(): void {
    this.#isCut = false;
    this.#answers.clear();
  }

  /**
   * @param path how the path begins, e.g. `/programs/private`
   * @param status 0: the answer never comes
   */
  answer(path: string, status: number, body?: unknown): void {
    this.answerWith(path, () => answerOf(status, body));
  }

  answerWith(path: string, answers: Answers): void {
    this.#answers.set(path, answers);
  }

  /** From now on requests to a path reach the backend, but the answers are lost. */
  loseAnswers(path: string): void {
    this.answerWith(path, async (_request, ask) => {
      await ask();
      throw new TypeError('Failed to fetch');
    });
  }

  /** Holds the backend's answers back. @returns what lets them go */
  hold(path: string, status: number, body: unknown): () => void {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.answerWith(path, async () => {
      await held;
      return answerOf(status, body);
    });
    return () => release();
  }

  /** @returns what was sent to a path */
  to(path: string): Sent[] {
    return this.sent.filter((request) => request.path.startsWith(path));
  }
}

function answerOf(status: number, body: unknown): Response {
  if (status === 0) throw new TypeError('Failed to fetch');
  if (body === undefined) return new Response(null, { status });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}
