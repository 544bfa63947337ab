import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { useSession } from '../../site/session.ts';
import { dayAndTime, useZone } from '../../site/times.ts';
import { dropUnderway, showsPayment } from '../payment-underway.ts';
import { useApplicant } from '../reads.ts';
import { pageOf } from '../steps.ts';
import { type Underway, useUnderway } from './use-underway.ts';
import { texts } from './words.ts';

/**
 * Shows what asks for the fee only while no payment of this device may be on its way (decisions, section 3); otherwise
 * how that payment stands, until the college shows it.
 */
export function NoSecondPayment({ children }: { children: ReactNode }) {
  const email = useSession()?.email ?? '';
  const underway = useUnderway(email);
  return underway ? <OnItsWay underway={underway} email={email} /> : children;
}

/** Looks for the new state by itself, and goes where it leads. */
function OnItsWay({ underway: { by, at }, email }: { underway: Underway; email: string }) {
  const [, navigate] = useLocation();
  const { data, refetch } = useApplicant({ until: showsPayment });
  const [told, setTold] = useState('');
  const zone = useZone();
  const status = data?.status;
  useEffect(() => {
    if (!showsPayment(status)) return;
    navigate(pageOf(status ?? '') ?? paths.home, { replace: true });
  }, [status, navigate]);

  const time = dayAndTime(at, zone);
  const isBank = by === 'bank';
  const name = new Map(Object.entries(texts.providers)).get(by) ?? by;
  // Only what she asked for is told, not each look of the page's own.
  const look = async () => {
    setTold(texts.looking);
    const { isError, data: now } = await refetch();
    if (isError) setTold(texts.unread);
    else if (!showsPayment(now?.status)) setTold(texts.notYet);
  };
  return (
    <div className="retry">
      <p>{isBank ? texts.received(time) : texts.opened(name, time)}</p>
      <p className="actions">
        <button type="button" className="button" onClick={() => void look()}>
          {texts.look}
        </button>
        {!isBank && (
          <button type="button" className="link" onClick={() => dropUnderway(email)}>
            {texts.notPaid}
          </button>
        )}
        <button type="button" className="link" onClick={() => dropUnderway(email)}>
          {texts.payAgain}
        </button>
      </p>
      <p role="status">{told}</p>
    </div>
  );
}
