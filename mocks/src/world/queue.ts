/**
 * Runs tasks with the same key one after another, and tasks with different keys at the same time. Handlers read, await
 * (a hash, a record) and then write: without a queue, two simultaneous calls would both find that nothing is written
 * yet.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** @returns what the task returns or throws; a failed task does not stop the next one */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previousTask = this.#tails.get(key) ?? Promise.resolve();
    const result = previousTask.then(task);
    const tail: Promise<void> = result.then(
      () => this.#forget(key, tail),
      () => this.#forget(key, tail),
    );
    this.#tails.set(key, tail);
    return result;
  }

  /** Removes finished keys; otherwise every email address would stay in memory. */
  #forget(key: string, tail: Promise<unknown>): void {
    if (this.#tails.get(key) === tail) this.#tails.delete(key);
  }
}
