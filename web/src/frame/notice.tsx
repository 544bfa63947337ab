import { noticeAtom } from '../site/notice.ts';
import { useSite } from '../site/site.ts';
import { useAtomValue } from '../site/use-atom.ts';
import { texts } from '../words/frame.ts';

export function Notice() {
  const { store } = useSite();
  const notice = useAtomValue(noticeAtom, '');
  return (
    <div role="status">
      {notice && (
        <div className="notice">
          <p>{notice}</p>
          <button
            type="button"
            className="cross"
            aria-label={texts.dismiss}
            onClick={() => store.set(noticeAtom, '')}
          />
        </div>
      )}
    </div>
  );
}
