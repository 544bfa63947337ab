import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import offline from '../pictures/offline.svg';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { Picture } from '../ui/blocks.tsx';
import { Heading } from '../ui/heading.tsx';
import { Boundary } from '../ui/part.tsx';
import { reportAlive } from './alive.ts';
import { hydratedAtom } from './atoms.ts';
import { SettingsError } from './config.ts';
import { createRoot } from './roots.ts';
import { fieldsOf, textOf } from './unchecked.ts';

/** Replaces a page that crashed with the error screen (website specification, section 2). */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return <Boundary instead={(error) => <Crash error={error} />}>{children}</Boundary>;
}

/** @param error an error or a response; its status and message are shown */
function Crash({ error }: { error: unknown }) {
  const { status, statusText, message, stack } = fieldsOf(error);
  const { title, hint, reload, details } = texts.crash;
  const setHydrated = useSetAtom(hydratedAtom);
  useEffect(() => {
    setHydrated(true);
    reportAlive();
  }, [setHydrated]);
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

/** Shown when the deployment's settings are wrong; names each mistake. */
export function showSettingsProblem(root: HTMLElement, error: unknown): void {
  reportAlive();
  createRoot(root).render(
    <main className="page narrow">
      <h1>{texts.settings.title}</h1>
      <div role="alert">
        {error instanceof SettingsError ? <Wrong error={error} /> : <p>{sentence(error)}</p>}
      </div>
      <a className="button primary" href={location.href}>
        {texts.crash.reload}
      </a>
    </main>,
  );
}

function Wrong({ error }: { error: SettingsError }) {
  return (
    <>
      <p>{texts.settings.wrong}</p>
      <ul>
        {error.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </>
  );
}

function sentence(error: unknown): string {
  return error instanceof SyntaxError ? texts.settings.noJson : texts.settings.unreachable;
}
