import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { watchDevice } from '../../site/device-storage.ts';
import { useOnline } from '../../site/online.ts';
import { ownerOf } from '../../site/owner.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { mayWait, useWaiting } from '../waiting.ts';
import { forms } from './forms.ts';
import { nameOf } from './name-of.ts';
import { sendWaiting } from './send.ts';
import { load } from './store.ts';
import { WaitingList } from './waiting-list.tsx';
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
  const [sent, setSent] = useState({ text: '', on: '' });

  const run = useEffectEvent(() =>
    sendWaiting(site, {
      owner,
      email,
      onSent: (item, { next, before }) => {
        // Only from the page that was waiting for it: elsewhere she is doing something else.
        const follows = forms[item.step] === path;
        const text = before ? texts.before(nameOf(item)) : texts.sent(nameOf(item));
        setSent({ text, on: follows ? next : path });
        if (follows) navigate(next, { state: before ? undefined : item.state, replace: true });
      },
    }),
  );
  const waits = items.length > 0;
  const isOnline = useOnline();
  useEffect(() => {
    let was: boolean | undefined;
    // Another tab may have sent all, or she has logged out there.
    const look = () => {
      const is = mayWait(owner);
      if (is !== was) void load(owner);
      was = is;
    };
    look();
    return watchDevice(look);
  }, [owner]);
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

  const told = useTold(waits ? texts.waiting(items.length) : sent.text);
  const isSeen = !waits && told !== '' && sent.on === path;
  return (
    <>
      <p role="status" className={isSeen ? 'notice outbox' : 'hidden'}>
        {told}
      </p>
      {waits && <WaitingList items={items} onSend={isOnline ? run : undefined} />}
    </>
  );
}

/** @returns a text after it has been drawn without: what comes together with its region is not read out */
function useTold(text: string): string {
  const [told, setTold] = useState('');
  useEffect(() => setTold(text), [text]);
  return told;
}
