import { texts } from '../words/frame.ts';

/** A quiet line in the place of what could not be fetched, with a way to try again. */
export function Retry({ text, again }: { text: string; again: () => unknown }) {
  return (
    <p className="retry" role="status">
      {text}{' '}
      <button type="button" className="link" onClick={() => again()}>
        {texts.retry}
      </button>
    </p>
  );
}
