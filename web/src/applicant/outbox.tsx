import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { sendWaiting, takeBack } from '../offline/outbox.ts';
import {
  applicantOutboxAtom,
  filesSizeOf,
  isSendingAtom,
  isStopped,
  type OutboxItem,
  outboxMarkKeyOf,
  type WaitingStep,
} from '../offline/outbox-items.ts';
import { reloadOutbox } from '../offline/outbox-store.ts';
import { findProceedPath } from '../offline/steps.ts';
import { isOnlineAtom, sessionAtom, useStoredValue } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { paths } from '../site/routes.ts';
import { outboxTexts as texts } from '../texts/applicant-words.ts';
import { formatSize } from '../texts/formats.ts';
import { Text } from '../ui/blocks.tsx';

/** The pause between two attempts to send, doubled each time: a browser cannot tell when a server is reachable again. */
const retryPauses = { firstMs: 3_000, longestMs: 60_000 };

/** Lists the steps that wait to be sent, at the end of every page, and sends them when the connection is back. */
export function Outbox() {
  const site = useSite();
  const items = useAtomValue(applicantOutboxAtom);
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const [path, navigate] = useLocation();
  const [sentNotice, setSentNotice] = useState({ text: '', path: '' });

  const sendAll = (isAskedFor: boolean) =>
    sendWaiting(site, {
      email,
      isAskedFor,
      onSent: (item, { nextPath, wasTakenBefore }) => {
        // Opens the next page only from the form that was sent: on any other page it would interrupt her.
        const isOnFormPage = formPages[item.step].path === path;
        const text = wasTakenBefore
          ? texts.before(formTitleOf(item))
          : texts.sent(formTitleOf(item));
        setSentNotice({ text, path: isOnFormPage ? nextPath : path });
        if (isOnFormPage)
          navigate(nextPath, { state: wasTakenBefore ? undefined : item.state, replace: true });
      },
    });
  const sendLatest = useEffectEvent(sendAll);
  const hasItems = items.length > 0;
  const isOnline = useAtomValue(isOnlineAtom);
  // The mark changes when another tab has sent the steps, or she has logged out there.
  const waitingMark = useStoredValue(outboxMarkKeyOf(email));
  const reloadItems = useEffectEvent((_mark: string | null) => reloadOutbox(site, email));
  useEffect(() => void reloadItems(waitingMark), [waitingMark]);
  useEffect(() => {
    if (!hasItems || !isOnline) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCancelled = false;
    const sendRepeatedly = async (pauseMs: number) => {
      await sendLatest(false);
      if (isCancelled) return;
      timer = setTimeout(sendRepeatedly, pauseMs, Math.min(retryPauses.longestMs, 2 * pauseMs));
    };
    void sendRepeatedly(retryPauses.firstMs);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [hasItems, isOnline]);

  const announcedText = useAnnouncedText(hasItems ? texts.waiting(items.length) : sentNotice.text);
  const isNoticeShown = !hasItems && announcedText !== '' && sentNotice.path === path;
  return (
    <>
      <p role="status" className={isNoticeShown ? 'notice outbox' : 'hidden'}>
        {announcedText}
      </p>
      {hasItems && (
        <WaitingList items={items} onSend={isOnline ? () => sendAll(true) : undefined} />
      )}
    </>
  );
}

/** @returns the text one render late: a screen reader ignores a text that is there when its status region appears */
function useAnnouncedText(text: string): string {
  const [announcedText, setAnnouncedText] = useState('');
  useEffect(() => setAnnouncedText(text), [text]);
  return announcedText;
}

interface WaitingListProps {
  items: readonly OutboxItem[];
  /** Sends all steps now; `undefined` without a connection. */
  onSend: (() => Promise<void>) | undefined;
}

/** The steps that wait to be sent, each with a button that takes it back into its form. */
function WaitingList({ items, onSend }: WaitingListProps) {
  const isSending = useAtomValue(isSendingAtom);
  const site = useSite();
  const [, navigate] = useLocation();
  const takeBackAndOpenForm = async (item: OutboxItem) => {
    if (await takeBack(site, item)) navigate(formPages[item.step].path);
  };
  return (
    <section className="notice outbox" aria-label={texts.title}>
      <details open={items.some((item) => item.refusal !== undefined || isStopped(item))}>
        <summary>{texts.waiting(items.length)}</summary>
        <ul>
          {items.map((item) => (
            <li key={item.step}>
              <Text>{describeHindrance(item) ?? titleWithSizeOf(item)}</Text>{' '}
              <button type="button" className="link" onClick={() => void takeBackAndOpenForm(item)}>
                <Text>{item.refusal === undefined ? texts.takeBack : texts.openForm}</Text>
                <span className="hidden">{` ${formTitleOf(item)}`}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
      {onSend && (
        <button
          type="button"
          className="button"
          aria-disabled={isSending}
          onClick={() => isSending || void onSend()}
        >
          {isSending ? texts.sending : texts.sendNow}
        </button>
      )}
    </section>
  );
}

const stepsWithKnownNextPage: readonly WaitingStep[] = [
  'applicants.saveBioData',
  'applicants.saveEducationData',
];

/** Shown instead of a form that waits to be sent, or that the server refused. */
export function WaitingNotice({ item }: { item: OutboxItem }) {
  const { panel } = texts;
  const site = useSite();
  const { refusal, step } = item;
  const isRefused = refusal !== undefined;
  // After the other steps the next page needs the server: a decision of staff, or the list of programs.
  const nextPath =
    stepsWithKnownNextPage.includes(step) && !isRefused
      ? findProceedPath(lifecycle[step].to)
      : undefined;
  const [isBeingSent, setIsBeingSent] = useState(false);
  const headingRef = useRef<HTMLHeadingElement>(null);
  // The form that had the keyboard focus is gone, so the focus moves to the title.
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <section className="waits">
      <h2 ref={headingRef} tabIndex={-1}>
        {describeHindrance(item) ?? panel.title}
      </h2>
      {!isRefused && !isStopped(item) && <p>{item.isKept ? panel.text : panel.unkept}</p>}
      {Object.keys(item.files).length > 0 && <p>{panel.files}</p>}
      <p role="status">{isBeingSent && texts.sending}</p>
      <p className="actions">
        {nextPath && (
          <Link className="button primary" to={nextPath}>
            {panel.goOn}
          </Link>
        )}
        <button
          type="button"
          className={isRefused ? 'button primary' : 'link'}
          onClick={async () => setIsBeingSent(!(await takeBack(site, item)))}
        >
          {isRefused ? texts.openForm : texts.takeBack}
        </button>
      </p>
    </section>
  );
}

/** The page and the name of each step's form. `pageOf` would not do: a due payment's state opens another page first. */
const formPages: Readonly<Record<WaitingStep, { path: string; title: string }>> = {
  'payments.makeOffline': { path: paths.offlinePayment, title: texts.steps.payment },
  'applicants.saveBioData': { path: paths.biographyData, title: texts.steps.biography },
  'applicants.saveEducationData': { path: paths.educationBackground, title: texts.steps.education },
  'applicants.saveContactData': { path: paths.emergencyContact, title: texts.steps.contact },
  'applicants.applyForProgram': { path: paths.applyProgram, title: texts.steps.application },
};

/** @returns the name of a step's form */
const formTitleOf = ({ step }: OutboxItem) => formPages[step].title;

/** @returns why an item is not sent by itself; `undefined` if it is */
function describeHindrance(item: OutboxItem): string | undefined {
  if (item.refusal !== undefined) return texts.refused(formTitleOf(item), item.refusal);
  const { sentBytes = 0 } = item.uploadCost ?? {};
  return isStopped(item) ? texts.stopped(formTitleOf(item), formatSize(sentBytes)) : undefined;
}

/** @returns the name of a step's form, with the size of its files if there are any */
function titleWithSizeOf(item: OutboxItem): string {
  const sizeBytes = filesSizeOf(item);
  return sizeBytes > 0
    ? texts.withFiles(formTitleOf(item), formatSize(sizeBytes))
    : formTitleOf(item);
}
