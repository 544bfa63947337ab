import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { isHydratedAtom } from './atoms.ts';
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

let leavingPromise: Promise<unknown> | undefined;

/** A promise that resolves when the site has gone back from that entry; undefined if it is not going back. */
export const getLeavingPromise = () => leavingPromise;

/** Opens the entry. Await `getLeavingPromise` first: a running step back would close it again. */
export function enterCheck(): void {
  history.pushState({ ...fieldsOf(history.state), isCheck: true }, '', checkHash);
}

/**
 * Leaves that entry, so that Back leads neither to the answers nor to a finished form. Nothing happens if she typed an
 * address with `#check`: no form stands before it in the history.
 */
export async function leaveCheck(): Promise<void> {
  if (location.hash !== checkHash || !fieldsOf(history.state).isCheck) return;
  leavingPromise ??= new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    setTimeout(resolve, leaveTimeoutMs);
    history.back();
  });
  await leavingPromise;
  leavingPromise = undefined;
}
