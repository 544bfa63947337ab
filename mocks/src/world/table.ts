import { Collection } from '@mswjs/data';
import type { z } from 'zod';

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

type Key = string | number;

/** The keys by which a table is indexed: unique keys, or keys that group several records. */
export interface Keys<T> {
  uniqueKeys?: Readonly<Record<string, (record: T) => Key>>;
  groupKeys?: Readonly<Record<string, (record: T) => Key>>;
}

/**
 * A collection of @mswjs/data with indexes. The library's findFirst and update copy and scan all records, so they are
 * not used: records are found through the indexes and changed in place, and a call takes the same time with 100 and
 * with 100,000 applicants. Therefore a key must never change.
 */
export class Table<T extends object> {
  readonly #collection: Collection<StandardSchema<T>>;
  readonly #unique: readonly Index<T, T>[];
  readonly #groups: readonly Index<T, T[]>[];
  size = 0;

  constructor(schema: z.ZodType<T>, indexKeys: Keys<T> = {}) {
    this.#unique = createIndexes(indexKeys.uniqueKeys);
    this.#groups = createIndexes(indexKeys.groupKeys);
    this.#collection = new Collection({ schema: makeInPlaceSchema(schema) });
  }

  /**
   * Adds a record.
   * @returns the record itself; a change to it changes the table
   */
  create(values: T): Promise<T> {
    return this.#add(new Row(values) as T);
  }

  /** Adds a record without validation, for a seed of 100,000. */
  addUnchecked(values: T): Promise<T> {
    return this.#add(new UncheckedRow(values) as T);
  }

  /** @returns the record with that key of a unique index */
  find(indexName: string, key: Key): T | undefined {
    return this.#unique.find(({ name }) => name === indexName)?.recordsByKey.get(key);
  }

  /** @returns the records with that key of a group index, oldest first */
  group(indexName: string, key: Key): readonly T[] {
    return this.#groups.find(({ name }) => name === indexName)?.recordsByKey.get(key) ?? [];
  }

  /** @returns all records, oldest first; only for small tables */
  all(): readonly T[] {
    return this.#collection.findMany();
  }

  /** @returns the last records, newest first, without walking the others */
  newest(count: number): readonly T[] {
    return count > 0 ? this.#collection.findMany(undefined, { take: -count }) : [];
  }

  /**
   * Adds the record to the indexes. The library's create hook is not used, because its event costs as much as the
   * record, and nothing else adds records.
   */
  async #add(row: T): Promise<T> {
    const record = await this.#collection.create(row);
    this.#index(record);
    return record;
  }

  #index(record: T): void {
    this.size += 1;
    for (const { readKey, recordsByKey } of this.#unique) recordsByKey.set(readKey(record), record);
    for (const { readKey, recordsByKey } of this.#groups) {
      const group = recordsByKey.get(readKey(record));
      if (group) group.push(record);
      else recordsByKey.set(readKey(record), [record]);
    }
  }
}

/** @mswjs/data copies a plain object twice, property by property, but stores a class instance as it is. */
class Row {
  constructor(values: object) {
    Object.assign(this, values);
  }
}

class UncheckedRow extends Row {}

interface Index<T, V> {
  name: string;
  readKey: (record: T) => Key;
  recordsByKey: Map<Key, V>;
}

function createIndexes<T, V>(
  keyReaders: Readonly<Record<string, (record: T) => Key>> = {},
): Index<T, V>[] {
  return Object.entries(keyReaders).map(([name, readKey]) => ({
    name,
    readKey,
    recordsByKey: new Map(),
  }));
}

/** The interface of a schema that the library demands (standardschema.dev). */
type StandardSchema<T> = Pick<z.ZodType<T>, '~standard'>;

/** Validates a record without making the copy that the schema's own `parse` makes. */
function makeInPlaceSchema<T>(schema: z.ZodType<T>): StandardSchema<T> {
  const validate = (value: unknown) => {
    const parsedValue = value instanceof UncheckedRow ? undefined : schema.safeParse(value);
    return parsedValue?.error ? { issues: parsedValue.error.issues } : { value: value as T };
  };
  return { '~standard': { ...schema['~standard'], validate } };
}
