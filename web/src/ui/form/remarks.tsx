import { type ReactNode, useId } from 'react';

/**
 * What is said of a field beside its label.
 * @returns the hint and the message, and the ids by which its control refers to them
 */
export function useRemarks(
  hint: string | undefined,
  error: string | undefined,
): [remarks: ReactNode, describedBy: string | undefined] {
  const id = useId();
  const describedBy = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  const remarks = (
    <>
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}error`}>
          {error}
        </p>
      )}
    </>
  );
  return [remarks, describedBy || undefined];
}
