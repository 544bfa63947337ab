import { activatesWithPassword } from '@one-planet/contract/wire';
import type { Client } from '@one-planet/sdk';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { hasExam } from '../../offline/exam-storage.ts';
import { isHydratedAtom, sessionAtom } from '../../site/atoms.ts';
import { type Site, useSite } from '../../site/client.ts';
import type { Message } from '../../site/messages.ts';
import { type AnyResponse, awaitResponse, type ResponseOrFailure } from '../../site/responses.ts';
import { paths, type ScreenProps } from '../../site/routes.ts';
import type { Session } from '../../site/stored-session.ts';
import { textsIn } from '../../site/unchecked.ts';
import { formTexts } from '../../texts/form-words.ts';
import { formatPersonName } from '../../texts/formats.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { ProblemText, ServiceNote } from '../../ui/blocks.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/loading.tsx';
import { activation as texts } from './account-words.ts';
import { type ActivationState, SignInOptions } from './sign-in-options.tsx';

/** `/applicant/activate/{token}`: opened from the activation email (specification/website §2, §4, §8). */
export function Activate({ params: { token = '' } }: ScreenProps) {
  const session = useAtomValue(sessionAtom);
  const isHydrated = useAtomValue(isHydratedAtom);
  if (!isHydrated) return <Activating />;
  return session ? <AlreadyLoggedIn session={session} /> : <Activation token={token} />;
}

function Activation({ token }: { token: string }) {
  const site = useSite();
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<ActivationFailure>();
  const [isMessageDismissed, setIsMessageDismissed] = useState(false);

  const startActivation = useCallback(async () => {
    setFailure(undefined);
    setIsMessageDismissed(false);
    // In a dialect whose activation also sets the password, the form comes before the request
    // (specification/decisions §1).
    const outcome = activatesWithPassword(site.dialect)
      ? { state: { status: 'NOT_ACTIVATED', token } }
      : await activate(site, token);
    if ('state' in outcome) navigate(paths.createPassword, { state: outcome.state, replace: true });
    else setFailure(outcome);
  }, [site, token, navigate]);
  useEffect(() => void startActivation(), [startActivation]);

  if (!failure) return <Activating />;
  const { message, pathAfterClose, failureKind } = failure;
  const close = () => (pathAfterClose ? navigate(pathAfterClose) : setIsMessageDismissed(true));
  return (
    <div className="page narrow">
      <Heading>{failureKind === 'unsure' ? texts.retryTitle : texts[failureKind].title}</Heading>
      {failureKind === 'unsure' ? (
        <Retry hasDrawing text={texts.retryText} onRetry={startActivation} />
      ) : (
        <>
          <p>{texts[failureKind].text}</p>
          <SignInOptions
            canSignIn={failureKind === 'used'}
            token={failureKind === 'used' ? failure.token : undefined}
          />
        </>
      )}
      <Link className="button primary" to={paths.home}>
        {frameTexts.goHome}
      </Link>
      {!isMessageDismissed && (
        <Dialog title={formTexts.error} onClose={close}>
          <p>
            <ProblemText
              text={message.text}
              lang={message.language}
              blamesConnection={message.text === texts.network}
            />
          </p>
          <ServiceNote />
          {failureKind === 'unsure' && pathAfterClose && (
            <div className="actions">
              <button type="button" className="button" onClick={() => void startActivation()}>
                {frameTexts.retry}
              </button>
            </div>
          )}
          {failureKind === 'used' && <p>{texts.used.text}</p>}
          {failureKind !== 'unsure' && (
            <SignInOptions
              canSignIn={failureKind === 'used'}
              token={failureKind === 'used' ? failure.token : undefined}
            />
          )}
        </Dialog>
      )}
    </div>
  );
}

function Activating() {
  return (
    <div className="page narrow" role="status">
      <Heading>{texts.activating}</Heading>
      <p>{texts.activatingText}</p>
      <span className="spinner" />
    </div>
  );
}

/** Shown if the link is opened while an applicant is logged in, e.g. on a phone that a family shares. */
function AlreadyLoggedIn({ session: { firstName, email } }: { session: Session }) {
  const site = useSite();
  const { loggedIn } = texts;
  const name = formatPersonName(firstName) || email;
  const hasRunningTest = hasExam(email);
  const logOutAndActivate = async () => (await import('../../applicant/session.tsx')).logOut(site);
  return (
    <div className="page narrow">
      <Heading>{loggedIn.title}</Heading>
      <p>{loggedIn.text(name)}</p>
      <p>{hasRunningTest ? loggedIn.testRuns : loggedIn.logOutFirst}</p>
      <p className="actions">
        {hasRunningTest ? (
          <Link className="button primary" to={paths.takeExam}>
            {loggedIn.goToTest}
          </Link>
        ) : (
          <button type="button" className="button primary" onClick={() => void logOutAndActivate()}>
            {loggedIn.logOut}
          </button>
        )}
        <Link className="button" to={paths.home}>
          {loggedIn.stay}
        </Link>
      </p>
    </div>
  );
}

/** Why an activation failed, and what to show. */
export interface ActivationFailure {
  message: Message;
  /** The page that opens when the message is closed; `undefined` if this page stays, because trying again may help. */
  pathAfterClose?: string;
  /** The link was used before, its token is unknown, or it is unsure whether the account was activated. */
  failureKind: 'used' | 'unknown' | 'unsure';
  /** The token of the link that the server knows, without characters that followed it; otherwise as it was opened. */
  token: string;
}

/**
 * Removes characters that do not belong to a token but followed the link in a text, e.g. a full stop. There are two
 * steps, because a token itself may end in `-`, `_`, `=` or `~`.
 * @returns the shorter tokens to try, in order
 */
function listShorterTokens(token: string): string[] {
  // No token is this long, and the patterns would be slow.
  if (token.length > 2_000) return [];
  const shorterToken = token
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{N}\-_=~]+$/u, '');
  const shortestToken = shorterToken.replace(/[^\p{L}\p{N}]+$/u, '');
  return [...new Set([shorterToken, shortestToken])].filter(
    (candidate) => candidate !== '' && candidate !== token,
  );
}

/**
 * Sends the token of a link as it was opened and, if the server does not know it, without the characters that may have
 * followed it.
 * @param unknownStatuses the statuses that mean an unknown token
 * @returns the response, and the token that was sent: those of the first request, unless a shorter token is known
 */
export async function sendWithToken<A extends AnyResponse>(
  token: string,
  unknownStatuses: readonly number[],
  send: (token: string) => Promise<A>,
): Promise<[response: ResponseOrFailure<A>, token: string]> {
  const isTokenUnknown = ({ status }: ResponseOrFailure<A>) =>
    unknownStatuses.some((unknownStatus) => unknownStatus === status);
  const response = await awaitResponse(send(token));
  if (!isTokenUnknown(response)) return [response, token];
  for (const shorter of listShorterTokens(token)) {
    const shorterTokenResponse = await awaitResponse(send(shorter));
    if (
      typeof shorterTokenResponse.status === 'number' &&
      shorterTokenResponse.status > 0 &&
      !isTokenUnknown(shorterTokenResponse)
    )
      return [shorterTokenResponse, shorter];
  }
  return [response, token];
}

type ActivationResponse = ResponseOrFailure<Awaited<ReturnType<Client['applicants']['activate']>>>;

/** The request of each token. There is only one, because the link works once and React may run the effect twice. */
const activationPromises = new Map<
  string,
  Promise<[response: ActivationResponse, token: string]>
>();

/** Activates the account. @returns the history state for the password page, or why it failed */
async function activate(
  { api }: Site,
  token: string,
): Promise<{ state: ActivationState } | ActivationFailure> {
  const activationPromise =
    activationPromises.get(token) ??
    sendWithToken(token, [400, 404], (token) =>
      api.applicants.activate({ params: { token }, body: undefined }),
    );
  activationPromises.set(token, activationPromise);
  const [response, sentToken] = await activationPromise;
  if (response.status === 200 || response.status === 201) {
    const bodyTexts = textsIn(response.body, ['status', 'email', 'firstName', 'lastName', 'token']);
    // The status says that the account is active, whatever the body holds: the password page comes next.
    const status = bodyTexts.status || 'NOT_ACTIVATED';
    return { state: { ...bodyTexts, status, token: bodyTexts.token || sentToken } };
  }
  activationPromises.delete(token);
  return makeActivationFailure(response, sentToken);
}

/** @returns the message of a failed activation, and the page that follows (specification/website §4, §8) */
export function makeActivationFailure(
  { status, message }: Pick<ResponseOrFailure, 'status' | 'message'>,
  token: string,
): ActivationFailure {
  if (status === 0) return { message: { text: texts.network }, failureKind: 'unsure', token };
  if (status === 409)
    return {
      message: message ?? { text: texts.notFound },
      pathAfterClose: paths.login,
      failureKind: 'used',
      token,
    };
  const failureKind = status === 'undeclared' ? 'unsure' : 'unknown';
  return { message: { text: texts.notFound }, pathAfterClose: paths.register, failureKind, token };
}
