import type { ReactNode } from 'react';
import { Heading } from './heading.tsx';

interface ConfirmationProps {
  title: string;
  icon: 'mail' | 'done' | 'hourglass';
  children: ReactNode;
}

/** A page that says one thing and leads on. */
export function Confirmation({ title, icon, children }: ConfirmationProps) {
  return (
    <div className="page narrow confirmation">
      <span className={`badge icon ${icon}`} />
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
