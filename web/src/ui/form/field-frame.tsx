import { type ReactNode, useEffect, useId, useState } from 'react';
import { texts } from '../../words/forms.ts';
import { Text } from '../text.tsx';

/** What every kind of field has. */
export interface FieldTexts {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
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
  required = true,
  describedBy: shared,
  children,
}: FieldFrameProps) {
  const [remarks, describedBy] = useRemarks(hint, error, shared);
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
 * What is said of a field beside its label.
 * @returns the hint and the message, and the ids by which its control refers to them
 */
function useRemarks(
  hint: string | undefined,
  error: string | undefined,
  shared?: string,
): [remarks: ReactNode, describedBy: string | undefined] {
  const id = useId();
  const mended = useMended(error);
  const describedBy = [shared, hint && `${id}hint`, error && `${id}error`]
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
