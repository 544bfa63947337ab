import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { texts } from './words.ts';

interface ExamRunsProps {
  onClose: () => void;
  onLeave: () => void;
}

/** Asks before a logout that would lose the answers of a test. */
export default function ExamRuns({ onClose, onLeave }: ExamRunsProps) {
  const { title, text, goBack, leave } = texts.examRuns;
  // Not inside the menu, whose styles and folding are not for dialogs.
  return createPortal(
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <div className="actions">
          <Link className="button primary" to={paths.takeExam} onClick={onClose}>
            {goBack}
          </Link>
          <button type="button" className="button" onClick={onLeave}>
            {leave}
          </button>
        </div>
      }
    >
      <p>{text}</p>
    </Dialog>,
    document.body,
  );
}
