/** Something that is fetched when it is first needed. A failed fetch is tried again the next time. */
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
        (module) => {
          loaded.now = module.default;
          return module.default;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
  return loaded;
}
