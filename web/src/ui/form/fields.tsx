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
  /** The id of a hint that several fields share. */
  describedBy?: string;
}

interface FieldFrameProps extends FieldTexts {
  /** Makes the control from the attributes that tie it to its label, hint and message. */
  children: (control: {
    id: string;
    name: string;
    'aria-required': boolean;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** @returns the id of a form's input, for the links of the error summary */
export const inputId = (name: string) => `field-${name}`;

/** A label, a hint and a message around one control. */
export function FieldFrame({
  name,
  label,
  hint,
  error,
  help,
  required = true,
  describedBy: shared,
  children,
}: FieldFrameProps) {
  const [remarks, describedBy] = useRemarks(hint, error, { help, shared });
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

/** The same around several controls. */
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
 * @param shared the id of a hint that several fields share
 * @returns the hint and the message, and the ids by which its control refers to them
 */
function useRemarks(
  hint: string | undefined,
  error: string | undefined,
  { help, shared }: { help?: string | undefined; shared?: string | undefined } = {},
): [remarks: ReactNode, describedBy: string | undefined] {
  const id = useId();
  const mended = useMended(error);
  const describedBy = [shared, hint && `${id}hint`, error && `${id}error`, help && `${id}help`]
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
      {mended && <p className="mended" data-was={mended} />}
    </>
  );
  return [remarks, describedBy || undefined];
}

/** @returns the message that was mended, until the form is sent again: unseen it keeps its place, so that no field jumps */
function useMended(error: string | undefined): string | undefined {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  useEffect(() => {
    if (!last) return;
    const release = () => setLast(undefined);
    addEventListener('submit', release, true);
    return () => removeEventListener('submit', release, true);
  }, [last]);
  return error ? undefined : last;
}

interface FieldProps extends Omit<ComponentProps<'input'>, keyof FieldTexts>, FieldTexts {
  /** Stands beside the input, e.g. a button. */
  after?: ReactNode;
}

/** A labelled text input with its hint and its message. */
export function Field({
  name,
  label,
  hint,
  error,
  help,
  required,
  describedBy,
  after,
  ...input
}: FieldProps) {
  const frame = { name, label, hint, error, help, required, describedBy };
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="input-row">
          <input {...input} {...control} />
          {after}
        </div>
      )}
    </FieldFrame>
  );
}

/** An email address; a phone's keyboard neither corrects it nor begins it with a capital letter. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'name' | 'type'>) {
  return (
    <Field
      autoComplete="email"
      {...props}
      name="email"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** A password with a show/hide toggle; it may be pasted, and it is never kept as a draft. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          className="toggle"
          aria-label={shown ? texts.hidePasswordLabel : texts.showPasswordLabel}
          aria-controls={`field-${props.name}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? texts.hidePassword : texts.showPassword}
        </button>
      }
    />
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
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
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
        aria-describedby={described || undefined}
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
  /** Stands below the choice, e.g. with a link of its own. */
  about?: ReactNode;
}

interface RadioFieldProps extends FieldTexts {
  options: readonly RadioOption[];
  /** What is chosen until she chooses. */
  initial?: string | undefined;
  /** The choice, where the page keeps it; otherwise the form does. */
  chosen?: string;
  onChoose?: (value: string) => void;
}

/** A few choices, one of which is taken; the error summary leads to the first. */
export function RadioField(props: RadioFieldProps) {
  const { name, options, chosen, onChoose, initial, ...group } = props;
  const id = useId();
  return (
    <FieldGroup {...group}>
      {() => (
        <div className="radios">
          {options.map(({ value, label, about }, at) => (
            <div key={value}>
              <label className="radio">
                <input
                  type="radio"
                  name={name}
                  value={value}
                  aria-describedby={about ? `${id}${value}` : undefined}
                  {...(at === 0 ? { id: inputId(name) } : {})}
                  {...(onChoose
                    ? { checked: chosen === value, onChange: () => onChoose(value) }
                    : { defaultChecked: initial === value })}
                />
                <span>{label}</span>
              </label>
              {about && (
                <div className="about" id={`${id}${value}`}>
                  {about}
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
  options: readonly { value: string; label: string }[];
}

/** A native list to choose one from; at first nothing is chosen. */
export function SelectField({ options, ...field }: SelectFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <div className="input-row">
          <select {...control}>
            <option value="">{texts.choose}</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
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
  busy: boolean;
  label: string;
  busyLabel: string;
  /** The reason why it can't be sent yet; the button is disabled in the eyes of all, but says so when pressed. */
  missing?: string;
}

/** Sends its form. It never leaves the tab order, so that nobody loses her place (decisions, section 3). */
export function SubmitButton({ busy, label, busyLabel, missing }: SubmitButtonProps) {
  const id = useId();
  return (
    <div className="actions">
      <button
        type="submit"
        className="button primary"
        aria-disabled={busy || Boolean(missing)}
        aria-describedby={missing ? id : undefined}
      >
        {busy ? busyLabel : label}
      </button>
      {missing && (
        <p className="hint" id={id}>
          {missing}
        </p>
      )}
    </div>
  );
}

interface ErrorSummaryProps {
  /** By field, in the order of the form. */
  errors: Readonly<Record<string, string>>;
  /** Changes with every refused send: the summary takes focus each time. */
  attempt: number;
}

/**
 * The mistakes in a form, with a link to each field. One that is mended is crossed out until the form is sent again:
 * the list stays as high as it was, so that nothing below moves while she types.
 */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null);
  const refused = useRefused(errors, attempt);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  if (refused.length === 0) return null;
  const open = Object.keys(errors).length;
  const jump = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    document.getElementById(event.currentTarget.hash.slice(1))?.focus();
  };
  return (
    // No alert: it takes the focus, and would be read out twice.
    <section
      className="error-summary"
      ref={box}
      tabIndex={-1}
      aria-labelledby="problem"
      data-mended={open === 0 || undefined}
    >
      <h2 id="problem">
        <Text>{open > 0 ? texts.summary : texts.mended}</Text>
      </h2>
      <ul>
        {refused.map(([name, message]) => (
          <li key={name}>
            {errors[name] ? (
              <a href={`#${inputId(name)}`} onClick={jump}>
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
 * What was wrong with the form when it was sent, with what has become wrong since; nothing once it is sent again.
 * @returns the field and the message of each
 */
function useRefused(errors: ErrorSummaryProps['errors'], attempt: number) {
  const [refused, setRefused] = useState({ attempt, all: errors });
  const all = refused.attempt === attempt ? { ...refused.all, ...errors } : errors;
  const entries = Object.entries(all);
  const isNew = entries.some(([name, message]) => refused.all[name] !== message);
  if (refused.attempt !== attempt || isNew) setRefused({ attempt, all });
  useEffect(() => {
    if (attempt === 0) return;
    // Before React hears of it: a form may be refused before the event has gone all its way up.
    const release = () => setRefused({ attempt, all: {} });
    addEventListener('submit', release, true);
    return () => removeEventListener('submit', release, true);
  }, [attempt]);
  return entries;
}
