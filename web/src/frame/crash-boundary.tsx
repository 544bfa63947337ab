import { type ReactNode, useEffect } from 'react';
import offline from '../pictures/offline.svg';
import { tellAlive } from '../site/alive.ts';
import { fieldsOf, textOf } from '../site/unchecked.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Heading } from '../ui/heading.tsx';
import { Picture } from '../ui/picture.tsx';
import { texts } from '../words/frame.ts';

/** Replaces a page that crashed with the error screen (website specification, section 2). */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return <Boundary instead={(error) => <Crash error={error} />}>{children}</Boundary>;
}

/** @param error an error or a response; its status and message are shown */
function Crash({ error }: { error: unknown }) {
  const { status, statusText, message, stack } = fieldsOf(error);
  const { title, hint, reload, details } = texts.crash;
  useEffect(() => tellAlive(), []);
  return (
    <div className="page narrow">
      <Picture src={offline} />
      <Heading>{title}</Heading>
      <p role="alert">
        {[textOf(status), textOf(statusText) || textOf(message)].filter(Boolean).join(' ')}
      </p>
      <p>{hint}</p>
      <a className="button primary" href={location.href}>
        {reload}
      </a>
      {textOf(stack) && (
        <details>
          <summary>{details}</summary>
          <pre>{textOf(stack)}</pre>
        </details>
      )}
    </div>
  );
}
