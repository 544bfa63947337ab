import { useLocation } from 'wouter';
import { useValue } from '../../site/value.ts';
import { Text } from '../../ui/text.tsx';
import type { Waiting } from '../waiting.ts';
import { sending } from './alone.ts';
import { forms } from './forms.ts';
import { nameOf, nameWithSizeOf } from './name-of.ts';
import { takeBack } from './take-back.ts';
import { texts } from './words.ts';

interface WaitingListProps {
  items: readonly Waiting[];
  /** Missing without a connection. */
  onSend: (() => Promise<void>) | undefined;
}

/** What waits, each with the button that takes it back. */
export function WaitingList({ items, onSend }: WaitingListProps) {
  const isSending = useValue(sending);
  const [, navigate] = useLocation();
  const back = async (item: Waiting) => {
    if (await takeBack(item)) navigate(forms[item.step]);
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
