import { activatesWithPassword } from '@one-planet/contract/wire';
import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ScreenProps } from '../../routes.ts';
import { paths } from '../../routes.ts';
import { languageOf } from '../../site/message-language.ts';
import { useSite } from '../../site/site.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/retry.tsx';
import { texts as shared } from '../../words/forms.ts';
import { texts as frame } from '../../words/frame.ts';
import { type ActivationFailure, activate } from './activation.ts';
import { activation as texts } from './words.ts';

/** `/applicant/activate/{token}`: opened from the activation e-mail (website specification, sections 2, 4 and 8). */
export function Activate({ params: { token = '' } }: ScreenProps) {
  const site = useSite();
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<ActivationFailure>();
  const [told, setTold] = useState(false);

  const start = useCallback(async () => {
    setFailure(undefined);
    setTold(false);
    // In a dialect whose activation sets the password too, the form comes first (decisions, section 1).
    const outcome = activatesWithPassword(site.dialect)
      ? { state: { status: 'NOT_ACTIVATED', token } }
      : await activate(site, token);
    if ('state' in outcome) navigate(paths.createPassword, { state: outcome.state, replace: true });
    else setFailure(outcome);
  }, [site, token, navigate]);
  useEffect(() => void start(), [start]);

  if (!failure) {
    return (
      <div className="page narrow" role="status">
        <Heading>{texts.activating}</Heading>
        <p>{texts.activatingText}</p>
        <span className="spinner" />
      </div>
    );
  }
  const close = () => (failure.leadsTo ? navigate(failure.leadsTo) : setTold(true));
  return (
    <div className="page narrow">
      <Heading>{failure.leadsTo ? texts.wrongToken : texts.retryTitle}</Heading>
      {failure.leadsTo ? (
        <p>{texts.wrongTokenText}</p>
      ) : (
        <Retry alone text={texts.retryText} again={start} />
      )}
      <Link className="button primary" to={paths.home}>
        {frame.goHome}
      </Link>
      {!told && (
        <Dialog title={shared.error} onClose={close}>
          <p lang={languageOf(failure.message)}>{failure.message}</p>
        </Dialog>
      )}
    </div>
  );
}
