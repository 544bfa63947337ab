import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { checkMark, enterCheck, leaveCheck, leavingCheck } from '../../site/check-mark.ts';
import { lazily } from '../../site/lazily.ts';
import { texts } from '../../words/forms.ts';
import { ErrorSummary } from './error-summary.tsx';
import { SubmitButton } from './submit-button.tsx';
import { type FormOptions, useForm } from './use-form.ts';

const checkAnswers = lazily(() => import('../check-answers/check-answers.tsx'));

/** A form whose answers are shown once more before they are sent: what it sends cannot be undone. */
export function useCheckedForm<V>({ send, draft = '', ...options }: FormOptions<V>) {
  const [toSend, setToSend] = useState<{ values: V }>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  /** The control to go back to; empty: the form's button. */
  const backTo = useRef<string>(undefined);
  const form = useForm({
    ...options,
    draft,
    send: async (values) => {
      await checkAnswers.load().catch(options.onUnreachable);
      await leavingCheck();
      // She may have gone to another page meanwhile.
      if (!checkAnswers.now || !form.props.ref.current) return;
      enterCheck();
      setToSend({ values });
    },
  });

  const showForm = useEffectEvent(() => {
    if (leavingCheck()) return;
    // Forward, to answers that are not shown any more.
    if (location.hash === checkMark && !toSend) void leaveCheck();
    if (location.hash === checkMark || !toSend) return;
    // What is being sent can't be changed any more: the answers stay until it is known how it went.
    if (sending.current) return enterCheck();
    backTo.current ??= '';
    setToSend(undefined);
  });
  useEffect(() => {
    // After a reload the form stands there, not its answers.
    void leaveCheck();
    const look = () => showForm();
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, []);
  const box = form.props.ref;
  useEffect(() => {
    if (toSend || backTo.current === undefined) return;
    const submit = box.current?.querySelector<HTMLElement>('[type=submit]');
    (document.getElementById(backTo.current) ?? submit)?.focus();
    backTo.current = undefined;
  }, [toSend, box]);

  return {
    ...form,
    draft,
    check: toSend && {
      busy,
      goBack: (control: string) => {
        if (sending.current) return;
        backTo.current = control;
        setToSend(undefined);
        void leaveCheck();
      },
      confirm: async () => {
        if (sending.current) return;
        sending.current = true;
        setBusy(true);
        try {
          await send(toSend.values);
        } finally {
          sending.current = false;
          setBusy(false);
        }
      },
    },
  };
}

interface CheckedFormProps {
  form: ReturnType<typeof useCheckedForm>;
  /** The form's button; the one below the answers; and what that says while it sends. */
  texts: { next: string; send: string; sending: string };
  /** Why to look closely. */
  lead: string;
  /** Stands above the button that sends, e.g. the progress of an upload. */
  progress?: ReactNode;
  children: ReactNode;
}

/** The form, or its answers: the form stays on the page, with its files. */
export function CheckedForm({ form, texts: words, lead, progress, children }: CheckedFormProps) {
  const { check, errors, attempt, props, busy, draft } = form;
  const CheckAnswers = checkAnswers.now;
  const { goBack } = texts.check;
  return (
    <>
      <div hidden={check !== undefined}>
        <ErrorSummary errors={errors} attempt={attempt} />
        <form {...props}>
          {children}
          <SubmitButton busy={busy} label={words.next} busyLabel={words.next} />
        </form>
      </div>
      {check && CheckAnswers && (
        <>
          <CheckAnswers
            form={props.ref}
            draft={draft}
            lead={lead}
            busy={check.busy}
            onChange={check.goBack}
          />
          {progress}
          <p className="actions">
            <button
              type="button"
              className="button primary"
              aria-disabled={check.busy}
              onClick={() => void check.confirm()}
            >
              {check.busy ? words.sending : words.send}
            </button>
            <button
              type="button"
              className="link"
              aria-disabled={check.busy}
              onClick={() => check.goBack('')}
            >
              {goBack}
            </button>
          </p>
        </>
      )}
    </>
  );
}
