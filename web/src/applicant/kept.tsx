/** The box that keeps what is typed, loaded after the form it stands below. */
import { lazily } from '../site/lazily.ts';
import { LazyPart } from '../ui/lazy-part.tsx';

const keepTyping = lazily(() => import('./kept/keep-typing.tsx'));

/** @param draft the form's name, see `useOwnDraft` */
export function KeepTyping({ draft }: { draft: string }) {
  return <LazyPart of={keepTyping} props={{ draft }} waiting={<div className="keep-typing" />} />;
}
