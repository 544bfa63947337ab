/** Parts of a page: loaded when they are due, and a crash in one leaves the rest as it is. */
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { isHostReachable } from '../site/host.ts';

interface BoundaryProps {
  /** Shown after a crash. Default: nothing. */
  instead?: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface State {
  error?: unknown;
}

/** Keeps a crash to one part of the page. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error() };
  }

  override render() {
    const { error } = this.state;
    return error ? this.props.instead?.(error) : this.props.children;
  }
}

/** A part could not be loaded. */
export class PartError extends Error {
  /** The site's host does not answer either; otherwise it has the part no more, e.g. since a newer build. */
  readonly isOffline: boolean;

  constructor(isOffline: boolean, cause: unknown) {
    super(String(cause));
    this.isOffline = isOffline;
  }
}

/** An export of a module, fetched when first needed. A failed fetch may be repeated after a second. */
export interface Loaded<T> {
  load(): Promise<T>;
  /** The export, once loaded. */
  now?: T;
}

/** @param name under which the module exports it @returns what loads it; that throws a {@link PartError} */
export function lazily<M, N extends keyof M>(load: () => Promise<M>, name: N): Loaded<M[N]> {
  let loading: Promise<M[N]> | undefined;
  const loaded: Loaded<M[N]> = {
    load() {
      loading ??= load().then(
        (module) => {
          const value = module[name];
          loaded.now = value;
          // React's `use` reads these, and does not suspend for what is loaded.
          if (loading) Object.assign(loading, { status: 'fulfilled', value });
          return value;
        },
        async (error: unknown) => {
          const isOffline = !(await isHostReachable());
          // React asks again when it learns of the failure, and would ask forever if it did not get the same promise.
          setTimeout(() => {
            loading = undefined;
          }, 1000);
          throw new PartError(isOffline, error);
        },
      );
      return loading;
    },
  };
  return loaded;
}

interface LazyPartProps<P> {
  of: Loaded<ComponentType<P>>;
  props: P;
  /** Stands there until it is loaded. Default: nothing. */
  waiting?: ReactNode;
  /** Stands there where it can't be loaded; the part is asked for again by `again`. Default: nothing. */
  failed?: (again: () => void) => ReactNode;
}

/**
 * A part that most visits don't need. Where it can't be loaded, or crashes, the page goes on without it; it is asked
 * for again when the connection is back.
 */
export function LazyPart<P extends object>({ of, props, waiting, failed }: LazyPartProps<P>) {
  const [, arrived] = useState(false);
  const [tries, setTries] = useState(1);
  const [lost, setLost] = useState(0);
  useEffect(() => {
    const again = () => setTries(tries + 1);
    of.load().then(
      () => arrived(true),
      () => {
        setLost(tries);
        addEventListener('online', again, { once: true });
      },
    );
    return () => removeEventListener('online', again);
  }, [of, tries]);
  const Component = of.now;
  if (!Component) return lost === tries ? failed?.(() => setTries(tries + 1)) : waiting;
  return (
    <Boundary>
      <Component {...props} />
    </Boundary>
  );
}
