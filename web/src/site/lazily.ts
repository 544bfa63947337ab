/** Something that is fetched when it is first needed. A failed fetch is tried again a second later, when asked. */
export interface Loaded<T> {
  load(): Promise<T>;
  /** There already. */
  now?: T;
}

export function lazily<T>(fetchIt: () => Promise<{ default: T }>): Loaded<T> {
  let loading: Promise<T> | undefined;
  const loaded: Loaded<T> = {
    load() {
      loading ??= fetchIt().then(
        ({ default: value }) => {
          loaded.now = value;
          // React's `use` reads these, and then need not wait for what is here.
          if (loading) Object.assign(loading, { status: 'fulfilled', value });
          return value;
        },
        (error: unknown) => {
          // React asks again when it learns of the failure, and must get the same answer: else it asks for ever.
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
