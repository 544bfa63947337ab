import { useLayoutEffect, useRef } from 'react';
import { frameTexts as texts } from '../texts/frame-words.ts';

let isFirstPage = true;

/** From now on a new heading means that somebody went to another page. */
export function pageWasShown(): void {
  isFirstPage = false;
}

/** The page's heading; it is the document's title too, and where a screen reader goes on after a change of page. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const announced = useRef<string>(undefined);
  // With the page, not after it: a field she is quick to tap keeps the focus. Layout effects run again when a page that
  // waited for one of its parts is shown again: that is no new page.
  useLayoutEffect(() => {
    document.title = titled(children);
    if (!isFirstPage && announced.current !== children)
      heading.current?.focus({ preventScroll: true });
    announced.current = children;
  }, [children]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** @returns the title of a document, for the browser's tab and history */
export function titled(heading: string): string {
  return `${heading} · ${texts.college}`;
}
