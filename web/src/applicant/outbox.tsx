import { useAtomValue, useStore } from 'jotai';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { sendWaiting, takeBack } from '../offline/outbox.ts';
import {
  applicantOutboxAtom,
  filesSizeOf,
  isSendingAtom,
  lifecycleRowOf,
  type OutboxItem,
  outboxMarkKey,
  type WaitingStep,
} from '../offline/outbox-items.ts';
import { reloadOutbox } from '../offline/outbox-store.ts';
import { proceedPath } from '../offline/steps.ts';
import { onlineAtom, sessionAtom, useOnDevice } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { paths } from '../site/routes.ts';
import { outboxTexts as texts } from '../texts/applicant-words.ts';
import { sizeInWords } from '../texts/formats.ts';
import { Text } from '../ui/blocks.tsx';

/** How long it waits between two tries, in milliseconds, longer each time: a browser does not know when a server is back. */
const pauses = { firstMs: 3_000, longestMs: 60_000 };

/** The line at the end of each page that says what waits, and sends it when the connection is back. */
export function Outbox() {
  const site = useSite();
  const items = useAtomValue(applicantOutboxAtom);
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const [path, navigate] = useLocation();
  const [sent, setSent] = useState({ text: '', on: '' });

  const run = useEffectEvent(() =>
    sendWaiting(site, {
      email,
      onSent: (item, { nextPath, wasTakenBefore }) => {
        // Only from the page that was waiting for it: elsewhere she is doing something else.
        const follows = forms[item.step].path === path;
        const text = wasTakenBefore ? texts.before(nameOf(item)) : texts.sent(nameOf(item));
        setSent({ text, on: follows ? nextPath : path });
        if (follows)
          navigate(nextPath, { state: wasTakenBefore ? undefined : item.state, replace: true });
      },
    }),
  );
  const waits = items.length > 0;
  const isOnline = useAtomValue(onlineAtom);
  // Another tab may have sent all, or she has logged out there.
  const marked = useOnDevice(outboxMarkKey(email));
  const look = useEffectEvent((_mark: string | null) => reloadOutbox(site.store, email));
  useEffect(() => void look(marked), [marked]);
  useEffect(() => {
    if (!waits || !isOnline) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const go = async (pause: number) => {
      await run();
      if (isOver) return;
      timer = setTimeout(go, pause, Math.min(pauses.longestMs, 2 * pause));
    };
    void go(pauses.firstMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [waits, isOnline]);

  const announced = useAnnounced(waits ? texts.waiting(items.length) : sent.text);
  const isSeen = !waits && announced !== '' && sent.on === path;
  return (
    <>
      <p role="status" className={isSeen ? 'notice outbox' : 'hidden'}>
        {announced}
      </p>
      {waits && <WaitingList items={items} onSend={isOnline ? run : undefined} />}
    </>
  );
}

/** @returns a text after it has been drawn without: what comes together with its region is not read out */
function useAnnounced(text: string): string {
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(text), [text]);
  return announced;
}

interface WaitingListProps {
  items: readonly OutboxItem[];
  /** Missing without a connection. */
  onSend: (() => Promise<void>) | undefined;
}

/** The steps that wait, each with the button that takes it back. */
function WaitingList({ items, onSend }: WaitingListProps) {
  const isSending = useAtomValue(isSendingAtom);
  const store = useStore();
  const [, navigate] = useLocation();
  const back = async (item: OutboxItem) => {
    if (await takeBack(store, item)) navigate(forms[item.step].path);
  };
  return (
    <section className="notice outbox" aria-label={texts.title}>
      <details open={items.some(({ refusal }) => refusal !== undefined)}>
        <summary>{texts.waiting(items.length)}</summary>
        <ul>
          {items.map((item) => (
            <li key={item.step}>
              <Text>
                {item.refusal === undefined
                  ? nameWithSizeOf(item)
                  : texts.refused(nameOf(item), item.refusal)}
              </Text>{' '}
              <button type="button" className="link" onClick={() => void back(item)}>
                <Text>{item.refusal === undefined ? texts.takeBack : texts.openForm}</Text>
                <span className="hidden">{` ${nameOf(item)}`}</span>
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

const goesOn: readonly WaitingStep[] = ['applicants.saveBioData', 'applicants.saveEducationData'];

/** Stands in the place of a form that waits to be sent. */
export function WaitingNotice({ item }: { item: OutboxItem }) {
  const { panel } = texts;
  const store = useStore();
  const { refusal, step } = item;
  const isRefused = refusal !== undefined;
  // Only the server knows what follows the other steps: a verdict, or the programs.
  const next =
    goesOn.includes(step) && !isRefused ? proceedPath(lifecycleRowOf(step).to) : undefined;
  const [isLate, setIsLate] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // The form that was sent is gone, and with it her place on the page.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="waits">
      <h2 ref={title} tabIndex={-1}>
        {isRefused ? texts.refused(nameOf(item), refusal) : panel.title}
      </h2>
      {!isRefused && <p>{item.isKept ? panel.text : panel.unkept}</p>}
      {Object.keys(item.files).length > 0 && <p>{panel.files}</p>}
      <p role="status">{isLate && texts.sending}</p>
      <p className="actions">
        {next && (
          <Link className="button primary" to={next}>
            {panel.goOn}
          </Link>
        )}
        <button
          type="button"
          className={isRefused ? 'button primary' : 'link'}
          onClick={async () => setIsLate(!(await takeBack(store, item)))}
        >
          {isRefused ? texts.openForm : texts.takeBack}
        </button>
      </p>
    </section>
  );
}

/** The form of each step; the payment's is not the page that its state leads to. */
const forms: Readonly<Record<WaitingStep, { path: string; name: string }>> = {
  'payments.makeOffline': { path: paths.offlinePayment, name: texts.steps.payment },
  'applicants.saveBioData': { path: paths.biographyData, name: texts.steps.biography },
  'applicants.saveEducationData': { path: paths.educationBackground, name: texts.steps.education },
  'applicants.saveContactData': { path: paths.emergencyContact, name: texts.steps.contact },
  'applicants.applyForProgram': { path: paths.applyProgram, name: texts.steps.application },
};

/** @returns what waits, in words */
const nameOf = ({ step }: OutboxItem) => forms[step].name;

/** @returns what waits, with the size of its files if it has any */
function nameWithSizeOf(item: OutboxItem): string {
  const size = filesSizeOf(item);
  return size > 0 ? texts.withFiles(nameOf(item), sizeInWords(size)) : nameOf(item);
}
