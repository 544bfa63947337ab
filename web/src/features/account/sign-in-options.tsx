import { Link } from 'wouter';
import { paths } from '../../site/routes.ts';
import { register, activation as texts } from './account-words.ts';

/** The history state that the password page gets (specification/website §2). */
export interface ActivationState {
  status: string;
  token: string;
  email?: string;
  firstName?: string;
  lastName?: string;
}

interface SignInOptionsProps {
  /** False if the account cannot have a password yet. Default: true. */
  canSignIn?: boolean;
  /** Signing in is the main way on. */
  isMain?: boolean;
  /** The token of the activation link that was opened, if it can set a password. */
  token?: string | undefined;
}

/** The links for an applicant whose account may already be active: sign in, set a password, get a new activation link. */
export function SignInOptions({ canSignIn = true, isMain, token }: SignInOptionsProps) {
  // Without an email address, so that the form asks for it: the one in this tab may be another applicant's.
  const state: ActivationState | undefined = token ? { status: 'NOT_ACTIVATED', token } : undefined;
  return (
    <div className="actions">
      {canSignIn && (
        <Link className={isMain ? 'button primary' : 'button'} to={paths.login}>
          {register.signIn}
        </Link>
      )}
      {state && (
        <Link className="button" to={paths.createPassword} state={state}>
          {texts.used.setPassword}
        </Link>
      )}
      <Link className="button" to={paths.resendEmail}>
        {register.sendAgain}
      </Link>
    </div>
  );
}
