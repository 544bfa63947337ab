import { useAtom } from 'jotai';
import { noticeAtom } from '../site/site.ts';
import { texts } from '../words/frame.ts';

/** A line above the page, e.g. that the session has ended. */
export function Notice() {
  const [notice, setNotice] = useAtom(noticeAtom);
  return (
    <div role="status">
      {notice && (
        <div className="notice">
          <p>{notice}</p>
          <button
            type="button"
            className="cross"
            aria-label={texts.dismiss}
            onClick={() => setNotice('')}
          />
        </div>
      )}
    </div>
  );
}
