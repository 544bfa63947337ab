import { useAtomValue } from 'jotai';
import { contentAtom } from '../site/atoms.ts';
import { feedbackTexts } from '../texts/feedback-words.ts';

/** A way to say what was hard, if `content.json` has an address for it. */
export function FeedbackLink() {
  const { feedback } = useAtomValue(contentAtom);
  if (!feedback) return null;
  return (
    <p>
      <a
        className="alone"
        href={feedback.startsWith('https:') ? feedback : `mailto:${feedback}`}
        rel="noreferrer"
      >
        {feedbackTexts.link}
      </a>
    </p>
  );
}
