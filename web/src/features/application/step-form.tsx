import { useAtomValue } from 'jotai';
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { KeepTypedCheckbox } from '../../applicant/keep-typed-checkbox.tsx';
import { type StepSubmission, useStepSubmission } from '../../applicant/step-submission.tsx';
import { draftNameOf } from '../../offline/drafts.ts';
import { type Answer, keepAnswers } from '../../offline/form-answers.ts';
import { formNameOfStep, type WaitingStep } from '../../offline/outbox-items.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { checkHash, enterCheck, leaveCheck } from '../../site/navigation.ts';
import type { Profile } from '../../site/records.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { formatLongDay, formatPhone } from '../../texts/formats.ts';
import { Text } from '../../ui/blocks.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { ErrorSummary, SubmitButton } from '../../ui/form/fields.tsx';
import { dateFromParts, readFormValues } from '../../ui/form/form-entries.ts';
import { type FormOptions, useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { picturesOf, type ShownPicture, Thumbnail } from '../../ui/thumbnail.tsx';
import { findDoubt } from './doubtful-answers.ts';
import { choices, saveButtons } from './step-form-words.ts';

interface StepFormOptions<V, S extends WaitingStep>
  extends Pick<FormOptions<V>, 'rules' | 'onValues'> {
  profile: Profile;
  /** @returns what is sent once the applicant has confirmed her answers */
  makeSubmission: (values: V) => StepSubmission<S>;
}

/** The form of a step. Its answers are shown to be checked, and then sent, or queued until the connection is back. */
export function useStepForm<V, S extends WaitingStep>(
  step: S,
  { profile, makeSubmission, ...options }: StepFormOptions<V, S>,
) {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const draftName = draftNameOf(formNameOfStep[step], email);
  const [dialog, showMessage] = useMessageDialog();
  const [progress, submitStep] = useStepSubmission(step, { draftName, profile, showMessage });
  const sendAnswers = (values: V, answers: readonly ReviewedAnswer[]) => {
    const labelledAnswers = answers.map(({ label, value }): Answer => [label, value]);
    keepAnswers(site, email, step, labelledAnswers);
    return submitStep({ ...makeSubmission(values), answers: labelledAnswers });
  };
  const form = useReviewedForm({ ...options, draftName, onConfirm: sendAnswers });
  return { form, progress, dialog };
}

/** @returns options for a field with these values, labelled in the language of the page */
export function asOptions(valueList: readonly string[]) {
  return valueList.map((value) => ({ value, label: choices[value] ?? value }));
}

interface ReviewedFormOptions<V> extends Omit<FormOptions<V>, 'onSubmit'> {
  /** Sends the values. @param answers as the applicant has just read and confirmed them */
  onConfirm: (values: V, answers: readonly ReviewedAnswer[]) => Promise<void>;
}

/** A form whose answers are shown to be checked before they are sent, because sending them cannot be undone. */
function useReviewedForm<V>({ onConfirm, draftName = '', ...options }: ReviewedFormOptions<V>) {
  const site = useSite();
  const [review, setReview] = useState<{ values: V; answers: readonly ReviewedAnswer[] }>();
  const [isBusy, setIsBusy] = useState(false);
  const isSendingRef = useRef(false);
  /** The id of the control that gets the focus when the form is shown again; empty for the form's button. */
  const focusTargetIdRef = useRef<string>(undefined);
  const form = useForm({
    ...options,
    draftName,
    onSubmit: async (values) => {
      await site.leavingPromise;
      const { current } = form.props.ref;
      // The form is gone if the applicant has opened another page meanwhile.
      if (!current) return;
      enterCheck();
      setReview({ values, answers: readReviewedAnswers(current, draftName) });
    },
  });

  const showForm = useEffectEvent(() => {
    if (site.leavingPromise) return;
    // The Forward button led to the history entry of answers that are not shown any more.
    if (location.hash === checkHash && !review) void leaveCheck(site);
    if (location.hash === checkHash || !review) return;
    // While the answers are being sent they cannot be changed, so they stay on screen.
    if (isSendingRef.current) return enterCheck();
    focusTargetIdRef.current ??= '';
    setReview(undefined);
  });
  useEffect(() => {
    // After a reload the form is shown, so the history entry of its answers is left.
    void leaveCheck(site);
    const onPopState = () => showForm();
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [site]);
  const restoreFocus = useEffectEvent(() => {
    if (focusTargetIdRef.current === undefined) return;
    const submitButton = form.props.ref.current?.querySelector<HTMLElement>('[type=submit]');
    (document.getElementById(focusTargetIdRef.current) ?? submitButton)?.focus();
    focusTargetIdRef.current = undefined;
  });
  useEffect(() => {
    if (!review) restoreFocus();
  }, [review]);

  return {
    ...form,
    draftName,
    review: review && {
      isBusy,
      answers: review.answers,
      goBack: (controlId: string) => {
        if (isSendingRef.current) return;
        focusTargetIdRef.current = controlId;
        setReview(undefined);
        void leaveCheck(site);
      },
      confirm: async () => {
        if (isSendingRef.current) return;
        isSendingRef.current = true;
        setIsBusy(true);
        try {
          await onConfirm(review.values, review.answers);
        } finally {
          isSendingRef.current = false;
          setIsBusy(false);
        }
      },
    },
  };
}

interface StepFormProps {
  stepForm: ReturnType<typeof useStepForm>;
  /** The labels of the form's button, and of the button below the answers, before and while it sends. Default: of saving. */
  buttonTexts?: typeof saveButtons;
  /** The paragraph above the answers, which says why to check them. */
  lead: string;
  /** The form is a single choice, for which there is no checkbox to keep typed input. */
  hasOneChoice?: boolean;
  children: ReactNode;
}

/** The form of a step, or its answers to be checked. The form stays mounted behind them, and keeps its files. */
export function StepForm({
  stepForm,
  buttonTexts = saveButtons,
  lead,
  hasOneChoice,
  children,
}: StepFormProps) {
  const { progress, dialog } = stepForm;
  const { review, errors, refusalCount, props, busy, draftName } = stepForm.form;
  const { goBack } = texts.check;
  return (
    <>
      <div hidden={review !== undefined}>
        <ErrorSummary errors={errors} refusalCount={refusalCount} />
        <form {...props}>
          {children}
          {!hasOneChoice && <KeepTypedCheckbox draftName={draftName} />}
          <SubmitButton
            isBusy={busy}
            label={buttonTexts.nextLabel}
            busyLabel={buttonTexts.nextLabel}
          />
        </form>
      </div>
      {review && (
        <>
          <CheckAnswers
            answers={review.answers}
            lead={lead}
            isBusy={review.isBusy}
            onChange={review.goBack}
          />
          {progress}
          <p className="actions">
            <button
              type="button"
              className="button primary"
              aria-disabled={review.isBusy}
              onClick={() => void review.confirm()}
            >
              {review.isBusy ? buttonTexts.busyLabel : buttonTexts.sendLabel}
            </button>
            <button
              type="button"
              className="link"
              aria-disabled={review.isBusy}
              onClick={() => review.goBack('')}
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
  answers: readonly ReviewedAnswer[];
  /** The paragraph above the answers, which says why to check them. */
  lead: string;
  /** The answers are being sent, and can't be changed. */
  isBusy: boolean;
  /** Shows the form again, with the focus on the control with this id. */
  onChange: (controlId: string) => void;
}

/**
 * The answers that are about to be sent, each with a button that leads back to its field. While they are shown, the
 * stylesheet hides the heading of the step, and the document has their title.
 */
function CheckAnswers({ answers, lead, isBusy, onChange }: CheckAnswersProps) {
  const [stepTitle] = useState(() => document.title);
  // A layout effect, so that the heading of the next page has the last word.
  useLayoutEffect(
    () => () => {
      document.title = stepTitle;
    },
    [stepTitle],
  );
  useEffect(() => {
    // In braces, because new browsers return a promise, which React would take for a cleanup.
    scrollTo(0, 0);
  }, []);
  const { check } = texts;
  return (
    <>
      <Heading>{check.title}</Heading>
      <p>{lead}</p>
      <dl className="answers">
        {answers.map(({ label, value, doubt, pictures, controlId }) => (
          <div key={controlId}>
            <dt>{label}</dt>
            <dd>
              {Object.entries(pictures ?? []).map(([index, picture]) => (
                <Thumbnail key={index} {...picture} />
              ))}
              {value ? <Text>{value}</Text> : <span className="optional">{check.notGiven}</span>}
              {doubt && <p className="doubt">{doubt}</p>}
            </dd>
            <dd>
              <button
                type="button"
                className="link"
                aria-disabled={isBusy}
                onClick={() => onChange(controlId)}
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

/** An answer as it is shown to be checked. */
interface ReviewedAnswer {
  label: string;
  /** Empty if the field is empty. */
  value: string;
  /** A question about an unusual answer. */
  doubt?: string | undefined;
  /** Small pictures of a chosen file. */
  pictures?: readonly ShownPicture[];
  /** The id of the field's first control. */
  controlId: string;
}

/**
 * Reads the answers from a form's visible fields: of a choice the label, of a date the words, of a file the name; a phone
 * number is formatted.
 * @param draftName the form's name, under which files may be stored already
 */
function readReviewedAnswers(form: HTMLFormElement, draftName: string): ReviewedAnswer[] {
  const values = readFormValues(form, draftName);
  return Array.from(form.querySelectorAll('.field')).flatMap((fieldElement) => {
    const controls = Array.from(fieldElement.querySelectorAll<HTMLInputElement>('[name]'));
    const [firstControl] = controls;
    // Of a date, the year.
    const lastControl = controls[controls.length - 1];
    if (!firstControl || fieldElement.closest('[hidden]')) return [];
    const labelText = fieldElement.querySelector('label, legend')?.firstChild?.textContent ?? '';
    const fieldValue = values[firstControl.name];
    const pictures = typeof fieldValue === 'object' ? picturesOf(fieldValue) : [];
    return {
      label: labelText,
      value: displayedText(controls, firstControl, values),
      doubt: findDoubt(firstControl.name, (lastControl ?? firstControl).value),
      pictures,
      controlId: firstControl.id,
    };
  });
}

/** @returns a field's value as text */
function displayedText(
  controls: readonly HTMLInputElement[],
  firstControl: HTMLInputElement,
  values: ReturnType<typeof readFormValues>,
): string {
  if (firstControl.type === 'radio') {
    const checkedControl = controls.find(({ checked }) => checked);
    return checkedControl?.closest('label')?.textContent.trim() ?? '';
  }
  if (firstControl.type === 'file') {
    const fileValue = values[firstControl.name];
    return typeof fileValue === 'object' ? (fileValue.file?.name ?? fileValue.name) : '';
  }
  if (firstControl instanceof HTMLSelectElement)
    return (firstControl.value && firstControl.selectedOptions[0]?.text) ?? '';
  // A date: the name of the month shows whether day and month were mixed up.
  if (controls.length > 1)
    return formatLongDay(dateFromParts(values, firstControl.name.replace(/Day$/, '')));
  const value = firstControl.value.trim();
  return firstControl.type === 'tel' ? formatPhone(value) : value;
}
