import { activatesWithPassword } from '@one-planet/contract/wire';
import type { Client } from '@one-planet/sdk';
import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Answered, answerOf, languageOf } from '../../app/answers.ts';
import { type Site, useSite } from '../../app/client.ts';
import { paths, type ScreenProps } from '../../app/routes.ts';
import { fieldsOf, textOf } from '../../app/unchecked.ts';
import { formTexts as shared } from '../../texts/form-words.ts';
import { frameTexts as frame } from '../../texts/frame-words.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/loading.tsx';
import { activation as texts } from './account-words.ts';

/** `/applicant/activate/{token}`: opened from the activation email (website specification, sections 2, 4 and 8). */
export function Activate({ params: { token = '' } }: ScreenProps) {
  const site = useSite();
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<ActivationFailure>();
  const [hasMessage, setHasMessage] = useState(false);

  const start = useCallback(async () => {
    setFailure(undefined);
    setHasMessage(false);
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
  const close = () => (failure.leadsTo ? navigate(failure.leadsTo) : setHasMessage(true));
  return (
    <div className="page narrow">
      <Heading>{failure.leadsTo ? texts.wrongToken : texts.retryTitle}</Heading>
      {failure.leadsTo ? (
        <p>{texts.wrongTokenText}</p>
      ) : (
        <Retry alone text={texts.retryText} onRetry={start} />
      )}
      <Link className="button primary" to={paths.home}>
        {frame.goHome}
      </Link>
      {!hasMessage && (
        <Dialog title={shared.error} onClose={close}>
          <p lang={languageOf(failure.message)}>{failure.message}</p>
        </Dialog>
      )}
    </div>
  );
}

/** Passed to the password page (website specification, section 2). */
export interface ActivationState {
  status: string;
  token: string;
  email?: string;
  firstName?: string;
  lastName?: string;
}

export interface ActivationFailure {
  message: string;
  /** The page that closing the message opens; none if trying again may help. */
  leadsTo?: string;
}

type Activated = Answered<Awaited<ReturnType<Client['applicants']['activate']>>>;

/** One call per token: the link works once, and React may run the effect twice. */
const calls = new Map<string, Promise<Activated>>();

/** Activates the account. @returns what the password page needs, or what went wrong */
async function activate(
  { api }: Site,
  token: string,
): Promise<{ state: ActivationState } | ActivationFailure> {
  const call =
    calls.get(token) ?? answerOf(api.applicants.activate({ params: { token }, body: undefined }));
  calls.set(token, call);
  const answer = await call;
  if (answer.status === 200 || answer.status === 201) {
    const said = fieldsOf(answer.body);
    return {
      state: {
        // The link has worked, whatever the body says: what follows is the password.
        status: textOf(said.status) || 'NOT_ACTIVATED',
        email: textOf(said.email),
        firstName: textOf(said.firstName),
        lastName: textOf(said.lastName),
        token: textOf(said.token) || token,
      },
    };
  }
  calls.delete(token);
  return activationFailure(answer);
}

/** The message of a failed activation, and the page that follows (website specification, sections 4 and 8). */
export function activationFailure({
  status,
  message,
}: Pick<Activated, 'status' | 'message'>): ActivationFailure {
  if (status === 0) return { message: texts.network };
  if (status === 409) return { message: message || texts.notFound, leadsTo: paths.login };
  return { message: texts.notFound, leadsTo: paths.register };
}
