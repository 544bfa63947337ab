import { useState } from 'react';
import { useHydrated } from '../site/hydrated.ts';
import { keepInTab, readFromTab } from '../site/tab-storage.ts';
import { texts } from '../words/frame.ts';

const key = 'banner-dismissed';

/** Says that the site is under development until it is dismissed in this tab. */
export function Banner() {
  const [dismissed, setDismissed] = useState(false);
  const hydrated = useHydrated();
  if (dismissed || (hydrated && readFromTab(key))) return null;
  const dismiss = () => {
    keepInTab(key, 'yes');
    setDismissed(true);
  };
  return (
    <aside className="banner" aria-label={texts.bannerLabel}>
      <p>{texts.banner}</p>
      <button type="button" className="cross" aria-label={texts.dismiss} onClick={dismiss} />
    </aside>
  );
}
