import { Component, type ReactNode } from 'react';
import { Heading } from '../ui/heading.tsx';
import { texts } from '../words/crash.ts';

interface State {
  error?: unknown;
}

/** Shows the error screen in place of a page that failed (website specification, section 2). */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error() };
  }

  override render() {
    const { error } = this.state;
    return error ? <Crash error={error as CrashFacts} /> : this.props.children;
  }
}

/** An error, or a response: whichever of these it has is shown. */
interface CrashFacts {
  status?: number;
  statusText?: string;
  message?: string;
  stack?: string;
}

function Crash({ error: { status, statusText, message, stack } }: { error: CrashFacts }) {
  const { title, hint, reload, details } = texts;
  return (
    <div className="page narrow">
      <Heading>{title}</Heading>
      <p role="alert">{[status, statusText || message].filter(Boolean).join(' ')}</p>
      <p>{hint}</p>
      <a className="button primary" href={location.href}>
        {reload}
      </a>
      {stack && (
        <details>
          <summary>{details}</summary>
          <pre>{stack}</pre>
        </details>
      )}
    </div>
  );
}
