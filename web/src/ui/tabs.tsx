import { useAtomValue } from 'jotai';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { isPrintingAtom } from '../site/atoms.ts';

interface TabsProps {
  /** The id of the element that names the tab list. */
  labelledBy: string;
  tabNames: readonly string[];
  /** Renders the panel of the chosen tab. @param index 0 for the first */
  children: (index: number) => ReactNode;
}

/** Tabs over one panel; the arrow keys move between them. On paper all panels follow each other, each below its name. */
export function Tabs({ labelledBy, tabNames, children }: TabsProps) {
  const isPrinting = useAtomValue(isPrintingAtom);
  const [chosenIndex, setChosenIndex] = useState(0);
  const tabListRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const lastIndex = tabNames.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const nextIndex = {
      ArrowRight: chosenIndex === lastIndex ? 0 : chosenIndex + 1,
      ArrowLeft: chosenIndex === 0 ? lastIndex : chosenIndex - 1,
      Home: 0,
      End: lastIndex,
    }[event.key];
    if (nextIndex === undefined) return;
    event.preventDefault();
    setChosenIndex(nextIndex);
    tabListRef.current?.querySelectorAll('button')[nextIndex]?.focus();
  };
  return (
    <>
      <div
        className="tabs"
        role="tablist"
        aria-labelledby={labelledBy}
        ref={tabListRef}
        onKeyDown={onKeyDown}
      >
        {tabNames.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}tab${index}`}
            aria-selected={chosenIndex === index}
            aria-controls={`${id}panel`}
            tabIndex={chosenIndex === index ? 0 : -1}
            onClick={() => setChosenIndex(index)}
          >
            {name}
          </button>
        ))}
      </div>
      {isPrinting ? (
        tabNames.map((name, index) => (
          <section key={name}>
            <h3>{name}</h3>
            {children(index)}
          </section>
        ))
      ) : (
        <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}tab${chosenIndex}`}>
          {children(chosenIndex)}
        </div>
      )}
    </>
  );
}

/** A table that scrolls by itself if it is wider than the page; only then it can be focused with the keyboard. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="table" aria-label={label} ref={makeScrollableByKeyboard}>
      <table>{children}</table>
    </section>
  );
}

function makeScrollableByKeyboard(tableBox: HTMLElement | null): (() => void) | undefined {
  if (!tableBox || typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(() => {
    if (tableBox.scrollWidth > tableBox.clientWidth) tableBox.tabIndex = 0;
    else tableBox.removeAttribute('tabindex');
  });
  observer.observe(tableBox);
  // The table may grow while the box around it keeps its size.
  if (tableBox.firstElementChild) observer.observe(tableBox.firstElementChild);
  return () => observer.disconnect();
}
