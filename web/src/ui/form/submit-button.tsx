import { useId } from 'react';

interface SubmitButtonProps {
  busy: boolean;
  label: string;
  busyLabel: string;
  /** What still has to be done first; the button is disabled in the eyes of all, but says so when pressed. */
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
