import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useRef } from 'react';
import { type Parcel, useDelivery } from '../../applicant/delivery.tsx';
import { KeepTyping } from '../../applicant/keep-typing.tsx';
import { type Answer, keepAnswers } from '../../offline/answers.ts';
import { ownDraft } from '../../offline/drafts.ts';
import { formOf, type WaitingStep } from '../../offline/waiting.ts';
import { noticeAtom, sessionAtom } from '../../site/atoms.ts';
import type { Profile } from '../../site/records.ts';
import { applicantTexts as words } from '../../texts/applicant-words.ts';
import { CheckedForm, type ShownAnswer, useCheckedForm } from '../../ui/form/checked-form.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import type { FormOptions } from '../../ui/form/use-form.ts';
import { choices } from './application-words.ts';

interface StepFormOptions<V, B extends object> extends Pick<FormOptions<V>, 'rules' | 'onTyped'> {
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
  const draft = ownDraft(formOf[step], email);
  const setNotice = useSetAtom(noticeAtom);
  const [dialog, showMessage] = useMessageDialog();
  const onTaken = (before: boolean) => {
    if (!before) return form.forget();
    setNotice({ text: words.notSent, typed: sent.current });
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

interface StepFormProps {
  /** Its one choice is made again in a moment: nothing to keep. */
  isOneChoice?: boolean;
  step: ReturnType<typeof useStepForm>;
  texts: { next: string; send: string; sending: string };
  /** Why to look closely. */
  lead: string;
  children: ReactNode;
}

/** The fields of a saved step, between what is wrong with them and the button. */
export function StepForm({ step, isOneChoice, children, ...rest }: StepFormProps) {
  const { form, progress, dialog } = step;
  return (
    <>
      <CheckedForm form={form} progress={progress} {...rest}>
        {children}
        {!isOneChoice && <KeepTyping draft={form.draft} />}
      </CheckedForm>
      {dialog}
    </>
  );
}
