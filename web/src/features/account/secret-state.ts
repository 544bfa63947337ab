import { useEffect, useState } from 'react';
import { useNavigationState } from '../../site/navigation.ts';
import { dropFromTab, keepInTab, readFromTab } from '../../site/storages.ts';
import { type Fields, fieldsOf } from '../../site/unchecked.ts';

const storageKey = 'secret-state';

/**
 * Like `useNavigationState`, for a state with a token: Back must not open its form for whoever uses the phone next. The
 * state is taken out of the history as soon as the page is shown, and outlives only a reload.
 */
export function useSecretState(): Fields {
  const passedState = useNavigationState();
  const [reloadedState] = useState(readReloadedState);
  const [isLeft, setIsLeft] = useState(false);
  const state = isEmpty(passedState) ? reloadedState : passedState;
  useEffect(() => {
    if (isEmpty(state)) return;
    keepInTab(storageKey, JSON.stringify(state));
    history.replaceState(null, '');
    // The browser may bring a page that was left back as it was.
    const closeIfRestored = ({ persisted }: PageTransitionEvent) => setIsLeft(persisted);
    addEventListener('pageshow', closeIfRestored);
    return () => {
      removeEventListener('pageshow', closeIfRestored);
      dropFromTab(storageKey);
    };
  }, [state]);
  return isLeft ? {} : state;
}

const isEmpty = (state: Fields) => Object.keys(state).length === 0;

/** @returns the state before a reload; a page that is opened in another way, for example by Back, drops it */
function readReloadedState(): Fields {
  if (typeof performance !== 'object') return {};
  const [navigation] = performance.getEntriesByType('navigation');
  if (fieldsOf(navigation).type !== 'reload') dropFromTab(storageKey);
  return fieldsOf(JSON.parse(readFromTab(storageKey) ?? 'null'));
}
