import { noticeAtom } from '../state/notice.ts';
import { useSite } from '../state/site.ts';
import { useAtomValue } from '../state/use-atom.ts';
import { texts } from '../texts/frame.ts';

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
