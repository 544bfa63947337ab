import type { ReactNode } from 'react';

/** Short texts and links, each on a line of its own, high enough for a finger. */
export function Lines({ children }: { children: ReactNode }) {
  return <p className="lines">{children}</p>;
}
