/**
 * Runs tasks with the same key one after another, and tasks with different keys side by side. Rules read, await (a hash,
 * a record) and then write: without a queue, two simultaneous calls would both find nothing written yet.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** @returns what the task returns or throws; a task that fails does not hold up the next one */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(task);
    const tail: Promise<void> = result.then(
      () => this.#forget(key, tail),
      () => this.#forget(key, tail),
    );
    this.#tails.set(key, tail);
    return result;
  }

  /** Without this, every e-mail address ever seen would be kept. */
  #forget(key: string, tail: Promise<unknown>): void {
    if (this.#tails.get(key) === tail) this.#tails.delete(key);
  }
}
