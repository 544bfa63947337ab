import { offlinePaymentForm, toOfflinePayment } from '@one-planet/contract';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { KeepTypedCheckbox } from '../../applicant/keep-typed-checkbox.tsx';
import {
  type Account,
  formatPaymentAmount,
  type Payment,
  useAccounts,
  usePayment,
} from '../../applicant/payment.ts';
import { AccountLines, PaymentSlip } from '../../applicant/payment-slip.tsx';
import { SentPaymentGuard } from '../../applicant/sent-payment-guard.tsx';
import { StepPage } from '../../applicant/step-page.tsx';
import { useStepSubmission } from '../../applicant/step-submission.tsx';
import { draftNameOf, keepDraft, readDraft } from '../../offline/drafts.ts';
import { type ChosenFile, importPrepareFile } from '../../offline/file-to-send.ts';
import { bankDraftNameOf, keepReceiptPicture } from '../../offline/sent-payment.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { type Site, useSite } from '../../site/client.ts';
import type { Profile } from '../../site/records.ts';
import { textOf } from '../../site/unchecked.ts';
import { code as language } from '../../texts/current.ts';
import { InfoPanel } from '../../ui/blocks.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import {
  ErrorSummary,
  Field,
  RadioField,
  SelectField,
  SubmitButton,
} from '../../ui/form/fields.tsx';
import { FileField } from '../../ui/form/file-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Retry, Skeleton, TallSkeleton } from '../../ui/loading.tsx';
import { OnlinePayment } from './online-payment.tsx';
import { paymentTexts as texts } from './payment-words.ts';

/** `/applicant/offline_payment`: the fee, at a bank or online (specification/journey §2, §4, §5, §8). */
export function OfflinePayment() {
  // Requested at the same time as the status, because connections are slow.
  const paymentQuery = usePayment();
  return (
    <StepPage
      texts={texts}
      step="payments.makeOffline"
      redirectTo="next"
      panel={<InfoPanel texts={texts.info} />}
    >
      {(profile) => <PaymentContent {...paymentQuery} profile={profile} />}
    </StepPage>
  );
}

/** The amount, hints, and the ways to pay, once the payment is loaded. */
function PaymentContent({
  profile,
  payment,
  isError,
  refetch,
}: { profile: Profile } & ReturnType<typeof usePayment>) {
  if (!payment) {
    return isError ? <Retry hasDrawing text={texts.failed} onRetry={refetch} /> : <TallSkeleton />;
  }
  return (
    <SentPaymentGuard>
      <MethodChoice
        bank={<BankPayment payment={payment} profile={profile} />}
        online={<OnlinePayment payment={payment} />}
      />
      <PaymentHints />
    </SentPaymentGuard>
  );
}

/** The hints of `config.json` on how the fee can be paid; nothing if it has none. */
function PaymentHints() {
  const { paymentHints = {} } = useSite().settings;
  const hintsByLanguage: Partial<Record<string, readonly string[]>> = Array.isArray(paymentHints)
    ? { en: paymentHints }
    : paymentHints;
  const localHints = hintsByLanguage[language];
  const hints = localHints ?? hintsByLanguage.en;
  if (!hints) return null;
  return (
    <section>
      <h2>{texts.hints}</h2>
      {/* The language of a list that is not by language is unknown, so it gets no `lang`. */}
      <ul lang={localHints || hints === paymentHints ? undefined : 'en'}>
        {hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </section>
  );
}

const methods = ['bank', 'online'] as const;

/**
 * The choice between the bank and a payment online. Only the chosen one is visible, the bank at first; the other stays
 * mounted and keeps its input (specification/journey §2).
 * @param contentByMethod the forms of both methods
 */
function MethodChoice(contentByMethod: Record<(typeof methods)[number], ReactNode>) {
  const methodDraftName = draftNameOf('payment-method', useAtomValue(sessionAtom)?.email);
  const [chosenMethod, setChosenMethod] = useState<string>(methods[0]);
  useEffect(
    () => setChosenMethod(textOf(readDraft(methodDraftName).method) || methods[0]),
    [methodDraftName],
  );
  const chooseMethod = (method: string) => {
    setChosenMethod(method);
    keepDraft(methodDraftName, { method });
  };
  return (
    <>
      <div className="methods">
        <RadioField
          name="method"
          label={texts.method.title}
          options={methods.map((method) => ({
            value: method,
            label: texts.method[method],
          }))}
          chosenValue={chosenMethod}
          onChoose={chooseMethod}
        />
      </div>
      {methods.map((method) => (
        <div key={method} hidden={method !== chosenMethod}>
          {contentByMethod[method]}
        </div>
      ))}
    </>
  );
}

/** The accounts to pay into, and the form that sends the details of a deposit with a picture of the receipt. */
function BankPayment({ payment, profile }: { payment: Payment; profile: Profile }) {
  const { accounts, isError, refetch } = useAccounts(payment);
  return (
    <section>
      <PaymentSlip payment={payment}>
        {accounts && <AccountLines accounts={accounts} />}
        {accounts?.length === 0 && <p>{texts.accounts.none}</p>}
      </PaymentSlip>
      {accounts && (
        <>
          <h2>{texts.offline.title}</h2>
          <BankForm payment={payment} profile={profile} accounts={accounts} />
        </>
      )}
      {!accounts && isError && <Retry text={texts.accounts.failed} onRetry={refetch} />}
      {!accounts && !isError && <Skeleton />}
    </section>
  );
}

interface BankFormProps {
  payment: Payment;
  profile: Profile;
  accounts: readonly Account[];
}

function BankForm({ payment, profile, accounts }: BankFormProps) {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const draftName = bankDraftNameOf(email);
  const [dialog, showMessage] = useMessageDialog();
  const [progress, submitStep] = useStepSubmission('payments.makeOffline', {
    draftName,
    profile,
    showMessage,
  });
  const form = useForm({
    draftName,
    rules: offlinePaymentForm,
    onSubmit: (values) => {
      const { paymentCode, paymentBank, txnRefNumber } = values;
      const receiptFile: Partial<ChosenFile> = values.receiptFile ?? {};
      // The small copy of the receipt is made while the receipt itself is uploaded; the old copy is deleted.
      keepReceiptPicture(site, email);
      void keepThumbnail(site, email, receiptFile);
      return submitStep({
        files: { attachmentUrl: { as: 'receiptFile', chosen: values.receiptFile } },
        body: toOfflinePayment(values, ''),
        state: { paymentCode },
        answers: [
          [texts.labels.reference, txnRefNumber],
          [texts.labels.code, paymentCode],
        ],
        payment: {
          code: paymentCode,
          amount: formatPaymentAmount(payment),
          bank: accounts.find(({ account }) => account === paymentBank)?.bank ?? '',
          account: paymentBank,
          reference: txnRefNumber,
        },
      });
    },
  });
  const { errors } = form;
  const { offline } = texts;
  return (
    <>
      <ErrorSummary errors={errors} refusalCount={form.refusalCount} />
      <form {...form.props}>
        <SelectField
          name="paymentBank"
          label={offline.bank}
          options={accounts.map(({ bank, account }) => ({
            value: account,
            label: `${bank} - ${account}`,
            translate: 'no',
          }))}
          error={errors.paymentBank}
        />
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
          draftName={draftName}
          fileKind="receipt"
          error={errors.receiptFile}
        />
        <KeepTypedCheckbox draftName={draftName} />
        {progress}
        <SubmitButton isBusy={form.busy} label={offline.submit} busyLabel={offline.busy} />
      </form>
      {dialog}
    </>
  );
}

/** Stores a small copy of the receipt's picture, for the pages after the payment; nothing if it can't be made. */
async function keepThumbnail(
  site: Site,
  email: string,
  receipt: Partial<ChosenFile>,
): Promise<void> {
  const { data, content = '' } = receipt;
  const prepareFileModule = data && (await importPrepareFile().catch(() => undefined));
  if (prepareFileModule)
    keepReceiptPicture(site, email, await prepareFileModule.drawThumbnail({ data, content }));
}
