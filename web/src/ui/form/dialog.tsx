import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { languageOf } from '../../site/responses.ts';
import { formTexts as texts } from '../../texts/form-words.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** Default: a Close button. */
  actions?: ReactNode;
}

/**
 * The shared modal dialog: a title, a message and a Close button (website specification, section 2). The
 * browser's own `<dialog>` keeps focus inside and gives it back; Escape closes it.
 */
export function Dialog({ title, children, onClose, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    leaving.current = false;
    element?.showModal();
    return () => {
      leaving.current = true;
      element?.close();
      // Where the browser has given focus back already, somebody may have gone on since.
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      // Not when React takes it away, nor when it has shown it again before the event came.
      onClose={({ currentTarget }) => leaving.current || currentTarget.open || onClose()}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <div id={`${id}text`}>{children}</div>
      {actions ?? (
        <form method="dialog">
          <button type="submit" className="button primary">
            {texts.close}
          </button>
        </form>
      )}
    </dialog>
  );
}

interface More {
  /** Default: `Error`. */
  title?: string;
  /** A second paragraph. */
  more?: string;
  /** Beside the Close button. */
  actions?: ReactNode;
  onClose?: () => void;
}

/** @returns the dialog of something that went wrong, if it is open, and the function that opens it */
export function useMessageDialog(): [
  dialog: ReactNode,
  showMessage: (text: string, more?: More) => void,
] {
  const [shown, setShown] = useState<More & { text: string }>();
  const close = () => {
    setShown(undefined);
    shown?.onClose?.();
  };
  const dialog = shown && (
    <Dialog title={shown.title ?? texts.error} onClose={close}>
      <p lang={languageOf(shown.text)}>{shown.text}</p>
      {shown.more && <p lang={languageOf(shown.more)}>{shown.more}</p>}
      {shown.actions}
    </Dialog>
  );
  return [dialog, (text, more) => setShown({ text, ...more })];
}
