/** The part of a collection of @mswjs/data that an index reads. */
interface Records<T> {
  all(): readonly T[];
}

/**
 * Finds the records of a collection by a key, where `findFirst` would walk all of them. The index holds positions and
 * not records, because an update replaces a record. So no record may be deleted, and no key may change.
 */
export class RecordIndex<T, Key extends string | number> {
  readonly #collection: Records<T>;
  readonly #readKey: (record: T) => Key;
  readonly #positions = new Map<Key, number>();
  #indexedCount = 0;

  constructor(collection: Records<T>, readKey: (record: T) => Key) {
    this.#collection = collection;
    this.#readKey = readKey;
  }

  /** @returns the newest record with this key */
  find(key: Key): T | undefined {
    const records = this.#collection.all();
    for (const record of records.slice(this.#indexedCount)) {
      this.#positions.set(this.#readKey(record), this.#indexedCount);
      this.#indexedCount += 1;
    }
    const position = this.#positions.get(key);
    return position === undefined ? undefined : records[position];
  }
}
