import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useOnline } from '../../site/online.ts';
import { ownerOf } from '../../site/owner.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { useWaiting, type Waiting } from '../waiting.ts';
import { forms } from './forms.ts';
import { nameOf, nameWithSizeOf } from './name-of.ts';
import { sendWaiting } from './send.ts';
import { load } from './store.ts';
import { takeBack } from './take-back.ts';
import { texts } from './words.ts';

/** How long it waits between two tries, in milliseconds, longer each time: a browser can't tell when a server is back. */
const pauses = { firstMs: 3_000, longestMs: 60_000 };

/** The line at the end of each page that says what waits, and sends it when the connection is back. */
export default function Outbox() {
  const site = useSite();
  const items = useWaiting();
  const email = useSession()?.email ?? '';
  const owner = ownerOf(email);
  const [path, navigate] = useLocation();
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState('');

  const run = useEffectEvent(async () => {
    setSending(true);
    await sendWaiting(site, {
      owner,
      email,
      onSent: (item, next) => {
        setSent(texts.sent(nameOf(item)));
        // Only from the page that was waiting for it: elsewhere she is doing something else.
        if (forms[item.step] === path) navigate(next, { state: item.state, replace: true });
      },
    });
    setSending(false);
  });
  const waits = items.length > 0;
  const isOnline = useOnline();
  useEffect(() => void load(owner), [owner]);
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

  const back = (item: Waiting) => {
    void takeBack(item);
    navigate(forms[item.step]);
  };
  if (!waits)
    return sent ? (
      <p role="status" className="notice outbox">
        {sent}
      </p>
    ) : null;
  return (
    <section className="notice outbox" aria-label={texts.title}>
      <details open={items.some(({ refusal }) => refusal !== undefined)}>
        <summary>
          <span role="status">{texts.waiting(items.length)}</span>
        </summary>
        <ul>
          {items.map((item) => (
            <li key={item.step}>
              {item.refusal === undefined
                ? nameWithSizeOf(item)
                : texts.refused(nameOf(item), item.refusal)}{' '}
              <button type="button" className="link" disabled={sending} onClick={() => back(item)}>
                {item.refusal === undefined ? texts.takeBack : texts.openForm}
              </button>
            </li>
          ))}
        </ul>
      </details>
      {isOnline && (
        <button
          type="button"
          className="button"
          aria-disabled={sending}
          onClick={() => !sending && void run()}
        >
          {sending ? texts.sending : texts.sendNow}
        </button>
      )}
    </section>
  );
}
