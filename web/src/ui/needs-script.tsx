import { texts } from '../words/frame.ts';

/** In the place of what only the page's script can show, where scripts are switched off. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="retry">{texts.needsScript}</p>
    </noscript>
  );
}
