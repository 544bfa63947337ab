import { Link } from 'wouter';
import { paths } from '../../site/routes.ts';
import { register, activation as texts } from './account-words.ts';

/** Passed to the password page (website specification, section 2). */
export interface ActivationState {
  status: string;
  token: string;
  email?: string;
  firstName?: string;
  lastName?: string;
}

interface WaysOnProps {
  /** False where no account can have a password yet. Default: true. */
  signIn?: boolean;
  /** Of the link that was opened, where a password may be set with it. */
  token?: string | undefined;
}

/** From where an account may be active already: sign in, set a password, or have the link sent again. */
export function WaysOn({ signIn = true, token }: WaysOnProps) {
  // The form asks for the address: this device may know that of somebody else.
  const state: ActivationState | undefined = token ? { status: 'NOT_ACTIVATED', token } : undefined;
  return (
    <div className="actions">
      {signIn && (
        <Link className="button" to={paths.login}>
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
