import { type ReactNode, useState } from 'react';
import { languageOf } from '../../site/message-language.ts';
import { texts } from '../../words/forms.ts';
import { Dialog } from './dialog.tsx';

interface More {
  /** Default: `Error`. */
  title?: string;
  /** A second paragraph. */
  more?: string;
  onClose?: () => void;
}

/** @returns the dialog of something that went wrong, if it is open, and the function that opens it */
export function useMessageDialog(): [dialog: ReactNode, tell: (text: string, more?: More) => void] {
  const [told, setTold] = useState<More & { text: string }>();
  const close = () => {
    setTold(undefined);
    told?.onClose?.();
  };
  const dialog = told && (
    <Dialog title={told.title ?? texts.error} onClose={close}>
      <p lang={languageOf(told.text)}>{told.text}</p>
      {told.more && <p lang={languageOf(told.more)}>{told.more}</p>}
    </Dialog>
  );
  return [dialog, (text, more) => setTold({ text, ...more })];
}
