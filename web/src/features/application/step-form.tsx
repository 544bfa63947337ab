import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Parcel, useDelivery } from '../../applicant/delivery.tsx';
import { KeepTyping } from '../../applicant/keep-typing.tsx';
import { draftNameOf } from '../../offline/drafts.ts';
import { type Answer, keepAnswers } from '../../offline/form-answers.ts';
import { formOfStep, type WaitingStep } from '../../offline/outbox-items.ts';
import { noticeAtom, sessionAtom } from '../../site/atoms.ts';
import { checkHash, enterCheck, leaveCheck, leavingCheck } from '../../site/navigation.ts';
import type { Profile } from '../../site/records.ts';
import { applicantTexts } from '../../texts/applicant-words.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { longDay, phoneOf } from '../../texts/formats.ts';
import { Text } from '../../ui/blocks.tsx';
import { dateFromParts } from '../../ui/form/date-field.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { ErrorSummary, SubmitButton } from '../../ui/form/fields.tsx';
import { picturesOf } from '../../ui/form/file-field.tsx';
import { readValues } from '../../ui/form/form-entries.ts';
import { type FormOptions, useForm } from '../../ui/form/use-form.ts';
import { type ShownPicture, Thumbnail } from '../../ui/thumbnail.tsx';
import { choices } from './application-words.ts';

interface StepFormOptions<V, B extends object> extends Pick<FormOptions<V>, 'rules' | 'onValues'> {
  profile: Profile;
  /** @returns what is sent once the applicant has looked at her answers */
  parcel: (values: V) => Parcel<B>;
}

/** The form of a saved step: its answers are looked at once more, then sent, or wait for the connection. */
export function useStepForm<V, B extends object>(
  step: WaitingStep,
  { profile, parcel, ...options }: StepFormOptions<V, B>,
) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const draft = draftNameOf(formOfStep[step], email);
  const setNotice = useSetAtom(noticeAtom);
  const [dialog, showMessage] = useMessageDialog();
  const onTaken = (before: boolean) => {
    if (!before) return form.forget();
    setNotice({ text: applicantTexts.notSent, unsentFields: sent.current });
    keepAnswers(email, step, []);
  };
  const sent = useRef<readonly Answer[]>([]);
  const [progress, deliver] = useDelivery(step, { draft, profile, showMessage, onTaken });
  const send = (values: V, answers: readonly ShownAnswer[]) => {
    sent.current = answers.map(({ label, value }) => [label, value]);
    keepAnswers(email, step, sent.current);
    return deliver(parcel(values));
  };
  const form = useCheckedForm({ ...options, draft, send });
  return { form, progress, dialog };
}

/** @returns the choices of a list, as the language names them */
export function asOptions(values: readonly string[]) {
  return values.map((value) => ({ value, label: choices[value] ?? value }));
}

interface CheckedOptions<V> extends Omit<FormOptions<V>, 'send'> {
  /** Sends what was typed, as she has just read it. */
  send: (values: V, answers: readonly ShownAnswer[]) => Promise<void>;
}

/** A form whose answers are shown once more before they are sent: what it sends cannot be undone. */
function useCheckedForm<V>({ send, draft = '', ...options }: CheckedOptions<V>) {
  const [toSend, setToSend] = useState<{ values: V; answers: readonly ShownAnswer[] }>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  /** The control to go back to; empty: the form's button. */
  const backTo = useRef<string>(undefined);
  const form = useForm({
    ...options,
    draft,
    send: async (values) => {
      await leavingCheck();
      const { current } = form.props.ref;
      // She may have gone to another page meanwhile.
      if (!current) return;
      enterCheck();
      setToSend({ values, answers: answersIn(current, draft) });
    },
  });

  const showForm = useEffectEvent(() => {
    if (leavingCheck()) return;
    // Forward, to answers that are not shown any more.
    if (location.hash === checkHash && !toSend) void leaveCheck();
    if (location.hash === checkHash || !toSend) return;
    // Nothing can be changed while it is sent: the answers stay until it is known how it went.
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
      answers: toSend.answers,
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
          await send(toSend.values, toSend.answers);
        } finally {
          sending.current = false;
          setBusy(false);
        }
      },
    },
  };
}

interface StepFormProps {
  step: ReturnType<typeof useStepForm>;
  /** The form's button; the one below the answers; and what that says while it sends. */
  texts: { next: string; send: string; sending: string };
  /** Why to look closely. */
  lead: string;
  /** Its one choice is made again in a moment: nothing to keep. */
  isOneChoice?: boolean;
  children: ReactNode;
}

/** The form of a saved step, or its answers: the form stays on the page, with its files. */
export function StepForm({ step, texts: words, lead, isOneChoice, children }: StepFormProps) {
  const { progress, dialog } = step;
  const { check, errors, attempt, props, busy, draft } = step.form;
  const { goBack } = texts.check;
  return (
    <>
      <div hidden={check !== undefined}>
        <ErrorSummary errors={errors} attempt={attempt} />
        <form {...props}>
          {children}
          {!isOneChoice && <KeepTyping draft={draft} />}
          <SubmitButton busy={busy} label={words.next} busyLabel={words.next} />
        </form>
      </div>
      {check && (
        <>
          <CheckAnswers
            answers={check.answers}
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
      {dialog}
    </>
  );
}

interface CheckAnswersProps {
  answers: readonly ShownAnswer[];
  /** Why to look closely. */
  lead: string;
  /** They are being sent, and can't be changed. */
  busy: boolean;
  /** Goes back to the form, to one of its controls. */
  onChange: (control: string) => void;
}

/** The answers that are about to be sent, each with a way back to its field. */
function CheckAnswers({ answers, lead, busy, onChange }: CheckAnswersProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { check } = texts;
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {check.title}
      </h2>
      <p>{lead}</p>
      <dl className="answers">
        {answers.map(({ label, value, pictures, control }) => (
          <div key={control}>
            <dt>{label}</dt>
            <dd>
              {Object.entries(pictures ?? []).map(([at, one]) => (
                <Thumbnail key={at} {...one} />
              ))}
              {value ? <Text>{value}</Text> : <span className="optional">{check.notGiven}</span>}
            </dd>
            <dd>
              <button
                type="button"
                className="link"
                aria-disabled={busy}
                onClick={() => onChange(control)}
              >
                <Text>{check.change}</Text>
                <span className="hidden">{` ${label}`}</span>
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** One answer as she reads it before she sends it. */
interface ShownAnswer {
  label: string;
  /** Empty: not given. */
  value: string;
  /** Of a chosen file. */
  pictures?: readonly ShownPicture[];
  /** The id of the first control, to go back to. */
  control: string;
}

/**
 * The answers in a form, read from its fields as they are shown: a choice by its label, a date in words, a phone
 * number in its one form, a file by its name. @param draft the form's name, under which files may be stored already
 */
function answersIn(form: HTMLFormElement, draft: string): ShownAnswer[] {
  const values = readValues(form, draft);
  return Array.from(form.querySelectorAll('.field')).flatMap((field) => {
    const controls = Array.from(field.querySelectorAll<HTMLInputElement>('[name]'));
    const [first] = controls;
    if (!first || field.closest('[hidden]')) return [];
    const label = field.querySelector('label, legend')?.firstChild?.textContent ?? '';
    const chosen = values[first.name];
    const pictures = typeof chosen === 'object' ? picturesOf(chosen) : [];
    return { label, value: shown(controls, first, values), pictures, control: first.id };
  });
}

function shown(
  controls: readonly HTMLInputElement[],
  first: HTMLInputElement,
  values: ReturnType<typeof readValues>,
): string {
  if (first.type === 'radio') {
    const taken = controls.find(({ checked }) => checked);
    return taken?.closest('label')?.textContent.trim() ?? '';
  }
  if (first.type === 'file') {
    const file = values[first.name];
    return typeof file === 'object' ? (file.file?.name ?? file.name) : '';
  }
  if (first instanceof HTMLSelectElement)
    return (first.value && first.selectedOptions[0]?.text) ?? '';
  // The month as a word shows whether day and month were mixed up.
  if (controls.length > 1) return longDay(dateFromParts(values, first.name.replace(/Day$/, '')));
  const value = first.value.trim();
  return first.type === 'tel' ? phoneOf(value) : value;
}
