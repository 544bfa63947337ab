import type { ReactNode } from 'react';
import done from '../pictures/done.svg';
import lost from '../pictures/lost.svg';
import mail from '../pictures/mail.svg';
import waiting from '../pictures/waiting.svg';
import { Heading } from './heading.tsx';
import { Picture } from './picture.tsx';

const pictures = { done, lost, mail, waiting };

interface ConfirmationProps {
  title: string;
  picture: keyof typeof pictures;
  children: ReactNode;
}

/** A page that says one thing and leads on. */
export function Confirmation({ title, picture, children }: ConfirmationProps) {
  return (
    <div className="page narrow confirmation">
      <Picture src={pictures[picture]} />
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
