import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Puts the ways out of the test away while it is on screen; the stylesheet does it (styles/exam.css). */
export function useNothingElse(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.exam = 'running';
    return () => {
      delete dataset.exam;
    };
  }, []);
}

/**
 * What replaces a part of the page begins at the top, in view and with focus: the new heading takes it by itself, a
 * question that follows another under the same heading takes it here.
 * @param view what is on screen @returns the ref for the question's text
 */
export function useFromTheTop(view: unknown): RefObject<HTMLLegendElement | null> {
  const question = useRef<HTMLLegendElement>(null);
  const shown = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (shown.current === view) return;
    if (shown.current !== undefined) question.current?.focus({ preventScroll: true });
    shown.current = view;
    scrollTo(0, 0);
  }, [view]);
  return question;
}
