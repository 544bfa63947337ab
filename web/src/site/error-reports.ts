/**
 * Reports what goes wrong on pages to the address in the settings (`errorReports`): which build, which page and which kind
 * of fault, at most five in a visit. Nothing that anybody typed, no address, no text of an error: all of these may hold
 * personal data.
 */
import { plainPath } from '../texts/current.ts';
import { findRoute } from './routes.ts';
import { keepInTab, readFromTab } from './storages.ts';

type FaultKind = 'error' | 'asset' | 'policy';

/** The key in the tab's storage of how many reports this visit has sent. */
const countKey = 'error-reports';
const maxReports = 5;

/** @param address where the reports are sent to */
export function startErrorReports(address: string): void {
  const report = (kind: FaultKind) => {
    const count = Number(readFromTab(countKey)) || 0;
    if (count >= maxReports) return;
    keepInTab(countKey, String(count + 1));
    const build = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;
    const { name: page } = findRoute(plainPath(location.pathname));
    // Plain text in this mode needs no preflight; the answer is of no use.
    void fetch(address, {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
      body: JSON.stringify({ build, page, kind }),
    }).catch(() => {});
  };
  const isAsset = (target: EventTarget | null) =>
    target instanceof HTMLScriptElement ||
    target instanceof HTMLLinkElement ||
    target instanceof HTMLImageElement;
  // Errors of elements do not bubble.
  addEventListener('error', ({ target }) => report(isAsset(target) ? 'asset' : 'error'), true);
  addEventListener('unhandledrejection', () => report('error'));
  addEventListener('securitypolicyviolation', () => report('policy'));
  // Of app/crash.tsx, which shows the error.
  addEventListener('shown-error', (event) => {
    const isPartMissing = event instanceof CustomEvent && event.detail === 'part';
    report(isPartMissing ? 'asset' : 'error');
  });
}
