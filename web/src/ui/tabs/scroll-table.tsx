import type { ReactNode } from 'react';

interface ScrollTableProps {
  label: string;
  children: ReactNode;
}

/** A table that scrolls by itself where it is wider than the page; there the keyboard reaches it, and only there. */
export function ScrollTable({ label, children }: ScrollTableProps) {
  return (
    <section className="table" aria-label={label} ref={reachable}>
      <table>{children}</table>
    </section>
  );
}

function reachable(box: HTMLElement | null): (() => void) | undefined {
  if (!box || typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  observer.observe(box);
  return () => observer.disconnect();
}
