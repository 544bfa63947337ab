import { activatesWithPassword } from '@one-planet/contract/wire';
import type { Client } from '@one-planet/sdk';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { hasExam } from '../../offline/exam-storage.ts';
import { hydratedAtom, sessionAtom } from '../../site/atoms.ts';
import { type Site, useSite } from '../../site/client.ts';
import {
  type AnyResponse,
  awaitResponse,
  languageOf,
  type ResponseOrFailure,
} from '../../site/responses.ts';
import { paths, type ScreenProps } from '../../site/routes.ts';
import type { Session } from '../../site/stored-session.ts';
import { textsIn } from '../../site/unchecked.ts';
import { formTexts as shared } from '../../texts/form-words.ts';
import { frameTexts as frame } from '../../texts/frame-words.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/loading.tsx';
import { activation as texts } from './account-words.ts';
import { type ActivationState, WaysOn } from './ways-on.tsx';

/** `/applicant/activate/{token}`: opened from the activation email (website specification, sections 2, 4 and 8). */
export function Activate({ params: { token = '' } }: ScreenProps) {
  const session = useAtomValue(sessionAtom);
  const isHydrated = useAtomValue(hydratedAtom);
  if (!isHydrated) return <Activating />;
  return session ? <SomebodyElse session={session} /> : <Activation token={token} />;
}

function Activation({ token }: { token: string }) {
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

  if (!failure) return <Activating />;
  const { message, leadsTo, kind } = failure;
  const close = () => (leadsTo ? navigate(leadsTo) : setHasMessage(true));
  return (
    <div className="page narrow">
      <Heading>{kind === 'unsure' ? texts.retryTitle : texts[kind].title}</Heading>
      {kind === 'unsure' ? (
        <Retry hasDrawing text={texts.retryText} onRetry={start} />
      ) : (
        <>
          <p>{texts[kind].text}</p>
          <WaysOn signIn={kind === 'used'} token={kind === 'used' ? failure.token : undefined} />
        </>
      )}
      <Link className="button primary" to={paths.home}>
        {frame.goHome}
      </Link>
      {!hasMessage && (
        <Dialog title={shared.error} onClose={close}>
          <p lang={languageOf(message)}>{message}</p>
          {kind === 'unsure' && leadsTo && (
            <div className="actions">
              <button type="button" className="button" onClick={() => void start()}>
                {frame.retry}
              </button>
            </div>
          )}
          {kind === 'used' && <p>{texts.used.text}</p>}
          {kind !== 'unsure' && (
            <WaysOn signIn={kind === 'used'} token={kind === 'used' ? failure.token : undefined} />
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

/** A family's phone: a link is opened where somebody is logged in, who has an account already. */
function SomebodyElse({ session: { firstName, email } }: { session: Session }) {
  const site = useSite();
  const { loggedIn } = texts;
  const name = firstName || email;
  const testRuns = hasExam(email);
  const logOutAndGoOn = async () => (await import('../../applicant/session.tsx')).logOut(site);
  return (
    <div className="page narrow">
      <Heading>{loggedIn.title}</Heading>
      <p>{loggedIn.text(name)}</p>
      <p>{testRuns ? loggedIn.testRuns : loggedIn.logOutFirst}</p>
      <p className="actions">
        {testRuns ? (
          <Link className="button primary" to={paths.takeExam}>
            {loggedIn.goToTest}
          </Link>
        ) : (
          <button type="button" className="button primary" onClick={() => void logOutAndGoOn()}>
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

export interface ActivationFailure {
  message: string;
  /** The page that closing the message opens; none if trying again may help. */
  leadsTo?: string;
  /** The link was used, is not known, or nobody can say whether it has worked. */
  kind: 'used' | 'unknown' | 'unsure';
  /** The token of the link, without what followed it there. */
  token: string;
}

/**
 * What follows a link in a sentence, in mark-up or by a mail program, is taken away in two steps: a token itself may end
 * in `-`, `_`, `=` or `~`.
 * @returns the shorter tokens to try
 */
function withoutTail(token: string): string[] {
  // No link of ours is so long, and the patterns would take their time.
  if (token.length > 2_000) return [];
  const shorter = token
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{N}\-_=~]+$/u, '');
  const shortest = shorter.replace(/[^\p{L}\p{N}]+$/u, '');
  return [...new Set([shorter, shortest])].filter((one) => one !== '' && one !== token);
}

/**
 * Asks with the token of a link as it was opened and, where nobody knows that token, without its tail.
 * @param unknown the statuses that say so
 * @returns the answer, and the token that got it: the first ones, unless a shorter token is known
 */
export async function askWithToken<A extends AnyResponse>(
  token: string,
  unknown: readonly number[],
  ask: (token: string) => Promise<A>,
): Promise<[answer: ResponseOrFailure<A>, token: string]> {
  const isUnknown = ({ status }: ResponseOrFailure<A>) => unknown.some((one) => one === status);
  const answer = await awaitResponse(ask(token));
  if (!isUnknown(answer)) return [answer, token];
  for (const shorter of withoutTail(token)) {
    const later = await awaitResponse(ask(shorter));
    if (typeof later.status === 'number' && later.status > 0 && !isUnknown(later))
      return [later, shorter];
  }
  return [answer, token];
}

type Activated = ResponseOrFailure<Awaited<ReturnType<Client['applicants']['activate']>>>;

/** One call per token: the link works once, and React may run the effect twice. */
const calls = new Map<string, Promise<[answer: Activated, token: string]>>();

/** Activates the account. @returns what the password page needs, or what went wrong */
async function activate(
  { api }: Site,
  token: string,
): Promise<{ state: ActivationState } | ActivationFailure> {
  const call =
    calls.get(token) ??
    askWithToken(token, [400, 404], (token) =>
      api.applicants.activate({ params: { token }, body: undefined }),
    );
  calls.set(token, call);
  const [answer, sentToken] = await call;
  if (answer.status === 200 || answer.status === 201) {
    const texts = textsIn(answer.body, ['status', 'email', 'firstName', 'lastName', 'token']);
    // The link has worked, whatever the body says: what follows is the password.
    const status = texts.status || 'NOT_ACTIVATED';
    return { state: { ...texts, status, token: texts.token || sentToken } };
  }
  calls.delete(token);
  return activationFailure(answer, sentToken);
}

/** The message of a failed activation, and the page that follows (website specification, sections 4 and 8). */
export function activationFailure(
  { status, message }: Pick<ResponseOrFailure, 'status' | 'message'>,
  token: string,
): ActivationFailure {
  if (status === 0) return { message: texts.network, kind: 'unsure', token };
  if (status === 409)
    return { message: message || texts.notFound, leadsTo: paths.login, kind: 'used', token };
  const kind = status === 'undeclared' ? 'unsure' : 'unknown';
  return { message: texts.notFound, leadsTo: paths.register, kind, token };
}
