/** A time limit for one request that also ends with the run. Cheaper than AbortSignal.any, of which there would be many. */
export class Patience {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #run: AbortSignal;
  readonly #giveUp = () => this.#controller.abort();
  /** Whether the time ran out. */
  isOver = false;

  /** @param run ends with the whole run */
  constructor(timeoutMs: number, run: AbortSignal) {
    this.#run = run;
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#giveUp();
    }, timeoutMs);
    run.addEventListener('abort', this.#giveUp);
    if (run.aborted) this.#giveUp();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#run.removeEventListener('abort', this.#giveUp);
  }
}
