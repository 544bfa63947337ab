import offline from '../pictures/offline.svg';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { NeedsScript, Picture, Text } from './blocks.tsx';

/** Grey lines in the place of what is on its way. @param page the whole page is: it has no other heading yet */
export function Skeleton({ page = false }: { page?: boolean }) {
  const Label = page ? 'h1' : 'span';
  return (
    <>
      <NeedsScript />
      <div className="page skeleton" role="status">
        <Label className="hidden">{texts.loading}</Label>
        <i />
        <i />
        <i />
      </div>
    </>
  );
}

/** A part of a page that is on its way, as tall as a screen: what stands below stays out of sight. */
export function TallSkeleton() {
  return (
    <div className="waiting">
      <Skeleton />
    </div>
  );
}

/** In the place of a button that is on its way, and as tall. */
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
  /** The page has nothing else to show: a drawing stands above the line. */
  alone?: boolean;
}

/** A quiet line in the place of what could not be fetched, with a way to try again. */
export function Retry({ text, onRetry, alone = false }: RetryProps) {
  return (
    <>
      {alone && <Picture src={offline} />}
      <p className="retry" role="status">
        <Text>{text}</Text>{' '}
        <button type="button" className="link" onClick={() => onRetry()}>
          {texts.retry}
        </button>
      </p>
    </>
  );
}
