import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  title: string;
  /** What it is for. */
  note?: string;
  children: ReactNode;
}

/** A part of the design page, with a heading to link to. */
export function Section({ id, title, note, children }: SectionProps) {
  return (
    <div className="shown" id={id}>
      <div className="page">
        <h2>{title}</h2>
        {note && <p className="lead">{note}</p>}
      </div>
      {children}
    </div>
  );
}

/** Pieces side by side where there is room. */
export function Specimens({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return <div className={wide ? 'page specimens wide' : 'page specimens'}>{children}</div>;
}

/** One piece under its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="specimen">
      <p className="specimen-name">{name}</p>
      {children}
    </div>
  );
}
