import offline from '../pictures/offline.svg';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { NeedsScript, Picture, ProblemText } from './blocks.tsx';

/** Grey lines in the place of what is loading. @param isWholePage true if the page has no other heading yet */
export function Skeleton({ isWholePage = false }: { isWholePage?: boolean }) {
  const LabelTag = isWholePage ? 'h1' : 'span';
  return (
    <>
      <NeedsScript />
      <div className="page skeleton" role="status">
        <LabelTag className="hidden">{texts.loading}</LabelTag>
        <i />
        <i />
        <i />
      </div>
    </>
  );
}

/** A skeleton as tall as a screen, so that what stands below does not move when the content comes. */
export function TallSkeleton() {
  return (
    <div className="waiting">
      <Skeleton />
    </div>
  );
}

/** A spinner in the place of a button, and as tall as one. */
export function Spinner() {
  return (
    <>
      <NeedsScript />
      <p className="actions loading" role="status">
        <span className="spinner" />
        <span className="hidden">{texts.loading}</span>
      </p>
    </>
  );
}

interface RetryProps {
  text: string;
  onRetry: () => unknown;
  /** Shows a drawing above the line; for pages that have nothing else to show. */
  hasDrawing?: boolean;
  /** See `ProblemText`. */
  blamesConnection?: boolean;
}

/** A line in the place of what could not be fetched, with a button to try again. */
export function Retry({ text, onRetry, hasDrawing = false, blamesConnection }: RetryProps) {
  return (
    <>
      {hasDrawing && <Picture src={offline} />}
      <p className="retry" role="status">
        <ProblemText text={text} blamesConnection={blamesConnection} />{' '}
        <button type="button" className="link" onClick={() => onRetry()}>
          {texts.retry}
        </button>
      </p>
    </>
  );
}
