import { useLayoutEffect, useRef } from 'react';
import { type Site, useSite } from '../site/client.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';

/** Called when the first page is shown: from now on a new heading means that another page was opened. */
export function markPageShown(site: Site): void {
  site.isFirstPage = false;
}

/** The page's heading. It is also the document's title, and gets the focus when another page was opened. */
export function Heading({ children }: { children: string }) {
  const site = useSite();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const announcedHeadingRef = useRef<string>(undefined);
  // A layout effect, so that a field that is tapped right after the page appears keeps the focus. Layout effects also
  // run when a page is shown again that had to wait for one of its parts: `announcedHeadingRef` tells that from a new
  // page.
  useLayoutEffect(() => {
    document.title = makeDocumentTitle(children);
    if (!site.isFirstPage && announcedHeadingRef.current !== children)
      headingRef.current?.focus({ preventScroll: true });
    announcedHeadingRef.current = children;
  }, [children, site]);
  return (
    <h1 ref={headingRef} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Gives the focus to the page's heading, for the case that what had it is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** @returns the title of a document, for the browser's tab and history */
export function makeDocumentTitle(headingText: string): string {
  return `${headingText} · ${texts.college}`;
}
