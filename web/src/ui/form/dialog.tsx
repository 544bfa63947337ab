import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSite } from '../../site/client.ts';
import type { Message } from '../../site/messages.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { ProblemText, ServiceNote } from '../blocks.tsx';
import { focusHeading } from '../heading.tsx';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** Default: a Close button. */
  actions?: ReactNode;
  /** The message shows a button that leads on, so that Close is not the main one. */
  hasMainButton?: boolean;
}

/**
 * The shared modal dialog: a title, a message and a Close button (specification/website §2). The browser's own
 * `<dialog>` keeps focus inside and restores it; Escape closes it.
 */
export function Dialog({ title, children, onClose, actions, hasMainButton }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const isUnmountingRef = useRef(false);
  const id = useId();
  useEffect(() => {
    const dialogElement = dialogRef.current;
    const previousFocus = document.activeElement;
    isUnmountingRef.current = false;
    dialogElement?.showModal();
    return () => {
      isUnmountingRef.current = true;
      dialogElement?.close();
      // If the browser has restored the focus already, the user may have moved it since.
      const { activeElement, body } = document;
      if (activeElement !== body) return;
      if (
        previousFocus instanceof HTMLElement &&
        previousFocus !== body &&
        body.contains(previousFocus)
      )
        previousFocus.focus();
      else focusHeading();
    };
  }, []);
  return (
    <dialog
      ref={dialogRef}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      // Not when React removes it, nor when React has opened it again before the event came.
      onClose={({ currentTarget }) => isUnmountingRef.current || currentTarget.open || onClose()}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <div id={`${id}text`}>{children}</div>
      {actions ?? (
        <form method="dialog">
          <button type="submit" className={hasMainButton ? 'button' : 'button primary'}>
            {texts.close}
          </button>
        </form>
      )}
    </dialog>
  );
}

interface MessageOptions {
  /** Default: `Error`. */
  title?: string;
  /** See `ProblemText`. */
  blamesConnection?: boolean;
  /** A second paragraph. */
  secondMessage?: Message | undefined;
  /** Buttons beside the Close button. */
  actions?: ReactNode;
  onClose?: () => void;
}

/** Shows a message. @param message a server's, or a text of the site */
export type ShowMessage = (message: Message | string, options?: MessageOptions) => void;

/** @returns the dialog with an error message, if it is open, and the function that opens it */
export function useMessageDialog(): [dialog: ReactNode, showMessage: ShowMessage] {
  const { takeFailedCallCode } = useSite();
  const [message, setMessage] = useState<MessageOptions & Message & { callCode?: string }>();
  const close = () => {
    setMessage(undefined);
    message?.onClose?.();
  };
  const dialog = message && (
    <Dialog
      title={message.title ?? texts.error}
      onClose={close}
      hasMainButton={Boolean(message.actions)}
    >
      <p>
        <ProblemText
          text={message.text}
          lang={message.language}
          blamesConnection={message.blamesConnection}
        />
      </p>
      {message.secondMessage && (
        <p lang={message.secondMessage.language}>{message.secondMessage.text}</p>
      )}
      <ServiceNote />
      {message.callCode && <p className="hint call-code">{texts.callCode(message.callCode)}</p>}
      {message.actions}
    </Dialog>
  );
  const showMessage: ShowMessage = (newMessage, options) => {
    const callCode = takeFailedCallCode();
    setMessage({
      ...(typeof newMessage === 'string' ? { text: newMessage } : newMessage),
      ...options,
      ...(callCode === undefined ? {} : { callCode }),
    });
  };
  return [dialog, showMessage];
}
