import offline from '../pictures/offline.svg';
import { texts } from '../words/frame.ts';
import { Picture } from './picture.tsx';
import { Text } from './text.tsx';

interface RetryProps {
  text: string;
  again: () => unknown;
  /** The page has nothing else to show: a drawing stands above the line. */
  alone?: boolean;
}

/** A quiet line in the place of what could not be fetched, with a way to try again. */
export function Retry({ text, again, alone = false }: RetryProps) {
  return (
    <>
      {alone && <Picture src={offline} />}
      <p className="retry" role="status">
        <Text>{text}</Text>{' '}
        <button type="button" className="link" onClick={() => again()}>
          {texts.retry}
        </button>
      </p>
    </>
  );
}
