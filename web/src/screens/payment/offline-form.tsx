import { ErrorSummary } from '../../components/error-summary.tsx';
import { Field } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { useProblem } from '../../components/problem.tsx';
import { Retry } from '../../components/retry.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useForm } from '../../components/use-form.ts';
import { useStep } from '../../components/use-step.ts';
import { useUpload } from '../../components/use-upload.tsx';
import { stepPaths } from '../../paths.ts';
import { useOwnDraft } from '../../state/drafts.ts';
import { type Account, type Payment, useAccounts } from '../../state/payment.ts';
import { useSite } from '../../state/site.ts';
import { texts as shared } from '../../texts/dialog.ts';
import { texts } from '../../texts/payment.ts';

/** A deposit at a bank, told with a picture of its receipt. */
export function OfflineForm({ payment }: { payment: Payment }) {
  const { accounts, isError, again } = useAccounts(payment);
  return (
    <section>
      <h2>{texts.offline.title}</h2>
      {accounts && <Form payment={payment} accounts={accounts} />}
      {!accounts && isError && <Retry text={texts.offline.banksFailed} again={again} />}
      {!accounts && !isError && <Skeleton />}
    </section>
  );
}

interface FormProps {
  payment: Payment;
  accounts: readonly Account[];
}

function Form({ payment, accounts }: FormProps) {
  const { api } = useSite();
  const draft = useOwnDraft('offline-payment');
  const [dialog, tell] = useProblem();
  const [progress, upload] = useUpload(draft, tell);
  const step = useStep({
    from: 'TOOK_EXAM',
    to: 'ACTIVATION_PAID',
    taken: [200, 201],
    next: stepPaths.finalizePayment,
    tell,
    onTaken: () => form.forget(),
  });
  const form = useForm({
    draft,
    rules: async () => (await import('./rules.ts')).offlinePaymentForm,
    onUnreachable: () => tell(shared.checkConnection),
    send: async (values) => {
      const stored = await upload({ receiptFile: values.receiptFile });
      if (!stored) return;
      const { toOfflinePayment } = await import('./rules.ts');
      const body = toOfflinePayment(values, stored.receiptFile);
      await step(() => api.payments.makeOffline({ body }), { paymentCode: values.paymentCode });
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
          {...(accounts.length === 0 ? { hint: offline.noBanks } : {})}
          options={accounts.map(({ bank, account }) => ({
            value: account,
            label: `${bank} - ${account}`,
          }))}
          error={errors.paymentBank}
        />
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
          accept="image/jpeg,image/png"
          error={errors.receiptFile}
        />
        {progress}
        <SubmitButton busy={form.busy} label={offline.submit} busyLabel={offline.busy} />
      </form>
      {dialog}
    </>
  );
}
