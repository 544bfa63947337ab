import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import picture from '../pictures/offline.svg';
import { isHydratedAtom } from '../site/atoms.ts';
import { SettingsError } from '../site/config.ts';
import { isHostReachable } from '../site/host.ts';
import { reportInteractive } from '../site/page-handover.ts';
import { fieldsOf, textOf } from '../site/unchecked.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { Picture, Text } from '../ui/blocks.tsx';
import { Heading } from '../ui/heading.tsx';
import { Boundary, PartError } from '../ui/lazy-part.tsx';
import { createRoot } from './roots.ts';

/** Replaces a page that crashed with the error screen (website specification, section 2), or says that it can't be loaded. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  const renderError = (error: unknown) =>
    error instanceof PartError ? <NotLoaded error={error} /> : <Crash error={error} />;
  return <Boundary renderError={renderError}>{children}</Boundary>;
}

/** @param error an error or a response; its status and message are shown */
function Crash({ error }: { error: unknown }) {
  const { status, statusText, message, stack } = fieldsOf(error);
  const { title, hint, reload } = texts.crash;
  return (
    <ErrorPage title={title} details={textOf(stack)}>
      <p role="alert">
        {[textOf(status), textOf(statusText) || textOf(message)].filter(Boolean).join(' ')}
      </p>
      <p>{hint}</p>
      <a className="button primary" href={location.href}>
        {reload}
      </a>
    </ErrorPage>
  );
}

/** Replaces a page whose script could not be loaded; it reloads the page when the connection is back. */
function NotLoaded({ error }: { error: PartError }) {
  const { offline, gone, hint, still } = texts.crash;
  const [attempts, setAttempts] = useState(0);
  // Reloads the whole page, because some engines never request a failed module again.
  const tryAgain = useEffectEvent(async () => {
    if (await isHostReachable()) location.reload();
    else setAttempts((count) => count + 1);
  });
  useEffect(() => {
    const onOnline = () => void tryAgain();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
  return (
    <ErrorPage title={error.isOffline ? offline : gone} details={error.message}>
      <p>{hint}</p>
      <p className="actions">
        <button type="button" className="button primary" onClick={() => void tryAgain()}>
          {texts.retry}
        </button>
      </p>
      <p role="status">{attempts > 0 && <Text key={attempts}>{still}</Text>}</p>
    </ErrorPage>
  );
}

interface ErrorPageProps {
  title: string;
  /** The technical details, initially closed; empty if there are none. */
  details: string;
  children: ReactNode;
}

function ErrorPage({ title, details, children }: ErrorPageProps) {
  const setIsHydrated = useSetAtom(isHydratedAtom);
  useEffect(() => {
    setIsHydrated(true);
    reportInteractive();
  }, [setIsHydrated]);
  return (
    <div className="page narrow">
      <Picture src={picture} />
      <Heading>{title}</Heading>
      {children}
      {details && (
        <details>
          <summary>{texts.crash.details}</summary>
          <pre>{details}</pre>
        </details>
      )}
    </div>
  );
}

/** Shown when the deployment's settings are wrong; names each mistake. */
export function showSettingsProblem(root: HTMLElement, error: unknown): void {
  const { settings } = texts;
  reportInteractive();
  createRoot(root).render(
    <main className="page narrow">
      <h1>{settings.title}</h1>
      <div role="alert">
        {error instanceof SettingsError ? (
          <>
            <p>{settings.wrong}</p>
            <ul>
              {error.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>{error instanceof SyntaxError ? settings.noJson : settings.unreachable}</p>
        )}
      </div>
      <a className="button primary" href={location.href}>
        {texts.crash.reload}
      </a>
    </main>,
  );
}
