import { useEffect, useRef } from 'react';
import { texts } from '../words/frame.ts';

let isFirstPage = true;

/** From now on a new heading means that somebody went to another page. */
export function pageWasShown(): void {
  isFirstPage = false;
}

/** The page's heading; it is the document's title too, and where a screen reader goes on after a change of page. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = titled(children);
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
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
