/** A module that is fetched when first needed. A failed fetch may be repeated after a second. */
export interface Loaded<T> {
  load(): Promise<T>;
  /** The module, once loaded. */
  now?: T;
}

export function lazily<T>(fetchIt: () => Promise<{ default: T }>): Loaded<T> {
  let loading: Promise<T> | undefined;
  const loaded: Loaded<T> = {
    load() {
      loading ??= fetchIt().then(
        ({ default: value }) => {
          loaded.now = value;
          // React's `use` reads these, and does not suspend for what is loaded.
          if (loading) Object.assign(loading, { status: 'fulfilled', value });
          return value;
        },
        (error: unknown) => {
          // React asks again when it learns of the failure, and would ask forever if it did not get the same promise.
          setTimeout(() => {
            loading = undefined;
          }, 1000);
          throw error;
        },
      );
      return loading;
    },
  };
  return loaded;
}
