import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { Loaded } from '../site/lazily.ts';
import { Boundary } from './boundary.tsx';

interface LazyPartProps<P> {
  of: Loaded<ComponentType<P>>;
  /** What it is given. */
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
