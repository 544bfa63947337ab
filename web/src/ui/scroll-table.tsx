import type { ReactNode } from 'react';

interface ScrollTableProps {
  label: string;
  children: ReactNode;
}

// What scrolls sideways on a phone must be reachable with the keyboard.
const reachable = 0;

/** A table that scrolls by itself where it is wider than the page. */
export function ScrollTable({ label, children }: ScrollTableProps) {
  return (
    <section className="table" aria-label={label} tabIndex={reachable}>
      <table>{children}</table>
    </section>
  );
}
