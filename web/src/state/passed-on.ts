import { useState } from 'react';

/** What the page before passed on to this one with the navigation; a reload keeps it. */
export function usePassedOn<T extends object>(): Partial<T> {
  const [passed] = useState(() => history.state as unknown);
  return (typeof passed === 'object' && passed !== null ? passed : {}) as Partial<T>;
}
