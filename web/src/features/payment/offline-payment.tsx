import { offlinePaymentForm, toOfflinePayment } from '@one-planet/contract';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { useDelivery } from '../../applicant/delivery.tsx';
import { KeepTyping } from '../../applicant/keep-typing.tsx';
import { NoSecondPayment } from '../../applicant/no-second-payment.tsx';
import {
  type Account,
  amountOf,
  type Payment,
  useAccounts,
  usePayment,
} from '../../applicant/payment.ts';
import { StepPage } from '../../applicant/step-page.tsx';
import { draftNameOf, keepDraft, readDraft } from '../../offline/drafts.ts';
import { type ChosenFile, importPrepareFile } from '../../offline/file-to-send.ts';
import { bankDraftOf, keepReceiptPicture, keepSentPayment } from '../../offline/sent-payment.ts';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import type { Profile } from '../../site/records.ts';
import { textOf } from '../../site/unchecked.ts';
import { code } from '../../texts/current.ts';
import { DescriptionList, InfoPanel, Text } from '../../ui/blocks.tsx';
import { useCopy } from '../../ui/copy-toast.tsx';
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
import { Online } from './online.tsx';
import { paymentTexts as texts } from './payment-words.ts';

/** `/applicant/offline_payment`: the fee, at a bank or online (journey specification, sections 2, 4, 5 and 8). */
export function OfflinePayment() {
  // Asked for beside her status: a slow connection is waited for once.
  const payment = usePayment();
  return (
    <StepPage
      texts={texts}
      step="payments.makeOffline"
      otherwise="next"
      panel={<InfoPanel texts={texts.info} />}
    >
      {(profile) => <Pay {...payment} profile={profile} />}
    </StepPage>
  );
}

function Pay({
  profile,
  payment,
  isError,
  refetch,
}: { profile: Profile } & ReturnType<typeof usePayment>) {
  if (!payment) {
    return isError ? <Retry hasDrawing text={texts.failed} onRetry={refetch} /> : <TallSkeleton />;
  }
  return (
    <NoSecondPayment>
      <DescriptionList
        facts={[
          [texts.for, payment.paymentDescription],
          [texts.amount, amountOf(payment), 'no'],
        ]}
      />
      <Hints />
      <Method
        bank={<OfflineForm payment={payment} profile={profile} />}
        online={<Online payment={payment} />}
      />
    </NoSecondPayment>
  );
}

/** How the fee can be paid, as `config.json` says; nothing where it says nothing. */
function Hints() {
  const { paymentHints = {} } = useSite().settings;
  const byLanguage: Partial<Record<string, readonly string[]>> = Array.isArray(paymentHints)
    ? { en: paymentHints }
    : paymentHints;
  const own = byLanguage[code];
  const hints = own ?? byLanguage.en;
  if (!hints) return null;
  return (
    <section>
      <h2>{texts.hints}</h2>
      {/* A list without languages is in no language that the site knows. */}
      <ul lang={own || hints === paymentHints ? undefined : 'en'}>
        {hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </section>
  );
}

const methods = ['bank', 'online'] as const;

/**
 * One way to pay is open at a time, the bank first; the other is a press away, and keeps what was typed there (journey
 * specification, section 2).
 */
function Method(ways: Record<(typeof methods)[number], ReactNode>) {
  const draft = draftNameOf('payment-method', useAtomValue(sessionAtom)?.email);
  const [chosen, setChosen] = useState<string>(methods[0]);
  useEffect(() => setChosen(textOf(readDraft(draft).method) || methods[0]), [draft]);
  const choose = (method: string) => {
    setChosen(method);
    keepDraft(draft, { method });
  };
  return (
    <>
      <RadioField
        name="method"
        label={texts.method.title}
        options={methods.map((method) => ({
          value: method,
          label: (
            <>
              <b>{texts.method[method].name}</b> <br />
              <Text>{texts.method[method].hint}</Text>
            </>
          ),
        }))}
        chosenValue={chosen}
        onChoose={choose}
      />
      {methods.map((method) => (
        <div key={method} hidden={method !== chosen}>
          {ways[method]}
        </div>
      ))}
    </>
  );
}

/** Reports a bank deposit, with a picture of the receipt. */
function OfflineForm({ payment, profile }: { payment: Payment; profile: Profile }) {
  const { accounts, isError, refetch } = useAccounts(payment);
  return (
    <section>
      <h2>{texts.offline.title}</h2>
      {accounts && (
        <>
          <p>
            {accounts.length > 0 ? texts.accounts.lead(amountOf(payment)) : texts.accounts.none}
          </p>
          <Accounts accounts={accounts} amount={amountOf(payment)} />
          <Form payment={payment} profile={profile} accounts={accounts} />
        </>
      )}
      {!accounts && isError && <Retry text={texts.accounts.failed} onRetry={refetch} />}
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
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const draft = bankDraftOf(email);
  const [dialog, showMessage] = useMessageDialog();
  const [progress, deliver] = useDelivery('payments.makeOffline', {
    draft,
    profile,
    showMessage,
    onTaken: () => {
      keepSentPayment(email, 'bank', {
        code: textOf(readDraft(draft).paymentCode) || payment.paymentCode,
        amount: amountOf(payment),
        bank: bank ?? '',
        account: chosen,
        reference: textOf(readDraft(draft).txnRefNumber),
      });
    },
  });
  const [chosen, setChosen] = useState('');
  const bank = accounts.find(({ account }) => account === chosen)?.bank;
  const form = useForm({
    draft,
    onValues: ({ paymentBank }) => setChosen(textOf(paymentBank)),
    rules: offlinePaymentForm,
    send: (values) => {
      const receipt: Partial<ChosenFile> = values.receiptFile ?? {};
      // While the receipt is on its way itself.
      keepReceiptPicture(email);
      void keepThumbnail(email, receipt);
      return deliver({
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

/** The accounts to pay into, each with its number to copy. */
function Accounts({ accounts, amount }: { accounts: readonly Account[]; amount: string }) {
  const [toast, copy] = useCopy();
  const { accountHolder } = useAtomValue(contentAtom);
  const { accounts: words } = texts;
  return (
    <>
      <ul className="accounts">
        {accounts.map(({ bank, account }) => (
          <li key={account}>
            <span translate="no">
              <Text>{bank}</Text> <b>{account}</b> {accountHolder && <Text>{accountHolder}</Text>}
            </span>
            <strong translate="no">{amount}</strong>
            <button
              type="button"
              className="button"
              aria-label={words.copyLabel(account)}
              onClick={() => void copy(account, words)}
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

async function keepThumbnail(email: string, receipt: Partial<ChosenFile>): Promise<void> {
  const { data, content = '' } = receipt;
  const preparing = data && (await importPrepareFile().catch(() => undefined));
  if (preparing) keepReceiptPicture(email, await preparing.drawThumbnail({ data, content }));
}
