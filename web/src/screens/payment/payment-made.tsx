import { Link } from 'wouter';
import { Confirmation } from '../../components/confirmation.tsx';
import { paths } from '../../paths.ts';
import { usePassedPaymentCode } from '../../state/payment.ts';
import { texts as frame } from '../../texts/frame.ts';
import { texts } from '../../texts/payment.ts';

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
