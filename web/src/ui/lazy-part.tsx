import { type ComponentType, useEffect, useState } from 'react';
import type { Loaded } from '../site/lazily.ts';

/** A part of the frame that most visits don't need. Where it can't be loaded, the page goes on without it. */
export function LazyPart({ of }: { of: Loaded<ComponentType> }) {
  const [, arrived] = useState(false);
  useEffect(() => {
    of.load().then(
      () => arrived(true),
      () => {},
    );
  }, [of]);
  const Component = of.now;
  return Component ? <Component /> : null;
}
