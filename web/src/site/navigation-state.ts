import { useState } from 'react';
import { useHydrated } from './hydrated.ts';
import { type Fields, fieldsOf } from './unchecked.ts';

/** What the previous page passed on when it navigated (`history.state`); kept after a reload. */
export function useNavigationState(): Fields {
  const hydrated = useHydrated();
  const [state] = useState(() => fieldsOf(typeof history === 'object' ? history.state : null));
  return hydrated ? state : {};
}
