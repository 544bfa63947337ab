import { type Payment, useAccounts } from '../../applicant/payment.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './words.ts';

interface BankDialogProps {
  payment: Payment;
  onClose: () => void;
}

/** The accounts to pay to. */
export function BankDialog({ payment, onClose }: BankDialogProps) {
  const { accounts, isError, again } = useAccounts(payment);
  const { result } = texts;
  return (
    <Dialog title={result.banks} onClose={onClose}>
      {!accounts && isError && <Retry text={result.banksFailed} again={again} />}
      {!accounts && !isError && <Skeleton />}
      {accounts?.length === 0 && <p>{result.noBanks}</p>}
      {accounts && accounts.length > 0 && (
        <div className="table">
          <table>
            <thead>
              <tr>
                <th scope="col">{result.bankName}</th>
                <th scope="col">{result.account}</th>
              </tr>
            </thead>
            <tbody>
              {accounts.map(({ bank, account }) => (
                <tr key={account} translate="no">
                  <td>{bank}</td>
                  <td>{account}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
