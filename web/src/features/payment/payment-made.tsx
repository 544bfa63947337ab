import { Link } from 'wouter';
import { receiptPath } from '../../addresses.ts';
import { paths } from '../../routes.ts';
import { useNavigationState } from '../../site/navigation-state.ts';
import { textOf } from '../../site/unchecked.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { texts as frame } from '../../words/frame.ts';
import { texts } from '../../words/payment.ts';

/** A payment that waits for the staff. */
export function PaymentMade({ title, text }: { title: string; text: string }) {
  // Only after a payment that was just made, for its receipt.
  const code = textOf(useNavigationState().paymentCode);
  return (
    <Confirmation title={title} icon="done">
      <p className="lead">{text}</p>
      <p className="actions">
        <Link className="button primary" to={paths.home}>
          {frame.goHome}
        </Link>
        {code && (
          <Link className="button" to={receiptPath(code)}>
            {texts.receipt}
          </Link>
        )}
      </p>
    </Confirmation>
  );
}
