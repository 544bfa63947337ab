import type { Account } from '../../applicant/payment.ts';
import { useCopy } from '../../ui/copy/use-copy.tsx';
import { Text } from '../../ui/text.tsx';
import { texts } from './words.ts';

/** The accounts to pay into, each with its number to copy. */
export function Accounts({ accounts }: { accounts: readonly Account[] }) {
  const [toast, copy] = useCopy();
  const { accounts: words } = texts;
  return (
    <>
      <ul className="accounts">
        {accounts.map(({ bank, account }) => (
          <li key={account}>
            <span translate="no">
              <Text>{bank}</Text> <b>{account}</b>
            </span>
            <button
              type="button"
              className="button"
              aria-label={words.copyLabel(account)}
              onClick={() =>
                void copy(account, {
                  copied: words.copied(account),
                  notCopied: words.notCopied(account),
                })
              }
            >
              {words.copy}
            </button>
          </li>
        ))}
      </ul>
      {toast}
    </>
  );
}
