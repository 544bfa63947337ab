import { LazyPart, lazyExport } from '../ui/lazy-part.tsx';
import type { LogInAgainProps } from './log-in-again.tsx';

/** Few visits need it, and without a connection nobody can log in; the worker caches it ahead all the same. */
export const lazyLogInAgain = lazyExport(() => import('./log-in-again.tsx'), 'LogInAgain');

/** The dialog in which an applicant logs in again without leaving the page, loaded when it is shown. */
export function LoginDialog(props: LogInAgainProps) {
  return <LazyPart lazyComponent={lazyLogInAgain} props={props} />;
}
