import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { hydratedAtom } from './atoms.ts';
import { type Fields, fieldsOf } from './unchecked.ts';

/** The state that the previous page passed on when it navigated (`history.state`); kept after a reload. */
export function useNavigationState(): Fields {
  const hydrated = useAtomValue(hydratedAtom);
  const [state] = useState(() => fieldsOf(typeof history === 'object' ? history.state : null));
  return hydrated ? state : {};
}

// An entry of the history of its own, while answers are shown once more before they are sent: Back leads to the form.

export const checkHash = '#check';

/** How long a browser may take to go back, in milliseconds. */
const patienceMs = 3_000;

let leaving: Promise<unknown> | undefined;

/** Settles once the site itself is back from the answers; undefined while it is not on its way. */
export const leavingCheck = () => leaving;

/** Not while it is being left: going back would close the answers again. */
export function enterCheck(): void {
  history.pushState({ ...fieldsOf(history.state), isCheck: true }, '', checkHash);
}

/**
 * Leaves that entry, so that Back leads neither to the answers nor to a form that is done. An address that was typed
 * with the mark has no form before it, and stays.
 */
export async function leaveCheck(): Promise<void> {
  if (location.hash !== checkHash || !fieldsOf(history.state).isCheck) return;
  leaving ??= new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    setTimeout(resolve, patienceMs);
    history.back();
  });
  await leaving;
  leaving = undefined;
}
