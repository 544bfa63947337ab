/** An answer on its way in: its head, then its body, straight from the connection. */
import type { Dispatcher } from 'undici';
import { AnswerHeaders } from './answer-headers.ts';

type Part = { done: false; value: Uint8Array } | { done: true; value: undefined };

/** The body of an answer, read once. */
export interface Body {
  read: () => Promise<Part>;
  /** Ends the connection, unless all of it was received. */
  cancel: () => Promise<void>;
}

export interface Head {
  status: number;
  headers: Headers;
}

/** Undici tells it of an answer. A stream between them would cost as much as all the rest. */
export class Incoming implements Dispatcher.DispatchHandler, Body {
  /** Settled with the first byte of the answer, or by what prevented it. */
  readonly head: Promise<Head>;
  readonly #chunks: Uint8Array[] = [];
  #resolve: (head: Head) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #controller: Dispatcher.DispatchController | undefined;
  #ended = false;
  #failure: { cause: unknown } | undefined;
  /** Wakes who waits for more. */
  #wake: () => void = () => {};

  constructor() {
    this.head = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // It may be given up before anybody waits for it.
    this.head.catch(() => {});
  }

  /** Ends the request, or the reading of its answer. */
  abort(reason: unknown): void {
    if (this.#ended) return;
    this.onResponseError(undefined, reason);
    this.#controller?.abort(reason as Error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It may have waited for a connection until then.
    if (this.#failure) controller.abort(this.#failure.cause as Error);
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Record<string, string | string[]>,
  ): void {
    // 103 and the like come before the answer.
    if (status >= 200) this.#resolve({ status, headers: new AnswerHeaders(headers) });
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_controller: unknown, cause: unknown): void {
    this.#failure ??= { cause };
    this.#reject(cause);
    this.#end();
  }

  async read(): Promise<Part> {
    for (;;) {
      const value = this.#chunks.shift();
      if (value) return { done: false, value };
      if (this.#failure) throw this.#failure.cause;
      if (this.#ended) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async cancel(): Promise<void> {
    if (this.#ended) return;
    this.#end();
    this.#controller?.abort(new Error('the rest of the answer is not wanted'));
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }
}
