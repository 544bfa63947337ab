import { useState } from 'react';
import { useDelivery } from '../../applicant/delivery.ts';
import { KeepTyping } from '../../applicant/kept.tsx';
import { type Account, type Payment, useAccounts } from '../../applicant/payment.ts';
import type { Profile } from '../../applicant/reads.ts';
import { bankDraftOf, keepSentPayment } from '../../applicant/sent-payment.ts';
import { readDraft } from '../../site/drafts.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { textOf } from '../../site/unchecked.ts';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FileField } from '../../ui/form/file-field.tsx';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Text } from '../../ui/text.tsx';
import { texts as shared } from '../../words/forms.ts';
import { Accounts } from './accounts.tsx';
import { texts } from './words.ts';

/** Reports a bank deposit, with a picture of the receipt. */
export function OfflineForm({ payment, profile }: { payment: Payment; profile: Profile }) {
  const { accounts, isError, again } = useAccounts(payment);
  return (
    <section>
      <h2>{texts.offline.title}</h2>
      {accounts && (
        <>
          <p>{accounts.length > 0 ? texts.accounts.lead : texts.accounts.none}</p>
          <Accounts accounts={accounts} />
          <Form payment={payment} profile={profile} accounts={accounts} />
        </>
      )}
      {!accounts && isError && <Retry text={texts.accounts.failed} again={again} />}
      {!accounts && !isError && <Skeleton />}
    </section>
  );
}

interface FormProps {
  payment: Payment;
  profile: Profile;
  accounts: readonly Account[];
}

function Form({ payment, profile, accounts }: FormProps) {
  const { api } = useSite();
  const email = useSession()?.email ?? '';
  const draft = bankDraftOf(email);
  const [dialog, tell] = useMessageDialog();
  const [progress, deliver] = useDelivery('payments.makeOffline', {
    draft,
    profile,
    tell,
    onTaken: () =>
      keepSentPayment(email, 'bank', {
        bank: bank ?? chosen,
        reference: textOf(readDraft(draft).txnRefNumber),
      }),
  });
  const [chosen, setChosen] = useState('');
  const bank = accounts.find(({ account }) => account === chosen)?.bank;
  const form = useForm({
    draft,
    onTyped: ({ paymentBank }) => setChosen(textOf(paymentBank)),
    rules: async () => (await import('@one-planet/contract')).offlinePaymentForm,
    onUnreachable: () => tell(shared.checkConnection),
    send: async (values) => {
      const { toOfflinePayment } = await import('@one-planet/contract');
      await deliver({
        files: { attachmentUrl: { as: 'receiptFile', chosen: values.receiptFile } },
        body: (stored) => toOfflinePayment(values, stored('attachmentUrl')),
        send: (body) => api.payments.makeOffline({ body }),
        state: { paymentCode: values.paymentCode },
      });
    },
  });
  const { errors } = form;
  const { offline } = texts;
  return (
    <>
      <ErrorSummary errors={errors} attempt={form.attempt} />
      <form {...form.props}>
        <Field
          name="paymentCode"
          label={offline.code}
          hint={offline.codeHint}
          defaultValue={payment.paymentCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.paymentCode}
        />
        <SelectField
          name="paymentBank"
          label={offline.bank}
          options={accounts.map(({ bank, account }) => ({
            value: account,
            label: `${bank} - ${account}`,
          }))}
          error={errors.paymentBank}
        />
        {bank && (
          <p className="hint chosen" translate="no">
            <Text>{bank}</Text> <b>{chosen}</b>
          </p>
        )}
        <Field
          name="txnRefNumber"
          label={offline.reference}
          autoComplete="off"
          spellCheck={false}
          error={errors.txnRefNumber}
        />
        <FileField
          name="receiptFile"
          label={offline.receipt}
          hint={offline.receiptHint}
          draft={draft}
          kind="receipt"
          error={errors.receiptFile}
        />
        <KeepTyping draft={draft} />
        {progress}
        <SubmitButton busy={form.busy} label={offline.submit} busyLabel={offline.busy} />
      </form>
      {dialog}
    </>
  );
}
