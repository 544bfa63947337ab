import { Link } from 'wouter';
import { loginPath } from '../../../addresses.ts';
import { paths } from '../../../routes.ts';
import { clockTime, useZone } from '../../../site/times.ts';
import type { Sending } from './use-hand-in.tsx';
import { texts } from './words.ts';

interface HandingInTextProps {
  sending: Sending;
  isOnline: boolean;
  isLoggedIn: boolean;
  /** How much is answered, in words. */
  count: string;
}

/** What is read out while the answers are on their way. */
export function HandingInText({
  sending: { tries, said },
  isOnline,
  isLoggedIn,
  count,
}: HandingInTextProps) {
  const { handingIn } = texts;
  if (!isLoggedIn) return <p>{handingIn.loggedOut(count)}</p>;
  if (!isOnline) return <p>{handingIn.offline}</p>;
  if (tries === 0) return <p>{handingIn.sending(count)}</p>;
  return <p>{said ? handingIn.unansweredBecause(said) : handingIn.unanswered}</p>;
}

/** The rest: how often it was tried, what comes next, and the button for the impatient. */
export function HandingIn({ sending, onTryNow }: { sending: Sending; onTryNow: () => void }) {
  const zone = useZone();
  const { handingIn } = texts;
  const { tries, triedAt } = sending;
  return (
    <>
      <p>{handingIn.afterwards}</p>
      {tries > 0 && (
        <>
          <p className="hint">{handingIn.tried(tries, clockTime(triedAt, zone))}</p>
          <p className="actions">
            <button type="button" className="button primary" onClick={onTryNow}>
              {handingIn.tryNow}
            </button>
          </p>
        </>
      )}
    </>
  );
}

/** Where nobody is logged in: the way to be, with the answers as they are. */
export function LogInToSend() {
  const { loggedOut } = texts;
  return (
    <p className="notice">
      <span>{loggedOut.why}</span> <Link to={loginPath(paths.takeExam)}>{loggedOut.logIn}</Link>
    </p>
  );
}
