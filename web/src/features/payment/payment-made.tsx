import { Link } from 'wouter';
import { usePassedPaymentCode } from '../../applicant/payment.ts';
import { paths } from '../../routes.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { texts as frame } from '../../words/frame.ts';
import { texts } from '../../words/payment.ts';

/** A payment that waits for the staff. */
export function PaymentMade({ title, text }: { title: string; text: string }) {
  const code = usePassedPaymentCode();
  return (
    <Confirmation title={title} icon="done">
      <p className="lead">{text}</p>
      <p className="actions">
        <Link className="button primary" to={paths.home}>
          {frame.goHome}
        </Link>
        {code && (
          <Link className="button" to={paths.receipt.replace(':paymentCode', code)}>
            {texts.receipt}
          </Link>
        )}
      </p>
    </Confirmation>
  );
}
