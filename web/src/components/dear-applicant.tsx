import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { paths, stepPaths } from '../paths.ts';
import { useApplicant } from '../state/applicant.ts';
import { hasJustLoggedIn, settleIn } from '../state/just-logged-in.ts';
import { logOut } from '../state/log-out.ts';
import { useSite } from '../state/site.ts';
import { texts } from '../texts/dear-applicant.ts';
import { texts as shared } from '../texts/dialog.ts';
import { Dialog } from './dialog.tsx';

/**
 * Opens after a log-in when the application turns out to be submitted already; never on top of the page that
 * says so itself (journey specification, section 2; decisions, section 3).
 */
export function DearApplicant() {
  const site = useSite();
  const [path, navigate] = useLocation();
  const [isNew, setIsNew] = useState(hasJustLoggedIn);
  const { data } = useApplicant({ wanted: isNew });
  const isSubmitted = data?.status === 'APPLIED' || data?.status === 'ADMITTED';
  const isSaid = path.toLowerCase() === stepPaths.applyProgramConfirmation;
  const isSettled = data !== undefined && (!isSubmitted || isSaid);

  useEffect(() => {
    if (!isSettled) return;
    settleIn();
    setIsNew(false);
  }, [isSettled]);

  if (!isNew || !isSubmitted || isSaid) return null;
  const close = () => {
    settleIn();
    navigate(paths.login);
    logOut(site);
  };
  return (
    <Dialog
      title={texts.title}
      onClose={close}
      actions={
        <div className="actions">
          <button type="button" className="button primary" onClick={close}>
            {shared.close}
          </button>
          {data.status === 'APPLIED' && (
            <button
              type="button"
              className="link"
              onClick={() => navigate(stepPaths.applyProgramConfirmation)}
            >
              {texts.see}
            </button>
          )}
        </div>
      }
    >
      {texts.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  );
}
