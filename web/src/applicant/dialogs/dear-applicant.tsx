import { lifecycle } from '@one-planet/contract/lifecycle';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { clearJustLoggedIn, hasJustLoggedIn } from '../../site/just-logged-in.ts';
import { useSite } from '../../site/site.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { texts as shared } from '../../words/forms.ts';
import { logOut } from '../log-out.ts';
import { useApplicant } from '../reads.ts';
import { texts } from './words.ts';

const { from: applied, to: admitted } = lifecycle['staff.admit'];

/**
 * Opens after login if the application has been submitted, but never on top of the page that says the same
 * (journey specification, section 2; decisions, section 3).
 */
export default function DearApplicant() {
  const site = useSite();
  const [path, navigate] = useLocation();
  const [isNew, setIsNew] = useState(hasJustLoggedIn);
  const { data } = useApplicant({ wanted: isNew });
  const isSubmitted = data?.status === applied || data?.status === admitted;
  const isSaid = path.toLowerCase() === paths.applyProgramConfirmation;
  const isSettled = data !== undefined && (!isSubmitted || isSaid);

  useEffect(() => {
    if (!isSettled) return;
    clearJustLoggedIn();
    setIsNew(false);
  }, [isSettled]);

  if (!isNew || !isSubmitted || isSaid) return null;
  const close = () => {
    clearJustLoggedIn();
    navigate(paths.login);
    logOut(site);
  };
  return (
    <Dialog
      title={texts.dear.title}
      onClose={close}
      actions={
        <div className="actions">
          <button type="button" className="button primary" onClick={close}>
            {shared.close}
          </button>
          {data.status === applied && (
            <button
              type="button"
              className="link"
              onClick={() => navigate(paths.applyProgramConfirmation)}
            >
              {texts.dear.see}
            </button>
          )}
        </div>
      }
    >
      {texts.dear.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  );
}
