import { useLayoutEffect, useState } from 'react';
import { useNavigationState } from '../../site/navigation.ts';
import { dropFromTab, keepInTab, readFromTab } from '../../site/storages.ts';
import { type Fields, fieldsOf, numberOf } from '../../site/unchecked.ts';

const storageKey = 'secret-state';

/**
 * Like `useNavigationState`, for a state with a token: Back must not open its form for whoever uses the phone next. The
 * state is taken out of the history before the page is seen, and outlives only a reload.
 */
export function useSecretState(): Fields {
  const passedState = useNavigationState();
  const [reloadedState] = useState(readReloadedState);
  const [isLeft, setIsLeft] = useState(false);
  const state = isEmpty(passedState) ? reloadedState : passedState;
  useLayoutEffect(() => {
    if (isEmpty(state)) return;
    const keepUntilReload = (leftAt?: number) =>
      keepInTab(storageKey, JSON.stringify({ state, leftAt }));
    keepUntilReload();
    history.replaceState(null, '');
    const noteLeaving = () => keepUntilReload(performance.timeOrigin + performance.now());
    // The browser may bring a page that was left back as it was.
    const closeIfRestored = ({ persisted }: PageTransitionEvent) => setIsLeft(persisted);
    addEventListener('pagehide', noteLeaving);
    addEventListener('pageshow', closeIfRestored);
    return () => {
      removeEventListener('pagehide', noteLeaving);
      removeEventListener('pageshow', closeIfRestored);
      dropFromTab(storageKey);
    };
  }, [state]);
  return isLeft ? {} : state;
}

const isEmpty = (state: Fields) => Object.keys(state).length === 0;

/** Of the clocks of two pages, which may differ a little. */
const clockToleranceMs = 200;

/**
 * A reload begins before the page is left. What begins later is a second visit, even where the browser calls it a reload:
 * somebody has reloaded a page that Back had opened before its script ran.
 * @returns the state before a reload; a page that is opened in another way, for example by Back, drops it
 */
function readReloadedState(): Fields {
  if (typeof performance !== 'object') return {};
  const { state, leftAt } = fieldsOf(JSON.parse(readFromTab(storageKey) ?? 'null'));
  const [navigation] = performance.getEntriesByType('navigation');
  const isReload =
    fieldsOf(navigation).type === 'reload' &&
    performance.timeOrigin < (numberOf(leftAt) ?? Number.POSITIVE_INFINITY) + clockToleranceMs;
  if (isReload) return fieldsOf(state);
  dropFromTab(storageKey);
  return {};
}
