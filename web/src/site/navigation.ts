import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { isHydratedAtom } from './atoms.ts';
import type { Site } from './client.ts';
import { type Fields, fieldsOf } from './unchecked.ts';

/** The state that the previous page passed on when it navigated (`history.state`); kept after a reload. */
export function useNavigationState(): Fields {
  const isHydrated = useAtomValue(isHydratedAtom);
  const [state] = useState(() => fieldsOf(typeof history === 'object' ? history.state : null));
  return isHydrated ? state : {};
}

// The step in which she checks her answers before they are sent has a history entry of its own: Back leads to the form.

export const checkHash = '#check';

/** How long a browser may take to go back. */
const leaveTimeoutMs = 3_000;

/** Opens the entry. Await `leavingPromise` of the site first: a running step back would close it again. */
export function enterCheck(): void {
  history.pushState({ ...fieldsOf(history.state), isCheck: true }, '', checkHash);
}

/**
 * Leaves that entry, so that Back leads neither to the answers nor to a finished form. Nothing happens if she typed an
 * address with `#check`: no form stands before it in the history.
 */
export async function leaveCheck(site: Site): Promise<void> {
  if (location.hash !== checkHash || !fieldsOf(history.state).isCheck) return;
  site.leavingPromise ??= new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    setTimeout(resolve, leaveTimeoutMs);
    history.back();
  });
  await site.leavingPromise;
  site.leavingPromise = undefined;
}
