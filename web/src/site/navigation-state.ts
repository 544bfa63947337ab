import { useState } from 'react';
import { useHydrated } from './hydrated.ts';
import { type Fields, fieldsOf } from './unchecked.ts';

/** What the page before left for this one when it navigated (`history.state`); a reload keeps it. */
export function useNavigationState(): Fields {
  const hydrated = useHydrated();
  const [state] = useState(() => fieldsOf(typeof history === 'object' ? history.state : null));
  return hydrated ? state : {};
}
