import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { formTexts as texts } from '../../texts/form-words.ts';
import { Text } from '../blocks.tsx';

/** The texts of every kind of field. */
export interface FieldTexts {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** What to do about the error. */
  help?: string | undefined;
  /** Default: true. */
  required?: boolean;
}

interface FieldFrameProps extends FieldTexts {
  /** Renders the control with the attributes that connect it to its label, hint and message. */
  children: (control: {
    id: string;
    name: string;
    'aria-required': boolean;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** @returns the id of a field's input, for the links of the error summary */
export const inputId = (name: string) => `field-${name}`;

/** A label, a hint and a message around one control. */
export function FieldFrame({
  name,
  label,
  hint,
  error,
  help,
  required = true,
  children,
}: FieldFrameProps) {
  const [remarks, describedBy] = useRemarks(hint, error, help);
  return (
    <div className="field" data-wrong={Boolean(error)}>
      <label htmlFor={inputId(name)}>
        <Text>{label}</Text>
        {!required && <span className="optional">{` (${texts.optional})`}</span>}
      </label>
      {remarks}
      {children({
        id: inputId(name),
        name,
        'aria-required': required,
        'aria-invalid': Boolean(error),
        'aria-describedby': describedBy,
      })}
    </div>
  );
}

interface FieldGroupProps extends Omit<FieldTexts, 'name'> {
  /** @param describedBy the ids of the hint and the message */
  children: (describedBy: string | undefined) => ReactNode;
}

/** A legend, a hint and a message around several controls. */
export function FieldGroup({ label, hint, error, children }: FieldGroupProps) {
  const [remarks, describedBy] = useRemarks(hint, error);
  return (
    <fieldset className="field" data-wrong={Boolean(error)} aria-describedby={describedBy}>
      <legend>{label}</legend>
      {remarks}
      {children(describedBy)}
    </fieldset>
  );
}

/**
 * The hint and the error of a field.
 * @returns the hint and the message, and the ids by which its control refers to them
 */
function useRemarks(
  hint: string | undefined,
  error: string | undefined,
  help?: string,
): [remarks: ReactNode, describedBy: string | undefined] {
  const id = useId();
  const correctedError = useCorrectedError(error);
  const describedBy = [hint && `${id}hint`, error && `${id}error`, help && `${id}help`]
    .filter(Boolean)
    .join(' ');
  const remarks = (
    <>
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}error`}>
          <Text>{error}</Text>
        </p>
      )}
      {help && (
        <p className="hint" id={`${id}help`}>
          <Text>{help}</Text>
        </p>
      )}
      {correctedError && <p className="mended" data-was={correctedError} />}
    </>
  );
  return [remarks, describedBy || undefined];
}

/** @returns the message of a corrected error until the form is sent again: rendered invisibly, it keeps its height */
function useCorrectedError(error: string | undefined): string | undefined {
  const [lastError, setLastError] = useState(error);
  if (error && error !== lastError) setLastError(error);
  useEffect(() => {
    if (!lastError) return;
    const forgetError = () => setLastError(undefined);
    addEventListener('submit', forgetError, true);
    return () => removeEventListener('submit', forgetError, true);
  }, [lastError]);
  return error ? undefined : lastError;
}

interface FieldProps extends Omit<ComponentProps<'input'>, keyof FieldTexts>, FieldTexts {
  /** Shown beside the input, e.g. a button. */
  adornment?: ReactNode;
  /** Whether the input has its name, without which no browser sends its value. Default: true. */
  isNamed?: boolean;
}

/** A labelled text input with its hint and its message. */
export function Field({
  name,
  label,
  hint,
  error,
  help,
  required,
  adornment,
  isNamed = true,
  ...input
}: FieldProps) {
  const frameProps = { name, label, hint, error, help, required };
  return (
    <FieldFrame {...frameProps}>
      {(control) => (
        <div className="input-row">
          <input {...input} {...control} name={isNamed ? name : undefined} />
          {adornment}
        </div>
      )}
    </FieldFrame>
  );
}

interface CheckboxProps extends ComponentProps<'input'> {
  name: string;
  label: ReactNode;
  hint?: string;
  error?: string | undefined;
}

export function Checkbox({ name, label, hint, error, ...input }: CheckboxProps) {
  const id = useId();
  const describedBy = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  return (
    <div className="checkbox" data-wrong={Boolean(error)}>
      {error && (
        <p className="error" id={`${id}error`}>
          <Text>{error}</Text>
        </p>
      )}
      <input
        {...input}
        type="checkbox"
        id={inputId(name)}
        name={name}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy || undefined}
      />
      <label htmlFor={inputId(name)}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface RadioOption {
  value: string;
  label: ReactNode;
  /** Shown below the choice, e.g. with a link. */
  details?: ReactNode;
}

interface RadioFieldProps extends FieldTexts {
  options: readonly RadioOption[];
  /** The choice that is preselected. */
  initialValue?: string | undefined;
  /** The choice, if the page controls it; otherwise the form's element holds it. */
  chosenValue?: string;
  onChoose?: (value: string) => void;
}

/** Radio buttons; the error summary links to the first. */
export function RadioField(props: RadioFieldProps) {
  const { name, options, chosenValue, onChoose, initialValue, ...group } = props;
  const id = useId();
  return (
    <FieldGroup {...group}>
      {() => (
        <div className="radios">
          {options.map(({ value, label, details }, index) => (
            <div key={value} className={details ? 'option' : undefined}>
              <label className="radio">
                <input
                  type="radio"
                  name={name}
                  value={value}
                  aria-describedby={details ? `${id}${value}` : undefined}
                  {...(index === 0 ? { id: inputId(name) } : {})}
                  {...(onChoose
                    ? { checked: chosenValue === value, onChange: () => onChoose(value) }
                    : { defaultChecked: initialValue === value })}
                />
                <span>{label}</span>
              </label>
              {details && (
                <div className="about" id={`${id}${value}`}>
                  {details}
                </div>
              )}
            </div>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}

interface SelectFieldProps extends FieldTexts {
  /** Labels that are names are not translated. */
  options: readonly { value: string; label: string; translate?: 'no' }[];
}

/** A native list; at first nothing is chosen. */
export function SelectField({ options, ...field }: SelectFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <div className="input-row">
          <select {...control}>
            <option value="">{texts.choose}</option>
            {options.map(({ value, label, translate }) => (
              <option key={value} value={value} translate={translate}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}

interface SubmitButtonProps {
  isBusy: boolean;
  label: string;
  busyLabel: string;
  /** Why the form can't be sent yet. The button looks disabled, but still submits, so that the form shows its errors. */
  disabledReason?: string;
}

/** Submits its form. It is never disabled for the keyboard, so that focus is not lost (specification/decisions §3). */
export function SubmitButton({ isBusy, label, busyLabel, disabledReason }: SubmitButtonProps) {
  const id = useId();
  return (
    <div className="actions">
      <button
        type="submit"
        className="button primary"
        aria-disabled={isBusy || Boolean(disabledReason)}
        aria-describedby={disabledReason ? id : undefined}
      >
        {isBusy ? busyLabel : label}
      </button>
      {disabledReason && (
        <p className="hint" id={id}>
          {disabledReason}
        </p>
      )}
    </div>
  );
}

interface ErrorSummaryProps {
  /** The messages by field, in the order of the form. */
  errors: Readonly<Record<string, string>>;
  /** Changes with every refused submit, so that the summary takes the focus each time. */
  refusalCount: number;
}

/**
 * The mistakes in a form, with a link to each field. A corrected one is crossed out until the form is sent again: the
 * list keeps its height, so that nothing below moves while she types.
 */
export function ErrorSummary({ errors, refusalCount }: ErrorSummaryProps) {
  const summaryRef = useRef<HTMLElement>(null);
  const listedErrors = useListedErrors(errors, refusalCount);
  useEffect(() => {
    if (refusalCount > 0) summaryRef.current?.focus();
  }, [refusalCount]);
  if (listedErrors.length === 0) return null;
  const openErrorCount = Object.keys(errors).length;
  const focusField = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    document.getElementById(event.currentTarget.hash.slice(1))?.focus();
  };
  return (
    // Not an alert: it takes the focus, and would be read out twice.
    <section
      className="error-summary"
      ref={summaryRef}
      tabIndex={-1}
      aria-labelledby="problem"
      data-mended={openErrorCount === 0 || undefined}
    >
      <h2 id="problem">
        <Text>{openErrorCount > 0 ? texts.summary : texts.mended}</Text>
      </h2>
      <ul>
        {listedErrors.map(([name, message]) => (
          <li key={name}>
            {errors[name] ? (
              <a href={`#${inputId(name)}`} onClick={focusField}>
                <Text>{errors[name]}</Text>
              </a>
            ) : (
              <s>{message}</s>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The mistakes of the last submit and those made since, including corrected ones; the list is cleared by the next
 * submit.
 * @returns pairs of a field's name and its message
 */
function useListedErrors(errors: ErrorSummaryProps['errors'], refusalCount: number) {
  const [listedErrors, setListedErrors] = useState({ refusalCount, messages: errors });
  const latestMessages =
    listedErrors.refusalCount === refusalCount ? { ...listedErrors.messages, ...errors } : errors;
  const messageEntries = Object.entries(latestMessages);
  const hasNewMessage = messageEntries.some(
    ([name, message]) => listedErrors.messages[name] !== message,
  );
  if (listedErrors.refusalCount !== refusalCount || hasNewMessage)
    setListedErrors({ refusalCount, messages: latestMessages });
  useEffect(() => {
    if (refusalCount === 0) return;
    // In the capture phase, because React may refuse the form before the event reaches the window.
    const clearList = () => setListedErrors({ refusalCount, messages: {} });
    addEventListener('submit', clearList, true);
    return () => removeEventListener('submit', clearList, true);
  }, [refusalCount]);
  return messageEntries;
}
