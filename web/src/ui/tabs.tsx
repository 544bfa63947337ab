import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

interface TabsProps {
  /** The id of what names them all. */
  labelledBy: string;
  names: readonly string[];
  /** The panel of the chosen tab. @param at 0 for the first */
  children: (at: number) => ReactNode;
}

/** Tabs over one panel; the arrow keys move between them. */
export function Tabs({ labelledBy, names, children }: TabsProps) {
  const [chosen, choose] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const last = names.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (moved === undefined) return;
    event.preventDefault();
    choose(moved);
    list.current?.querySelectorAll('button')[moved]?.focus();
  };
  return (
    <>
      <div
        className="tabs"
        role="tablist"
        aria-labelledby={labelledBy}
        ref={list}
        onKeyDown={onKeyDown}
      >
        {names.map((name, at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}tab${at}`}
            aria-selected={chosen === at}
            aria-controls={`${id}panel`}
            tabIndex={chosen === at ? 0 : -1}
            onClick={() => choose(at)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}tab${chosen}`}>
        {children(chosen)}
      </div>
    </>
  );
}

/** A table that scrolls by itself where it is wider than the page; there the keyboard reaches it, and only there. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
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
  // Its content may grow while the box stays.
  if (box.firstElementChild) observer.observe(box.firstElementChild);
  return () => observer.disconnect();
}
