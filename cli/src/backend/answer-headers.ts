type Raw = Readonly<Record<string, string | string[]>>;

/**
 * Headers of an answer, which become the platform's only for whom reading them by name is not enough: making those
 * for every answer costs a load run more than reading the answers.
 */
export class AnswerHeaders implements Headers {
  readonly #raw: Raw;
  #made: Headers | undefined;

  /** @param raw by lower-cased name */
  constructor(raw: Raw) {
    this.#raw = raw;
  }

  get(name: string): string | null {
    if (this.#made) return this.#made.get(name);
    const own = name.toLowerCase();
    if (!Object.hasOwn(this.#raw, own)) return null;
    const value = this.#raw[own] ?? '';
    return typeof value === 'string' ? value : value.join(', ');
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  get #platform(): Headers {
    if (this.#made) return this.#made;
    const made = new Headers();
    for (const [name, values] of Object.entries(this.#raw)) {
      for (const value of [values].flat()) made.append(name, value);
    }
    this.#made = made;
    return made;
  }

  append(name: string, value: string): void {
    this.#platform.append(name, value);
  }

  set(name: string, value: string): void {
    this.#platform.set(name, value);
  }

  delete(name: string): void {
    this.#platform.delete(name);
  }

  forEach(...how: Parameters<Headers['forEach']>): void {
    this.#platform.forEach(...how);
  }

  getSetCookie(): string[] {
    return this.#platform.getSetCookie();
  }

  keys(): ReturnType<Headers['keys']> {
    return this.#platform.keys();
  }

  values(): ReturnType<Headers['values']> {
    return this.#platform.values();
  }

  entries(): ReturnType<Headers['entries']> {
    return this.#platform.entries();
  }

  [Symbol.iterator](): ReturnType<Headers['entries']> {
    return this.#platform[Symbol.iterator]();
  }
}
