import { useAtomValue } from 'jotai';
import { isPrintingAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { formatDay, useTimeZone } from '../site/times.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { ContactDetails, Text } from './blocks.tsx';

/**
 * The head of a page that is made to be printed: the college, how to reach it, and on paper the day of printing.
 * @param isOnPaperOnly true where the page on the screen has no such head
 */
export function Letterhead({ isOnPaperOnly = false }: { isOnPaperOnly?: boolean }) {
  const isPrinting = useAtomValue(isPrintingAtom);
  const { now } = useSite().clock;
  const timeZone = useTimeZone();
  return (
    // Always there, because an image that is inserted for the print is not loaded in time.
    <div className={isOnPaperOnly ? 'letterhead paper-only' : 'letterhead'}>
      <p className="mark">
        <img src="/mark.svg" alt="" width="40" height="40" />
        <Text>{texts.college}</Text>
      </p>
      <ContactDetails />
      {isPrinting && <p className="printed">{texts.printed(formatDay(now(), timeZone))}</p>}
    </div>
  );
}
