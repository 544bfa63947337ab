import type { ReactNode } from 'react';

interface InfoPanelProps {
  texts: { title: string; items: readonly string[] };
  children?: ReactNode;
}

/** A side panel with what an applicant should know of the page. */
export function InfoPanel({ texts: { title, items }, children }: InfoPanelProps) {
  return (
    <aside className="panel" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {children}
    </aside>
  );
}
