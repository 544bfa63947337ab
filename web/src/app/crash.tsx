import { useSetAtom } from 'jotai';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import picture from '../pictures/offline.svg';
import { isHydratedAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { SettingsError } from '../site/config.ts';
import { isHostReachable } from '../site/host.ts';
import { reportInteractive } from '../site/page-handover.ts';
import type { Built } from '../site/records.ts';
import { fieldsOf, textOf } from '../site/unchecked.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { ContactLinks, Picture, Text } from '../ui/blocks.tsx';
import { Heading } from '../ui/heading.tsx';
import { Boundary, PartError } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { createRoot } from './roots.ts';

/** Replaces a page that crashed with the error screen (specification/website §2), or says that it can't be loaded. */
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

/**
 * Replaces a page whose script could not be loaded. The whole page is loaded again as soon as the site's host responds,
 * because some engines never request a failed module again: here the load may have failed long before, when the page was
 * prepared without a connection. On the first page, which may be that second try, it waits for her, or it would never end.
 */
function NotLoaded({ error }: { error: PartError }) {
  const { offline, gone, hint, still } = texts.crash;
  const { isFirstPage } = useSite();
  const [isLoading, setIsLoading] = useState(!isFirstPage && !error.isOffline);
  const [attempts, setAttempts] = useState(0);
  const tryAgain = useCallback(async () => {
    if (!(await reloadIfReachable())) setAttempts((count) => count + 1);
  }, []);
  useEffect(() => {
    const onOnline = () => void tryAgain();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [tryAgain]);
  useEffect(() => {
    if (!isFirstPage) void reloadIfReachable().then(setIsLoading);
  }, [isFirstPage]);
  if (isLoading) return <Skeleton isWholePage />;
  return (
    <ErrorPage
      title={error.isOffline ? offline : gone}
      isPartMissing={!error.isOffline}
      details={error.message}
    >
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

/** @returns whether the site's host can be reached: then the page is loaded again */
async function reloadIfReachable(): Promise<boolean> {
  const isReachable = await isHostReachable();
  if (isReachable) location.reload();
  return isReachable;
}

interface ErrorPageProps {
  title: string;
  /** Whether a part of the site could not be loaded. */
  isPartMissing?: boolean;
  /** The technical details, initially closed; empty if there are none. */
  details: string;
  children: ReactNode;
}

function ErrorPage({ title, isPartMissing = false, details, children }: ErrorPageProps) {
  const setIsHydrated = useSetAtom(isHydratedAtom);
  useEffect(() => {
    setIsHydrated(true);
    reportInteractive();
    dispatchEvent(new CustomEvent('shown-error', { detail: isPartMissing ? 'part' : 'page' }));
  }, [setIsHydrated, isPartMissing]);
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

/**
 * Shown when a page cannot read its settings. What is wrong with them is for the people who run the site: their names
 * stand in the details, everything else in the console.
 * @param contact how the college is reached, if the page was built with it
 */
export function showSettingsProblem(
  root: HTMLElement,
  error: unknown,
  contact: Built['contact'],
): void {
  const { settings, crash } = texts;
  // A browser throws a TypeError where there is no connection.
  const isUnreachable = error instanceof TypeError;
  const problems = error instanceof SettingsError ? error.problems : [];
  console.error('config.json:', error);
  reportInteractive();
  createRoot(root).render(
    <main className="page narrow">
      <h1>{settings.title}</h1>
      <div role="alert">
        <p>
          {isUnreachable ? settings.unreachable : contact ? settings.fault : settings.faultAlone}
        </p>
        {contact && !isUnreachable && <ContactLinks {...contact} />}
      </div>
      <p className="actions">
        <a className="button primary" href={location.href}>
          {crash.reload}
        </a>
      </p>
      {problems.length > 0 && (
        <details>
          <summary>{crash.details}</summary>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
    </main>,
  );
}
