/** Parts of a page that are loaded when needed; a crash in one leaves the rest of the page unchanged. */
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { isHostReachable } from '../site/host.ts';

interface BoundaryProps {
  /** Shown after a crash. Default: nothing. */
  renderError?: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface State {
  error?: unknown;
}

/** Limits a crash to one part of the page. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error() };
  }

  override render() {
    const { error } = this.state;
    return error ? this.props.renderError?.(error) : this.props.children;
  }
}

/** Thrown if a part could not be loaded. */
export class PartError extends Error {
  /** Whether the site's host can't be reached. If it can, it no longer has the part, e.g. after a newer build. */
  readonly isOffline: boolean;

  constructor(isOffline: boolean, cause: unknown) {
    super(String(cause));
    this.isOffline = isOffline;
  }
}

/** An export of a module that is loaded when first needed. A failed load can be repeated after a second. */
export interface LazyExport<T> {
  load(): Promise<T>;
  /** The export, once it is loaded. */
  loadedExport?: T;
}

/** @param exportName the export's name @returns the lazy export; its `load` rejects with a {@link PartError} */
export function lazyExport<M, N extends keyof M>(
  loadModule: () => Promise<M>,
  exportName: N,
): LazyExport<M[N]> {
  let loadingPromise: Promise<M[N]> | undefined;
  const lazyResult: LazyExport<M[N]> = {
    load() {
      loadingPromise ??= loadModule().then(
        (module) => {
          const loadedValue = module[exportName];
          lazyResult.loadedExport = loadedValue;
          // React's `use` reads these properties, and then does not suspend.
          if (loadingPromise)
            Object.assign(loadingPromise, { status: 'fulfilled', value: loadedValue });
          return loadedValue;
        },
        async (error: unknown) => {
          const isOffline = !(await isHostReachable());
          // React calls `load` again after a rejection, and would loop if it got a new promise each time.
          setTimeout(() => {
            loadingPromise = undefined;
          }, 1000);
          throw new PartError(isOffline, error);
        },
      );
      return loadingPromise;
    },
  };
  return lazyResult;
}

interface LazyPartProps<P> {
  lazyComponent: LazyExport<ComponentType<P>>;
  props: P;
  /** Shown until the part is loaded. Default: nothing. */
  placeholder?: ReactNode;
  /** Shown if the part can't be loaded; `retry` loads it again. Default: nothing. */
  renderFailure?: (retry: () => void) => ReactNode;
}

/**
 * A part that most visits don't need. If it can't be loaded, or crashes, the page works without it; a failed load is
 * repeated when the connection is back.
 */
export function LazyPart<P extends object>({
  lazyComponent,
  props,
  placeholder,
  renderFailure,
}: LazyPartProps<P>) {
  const [, setLoaded] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);
  useEffect(() => {
    const retry = () => setAttempt(attempt + 1);
    lazyComponent.load().then(
      () => setLoaded(true),
      () => {
        setFailedAttempt(attempt);
        addEventListener('online', retry, { once: true });
      },
    );
    return () => removeEventListener('online', retry);
  }, [lazyComponent, attempt]);
  const Component = lazyComponent.loadedExport;
  if (!Component)
    return failedAttempt === attempt ? renderFailure?.(() => setAttempt(attempt + 1)) : placeholder;
  return (
    <Boundary>
      <Component {...props} />
    </Boundary>
  );
}
